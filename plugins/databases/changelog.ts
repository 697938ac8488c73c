// What clients see changed of the plugin databases, newest first. Pure data; it imports nothing.

export const databasesChanges = [
  {
    date: "2026-11-28",
    kind: "added",
    what: "`POST /api/databases/import` makes a database of a file with its table and records in one transaction, so that a refused file leaves nothing; with `dry_run` it makes nothing and tells columns, types, counts and failures.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Numbers that an Excel sheet shows in other signs, such as `01234`, `12.50` and `25%`, come into a new table and into fields of texts as they are shown, where that is all of them.",
  },
  {
    date: "2026-11-28",
    kind: "added",
    what: "Databases are exported as Excel workbooks too (`format=xlsx`): a sheet for each table, or that of `table_id` alone, with typed cells and texts that are no formulas. What a sheet does not hold is a 413.",
  },
  {
    date: "2026-11-28",
    kind: "added",
    what: "The CSV export of a table takes `bom=true`: a byte order mark, by which Excel reads it as UTF-8.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "An import that makes a table guesses numbers, dates, times, addresses, JSON and checkboxes where every cell comes back as it is written, and texts otherwise: no row is lost to a guess. Reports of imports have `empty_formulas`: formulas whose value the file does not hold. A text of which nothing shows is no value of a required field.",
  },
  {
    date: "2026-11-24",
    kind: "changed",
    what: "An import of an Excel sheet tells of errors in its cells (`#N/A`), which were taken for empty ones: in a text field they are kept, anywhere else their row fails.",
  },
  {
    date: "2026-11-23",
    kind: "changed",
    what: "A view of a table refuses members of `config` that it does not have with 400; `display` holds whatever else says how to show it.",
  },
] as const;
