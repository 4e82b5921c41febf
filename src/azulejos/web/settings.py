"""What a person has chosen for this browser, kept in one cookie that holds nothing else."""

from dataclasses import asdict, dataclass, fields, replace
from urllib.parse import parse_qsl, urlencode

from azulejos.words import LANGUAGES

COOKIE = "azulejos-settings"
CHOICES = {
    "lang": LANGUAGES,
    "theme": ("auto", "light", "dark"),
    "speed": ("1", "2", "0"),  # 0: no step by step
    "sound": ("off", "on"),
    "confirm": ("on", "off"),
}


@dataclass(frozen=True)
class Settings:
    lang: str = ""  # empty: what the browser prefers
    theme: str = "auto"
    speed: str = "1"
    sound: str = "off"
    confirm: str = "on"

    @classmethod
    def read(cls, cookie: str, accepted: str) -> "Settings":
        """The settings of a cookie; without a language, the first of the browser's that we speak."""
        settings = cls().changed(dict(parse_qsl(cookie)))
        return settings if settings.lang else replace(settings, lang=preferred_language(accepted))

    def changed(self, values: dict[str, str]) -> "Settings":
        """What is not known is left as it is."""
        known = {f.name for f in fields(self)}
        return replace(self, **{n: v for n, v in values.items() if n in known and v in CHOICES[n]})

    @property
    def cookie(self) -> str:
        return urlencode(asdict(self))


def preferred_language(accepted: str) -> str:
    """Of `fr-BE,fr;q=0.9,en;q=0.8` the best that there is."""
    wishes: list[tuple[float, str]] = []
    for wish in accepted.split(","):
        name, _, quality = wish.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, name in sorted(wishes, key=lambda wish: wish[0]) if name in LANGUAGES), "en")
