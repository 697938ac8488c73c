// Every write that takes a key, sent again over REST and as its tool:
// it answers as it did, whatever it gave its subject for a name.
import { expect, test } from "bun:test";
import { toArguments } from "../../kernel/host.ts";
import { takesKey } from "../../kernel/input/repeat_key.ts";
import { isJsonObject } from "../../kernel/plugin.ts";
import type { Entry, ToolEntry } from "../../kernel/ports/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { once } from "../harness/once.ts";
import { callTool } from "../harness/scenario.ts";
import type { Made } from "../permission/input.ts";
import { INPUTS } from "../permission/inputs.ts";
import { freshStage, send } from "../permission/matrix.ts";
import { made, openStage, type Stage } from "../permission/stage.ts";

const UNLIMITED = 1_000_000;
const quotas = Object.fromEntries(
  Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: UNLIMITED, editions: {} }]),
);
const h = await openHarness({ manifest: { quotas } });
const MS_MAX = 20 * 60_000;
const keyed = h.runtime.catalogue.entries.filter((entry) => takesKey(entry) || entry.once !== null);

/** What the operation does to its caller: the right to ask again is gone, so the repeat hears that. */
const ENDS_THE_CALLER: Record<string, number> = { "logout.all": 401, "member.transfer": 403, "account.delete": 401 };

/** No success without a peer outside, a chat or a sign-in that the harness does not have. */
const OUT_OF_REACH = [
  "notification.chat.test",
  "sso.unlink",
  "directory.connect",
  "directory.take",
  "directory.sync",
  "directory.disconnect",
  "billing.checkout",
  "billing.portal",
];

type Caller = keyof Stage["people"];
const CALLERS: readonly Caller[] = ["owner", "workspace owner", "viewer", "member"];

/** Inputs that give what they name another name, and those that succeed where the least valid ones of the matrix do not. */
const SPECIAL: Record<string, ((stage: Stage, caller: Caller) => Made | Promise<Made>)[]> = {
  "account.delete": [({ people }, caller) => ({ json: { confirm: people[caller].email } })],
  "doc.commit.finalize": [
    async ({ doc, people }) => {
      const at = `/api/docs/${doc.doc_id}/commits`;
      const sha256 = new Bun.CryptoHasher("sha256").update("x").digest("hex");
      const json = { files: [{ path: "new.txt", sha256, size: 1 }] };
      const { commit_id } = await made(h.call(`POST ${at}`, { as: people.owner, json }));
      await h.call(`PUT ${at}/${commit_id}/blobs/${sha256}`, { as: people.owner, body: "x" });
      return { params: { doc_id: doc.doc_id, commit_id }, json: {} };
    },
  ],
  "access.folder.leave": [
    async ({ people }, caller) => {
      const json = { subject_type: "user", subject: people[caller].email, level: "view" };
      await h.call("POST /api/folders/access?path=plans", { as: people.owner, json });
      return { query: { owner_id: String(people.owner.user_id), path: "plans" } };
    },
  ],
  "root.update": [
    (stage) => renamedRoot(stage, (slug) => ({ slug: `${slug}-else` })),
    (stage) => renamedRoot(stage, (slug) => ({ slug: `${slug}-other`, name: "Other" })),
  ],
  "nav.update": [
    async ({ people }) => {
      const nav = await made(h.call("POST /api/navigations", { as: people["workspace owner"], json: newName() }));
      return { params: { id: nav.slug }, json: { slug: `${nav.slug}-else` } };
    },
  ],
  "agent.update": [
    async ({ people }) => {
      const agent = await made(h.call("POST /api/brains", { as: people.owner, json: newName() }));
      return { params: { ref: agent.slug }, json: { slug: `${agent.slug}-else` } };
    },
  ],
  "folder.rename": [
    // Into one that is there, which takes it in.
    async ({ people }) => {
      const [from, to] = [newName().name, newName().name];
      for (const path of [from, to]) await made(h.call("POST /api/folders", { as: people.owner, json: { path } }));
      return { json: { path: from, new_path: to } };
    },
    // One that documents alone imply, below another folder.
    async ({ people, root }) => {
      const folder = newName().name;
      await made(h.call("POST /api/docs", { as: people.owner, json: { html: "x", folder, root: root.slug } }));
      return { json: { path: folder, new_path: `${newName().name}/in`, root: root.slug } };
    },
  ],
};

