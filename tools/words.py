"""Brings the catalogues up to date: takes the words from code and templates, merges them into translations, compiles.

A new language: add it to LANGUAGES in words.py, run `make words`, translate the new .po file, run `make words` again.
"""

from datetime import UTC, datetime

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from azulejos.games import GAMES
from azulejos.table import REFUSALS
from azulejos.web.asking import OVERTAKEN
from azulejos.words import LANGUAGES, LOCALE

FIRST_MADE = datetime(2026, 11, 18, tzinfo=UTC)  # catalogues change with the words, not with the day
KEYWORDS = {"_": None, "text": None, "plural": (1, 2)}
SOURCE = LOCALE.parent
PARSERS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext.babel_extract")]


def catalogue_of_the_code() -> Catalog:
    """Every text that people read: those in the code, and the rules' sentences."""
    catalogue = Catalog()
    for _, _, message, _, _ in extract_from_dir(str(SOURCE), PARSERS, keywords=KEYWORDS):
        catalogue.add(message)
    for game in GAMES.values():
        for sentence in game.rules.OBJECTIONS[1:]:
            catalogue.add(sentence)
    for sentence in (*REFUSALS, OVERTAKEN):
        catalogue.add(sentence)
    return catalogue


def merged(language: str, template: Catalog) -> Catalog:
    """The language's translations with the texts of today; what is gone from the code is dropped."""
    path = LOCALE / language / "LC_MESSAGES" / "azulejos.po"
    catalogue = Catalog(
        locale=language,
        project="azulejos",
        version="1",
        copyright_holder="the Azulejos authors",
        header_comment="# The words of azulejos; MIT licence.",
        last_translator="the Azulejos authors",
        language_team=language,
        msgid_bugs_address="-",
        creation_date=FIRST_MADE,
        revision_date=FIRST_MADE,
        fuzzy=False,
    )
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def main() -> None:
    template = catalogue_of_the_code()
    for language in LANGUAGES:
        if language == "en":
            continue
        folder = LOCALE / language / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        catalogue = merged(language, template)
        with (folder / "azulejos.po").open("wb") as file:
            write_po(file, catalogue, omit_header=False, sort_output=True, no_location=True, width=118)
        with (folder / "azulejos.mo").open("wb") as file:
            write_mo(file, catalogue)


if __name__ == "__main__":
    main()
