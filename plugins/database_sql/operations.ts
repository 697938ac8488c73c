// Asking a database by SQL: one query, over its tables alone.
import { refuse, t } from "../../kernel/plugin.ts";
import { database, databaseId } from "../databases/port.ts";
import { manifest } from "../manifest.ts";
import { capOf, operation } from "../operation.ts";
import { copiesPort } from "./copies.ts";
import type { SqlTable } from "./copying.ts";
import { refusalOf, refuseLarge } from "./refusals.ts";
import { shownRows } from "./values.ts";

const { sql_rows: ROWS_MAX, sql_chars: CHARS_MAX, sql_params: PARAMS_MAX } = manifest.caps;
const ROWS_DEFAULT = 200;

const EXAMPLE = "select status, count(*), sum(amount) from orders group by status order by 2 desc";

export const querySql = operation({
  id: "database.sql",
  route: "POST /api/databases/{database_id}/sql",
  tool: {
    name: "sql_query",
    wording: `Run one read-only Postgres SELECT over a database's tables, such as: ${EXAMPLE}`,
    idempotent: true,
  },
  effect: "read",
  summary: "Ask a database by SQL",
  description:
    "One SELECT, WITH or VALUES of Postgres, over all tables of the database as they are at this moment. A table is called by its name in lower case with `_` for all but letters and digits (`orders_2026`), or by its own name in double quotes. Columns are called by their fields' keys and have types: number is numeric, checkbox boolean, date date, datetime timestamptz, multi_select text[], json, attachment and review jsonb, all others text; every table has _id, _version, _form_status, _created_at and _updated_at. A key that Postgres keeps for itself, such as xmin, has a _ before it. Deleted records are not there.",
  params: t.Object({ database_id: databaseId }),
  body: t.Object({
    sql: t.String({
      minLength: 1,
      maxLength: CHARS_MAX,
      description: "One query; $1, $2 ... stand for params.",
      examples: [EXAMPLE],
    }),
    params: t.Optional(
      t.Array(t.Unknown({ examples: ["open"] }), {
        maxItems: PARAMS_MAX,
        description: "Values of $1, $2 ...: texts, numbers, true, false, null; objects and lists are JSON.",
      }),
    ),
    limit: t.Limit({ maximum: ROWS_MAX, default: ROWS_DEFAULT, description: `Rows, at most ${ROWS_MAX}.` }),
  }),
  output: t.Object({
    columns: t.Array(t.Object({ name: t.String(), type: t.String({ description: "As Postgres names it." }) })),
    rows: t.Array(t.Array(t.Unknown()), {
      description: "Values in the order of the columns; a number that JSON does not hold exactly is a text.",
    }),
    row_count: t.Integer({ description: "Rows in this answer.", "x-counts": "rows" }),
    truncated: t.Boolean({
      description:
        "There are more rows than `limit`, or than 4 MiB hold, in which each value counts 16 bytes more. Of a tool's answer with `next` too, which brings the rest.",
      "x-more-of": "rows",
    }),
    duration_ms: t.Integer({ description: "Of the statement alone." }),
    revision: t.Integer({ description: "The database's, which the rows are of." }),
  }),
  rules: ({ body }) => {
    if (body.sql.includes("\0")) throw refuse.invalid("sql holds a NUL character, which no statement can");
  },
  permit: database("view"),
  connection_limit: "places",
  quota: "sql",
  refuses: [404, 413, 503],
  run: async (call, { params, body }) => {
    const { subject, runtime, actor, request } = call;
    const most = capOf(runtime, "sql_database_bytes");
    if (subject.database.record_bytes > most) throw refuseLarge(subject.database.record_bytes, most);
    const { sandbox, use } = call.use(copiesPort);
    const { signal } = request;
    const bounds = {
      rows_max: body.limit ?? ROWS_DEFAULT,
      bytes_max: capOf(runtime, "sql_answer_bytes"),
      ms_max: capOf(runtime, "sql_ms"),
    };
    const statement = { text: body.sql, params: (body.params ?? []).map(paramText) };
    let tables: readonly SqlTable[] = [];
    const done = await sandbox
      .inTurn({ workspace: actor.workspace.id, owner: `user:${actor.user_id}`, signal }, (instance) =>
        use(instance, subject, async (copy) => {
          tables = copy.tables;
          return { ...(await copy.database.read(statement, { bounds, signal })), seq: copy.seq };
        }),
      )
      .catch((error: unknown) => {
        throw signal.aborted
          ? refuse.unavailable("whoever asked for this has gone; ask again")
          : refusalOf(error, tables);
      });
    if (!done) throw refuse.notFound("document not found");
    // Whoever lost access while the statement waited and ran is told nothing.
    await database("view").check(call, { params, query: {}, body: {}, form: {} });
    return {
      columns: done.columns.map(({ name, type }) => ({ name, type })),
      rows: await shownRows(done.rows, done.columns),
      row_count: done.rows.length,
      truncated: done.is_cut,
      duration_ms: Math.round(done.ms),
      revision: done.seq,
    };
  },
});

/** As Postgres reads a value of whatever type it finds for the place. */
function paramText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