let names = 0;
const newName = () => ({ name: `Named ${++names}` });

async function renamedRoot({ people }: Stage, to: (slug: string) => object): Promise<Made> {
  const root = await made(h.call("POST /api/roots", { as: people["workspace owner"], json: newName() }));
  return { params: { root: root.slug }, json: to(root.slug) };
}

/** Members by which an operation gives its subject another name. */
const RENAMING = ["slug", "new_path", "handle"];

test("every operation that gives what a name found another name is among the inputs of this test", () => {
  const renaming = keyed.filter(({ body, params, id }) => {
    const sent = Object.keys(body?.properties ?? {});
    const isNamedByText = (params ? Object.values(params.properties) : []).some((one) => one["type"] === "string");
    return RENAMING.some((name) => sent.includes(name)) && (isNamedByText || sent.includes("path")) && !SPECIAL[id];
  });
  expect(renaming.map(({ id }) => id)).toEqual([]);
});

interface Told {
  status: number;
  body: ParsedBody;
}

/** What was asked, and by whom. */
interface Sent {
  as?: Person;
  input?: Made;
  key?: string;
}

/** Twice the same, by somebody who may; null where nobody could. */
async function sendTwice(
  stage: Stage,
  {
    entry,
    make,
    tool,
    sent = {},
  }: {
    entry: Entry;
    make: (stage: Stage, caller: Caller) => Made | Promise<Made>;
    tool?: ToolEntry;
    /** Is told what was sent. */
    sent?: Sent;
  },
): Promise<[Told, Told] | null> {
  for (const caller of CALLERS) {
    const fresh = await freshStage(stage, entry);
    const input = await Promise.resolve(make(fresh, caller)).catch(() => null);
    if (!input) continue;
    const as = fresh.people[caller];
    const key = `key-${++names}`;
    const ask = async (): Promise<Told | null> => {
      if (!tool)
        return send(h, { entry, as, made: { ...input, headers: { ...input.headers, "idempotency-key": key } } });
      const { params = {}, query = {}, json } = input;
      const given = toArguments(tool, { params, query, body: isJsonObject(json) ? json : {} });
      if (!given) return null;
      const said = await callTool(h, as, { name: tool.tool.name, arguments: { ...given, idempotency_key: key } });
      return { status: said.isError ? 400 : 200, body: said.structuredContent };
    };
    const first = await ask();
    if (!first || first.status >= 300) continue;
    const again = await ask();
    Object.assign(sent, { as, input, key });
    if (again) return [first, again];
  }
  return null;
}

/** The one member that says that it is a repeat. */
function withoutMark({ marks_repeat }: Entry, { status, body }: Told): Told {
  return { status, body: marks_repeat && isJsonObject(body) ? { ...body, [marks_repeat]: null } : body };
}

/** What came of an input that was sent twice under one key, and of other requests under it. */
interface Repeated {
  entry: Entry;
  told: [Told, Told];
  others: { made: Made; status: number; body: ParsedBody }[];
}

/** Every write over REST and each of its inputs, sent once for the rules below; null where nobody could. */
const repeated = once(async () => {
  const all: { entry: Entry; repeats: Repeated[] }[] = [];
  let stage = await openStage(h, "My documents");
  for (const entry of keyed.filter((one) => one.path !== null)) {
    const repeats: Repeated[] = [];
    for (const make of waysOf(entry)) {
      const sent: Sent = {};
      const told = await sendTwice(stage, { entry, make, sent });
      if (!told) continue;
      const ends = ENDS_THE_CALLER[entry.id] !== undefined;
      repeats.push({ entry, told, others: ends || entry.raw !== null ? [] : await sendOthers(entry, sent) });
      if (ends) stage = await openStage(h, "My documents");
    }
    all.push({ entry, repeats });
  }
  return all;
});

