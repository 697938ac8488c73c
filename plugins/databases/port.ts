// What plugins above databases may use:
// who may, the writing of records inside a transaction of theirs, and what a database shows of them.
import { type Actor, hook, type JsonValue, type Sql } from "../../kernel/plugin.ts";
import type { LoadedDatabase } from "./store/rows.ts";

/** A database as it is at one moment, for a plugin that reads all of it. */
export { type Snapshot, withSnapshot } from "./exchange/snapshot.ts";
/** The rules of fields: what a record may hold, and what is wrong with what was sent. */
export { checkData, type DataFault, type Field, filesIn, isSameFile, own } from "./fields/mod.ts";
/** Files on their way to an attachment field: what is asked of them, and the rows by which they wait for a record. */
export {
  type Done,
  demandRepeat,
  loadFolder,
  refuseEnding,
  refuseOther,
  sentName,
  uploadOptions,
} from "./media_upload.ts";
/** The database that a path names as `database_id`. */
/** The table that a path names as `database_id` and `table_id`, and the refusal of one that is gone. */
export { database, refuseMissingTable, table } from "./permits.ts";
export { databaseId } from "./schemas.ts";
export { showRecord } from "./showing.ts";
/** A live table of a database with what somebody holds on it, by ids on the wire; what they may is for who asks to look at. */
/** From `lockDatabase` and `takeTurn` on nobody else writes into the database, until the transaction ends. */
export { findTable, lockDatabase, takeTurn } from "./store/databases.ts";
export { completeUpload, findOpenFiles, findUpload, takeUpload } from "./store/media.ts";
/** Tells a database's feed of what changed beside records, in its turn. */
export { noteChange } from "./store/noting.ts";
/**
 * Writes records in the caller's transaction, as its last statement but the audit rows; by nobody where `actor` is null. Null where the
 * table's schema is another by now: read the table with `readTable`, make the entries anew and come again.
 */
export { findRecord, type RecordOp, writeRecords } from "./store/records.ts";
export type { LoadedDatabase, LoadedTable, RecordRow, TableRow } from "./store/rows.ts";
export { readTable } from "./store/tables.ts";
export { boundsFor, recordRefusal } from "./writing/bounds.ts";
/** What is stored of a record, made of what was sent for it; throws 400 by field. */
export { boundedEntry, completeEntry, createEntry, mergeEntry } from "./writing/entries.ts";
/** Throws 400 by field for files that the writer may not open; those that were uploaded for a record stay with it. */
export { nameFiles } from "./writing/media.ts";
export { refuseMissingRecord, refuseStale } from "./writing/one.ts";
/** Throws what a rule on publishing says to the values that changes of records bring. */
export { askAboutRecords, nameOf } from "./writing/publishing.ts";

/** A database whose forms are asked for. */
export interface FormsAsked {
  sql: Sql;
  actor: Actor;
  now: Date;
  /** As the actor holds it. */
  database: Pick<LoadedDatabase, "workspace_id" | "document_id" | "level">;
}

/** Filled by the plugin that brings forms: those of a database, as its detail shows them. */
export const databaseFormsHook = hook<FormsAsked, readonly Record<string, JsonValue>[]>("databases.forms");
