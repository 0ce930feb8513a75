"""The words on paper, in several languages: one table a language, from the English text to its own.

A text that a table lacks stays English, so that a language can be added bit by bit: as a table here, or as a file with
lines such as `Solutions = Lösungen`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from edgeasp.formats import files
from edgeasp.system.errors import InputError
from edgeasp.system.lines import quoted


@dataclass(frozen=True, slots=True)
class Language:
    """A language: for English texts, its own, with the same places in braces."""

    texts: Mapping[str, str]

    def say(self, text: str, **values: object) -> str:
        """A text in the language, with values in its places."""
        return self.texts.get(text, text).format(**values)


ENGLISH = Language({})

GERMAN = Language(
    {
        "{name}: {cols} x {rows} squares, {tiles} tiles": "{name}: {cols} x {rows} Felder, {tiles} Teile",
        "; sheet {sheet} of {sheets}": "; Blatt {sheet} von {sheets}",
        "{length} mm if printed at 100 %": "{length} mm, wenn in Originalgröße (100 %) gedruckt",
        "; backs: print on both sides, flipped on the long edge": "; Rückseiten: beidseitig drucken, über die lange "
        "Kante gewendet",
        "; backs: print on both sides, flipped on the short edge": "; Rückseiten: beidseitig drucken, über die kurze "
        "Kante gewendet",
        "; backs: fold at the dashed marks, glue, then cut": "; Rückseiten: an den gestrichelten Marken falten, "
        "kleben, dann schneiden",
        "{name}: lay the tiles here": "{name}: hier die Teile auslegen",
        "; part {part} of {parts}": "; Teil {part} von {parts}",
        "Board of {cols} x {rows} squares": "Brett mit {cols} x {rows} Feldern",
        "No. {number}": "Nr. {number}",
        "easy": "leicht",
        "medium": "mittel",
        "hard": "schwer",
        "Cut out the tiles and lay them on a board of {cols} x {rows} squares.": "Die Teile ausschneiden und auf ein "
        "Brett von {cols} x {rows} Feldern legen.",
        "Tiles may be turned.": "Teile dürfen gedreht werden.",
        "Tiles stay as they are printed, unturned.": "Teile bleiben, wie sie gedruckt sind, ungedreht.",
        "Where two tiles meet, a head and a tail make one figure": "Wo zwei Teile sich treffen, ergeben Kopf und "
        "Schwanz eine Figur",
        "Where two tiles meet, the sides have the same colour": "Wo zwei Teile sich treffen, haben beide Seiten "
        "dieselbe Farbe",
        "Where two tiles meet, the sides differ": "Wo zwei Teile sich treffen, sind die Seiten verschieden",
        "Where two tiles meet, the sides have colours that go together": "Wo zwei Teile sich treffen, haben die "
        "Seiten Farben, die zusammengehören",
        "Where two tiles meet, these go together: {pairs}": "Wo zwei Teile sich treffen, gehört zusammen: {pairs}",
        "the last column meets the first one": "die letzte Spalte trifft auf die erste",
        "the last row meets the first one": "die letzte Zeile trifft auf die erste",
        "the rim shows its colours outside": "außen liegen die Farben des Rands",
        "Tiles may be turned over, too: a back is the mirror image.": "Teile dürfen auch gewendet werden: die "
        "Rückseite ist das Spiegelbild.",
        "Some tiles in some ways only.": "Manche Teile nur auf manche Arten.",
        "Only as printed: No. {tiles}.": "Nur wie gedruckt: Nr. {tiles}.",
        "Only with {turns} quarter turns to the left: No. {tiles}.": "Nur mit {turns} Vierteldrehungen nach links: "
        "Nr. {tiles}.",
        "Only with {turns} quarter turns to the left, those with ' turned over: No. {tiles}.": "Nur mit {turns} "
        "Vierteldrehungen nach links, mit ' gewendet: Nr. {tiles}.",
        "Holes stay empty.": "Löcher bleiben leer.",
        "Left over: {number}.": "Übrig bleiben: {number}.",
        "grey sides lie outside, all around": "graue Seiten liegen außen, rundherum",
        "grey sides lie outside, along the frame": "graue Seiten liegen außen, am Rahmen",
        "on open sides, anything may lie": "an offenen Seiten darf alles liegen",
        "on open sides, anything but grey may lie": "an offenen Seiten darf alles liegen, nur kein Grau",
        "around holes, anything may lie": "um Löcher darf alles liegen",
        "around holes, anything but grey may lie": "um Löcher darf alles liegen, nur kein Grau",
        "elsewhere outside, anything may lie": "sonst darf außen alles liegen",
        "holes show the colours of their rim": "um Löcher liegen die Farben des Rands",
        "all other sides have the same colour": "alle anderen Seiten haben dieselbe Farbe",
        "inside, grey meets grey": "innen trifft Grau auf Grau",
        "outside, anything may lie": "außen darf alles liegen",
        "plus meets minus": "Plus trifft auf Minus",
        "plus and minus alternate as on a chessboard": "Plus und Minus wechseln sich ab wie auf einem Schachbrett",
        "there is one solution": "es gibt eine Lösung",
        "with the clues there is one solution": "mit den Hinweisen gibt es eine Lösung",
        "there is one solution, but for motions of the whole board": "es gibt eine Lösung, bis auf Bewegungen des "
        "ganzen Bretts",
        "there is one solution, but for turns of the whole board": "es gibt eine Lösung, bis auf Drehungen des ganzen "
        "Bretts",
        "this puzzle is easy": "dieses Rätsel ist leicht",
        "this puzzle is medium": "dieses Rätsel ist mittelschwer",
        "this puzzle is hard": "dieses Rätsel ist schwer",
        "the last pages show the solution": "die Lösung steht auf den letzten Seiten",
        "Clues": "Hinweise",
        "Solutions": "Lösungen",
        ", page {page} of {pages}": ", Seite {page} von {pages}",
        "Contents": "Inhalt",
        "puzzle": "Rätsel",
        "squares": "Felder",
        "class": "Stufe",
        "tiles, page": "Teile, Seite",
        "solution, page": "Lösung, Seite",
        "Puzzles to cut out and to lay: {number}": "Rätsel zum Ausschneiden und Legen: {number}",
    }
)

LANGUAGES = {"en": ENGLISH, "de": GERMAN}
"""The languages that have a table here, by their codes."""

_PLACES = re.compile(r"\{\w+\}")


def read_language(name: str) -> Language:
    """The language of a code, or that of a file with lines such as `Solutions = Lösungen`.

    Raises:
        InputError: the file cannot be read, or a line is no text of the table with its places.
    """
    if name in LANGUAGES:
        return LANGUAGES[name]
    shown, texts = files.shown_name(name), dict[str, str]()
    for number, line in enumerate(files.read_text(name).splitlines(), 1):
        if not line.strip() or line.startswith("%"):
            continue
        english, equals, own = (part.strip() for part in line.partition(" = "))
        english = next((text for text in GERMAN.texts if text.strip() == english), english)
        if not equals or not own or english not in GERMAN.texts:
            raise InputError(shown, number, f"expected a line such as Solutions = Lösungen, found {quoted(line)}")
        if sorted(_PLACES.findall(own)) != sorted(_PLACES.findall(english)) or set("{}") & set(_PLACES.sub("", own)):
            places = ", ".join(_PLACES.findall(english)) or "no braces"
            raise InputError(shown, number, f"expected {places} in {quoted(own)}")
        texts[english] = own
    return Language(texts)
