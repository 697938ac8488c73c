// Tells the feed of what changes beside records, and counts what a database comes to hold.
import type { Sql, WriteCall } from "../../../kernel/plugin.ts";
import { refuseStorage } from "../../documents/port/create.ts";
import { refuseHeld } from "../../documents/port/write.ts";
import { tellChange } from "../waiting.ts";
import { isGone, orGone, refuseGone } from "./gone.ts";
import type { LoadedDatabase } from "./rows.ts";

/** What happened, as the feed says it beside `record.*`. */
export interface NotedChange {
  op: "schema" | "view" | "form";
  table_id: number | null;
  /** Of the schema or view; null for something that is gone. */
  version: number | null;
}

/** Adds a change to the feed, in the database's turn. Throws 404 for a database that is gone. */
export async function noteChange(
  { sql, actor, via, now }: Pick<WriteCall, "sql" | "actor" | "via" | "now">,
  { workspace_id, document_id }: Pick<LoadedDatabase, "workspace_id" | "document_id">,
  { op, table_id, version }: NotedChange,
): Promise<number> {
  const [row] = await orGone(sql<{ seq: number }[]>`
    select note_database_change(${workspace_id}, ${document_id}, ${actor.user_id}, ${op}, ${table_id}, ${version}, ${via}, ${now}) as seq`);
  return row?.seq ?? 0;
}

type Counting = Pick<WriteCall, "sql" | "actor" | "runtime" | "now">;

/** Counts by how many bytes the live records have grown, with the statement that ends the transaction. */
export function countGrowth(
  call: Counting & Pick<WriteCall, "conclude" | "afterCommit" | "use">,
  database: Pick<LoadedDatabase, "workspace_id" | "document_id">,
  grown: number,
): void {
  const { workspace_id, document_id } = database;
  const bytes_max = bytesMax(call);
  tellChange(call);
  call.conclude(
    (sql: Sql) => sql`count_database_change(${workspace_id}, ${document_id}, ${grown}, ${bytes_max}, ${call.now})`,
    (error) => refusalOf(call, error),
  );
}

/** What the plan holds; null where nothing bounds it. */
export function bytesMax({ actor, runtime }: Pick<WriteCall, "actor" | "runtime">): number | null {
  return runtime.plans.allowance("storage_bytes", actor.workspace.plan);
}

/** What the functions of the database raise. */
const CODES = { full: "ZD001", records: "ZE001", held: "ZE005" };

/** What is thrown for an error of a statement that writes into a database. */
export function refusalOf(call: Pick<WriteCall, "actor" | "runtime">, error: unknown): unknown {
  const code = codeOf(error);
  if (isGone(error)) return refuseGone();
  if (code === CODES.held) return refuseHeld("the record");
  if (code !== CODES.full) return error;
  const detail = error instanceof Error && "detail" in error ? Number(error.detail) : Number.NaN;
  return refuseStorage(call, Number.isSafeInteger(detail) ? detail : (bytesMax(call) ?? 0));
}

/** Whether the database holds as many records as one may. */
export function isFullOfRecords(error: unknown): boolean {
  return codeOf(error) === CODES.records;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
