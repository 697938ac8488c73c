// Every way in which a document comes to be, asked without a word on who may open it:
// it is restricted, whatever else a policy forbids (rules: documents/address).
import { expect, test } from "bun:test";
import { toArguments } from "../../kernel/host.ts";
import { isJsonObject } from "../../kernel/plugin.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import type { Made } from "./input.ts";
import { INPUTS } from "./inputs.ts";
import { freshStage, send } from "./matrix.ts";
import { openStage, type Stage } from "./stage.ts";
import { unlimited } from "./unlimited.ts";

const h = await openHarness({ manifest: unlimited });
const MS_MAX = 300_000;

/** What says who may open a document. */
const READERS = ["visibility", "password", "listing"] as const;

/** The operations that make documents; one that comes to be is held to the same. */
const MAKING = [
  "agent.create",
  "database.create",
  "database.create_from_file",
  "database.upload_media",
  "doc.duplicate",
  "doc.publish",
  "doc.publish_file",
  "doc.publish_file_content",
  "doc.publish_snippet",
  "doc.upload",
  "form.create",
  "upload.put",
];

const without = <T>(members: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !READERS.some((one) => one === name)));

/** The least valid input without a word on who may open what it makes. */
function unsaid({ json, query, form, ...made }: Made): Made {
  if (form) for (const name of READERS) form.delete(name);
  return {
    ...made,
    ...(json !== undefined && { json: isJsonObject(json) ? without(json) : json }),
    ...(query && { query: without(query) }),
    ...(form && { form }),
  };
}

interface MadeRow {
  visibility: string;
  listing: string;
  password_hash: string | null;
}

const { sql } = h.runtime.database;
const lastDocument = async () =>
  Number((await sql`select coalesce(max(document_id), 0) as last from documents`)[0]?.last);
const madeSince = (last: number) =>
  sql<
    MadeRow[]
  >`select visibility, listing, password_hash from documents where document_id > ${last} order by document_id`;

const RESTRICTED = { visibility: "restricted", listing: "private", password_hash: null };

/** What the workspace's policy allows while something is asked, which is nothing but what the default is. */
async function underPolicy<T>(stage: Stage, act: () => Promise<T>): Promise<T> {
  const set = (allowed_visibilities: string[] | null) =>
    h.call("PUT /api/policy", { as: stage.people["workspace owner"], json: { allowed_visibilities } });
  expect((await set(["restricted"])).status).toBe(200);
  try {
    return await act();
  } finally {
    await set(null);
  }
}

async function ask(stage: Stage, entry: Entry): Promise<{ status: number; made: MadeRow[] }> {
  const on = await freshStage(stage, entry);
  const input = unsaid((await INPUTS[entry.id]?.make(on, "owner")) ?? {});
  const last = await lastDocument();
  const { status } = await underPolicy(on, () => send(h, { entry, as: on.people.owner, made: input }));
  return { status, made: await madeSince(last) };
}

test(
  "every operation that makes a document makes a restricted one, where nothing else is said and a policy allows that alone",
  async () => {
    const stage = await openStage(h, "My documents");
    const making: string[] = [];
    for (const entry of h.runtime.catalogue.entries.filter(({ effect }) => effect === "write")) {
      const { status, made } = await ask(stage, entry);
      if (made.length > 0) making.push(entry.id);
      expect({ id: entry.id, made }).toEqual({ id: entry.id, made: made.map(() => RESTRICTED) });
      if (MAKING.includes(entry.id)) expect([entry.id, status < 300]).toEqual([entry.id, true]);
    }
    expect(making.sort()).toEqual(MAKING);
  },
  MS_MAX,
);

test("and so does every tool that makes one", async () => {
  const stage = await openStage(h, "My documents");
  const tried: string[] = [];
  for (const called of h.runtime.catalogue.tools.values()) {
    const { entry, tool } = called;
    if (!MAKING.includes(entry.id)) continue;
    const on = await freshStage(stage, entry);
    const { params = {}, query = {}, json = {} } = unsaid((await INPUTS[entry.id]?.make(on, "owner")) ?? {});
    const fixed = Object.keys(tool.fixed ?? {}).length > 0 && tool.name !== "publish_html";
    const body = fixed ? { content: "words" } : Object(json);
    const args = fixed ? body : toArguments(called, { params, query, body });
    if (args === null) throw new Error(`${tool.name} cannot say the least valid input of ${entry.id}`);
    const last = await lastDocument();
    const { isError, content } = await underPolicy(on, () =>
      callTool(h, on.people.owner, { name: tool.name, arguments: args }),
    );
    expect([tool.name, isError ? content : null]).toEqual([tool.name, null]);
    expect([tool.name, [...(await madeSince(last))]]).toEqual([tool.name, [RESTRICTED]]);
    tried.push(tool.name);
  }
  expect(tried.sort()).toEqual([
    "create_database",
    "create_form",
    "duplicate_doc",
    "publish_file",
    "publish_html",
    "publish_markdown",
    "publish_snippet",
  ]);
});
