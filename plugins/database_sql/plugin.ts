// SQL over databases, for reading:
// statements run in a Postgres apart from the service's, over a copy of the one database.
//
// The service's own Postgres is not asked, because its rights are too wide for strangers' statements and cannot be narrowed on a
// database that somebody else runs: everybody there may take advisory locks, notify, read catalogs and statistics of all tables, and
// see and end statements of their own role, which every workspace would share; and one statement may take as much memory as the
// machine has, which ends Postgres for all. In the sandbox the owner of everything is the server: each copy is a database of its own
// with a role of its own, which may read its tables and call what computes, and nothing else; a process that grows or does not end
// is ended. Nothing of other workspaces is there to be read.
import { type Plugin, provide } from "../../kernel/plugin.ts";
import { copiesPort, createCopies } from "./copies.ts";
import { querySql } from "./operations.ts";
import { sandboxSettings } from "./settings.ts";

export const database_sql: Plugin = {
  name: "database_sql",
  settings: [sandboxSettings],
  operations: [querySql],
  provides: (runtime) => [provide(copiesPort, createCopies(runtime))],
};
