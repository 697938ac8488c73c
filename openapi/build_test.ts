// Holds the builder to what each field of an operation must become in the document,
// on a small list of operations of its own.
import { expect, test } from "bun:test";
import { buildCatalogue } from "../kernel/host.ts";
import { anyone, type Operation, operationFor, signedIn, t } from "../kernel/plugin.ts";
import type { Entry } from "../kernel/ports/plugin.ts";
import { buildOpenApi, type OpenApiSettings } from "./build.ts";
import type { OpenApiDocument, OperationObject } from "./document.ts";

const manifest = {
  plugins: { notes: { purpose: "Notes to try things on.", needs: [], toolset: "notes", editions: [] } },
  toolsets: { notes: { label: "Notes" } },
  editions: {},
  gates: { holds: { feature: "holds", plan: "team", status: 402 } },
  allowances: {},
  quotas: {
    writes: { limit: 7, window_seconds: 60, per: "account", message: "too many" },
    looks: { limit: 9, window_seconds: 60, per: "address", message: "too many" },
  },
  caps: {},
  changelog: [{ version: "2025-01-02", ends_on: null, changes: [] }],
} as const;

const operation = operationFor<"holds", "writes" | "looks">();
const Note = t.Object({ note_id: t.Integer(), labels: t.Record(t.String(), t.Unknown()) }, { $id: "Note" });

const settings: OpenApiSettings = {
  version: "9.9.9",
  base_url: "https://app.test",
  content_url: "https://content.test",
  manifest,
  quotaOf: (name) => manifest.quotas[name === "writes" ? "writes" : "looks"],
};

function entriesOf(...operations: Operation[]): readonly Entry[] {
  return buildCatalogue([{ name: "notes", operations }], manifest).entries;
}

function build(...operations: Operation[]): OpenApiDocument {
  return buildOpenApi(entriesOf(...operations), settings);
}

function buildOne(one: Operation): OperationObject {
  const [item] = Object.values(build(one).paths);
  const [made] = Object.values(item ?? {});
  if (!made) throw new Error("the operation has no route");
  return made;
}

const read = operation({
  id: "note.read",
  route: "GET /api/notes/{note_id}/files/{path...}",
  summary: "Read a note",
  params: t.Object({ note_id: t.Id({ description: "The note." }) }),
  query: t.Object({ label: t.Optional(t.Array(t.String())), view: t.OneOf(["short", "long"]) }),
  output: Note,
  permit: signedIn(),
  run: () => ({ note_id: 1, labels: {} }),
});

test("path parameters keep their declared kind and say when they take the rest of the address", () => {
  const { note_id, path } = Object.fromEntries((buildOne(read).parameters ?? []).map((one) => [one.name, one]));
  expect(Object.keys(build(read).paths)).toEqual(["/api/notes/{note_id}/files/{path}"]);
  expect(note_id).toEqual({
    name: "note_id",
    in: "path",
    required: true,
    description: "The note.",
    schema: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  });
  expect(path).toMatchObject({ in: "path", required: true, schema: { type: "string" } });
  expect(path?.description).toContain("percent-encoded");
});

test("query parameters are required exactly where the operation requires them", () => {
  const query = (buildOne(read).parameters ?? []).filter((one) => one.in === "query");
  expect(query.map((one) => [one.name, one.required])).toEqual([
    ["label", false],
    ["view", true],
  ]);
  expect(query[1]?.schema).toEqual({ type: "string", enum: ["short", "long"] });
});

test("a schema with an $id becomes one component, without TypeBox's symbols and with plain records", () => {
  const again = operation({ ...bare("note.again", "GET /api/again"), output: t.Object({ notes: t.Array(Note) }) });
  const { components, paths } = build(read, again);
  expect(components.schemas["Note"]).toEqual({
    type: "object",
    properties: { note_id: { type: "integer" }, labels: { type: "object", additionalProperties: true } },
    required: ["note_id", "labels"],
  });
  expect(JSON.stringify(paths).match(/"#\/components\/schemas\/Note"/g)).toHaveLength(2);
});

test("two different schemas under one $id are refused", () => {
  const other = operation({
    ...bare("note.other", "GET /api/other"),
    output: t.Object({ title: t.String() }, { $id: "Note" }),
  });
  expect(() => build(read, other)).toThrow('two different schemas are called "Note"');
});

test("a route that both hosts claim with different operations is refused", () => {
  const app = operation({ ...bare("note.app", "GET /same") });
  const content = operation({ ...bare("note.content", "GET /same"), host: "content" });
  expect(() => build(app, content)).toThrow("note.content and note.app both answer GET /same");
});

test("a form offers files as binary parts beside the JSON body", () => {
  const publish = operation({
    id: "note.publish",
    route: "POST /api/notes",
    summary: "Publish a note",
    body: t.Object({ text: t.String() }),
    form: t.Object({ text: t.String(), file: t.FilePart(), files: t.Optional(t.Array(t.FilePart())) }),
    output: Note,
    status: 201,
    also: [200],
    audit: "note.publish",
    permit: signedIn(),
    opens: null,
    run: () => ({ note_id: 1, labels: {} }),
  });
  const made = buildOne(publish);
  expect(Object.keys(made.requestBody?.content ?? {})).toEqual(["application/json", "multipart/form-data"]);
  const form = made.requestBody?.content["multipart/form-data"];
  expect(form?.schema).toMatchObject({
    properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
  });
  expect(Object.keys(form?.encoding ?? {})).toEqual(["file", "files"]);
  expect(made.requestBody?.required).toBe(true);
  const statuses = ["200", "201", "400", "401", "403", "409", "413", "422", "429", "503"];
  expect(Object.keys(made.responses)).toEqual(statuses);
});