/** Other requests under the key of the one that was sent. */
async function sendOthers(entry: Entry, { as, input, key }: Sent): Promise<Repeated["others"]> {
  if (!as || !input) return [];
  const others: Repeated["others"] = [];
  for (const other of othersOf(entry, input)) {
    const made = { ...other, headers: { ...other.headers, "idempotency-key": String(key) } };
    const { status, body } = await send(h, { entry, as, made });
    others.push({ made: other, status, body });
  }
  return others;
}

test(
  "a repeat under its key answers as the first time, over REST",
  async () => {
    const all = await repeated();
    for (const { entry, repeats } of all) {
      for (const { told } of repeats) {
        const [first, again] = told.map((one) => withoutMark(entry, one));
        const wanted = ENDS_THE_CALLER[entry.id];
        if (wanted) expect([entry.id, again?.status]).toEqual([entry.id, wanted]);
        else expect([entry.id, again]).toEqual([entry.id, first]);
      }
    }
    expect(all.filter(({ repeats }) => repeats.length === 0).map(({ entry }) => entry.id)).toEqual(OUT_OF_REACH);
  },
  MS_MAX,
);

test(
  "and as a tool",
  async () => {
    const stage = await openStage(h, "My documents");
    let asked = 0;
    for (const tool of h.runtime.catalogue.tools.values()) {
      const { entry, shape } = tool;
      if (!("idempotency_key" in shape.inputSchema.properties) || ENDS_THE_CALLER[entry.id]) continue;
      for (const make of waysOf(entry)) {
        const told = await sendTwice(stage, { entry, make, tool });
        if (!told) continue;
        asked++;
        const [first, again] = told.map((one) => withoutMark(entry, one));
        expect([tool.tool.name, again]).toEqual([tool.tool.name, first]);
      }
    }
    expect(asked).toBeGreaterThan(60);
  },
  MS_MAX,
);

/** The same request about something that there is not: each of its parameters, or each of its texts, is another. */
function othersOf(entry: Entry, input: Made): Made[] {
  const isNumber = (name: string) => entry.params?.properties[name]?.["type"] === "integer";
  const params = Object.entries(input.params ?? {}).map(([name, value]) => ({
    ...input,
    params: { ...input.params, [name]: isNumber(name) ? "8765432" : `${value}else` },
  }));
  const { json } = input;
  const texts = isJsonObject(json)
    ? Object.entries(json).flatMap(([name, value]) =>
        typeof value === "string" ? [{ ...input, json: { ...json, [name]: `${value}else` } }] : [],
      )
    : [];
  return [...params, ...texts];
}

/** What is refused for the request alone, before anything is known of keys. */
const OF_SHAPE = [400, 402, 422];

test(
  "another request under the key is a 409, whatever it names, before that is looked up",
  async () => {
    let asked = 0;
    for (const { entry, others } of (await repeated()).flatMap(({ repeats }) => repeats)) {
      for (const { made: other, status, body } of others) {
        if (OF_SHAPE.includes(status)) continue;
        asked++;
        const code = isJsonObject(body) ? body["code"] : null;
        expect([entry.id, other.params, other.json, status, code]).toEqual([
          ...[entry.id, other.params, other.json],
          ...[409, "idempotency_key_reused"],
        ]);
      }
    }
    expect(asked).toBeGreaterThan(100);
  },
  MS_MAX,
);

function waysOf(entry: Entry) {
  const input = INPUTS[entry.id];
  return [...(input ? [input.make] : []), ...(SPECIAL[entry.id] ?? [])];
}
