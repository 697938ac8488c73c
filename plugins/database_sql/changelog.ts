// What clients see changed of the plugin database_sql, newest first. Pure data; it imports nothing.

export const databaseSqlChanges = [
  {
    date: "2026-11-28",
    kind: "changed",
    what: "SQL over databases runs one statement of a workspace at a time, and 24 of it may wait, beside 8 of each account; workspaces take turns.",
  },
] as const;