test("a form without files may be url-encoded, and a body without required members may be left out", () => {
  const form = operation({ ...write("note.form", "POST /api/form"), form: t.Object({ text: t.String() }) });
  const body = operation({ ...write("note.body", "POST /api/body"), body: t.Object({ text: t.Optional(t.String()) }) });
  expect(Object.keys(buildOne(form).requestBody?.content ?? {})).toEqual([
    "multipart/form-data",
    "application/x-www-form-urlencoded",
  ]);
  expect(buildOne(body).requestBody?.required).toBe(false);
});

test("raw operations take and give bytes, pages give HTML", () => {
  const upload = operation({ ...write("note.upload", "PUT /api/upload"), raw: "upload", error_format: "upload" });
  const download = operation({
    id: "note.download",
    route: "GET /d/{slug}/",
    host: "content",
    error_format: "content",
    raw: "download",
    also: [206, 304],
    refuses: [401, 416],
    summary: "Read the bytes",
    anonymous: true,
    permit: anyone(),
    run: () => new Response(),
  });
  const page = operation({
    ...bare("note.page", "GET /notes"),
    output: undefined,
    raw: "page",
    run: () => new Response(),
  });
  expect(Object.keys(buildOne(upload).requestBody?.content ?? {})).toEqual(["application/octet-stream"]);
  const made = buildOne(download);
  expect(made.servers).toEqual([{ url: "https://content.test", description: expect.any(String) }]);
  expect(made.security).toEqual([]);
  expect(made.responses["200"]).toHaveProperty(["content", "*/*"]);
  expect(made.responses["206"]).toHaveProperty(["headers", "Content-Range"]);
  expect(made.responses["304"]).not.toHaveProperty("content");
  expect(made.description).toContain("HEAD");
  expect(buildOne(page).responses["200"]).toHaveProperty(["content", "text/html"]);
});

test("each error format has its own error bodies under shared names", () => {
  const upload = operation({
    ...write("note.upload", "PUT /api/upload"),
    raw: "upload",
    error_format: "upload",
    query: t.Object({ filename: t.String(), base_version: t.Optional(t.Version()) }),
    quota: "writes",
    refuses: [409],
  });
  const edit = operation({
    ...write("note.edit", "POST /api/edit"),
    body: t.Object({ base_version: t.Optional(t.Version()) }),
    refuses: [409],
  });
  const { components } = build(upload, edit);
  const schemaOf = (name: string) => components.responses[name]?.content?.["application/json"]?.schema;
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(schemaOf("InvalidUpload")).toEqual(ref("FrameworkError"));
  expect(schemaOf("Unauthenticated")).toEqual(ref("FrameworkError"));
  expect(schemaOf("Forbidden")).toEqual(ref("ServiceError"));
  expect(schemaOf("Malformed")).toEqual(ref("ValidationError"));
  expect(schemaOf("ConflictVersion")).toEqual(ref("VersionConflict"));
  expect(schemaOf("InvalidEither")).toEqual({ anyOf: [ref("ServiceError"), ref("FrameworkError")] });
  // An upload's malformed query is a 400, so nothing but the edit answers 422.
  expect(Object.keys(buildOne(upload).responses)).not.toContain("422");
});

test("gate, quota, audit, permission and tools show as extensions and in words", () => {
  const hold = operation({
    ...write("note.hold", "POST /api/hold"),
    description: "Holds a note.",
    body: t.Object({ note_id: t.Id() }),
    gate: { name: "holds", when: () => true },
    quota: "writes",
    tools: [
      { name: "hold_note", wording: "Hold a note." },
      { name: "hold_twice", wording: "Hold it twice." },
    ],
  });
  const made = buildOne(hold);
  expect(made).toMatchObject({
    operationId: "note.hold",
    tags: ["notes"],
    "x-mcp-tool": "hold_note",
    "x-audit": ["note.write"],
    "x-plan": { feature: "holds", plan: "team", status: 402, conditional: true },
    "x-quota": { name: "writes", limit: 7, window_seconds: 60, per: "account", conditional: false },
    "x-permission": signedIn().needs,
  });
  expect(made.description).toStartWith("Holds a note.\n\n- Permission:");
  expect(made.description).toContain("holds needs the Team plan or above (else 402)");
  expect(build(hold)["x-mcp-tools"]).toMatchObject({ hold_twice: { operation: "note.hold", tag: "notes" } });
  expect(build(hold).tags).toEqual([
    { name: "notes", "x-displayName": "Notes", description: "Notes to try things on." },
  ]);
});

test("a tool without a route is in the document with its input and output", () => {
  const tool = operation({
    id: "note.think",
    tool: { name: "think", wording: "Think about a note." },
    summary: "Think",
    effect: "read",
    body: t.Object({ note_id: t.Id() }),
    output: Note,
    permit: signedIn(),
    run: () => ({ note_id: 1, labels: {} }),
  });
  const document = build(tool);
  expect(document.paths).toEqual({});
  expect(document["x-mcp-tools"]["think"]).toMatchObject({
    operation: "note.think",
    input: { type: "object" },
    output: { type: "object", properties: { note_id: { type: "integer" } } },
  });
  expect(document.components.schemas).toEqual({});
});

test("the same operations give the same bytes", () => {
  expect(JSON.stringify(build(read))).toBe(JSON.stringify(build(read)));
});

function bare<Id extends string, R extends `GET /${string}`>(id: Id, route: R) {
  return { id, route, summary: "Try something", permit: signedIn(), run: () => undefined as never };
}

function write<Id extends string, R extends `${"POST" | "PUT"} /${string}`>(id: Id, route: R) {
  return {
    id,
    route,
    summary: "Write something",
    audit: "note.write",
    permit: signedIn(),
    opens: null,
    run: () => undefined,
  };
}
