// Every tool that writes a whole file takes it as text, as base64, or as an upload that came ahead:
// exactly one of the three.
import { describe, expect, test } from "bun:test";
import { sha256Hex } from "../../kernel/plugin.ts";
import type { ToolEntry } from "../../kernel/ports/plugin.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { callTool, type ToolResult } from "../harness/scenario.ts";
import { publish } from "./published.ts";
import { tickets } from "./tickets.ts";
import { countTraces } from "./traces.ts";

const h = await openHarness({ env: { QUOTA_PUBLISH: "6000" } });
const owner = await h.person();
const { issued, send, stateOf } = tickets(h, owner);
const NAMES = ["content", "content_base64", "upload_id"];

interface Target {
  args: Record<string, unknown>;
  /** The file that the content goes to. */
  path: string;
}

async function targetIn(made: Promise<{ doc: ParsedBody }>, path: string, args: object = {}): Promise<Target> {
  return { args: { doc_id: (await made).doc.doc_id, ...args }, path };
}

/** For each tool a fresh place to write to. */
const TARGETS: Record<string, (as: Person) => Promise<Target>> = {
  publish_html: async () => ({ args: {}, path: "index.html" }),
  publish_markdown: async () => ({ args: {}, path: "source.md" }),
  publish_snippet: async () => ({ args: { language: "sql" }, path: "source.sql" }),
  publish_file: async () => ({ args: { filename: "data.csv" }, path: "data.csv" }),
  put_file: (as) => targetIn(publish(h, { html: "x" }, { as }), "notes.txt", { path: "notes.txt" }),
  write_file: (as) =>
    targetIn(publish(h, { html: "x" }, { as }), "index.html", { path: "index.html", base_version: 1 }),
  update_html: (as) => targetIn(publish(h, { html: "x" }, { as }), "index.html"),
  update_markdown: (as) => targetIn(publish(h, { markdown: "x" }, { as }), "source.md"),
  update_snippet: (as) =>
    targetIn(publish(h, { content: "x", language: "sql" }, { as, route: "POST /api/snippets" }), "source.sql"),
  update_file: async (as) => {
    const named = { filename: "data.csv", content: "x" };
    const { structuredContent } = await callTool(h, as, { name: "publish_file", arguments: named });
    return { args: { doc_id: structuredContent?.["doc_id"] }, path: "data.csv" };
  },
};

/** Reads rows from a file and keeps none; test/databases/import_content_test.ts says what it does with each of the three. */
const READS_ROWS = "import_records";

/** Its page is text that it checks, and one that lies elsewhere is published first and named by its doc_id. */
const TAKES_A_PAGE = "create_form";

/** Arguments that are a file's content under some name. */
const CONTENT = /^(content|content_base64|upload_id|html|markdown|code|bytes|base64)$/;

function writersOfFiles(): ToolEntry[] {
  const writers = [...h.runtime.catalogue.tools.values()].filter(({ entry }) => entry.effect === "write");
  return writers.filter(
    ({ shape, tool }) =>
      tool.name !== "create_upload" &&
      tool.name !== TAKES_A_PAGE &&
      Object.keys(shape.inputSchema.properties).some((name) => CONTENT.test(name)),
  );
}

async function use(name: string, args: Record<string, unknown>, as = owner): Promise<ToolResult> {
  return callTool(h, as, { name, arguments: args });
}

async function done(name: string, args: Record<string, unknown>): Promise<ParsedBody> {
  const result = await use(name, args);
  expect([name, result.isError ? result.content : null]).toEqual([name, null]);
  return result.structuredContent;
}

async function staged(bytes: string, as: Person = owner): Promise<number> {
  const ticket = await issued({ filename: "sent.txt", stage: true }, as);
  expect(await send(ticket.path, bytes)).toMatchObject({
    status: 201,
    body: { state: "staged", upload_id: ticket.upload_id },
  });
  return ticket.upload_id;
}

async function hashOf(doc_id: string, path: string): Promise<string | undefined> {
  const { manifest } = (await h.call(`GET /api/docs/${doc_id}/manifest`, { as: owner })).body;
  return manifest[path]?.sha256;
}

