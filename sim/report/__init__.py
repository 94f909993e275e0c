"""From a run's exact counts to a report: tables, charts, one self-contained page, a summary and a JSON document.

Nothing here knows a game: layouts follow from the game's axes, and tables from the `View`s that it declares.
Nothing here reads rows: a run of a billion playouts takes as long to report as one of a thousand.
"""
