"""Pages from templates, in the words of a language."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from azulejos import draw
from azulejos.draw.svg import tag
from azulejos.web.settings import Settings
from azulejos.words import LANGUAGES, Words, signed

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "nl": "Nederlands"}
environment = Environment(
    loader=PackageLoader("azulejos.web"),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=["jinja2.ext.i18n"],
    auto_reload=False,
)


@cache
def words_of(language: str) -> Words:
    return Words(language)


def safe(drawing: object) -> Markup:
    """A drawing of ours goes into a page as it is."""
    return Markup(drawing.svg() if isinstance(drawing, draw.Drawing) else str(drawing))  # noqa: S704  # our own SVG, in which every name is escaped


class Pictures:
    """Puts drawings into a table, by name. A viewer who has seen some gets only those that are new, apart."""

    def __init__(self, seen: dict[str, draw.Drawing] | None = None) -> None:
        self._seen = seen
        self.new: dict[str, str] = {}

    def __call__(self, name: str, drawing: draw.Drawing) -> Markup:
        if self._seen is None:
            return safe(drawing.svg(name))
        if self._seen.get(name) != drawing:
            self._seen[name] = drawing
            self.new[name] = drawing.svg(name)
        return safe(tag("svg", data_picture=name))


def sheet(game: str, position: Any = None) -> Markup:
    return safe(draw.sheet(game, position))


environment.filters |= {"svg": safe, "minus": signed}
everywhere: dict[str, Any] = {"sheet": sheet, "languages": LANGUAGE_NAMES}
environment.globals.update(everywhere)
assert set(LANGUAGE_NAMES) == set(LANGUAGES)


def page(template: str, settings: Settings, **values: Any) -> str:
    """A whole page, or a part of one."""
    words = words_of(settings.lang)
    context = {
        "_": words.text, "gettext": words.text, "ngettext": words.plural, "plural": words.plural, "words": words,
        "settings": settings,
    }  # fmt: skip
    return environment.get_template(template).render(context | values)
