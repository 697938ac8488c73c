// docsvc db export: a database, or a table of it, as a file on this disk.
import { resolve } from "node:path";
import { createClient } from "../../openapi/client/mod.ts";
import { CommandError, command, readWord } from "../command/command.ts";
import { readTableId, SERVER_OPTIONS } from "./options.ts";
import { withAccess } from "./server/access.ts";
import { createCaller, demandMe, reasonOf, tellWaits } from "./server/caller.ts";
import { download, keep, refuseTaken } from "./server/download.ts";
import { stopSignal } from "./stop_signal.ts";

/** A wait that the server asks for and that is worth it. */
const WAIT_SECONDS_MAX = 120;
const FORMATS = ["xlsx", "csv", "json", "sqlite"] as const;
const TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv",
  json: "application/json",
  sqlite: "application/vnd.sqlite3",
};

export const dbExport = command({
  name: "db export",
  summary: "Write a database, or a table of it, to an Excel, CSV, JSON or SQLite file",
  takes: ["file"],
  options: {
    ...SERVER_OPTIONS,
    database: { value: "ID", about: "The database's document id, from the address of its page." },
    table: { value: "N", about: "The id of the table. CSV holds one, an Excel file one or all." },
    format: { value: "F", about: "xlsx, csv, json or sqlite. Default: as the file's name ends." },
    bom: { value: null, about: "Begin a CSV file with a byte order mark, by which Excel reads it as UTF-8." },
  },
  async run({ args, options, terminal }) {
    const to = resolve(terminal.folder, args.file);
    const format = readFormat(options.format, to);
    const { database } = options;
    if (database === undefined) throw new CommandError("name the database by its id, with --database");
    const table = options.table === undefined ? undefined : readTableId(options.table);
    if (format === "csv" && table === undefined) {
      throw new CommandError('CSV holds one table: name it with --table, as imports tell it ("table 1")');
    }
    const query = new URLSearchParams({
      format,
      ...(table !== undefined && { table_id: String(table) }),
      ...(options.bom !== undefined && { bom: "true" }),
    });
    await refuseTaken(to);
    const worker = { name: "docsvc db export", stops_itself: true };
    return withAccess(terminal, { given: options, worker }, async ({ server, token }) => {
      const stop = stopSignal();
      try {
        const onWait = tellWaits(terminal.err);
        const call = createCaller({ onWait, seconds_max: WAIT_SECONDS_MAX, signal: stop.signal });
        await demandMe({ api: createClient({ base_url: server, token }), call }, server);
        const address = `${server}/api/databases/${encodeURIComponent(database)}/export?${query}`;
        const what = "the database";
        const file = await download(address, { token, signal: stop.signal, what, types: [TYPES[format]] });
        await keep(file, { to, refusal: (error) => `${what} is not exported: ${reasonOf(error)}` });
        terminal.out(`written to ${to}`);
        return 0;
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        terminal.err("stopped; nothing is left behind");
        return 130;
      } finally {
        stop.end();
      }
    });
  },
});

function readFormat(said: string | undefined, path: string): (typeof FORMATS)[number] {
  if (said !== undefined) return readWord(said, { what: "--format", choices: FORMATS });
  const found = FORMATS.find((format) => path.toLowerCase().endsWith(`.${format}`));
  if (found) return found;
  throw new CommandError(
    `${path} says no format by its name: let it end in .xlsx, .csv, .json or .sqlite, or give --format`,
  );
}
