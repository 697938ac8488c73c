// What clients send in forms of their own is taken as it is meant:
// encoded slashes, True and False, empty roots, bare ids.
import { expect, test } from "bun:test";
import { innerSchema } from "../../kernel/host.ts";
import type { TSchema } from "../../kernel/plugin.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import type { Made } from "../permission/input.ts";
import { INPUTS } from "../permission/inputs.ts";
import { send } from "../permission/matrix.ts";
import { openStage } from "../permission/stage.ts";
import { unlimited } from "../permission/unlimited.ts";

const h = await openHarness({ manifest: unlimited });
const { entries } = h.runtime.catalogue;

/** The members of a part of an operation's input, by their names. */
const membersOf = (part: Entry["query"]): [string, TSchema][] => Object.entries(part?.properties ?? {});

const owner = await h.person();

async function published(as: Person, json: object = {}) {
  const { status, body } = await h.call("POST /api/docs", { as, json: { html: "<p>one</p>", ...json } });
  if (status !== 201) throw new Error(`publishing answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

test("a path of a file is read, written, edited and removed with its slashes encoded or not", async () => {
  const doc = await published(owner);
  const at = `/api/docs/${doc.doc_id}/files`;
  const put = await h.call(`PUT ${at}/notes%2Fdeep%2fa%20b.md`, { as: owner, json: { content: "one" } });
  expect([put.status, put.body.path]).toEqual([200, "notes/deep/a b.md"]);
  const edit = { old_string: "one", new_string: "two" };
  expect((await h.call(`PATCH ${at}/notes%2Fdeep/a%20b.md`, { as: owner, json: edit })).status).toBe(200);
  for (const path of ["notes/deep/a%20b.md", "notes%2Fdeep%2Fa%20b.md"]) {
    const read = await h.call(`GET ${at}/${path}`, { as: owner });
    expect([path, read.status, new TextDecoder().decode(read.bytes)]).toEqual([path, 200, "two"]);
  }
  for (const path of ["..%2Fx", "a%2F..%2Fx", "%2Fetc", "a%5Cb"]) {
    const refused = await h.call(`PUT ${at}/${path}`, { as: owner, json: { content: "x" } });
    expect([path, refused.status]).toEqual([path, 400]);
  }
});

test("every boolean of a query and of a form takes True and False, in whatever case, and nothing else", async () => {
  const names = entries.flatMap((entry) =>
    [entry.query, entry.form].flatMap((part) =>
      membersOf(part)
        .filter(([, member]) => (innerSchema(member) ?? member)["type"] === "boolean")
        .map(([name]) => ({ entry, name, is_query: part === entry.query })),
    ),
  );
  expect(names.length).toBeGreaterThan(10);
  const stage = await openStage(h, "My documents");
  const as = stage.people["workspace owner"];
  for (const { entry, name, is_query } of names) {
    if (!is_query || entry.method !== "GET" || entry.host !== "app") continue;
    const made = await INPUTS[entry.id]?.make(stage, "workspace owner");
    const ask = async (value: string) => {
      const answer = await send(h, { entry, as, made: { ...made, query: { ...made?.query, [name]: value } } });
      return answer.status;
    };
    expect([entry.id, name, await ask("True")]).toEqual([entry.id, name, await ask("true")]);
    expect([entry.id, name, await ask("FALSE")]).toEqual([entry.id, name, await ask("false")]);
    expect([entry.id, name, await ask("yes")]).toEqual([entry.id, name, 422]);
  }
});

test("an address under /x/ takes a bare id as resolve does, with a path behind it too", async () => {
  const doc = await published(owner, { visibility: "unlisted" });
  const { doc_id, slug } = doc;
  await h.call(`PUT /api/docs/${doc_id}/alias`, { as: owner, json: { alias: "bare" } });
  for (const ref of [doc_id, `doc:${doc_id}`, "bare", `@${owner.workspace}/bare`]) {
    const resolved = await h.call(`GET /api/resolve?ref=${encodeURIComponent(ref)}`, { as: owner });
    const led = await h.open(`/x/${ref}`);
    expect([ref, resolved.body.doc_id, led.status, led.headers.get("location")]).toEqual([
      ...[ref, doc_id, 302, `/d/${slug}/`],
    ]);
  }
  expect((await h.open(`/x/${doc_id}/a/b.md`)).headers.get("location")).toBe(`/d/${slug}/a/b.md`);
  expect((await h.open(`/x/${doc_id}x`)).status).toBe(404);
});

/** The same request with another root, wherever its schemas take one. */
function withRoot(entry: Entry, made: Made, root: string): Made {
  const put: Made = { ...made };
  const takes = (part: Entry["query"]) => "root" in (part?.properties ?? {});
  if (takes(entry.query)) put.query = { ...made.query, root };
  if (made.form && takes(entry.form)) made.form.set("root", root);
  else if (!made.form && takes(entry.body)) put.json = { ...(made.json as object), root };
  return put;
}

test("root with nothing is My documents on every route that takes a root", async () => {
  const taking = entries.filter(
    (entry) =>
      entry.host === "app" && [entry.query, entry.body, entry.form].some((part) => "root" in (part?.properties ?? {})),
  );
  expect(taking.length).toBeGreaterThan(20);
  // The same in the same order, each on a stage of its own.
  const answersTo = async (root: string): Promise<string[]> => {
    const stage = await openStage(h, "My documents");
    const as = stage.people["workspace owner"];
    const answers: string[] = [];
    for (const entry of taking) {
      const made = await INPUTS[entry.id]?.make(stage, "workspace owner");
      if (!made) throw new Error(`${entry.id} has no input`);
      const { status, body } = await send(h, { entry, as, made: withRoot(entry, made, root) });
      answers.push(`${entry.id} ${status} ${typeof body === "object" ? body.code : null}`);
    }
    return answers;
  };
  expect(await answersTo("")).toEqual(await answersTo("~"));
});

test("an empty root narrows as ~ does, where none at all would not", async () => {
  const as = await h.person();
  const mine = await published(as, { html: "<p>needle</p>" });
  await published(as, { html: "<p>needle</p>", root: "general", folder: "" });
  const idsOf = async (route: string, member: string) =>
    (await h.call(route, { as })).body[member].map((one: { doc_id: string }) => one.doc_id);
  for (const [route, member] of [
    ["GET /api/docs?view=all", "docs"],
    ["GET /api/search?q=needle", "results"],
    ["GET /api/search/ranked?q=needle", "results"],
    ["GET /api/changes?include_team=true", "changes"],
  ] as const) {
    expect([route, (await idsOf(route, member)).length]).toEqual([route, 2]);
    for (const root of ["", "~"])
      expect([route, await idsOf(`${route}&root=${root}`, member)]).toEqual([route, [mine.doc_id]]);
  }
});

test("ranked search takes a root as search does, and one that nobody knows is a 404", async () => {
  const as = await h.person();
  const other = await published(as, { html: "<p>needle</p>", root: "general", folder: "a" });
  await published(as, { html: "<p>needle</p>" });
  for (const call of ["/api/search", "/api/search/ranked"]) {
    const { body } = await h.call(`GET ${call}?q=needle&root=general`, { as });
    expect(body.results.map((one: { doc_id: string }) => one.doc_id)).toEqual([other.doc_id]);
    const missing = await h.call(`GET ${call}?q=needle&root=nobodys`, { as });
    expect([missing.status, missing.body.error]).toEqual([404, expect.stringMatching(/root "nobodys" is not found/)]);
  }
});

test("view is ignored beside root, whatever it is", async () => {
  const as = await h.person();
  const mine = await published(as);
  for (const view of ["team", "all", "mine", "grid", "", "a&view=b"]) {
    const { status, body } = await h.call(`GET /api/docs?root=~&view=${view}`, { as });
    expect([view, status, body.docs?.map((one: { doc_id: string }) => one.doc_id)]).toEqual([view, 200, [mine.doc_id]]);
  }
  expect((await h.call("GET /api/docs?view=grid", { as })).status).toBe(400);
  expect((await h.call("GET /api/docs?root=~&view=team&folder=a%2F%2Fb", { as })).status).toBe(400);
});