/** The code and the words of a refusal. */
function refusalOf(result: ToolResult): [code: string, text: string] {
  expect(result.isError).toBe(true);
  return [result.structuredContent?.error.code, result.content[0]?.text ?? ""];
}

test("the tools that take a file are these, and each takes it in the same three ways", () => {
  const writers = writersOfFiles();
  expect(writers.map(({ tool }) => tool.name).sort()).toEqual([READS_ROWS, ...Object.keys(TARGETS)].sort());
  for (const { tool, shape } of writers) {
    const shown = Object.keys(shape.inputSchema.properties).filter((name) => CONTENT.test(name));
    expect([tool.name, shown]).toEqual([tool.name, NAMES]);
  }
});

describe.each(Object.entries(TARGETS))("%s", (name, target) => {
  test("writes the same bytes whichever way they come", async () => {
    const text = `<h1>Grüße ${name}</h1>\n`;
    const ways = [
      { content: text },
      { content_base64: Buffer.from(text).toString("base64") },
      { upload_id: await staged(text) },
    ];
    for (const way of ways) {
      const { args, path } = await target(owner);
      const { doc_id } = await done(name, { ...args, ...way });
      expect([Object.keys(way), await hashOf(doc_id, path)]).toEqual([Object.keys(way), sha256Hex(text)]);
    }
  });

  test("refuses none and two of them with the names, and what is no base64", async () => {
    const { args } = await target(owner);
    const upload_id = await staged("kept");
    const before = await countTraces(h);
    for (const given of [
      {},
      { content: "a", content_base64: "YQ==" },
      { content: "a", upload_id },
      { content_base64: "YQ==", upload_id },
    ]) {
      const [code, text] = refusalOf(await use(name, { ...args, ...given }));
      expect(code).toBe("invalid_arguments");
      for (const one of NAMES) expect(text).toContain(one);
    }
    expect(refusalOf(await use(name, { ...args, content_base64: "%%%" }))).toEqual([
      "invalid",
      "content_base64 is not valid base64",
    ]);
    expect(await countTraces(h)).toEqual(before);
    expect(await stateOf({ ticket_id: upload_id })).toMatchObject({ state: "staged" });
  });

  test("takes an upload once, and refuses every other with the reason and leaves nothing", async () => {
    const { args } = await target(owner);
    const used = await staged(`used by ${name}`);
    const first = await done(name, { ...args, upload_id: used });
    expect(await stateOf({ ticket_id: used })).toMatchObject({ state: "done", doc_id: first.doc_id });
    const stranger = await h.person();
    const colleague = await h.person({ workspace_id: owner.workspace_id });
    const waiting = await issued({ filename: "a.txt", stage: true });
    const publishing = await issued({ filename: "a.txt" });
    const foreign = [await staged("a", stranger), await staged("a", colleague), 987_654_321];
    const after = await target(owner);
    const before = await countTraces(h);
    const refused = async (upload_id: number) => refusalOf(await use(name, { ...after.args, upload_id }));
    expect(await refused(used)).toEqual([
      "gone",
      `upload ${used} was used already, for ${first.doc_id}; each is good for one write`,
    ]);
    expect(await refused(waiting.ticket_id)).toEqual([
      "conflict",
      expect.stringContaining("has no file yet; send it to its upload_url"),
    ]);
    expect(await refused(publishing.ticket_id)).toEqual(["invalid", expect.stringContaining("publishes by itself")]);
    for (const upload_id of foreign) {
      const words = `upload ${upload_id} not found; make one by create_upload with stage: true and send its file`;
      expect(await refused(upload_id)).toEqual(["not_found", words]);
    }
    expect(await countTraces(h)).toEqual(before);
  });

  test("repeats under one key with the first answer", async () => {
    const { args } = await target(owner);
    const upload_id = await staged(`repeated by ${name}`);
    const call = { ...args, upload_id, idempotency_key: `again ${name}` };
    const [one, two] = await Promise.all([done(name, call), done(name, call)]);
    expect([two, await done(name, call)]).toEqual([one, one]);
    const [code] = refusalOf(await use(name, { ...call, upload_id: await staged("other") }));
    expect(code).toBe("idempotency_key_reused");
  });
});
