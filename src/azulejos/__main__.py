"""`python -m azulejos` is the `azulejos` command."""

from azulejos.cli import main

main()
