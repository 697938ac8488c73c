// Saved views: queries of a table under a name, and how they are shown.
import { isJsonObject, type JsonObject, refuse, t, type WriteCall } from "../../../kernel/plugin.ts";
import { forItsReaders } from "../../documents/port/write.ts";
import { capOf, operation } from "../../operation.ts";
import { keptName } from "../fields/mod.ts";
import { table } from "../permits.ts";
import { checkQuery } from "../query/asking.ts";
import { wantedColumns } from "../query/grouping.ts";
import { columnsOf, keeperPort, orderOf, type Wanted } from "../query/keeper.ts";
import { wantedOrder } from "../query/plan.ts";
import { checkSaved, readSaved } from "../query/saved.ts";
import { refuseLimit } from "../refusals.ts";
import { tableParams, View, viewParams } from "../schemas.ts";
import { showView } from "../showing.ts";
import { demandDeletable } from "../store/hold.ts";
import { INDEXED_FROM } from "../store/indexes.ts";
import { countGrowth, noteChange } from "../store/noting.ts";
import type { LoadedTable, ViewRow } from "../store/rows.ts";
import { countViews, deleteView, findView, findViewByName, insertView, updateView } from "../store/views.ts";
import { askAboutView } from "../writing/publishing.ts";
import { takeTurn } from "./tables.ts";

const SINCE = "2026-11-23";
const CONFIG_CHARS_MAX = 64 * 1024;
const META = { table_id: "integer", view_id: "integer", name: "string" } as const;
/** A view is changed by its own operation, and by saving one under its name. */
const UPDATED = {
  says: { en: "changed the view {name} in {on}", de: "hat die Ansicht {name} in {on} geändert" },
  since: SINCE,
  on: ["doc"],
  meta: META,
} as const;

const name = t.Name({ minLength: 1, maxLength: 100, pattern: "\\S", description: "Unique in the table." });
const config = t.Json({
  description:
    'What query_records takes, such as {"filters": [...], "sort": "due"}; with "aggregate": what aggregate_records takes, drawn as a chart; and in "display" whatever else says how to show it. Other members are refused.',
});

export const saveView = operation({
  id: "database.save_view",
  route: "POST /api/databases/{database_id}/tables/{table_id}/views",
  tool: { name: "save_database_view", wording: "Save a query of a table under a name, for people to open." },
  summary: "Save a view of a table",
  params: tableParams,
  body: t.Object({
    name,
    config,
    replace: t.Optional(
      t.Boolean({ default: false, description: "Change the view of that name, where there is one." }),
    ),
  }),
  output: View,
  status: 201,
  also: [200],
  rules: ({ body }) => checkConfig(body.config),
  permit: table("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  audit: {
    "database.view_create": {
      says: { en: "made the view {name} in {on}", de: "hat die Ansicht {name} in {on} erstellt" },
      since: SINCE,
      on: ["doc"],
      meta: META,
    },
    "database.view_update": UPDATED,
  },
  refuses: [409],
  run: async (call, { body }) => {
    const { sql, subject, runtime } = call;
    const of = { workspace_id: subject.workspace_id, table_id: subject.table.table_id };
    await takeTurn(call);
    const called = keptName(body.name);
    const holder = await findViewByName(sql, { ...of, name: called });
    const saved = configOf(call, { config: body.config, held: body.replace ? (holder?.config ?? null) : null });
    await askAboutView(call, { name: called, config: saved });
    if (holder && body.replace) {
      call.reply.status = 200;
      return showView(await change(call, holder, { name: called, config: saved }));
    }
    if (holder) throw refuseTaken(holder, "change that one, send replace, or choose another name");
    const max = capOf(runtime, "views_per_table");
    if ((await countViews(sql, of)) >= max)
      throw refuseLimit(`a table has at most ${max} views; delete one first`, max);
    const made = await insertView(call, { ...of, document_id: subject.document_id, name: called, config: saved });
    return showView(await settle(call, made, "database.view_create"));
  },
});

export const readView = operation({
  id: "database.view",
  route: "GET /api/databases/{database_id}/tables/{table_id}/views/{view_id}",
  planned_each_time: true,
  summary: "Show a saved view",
  params: viewParams,
  output: View,
  permit: table("view"),
  connection_limit: "places",
  run: async ({ sql, subject }, { params }) => {
    const row = await findView(sql, { ...subject, ...params });
    if (!row) throw refuseMissingView(params.view_id);
    return showView(row);
  },
});

