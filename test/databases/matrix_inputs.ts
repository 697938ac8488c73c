// Inputs of the permission matrix for databases.
import { type Input, type Inputs, type Made, place, rootOf, target } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

const DATABASE = { route: "POST /api/databases", json: { title: "Orders" } };
const FIELDS = [
  { key: "name", type: "text" },
  { key: "amount", type: "number" },
];

/** An operation on `{database_id}`. */
function database(rest: (stage: Stage) => Made | Promise<Made> = () => ({})): Input {
  return {
    about: "document",
    document: DATABASE,
    make: async (stage) => {
      const { params, ...other } = await rest(stage);
      return { ...other, params: { database_id: stage.doc.doc_id, ...params } };
    },
  };
}

async function addTable({ h, people, doc }: Stage): Promise<number> {
  const json = { name: `Orders ${Math.random()}`, fields: FIELDS };
  return (await made(h.call(`POST /api/databases/${doc.doc_id}/tables`, { as: people.owner, json }))).id;
}

/** The same on one of its tables. */
function table(rest: (stage: Stage, at: string) => Made | Promise<Made> = () => ({})): Input {
  return database(async (stage) => {
    const table_id = await addTable(stage);
    const { params, ...other } = await rest(stage, `/api/databases/${stage.doc.doc_id}/tables/${table_id}`);
    return { ...other, params: { table_id, ...params } };
  });
}

/** The same on one of its records. */
function record(rest: Made = {}): Input {
  return table(async ({ h, people }, at) => {
    const json = { data: { name: "One" } };
    const { id } = await made(h.call(`POST ${at}/records`, { as: people.owner, json }));
    return { ...rest, params: { record_id: id, ...rest.params } };
  });
}

/** The same on one of its saved views. */
function view(rest: Made = {}): Input {
  return table(async ({ h, people }, at) => {
    const json = { name: "All", config: {} };
    const { id } = await made(h.call(`POST ${at}/views`, { as: people.owner, json }));
    return { ...rest, params: { view_id: id } };
  });
}

export const INPUTS: Inputs = {
  "database.create": place((stage) => ({ json: { title: "Orders", ...target(stage) } })),
  "database.create_from_file": place((stage) => ({
    query: { filename: "people.csv", ...target(stage) },
    body: "name\nAnna\n",
  })),
  "database.list": {
    ...place((stage) => ({ query: rootOf(stage) })),
    in_folder: [({ root, folder }) => ({ query: { root, folder } })],
  },
  "database.read": database(),
  "database.export": database(),
  "database.import": database(() => ({ query: { filename: "people.csv" }, body: "name\nAnna\n" })),
  "database.import_content": database(() => ({ json: { filename: "people.csv", content: "name\nAnna\n" } })),
  "database.create_table": database(() => ({ json: { name: "New", fields: FIELDS } })),
  "database.table": table(),
  "database.update_table": table(() => ({ json: { base_version: 1, name: "Other" } })),
  "database.delete_table": table(async ({ h, people }, at) => {
    const { name } = await made(h.call(`GET ${at}`, { as: people.owner }));
    return { query: { base_version: "1", confirm: name } };
  }),
  "database.restore_table": table(async ({ h, people }, at) => {
    const { name } = await made(h.call(`GET ${at}`, { as: people.owner }));
    await made(h.call(`DELETE ${at}?base_version=1&confirm=${name}`, { as: people.owner }));
    return {};
  }),
  "database.create_record": table(() => ({ json: { data: { name: "One" } } })),
  "database.table_record": record(),
  "database.record": record(),
  "database.update_record": record({ json: { data: { name: "Two" }, base_version: 1 } }),
  "database.delete_record": record({ query: { base_version: "1" } }),
  "database.batch_records": table(() => ({ json: { ops: [{ op: "create", data: { name: "One" } }] } })),
  "database.record_history": record(),
  "database.restore_record": table(async ({ h, people }, at) => {
    const { id } = await made(h.call(`POST ${at}/records`, { as: people.owner, json: { data: { name: "One" } } }));
    const json = { data: { name: "Two" }, base_version: 1 };
    await made(h.call(`PATCH ${at}/records/${id}`, { as: people.owner, json }));
    return { params: { record_id: id }, json: { version: 1 } };
  }),
  "database.media": database(() => ({ json: { files: [{ doc_id: "none", version: 1, path: "a.pdf" }] } })),
  "database.upload_media": database(async ({ h, people, doc }) => {
    const json = { name: `Files ${Math.random()}`, fields: [{ key: "files", type: "attachment" }] };
    const { id } = await made(h.call(`POST /api/databases/${doc.doc_id}/tables`, { as: people.owner, json }));
    const headers = { "x-service-filename": "a.txt", "x-service-upload-id": `upload-${crypto.randomUUID()}` };
    return { params: { table_id: id, field: "files" }, headers, body: "hello" };
  }),
  "database.query_records": table(() => ({ json: {} })),
  "database.sql": database(() => ({ json: { sql: "select 1" } })),
  "database.aggregate": table(() => ({ json: { op: "count", group_by: "name" } })),
  "database.save_view": table(() => ({ json: { name: "All", config: {} } })),
  "database.view": view(),
  "database.update_view": view({ json: { name: "Others" } }),
  "database.delete_view": view(),
  "database.status": database(),
  "database.changes": database(),
  "database.activity": database(),
};
