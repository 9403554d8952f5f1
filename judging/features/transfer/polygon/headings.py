"""The headings of the sections of a statement, in the languages of Polygon.

Polygon has a file for each section and sets its heading itself. A statement that is one
file has the headings in its own language.
"""

from collections.abc import Mapping

SECTIONS = ("legend", "input", "output", "interaction", "scoring", "notes")
_TITLED = SECTIONS[1:]

# ISO 639 code -> for each section but the legend its headings. The first is written, all
# are understood. Chosen from statements of contests in these languages.
_HEADINGS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "en": (
        ("Input",),
        ("Output",),
        ("Interaction",),
        ("Scoring",),
        ("Notes", "Note"),
    ),
    "cs": (
        ("Vstup",),
        ("Výstup",),
        ("Interakce",),
        ("Bodování",),
        ("Poznámky", "Poznámka"),
    ),
    "de": (
        ("Eingabe",),
        ("Ausgabe",),
        ("Interaktion",),
        ("Bewertung", "Punktevergabe", "Punkte"),
        ("Hinweise", "Hinweis", "Anmerkungen", "Anmerkung"),
    ),
    "es": (
        ("Entrada",),
        ("Salida",),
        ("Interacción",),
        ("Puntuación",),
        ("Notas", "Nota"),
    ),
    "fr": (
        ("Entrée", "Entrées"),
        ("Sortie", "Sorties"),
        ("Interaction",),
        ("Barème", "Score"),
        ("Remarques", "Remarque", "Notes", "Note"),
    ),
    "hr": (
        ("Ulazni podaci", "Ulaz"),
        ("Izlazni podaci", "Izlaz"),
        ("Interakcija",),
        ("Bodovanje",),
        ("Napomene", "Napomena"),
    ),
    "it": (
        ("Input", "Dati di input"),
        ("Output", "Dati di output"),
        ("Interazione",),
        ("Punteggio", "Assegnazione del punteggio"),
        ("Note", "Nota"),
    ),
    "pl": (
        ("Wejście",),
        ("Wyjście",),
        ("Interakcja",),
        ("Punktacja", "Ocenianie"),
        ("Uwagi", "Uwaga"),
    ),
    "pt": (
        ("Entrada",),
        ("Saída",),
        ("Interação",),
        ("Pontuação",),
        ("Notas", "Nota", "Observações"),
    ),
    "ru": (
        ("Входные данные",),
        ("Выходные данные",),
        ("Протокол взаимодействия", "Взаимодействие"),
        ("Система оценки",),
        ("Примечание", "Примечания", "Замечание", "Замечания"),
    ),
    "sk": (
        ("Vstup",),
        ("Výstup",),
        ("Interakcia",),
        ("Bodovanie", "Hodnotenie"),
        ("Poznámky", "Poznámka"),
    ),
    "uk": (
        ("Вхідні дані",),
        ("Вихідні дані",),
        ("Протокол взаємодії", "Взаємодія"),
        ("Система оцінювання",),
        ("Примітки", "Примітка"),
    ),
    "zh": (
        ("输入", "输入格式"),
        ("输出", "输出格式"),
        ("交互",),
        ("评分", "评分方式"),
        ("提示", "说明"),
    ),
}


def headings(language: str) -> dict[str, str]:
    """Return section -> the heading that a statement in the language (ISO 639) has.

    The legend has none (""). A language without headings of its own has the English ones.
    """
    titles = _HEADINGS.get(language, _HEADINGS["en"])
    found = {"legend": ""}
    for section, known in zip(_TITLED, titles, strict=True):
        found[section] = known[0]
    return found


def section_of(heading: str, language: str) -> str | None:
    """Return the section with this heading in the language or in English, else None."""
    wanted = heading.strip().rstrip(":").lower()
    for code in (language, "en"):
        titles = _HEADINGS.get(code, ())
        for section, known in zip(_TITLED, titles, strict=False):
            if wanted in [title.lower() for title in known]:
                return section
    return None