export const changeView = operation({
  id: "database.update_view",
  route: "PATCH /api/databases/{database_id}/tables/{table_id}/views/{view_id}",
  summary: "Change a saved view",
  params: viewParams,
  body: t.Object({
    name: t.Optional(name),
    config: t.Optional(config),
    base_version: t.Optional(
      t.Version({ description: "The view's version that you began from; 409 when it is another by now." }),
    ),
  }),
  output: View,
  rules: ({ body }) => {
    if (body.name === undefined && body.config === undefined) throw refuse.invalid('provide "name", "config" or both');
    if (body.config) checkConfig(body.config);
  },
  permit: table("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  audit: { "database.view_update": UPDATED },
  refuses: [409],
  run: async (call, { params, body }) => {
    await takeTurn(call);
    const current = await demandView(call, params.view_id);
    if (body.base_version !== undefined && body.base_version !== current.version)
      throw refuseStale(current, body.base_version);
    const wanted = body.name === undefined ? current.name : keptName(body.name);
    const of = { workspace_id: call.subject.workspace_id, table_id: call.subject.table.table_id };
    const holder = await findViewByName(call.sql, { ...of, name: wanted });
    if (holder && holder.view_id !== current.view_id) throw refuseTaken(holder, "choose another name");
    const saved = body.config ? configOf(call, { config: body.config, held: current.config }) : current.config;
    await askAboutView(call, { name: wanted, config: saved });
    return showView(await change(call, current, { name: wanted, config: saved }));
  },
});

export const removeView = operation({
  id: "database.delete_view",
  route: "DELETE /api/databases/{database_id}/tables/{table_id}/views/{view_id}",
  summary: "Delete a saved view",
  params: viewParams,
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: table("edit"),
  connection_limit: "places",
  opens: null,
  audit: {
    "database.view_delete": {
      says: { en: "deleted the view {name} in {on}", de: "hat die Ansicht {name} in {on} gelöscht" },
      since: SINCE,
      on: ["doc"],
      meta: META,
    },
  },
  refuses: [423],
  run: async (call, { params }) => {
    await takeTurn(call);
    const current = await demandView(call, params.view_id);
    await demandDeletable(call.sql, call.subject.document_id, `the view "${current.name}"`);
    await deleteView(call.sql, current.view_id);
    await settle(call, current, "database.view_delete");
    return { id: current.view_id, deleted: true as const };
  },
});

type Action = "database.view_create" | "database.view_update" | "database.view_delete";

/** Changes a view, unless that is what it is. */
async function change(
  call: WriteCall<LoadedTable>,
  current: ViewRow,
  next: { name: string; config: JsonObject },
): Promise<ViewRow> {
  if (current.name === next.name && Bun.deepEquals(current.config, next.config)) return current;
  return settle(call, await updateView(call, current, next), "database.view_update");
}

/** Tells of a change of a view, and has kept what it asks for. */
async function settle(call: WriteCall<LoadedTable>, view: ViewRow, action: Action): Promise<ViewRow> {
  const { subject } = call;
  const isGone = action === "database.view_delete";
  await noteChange(call, subject, { op: "view", table_id: view.table_id, version: isGone ? null : view.version });
  countGrowth(call, subject, 0);
  call.note(action, {
    target_type: "doc",
    target_id: subject.doc_id,
    meta: { table_id: view.table_id, view_id: view.view_id, name: view.name },
  });
  if (!isGone && subject.table.records >= INDEXED_FROM) {
    const saved = readSaved(view.config);
    const order = wantedOrder(subject.table, checkQuery(subject.table.fields, saved));
    const columns = saved.aggregate ? wantedColumns(subject, { ...saved, ...saved.aggregate }) : null;
    const wanted: Wanted[] = [];
    if (order) wanted.push(orderOf(subject, order));
    if (columns) wanted.push(columnsOf(subject, columns));
    call.afterCommit(() => {
      for (const one of wanted) call.use(keeperPort).want(one, { at_once: true });
    });
  }
  return view;
}

/** Throws 400 for what no query of the table can be; `held` is what the view has now, null for a new one. */
function configOf(
  { subject }: WriteCall<LoadedTable>,
  { config, held }: { config: Record<string, unknown>; held: JsonObject | null },
): JsonObject {
  checkSaved(subject.table.fields, { config, held });
  const kept: unknown = JSON.parse(JSON.stringify(config));
  if (!isJsonObject(kept)) throw new Error("a config is an object");
  return kept;
}

function checkConfig(sent: Record<string, unknown>): void {
  readSaved(sent);
  const chars = JSON.stringify(sent).length;
  if (chars > CONFIG_CHARS_MAX)
    throw refuse.invalid(`config has ${chars} characters as JSON; at most ${CONFIG_CHARS_MAX} are allowed`);
}

async function demandView({ sql, subject }: WriteCall<LoadedTable>, viewId: number): Promise<ViewRow> {
  const row = await findView(sql, {
    workspace_id: subject.workspace_id,
    table_id: subject.table.table_id,
    view_id: viewId,
  });
  if (!row) throw refuseMissingView(viewId);
  return row;
}

function refuseMissingView(viewId: number): Error {
  return refuse.notFound(`view ${viewId} is not found in this table; get_database lists its views`);
}

function refuseTaken({ view_id, name: taken }: ViewRow, instead: string): Error {
  return refuse.conflict(`the table has a view "${taken}" already (${view_id}); ${instead}`, {
    code: "already_exists",
    view_id,
  });
}

function refuseStale(current: ViewRow, base: number): Error {
  return refuse.conflict(
    `the view's version is ${current.version} by now, not ${base}; read it, and send your change with that`,
    {
      code: "version_conflict",
      current_version: current.version,
      view: showView(current),
    },
  );
}
