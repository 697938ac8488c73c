// Who may touch a database:
// its document's level is the database's (rules: permission/existence), read in one query with what is asked about.
import { demandActor, type Permit, type PermitCall, refuse } from "../../kernel/plugin.ts";
import { refuseWithout } from "../documents/port/read.ts";
import { findDatabase } from "./store/databases.ts";
import type { LoadedDatabase, LoadedTable, TableRow } from "./store/rows.ts";
import { readTableFor } from "./store/table_reads.ts";

type Level = "view" | "comment" | "edit" | "settings";

/** The database that the path names. Throws 404 for a document of another type, and as `documentWith` does. */
export function database(needed: Level): Permit<LoadedDatabase> {
  return {
    needs: `${needed} on the database`,
    check: async (call, input) => {
      const doc_id = String(input.params["database_id"]);
      return admit(call, await findDatabase(call.sql, { actor: demandActor(call.actor), doc_id }), needed);
    },
  };
}

/** A live table of it. */
export function table(needed: Level): Permit<LoadedTable> {
  return {
    needs: `${needed} on the database`,
    check: (call, input) =>
      loadTable(call, {
        needed,
        doc_id: String(input.params["database_id"]),
        table_id: Number(input.params["table_id"]),
      }),
  };
}

/** The same inside another permit. */
export async function loadTable(
  call: PermitCall,
  by: { needed: Level; doc_id: string; table_id: number },
): Promise<LoadedTable> {
  const { doc_id, table_id } = by;
  const found = await readTableFor(call.runtime.database, { actor: demandActor(call.actor), doc_id, table_id });
  const admitted = admit(call, found, by.needed);
  if (!hasTable(admitted)) throw refuseMissingTable(by.table_id);
  return admitted;
}

function hasTable(found: LoadedDatabase & { table: TableRow | null }): found is LoadedTable {
  return found.table !== null;
}

/** The 404 of a table that is not there, or not any more. */
export function refuseMissingTable(tableId: number): Error {
  return refuse.notFound(`table ${tableId} is not found in this database; get_database lists its tables`);
}

function admit<Found extends LoadedDatabase>(call: PermitCall, found: Found | null, needed: Level): Found {
  // What is not there and what is closed are refused alike.
  if (!found) throw refuse.notFound("document not found");
  refuseWithout("view", call.now, found);
  if (found.doc_type !== "database" || found.database === null) {
    throw refuse.notFound(`"${found.doc_id}" is of type ${found.doc_type}, not database`);
  }
  refuseWithout(needed, call.now, found);
  return found;
}
