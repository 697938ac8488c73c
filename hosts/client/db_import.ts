// docsvc db import: fills a table of a database from a file through the server's own API.
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { createClient } from "../../openapi/client/mod.ts";
import { CommandError, command, plainLine, type Terminal } from "../command/command.ts";
import { readTableId, SERVER_OPTIONS } from "./options.ts";
import { type Access, withAccess } from "./server/access.ts";
import { CallError, createCaller, demandMe, tellWaits } from "./server/caller.ts";
import { stopSignal } from "./stop_signal.ts";

/** As the import itself knows what a file is. */
const ENDINGS = /\.(csv|tsv|txt|jsonl|ndjson|xlsx)$/i;
/** A wait that the server asks for and that is worth it. */
const WAIT_SECONDS_MAX = 120;

interface Wanted {
  /** Absolute. */
  path: string;
  database: string | undefined;
  table: number | undefined;
  name: string | undefined;
  match: string | undefined;
  sheet: string | undefined;
  skip_unknown: boolean;
  dry_run: boolean;
  key: string;
}

export const dbImport = command({
  name: "db import",
  summary: "Fill a table of a database from a CSV, JSON Lines or Excel file",
  takes: ["file"],
  options: {
    ...SERVER_OPTIONS,
    database: { value: "ID", about: "The database's document id. Default: a new database of the file's name." },
    table: { value: "N", about: "The id of a table to fill. Default: a new table with guessed fields." },
    name: { value: "NAME", about: "What the new table is called. Default: the file's name." },
    match: { value: "KEY", about: "The key of a field: a row changes the record with the same value there." },
    sheet: { value: "S", about: "The sheet of an Excel file. Default: the first." },
    "skip-unknown": { value: null, about: "Leave out columns that no field has." },
    "dry-run": { value: null, about: "Say what would be done, and do nothing. Needs no database." },
    key: { value: "K", about: "The key of an import that was cut off, as it told: what it did is not done again." },
  },
  async run({ args, options, terminal }) {
    const wanted: Wanted = {
      path: resolve(terminal.folder, args.file),
      database: options.database,
      table: options.table === undefined ? undefined : readTableId(options.table),
      name: options.name,
      match: options.match,
      sheet: options.sheet,
      skip_unknown: options["skip-unknown"] !== undefined,
      dry_run: options["dry-run"] !== undefined,
      key: options.key ?? randomUUID(),
    };
    if (wanted.database === undefined && wanted.table !== undefined) {
      throw new CommandError("--table needs a database: name it with --database");
    }
    if (wanted.match !== undefined && wanted.table === undefined) {
      throw new CommandError("--match needs records to compare with: name their table with --database and --table");
    }
    const found = await stat(wanted.path).catch(() => null);
    if (!found?.isFile()) throw new CommandError(`there is no file ${wanted.path}`);
    if (found.size === 0) throw new CommandError(`${wanted.path} is empty`);
    if (!ENDINGS.test(wanted.path)) {
      throw new CommandError(`${wanted.path} is no table by its name: give a file that ends in .csv, .jsonl or .xlsx`);
    }
    const worker = { name: "docsvc db import", stops_itself: true };
    return withAccess(terminal, { given: options, worker }, async (access) => {
      const stop = stopSignal();
      try {
        return await importFile({ ...access, terminal, signal: stop.signal }, wanted);
      } finally {
        stop.end();
      }
    });
  },
});

/** Answers the exit code; 130 where the signal ended it. */
async function importFile(
  { server, token, terminal, signal }: Access & { terminal: Terminal; signal: AbortSignal },
  wanted: Wanted,
): Promise<number> {
  const api = createClient({ base_url: server, token });
  const onWait = tellWaits(terminal.err);
  const call = createCaller({ onWait, seconds_max: WAIT_SECONDS_MAX, signal });
  await demandMe({ api, call }, server);
  const filename = basename(wanted.path);
  const { key, table, database, path, match, skip_unknown, ...rest } = wanted;
  const query = { ...rest, filename, idempotency_key: key };
  const body = Bun.file(path);
  try {
    const { doc, ...report } = database === undefined ? await makeDatabase() : await fill(database);
    tell(report);
    const named = `table ${report.table_id ?? `"${plainLine(report.name)}"`}`;
    terminal.out(doc === null ? named : `database ${doc.doc_id}, ${named}`);
    if (report.dry_run && table === undefined) {
      for (const { label, type } of report.fields) terminal.out(plainLine(`column "${label}": ${type}`));
    }
    if (doc !== null) terminal.out(doc.url);
    return report.failed === 0 ? 0 : 1;
  } catch (error) {
    // Whether it was carried out is known to the server alone.
    const isLost = error instanceof CallError && (error.status === null || error.status >= 500);
    if (isLost && signal.aborted) {
      terminal.err(`stopped; the server may have taken it: send it again with --key ${key}, and nothing is done twice`);
      return 130;
    }
    if (isLost) terminal.err(`send it again with --key ${key}: what was done is not done again`);
    if (database !== undefined && error instanceof CallError && error.status === 404) {
      throw new CommandError(
        `there is no database ${database} that you may change: its id is in the address of its page`,
      );
    }
    throw error;
  }

  async function fill(database_id: string) {
    const path = { database_id };
    const report = await call(() =>
      api.POST("/api/databases/{database_id}/tables/import", {
        params: { path, query: { ...query, table_id: table, match, skip_unknown } },
        body,
        signal,
      }),
    );
    const { doc } = await call(() => api.GET("/api/databases/{database_id}", { params: { path } }));
    return { ...report, doc };
  }

  /** With its table and its records at once, so that a file that is refused leaves none. */
  function makeDatabase() {
    return call(() => api.POST("/api/databases/import", { params: { query }, body, signal }));
  }

  function tell(report: Report): void {
    for (const { row, key: field, message } of report.failures) {
      terminal.err(plainLine(`row ${row}: ${field && !message.startsWith(field) ? `${field} ` : ""}${message}`));
    }
    for (const { row, message } of report.empty_formulas) terminal.err(plainLine(`row ${row}: ${message}`));
    const { read, created, updated, skipped, failed } = report;
    const untold = failed > 0 && report.failures.length < failed ? "; not all of them are told" : "";
    if (report.ignored_columns.length > 0)
      terminal.err(plainLine(`columns left out: ${report.ignored_columns.join(", ")}`));
    if (report.dry_run) terminal.err("this was a dry run: nothing was written");
    terminal.out(`${read} rows: ${created} created, ${updated} updated, ${skipped} skipped, ${failed} failed${untold}`);
  }
}

interface Report {
  read: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  failures: { row: number; key: string | null; message: string }[];
  empty_formulas: { row: number; message: string }[];
  ignored_columns: string[];
  dry_run: boolean;
}
