// Everything that somebody shares: on their page and by its operation, what others may open,
// by which ways, and nothing of anybody else.
import { expect, test } from "bun:test";
import { DAY_MS, later } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { group, type Team, team } from "./team.ts";

const h = await openHarness();
const PATH = "/app/shared-by-me";

function page(as: Person, query = "") {
  return h.call(`GET ${PATH}${query}` as "GET /app", { as, with_cookie: true, headers: { accept: "text/html" } });
}

async function publish(as: Person, json: Record<string, unknown>): Promise<string> {
  const { body, status } = await h.call("POST /api/docs", { as, json: { html: "<p>x</p>", ...json } });
  if (status !== 201) throw new Error(`publishing answered ${status}`);
  return body.doc_id;
}

async function give(as: Person, doc_id: string, json: Record<string, unknown>): Promise<number> {
  return (await h.call(`POST /api/docs/${doc_id}/access`, { as, json })).body.id;
}

interface Listed {
  doc: { doc_id: string; title: string };
  opens: string | null;
  grants: { subject_label: string; inherited: boolean; folder: string | null }[];
  can_share: boolean;
  can_close: boolean;
}

async function listed(as: Person, query = ""): Promise<Listed[]> {
  const { body, status } = await h.call(`GET /api/me/shared${query}` as "GET /api/me/shared", { as });
  expect(status).toBe(200);
  return body.shared as Listed[];
}

async function titles(as: Person, query = ""): Promise<string[]> {
  return (await listed(as, query)).map(({ doc }) => doc.title);
}

/** Anna's documents, open in every way there is. */
async function everyWay(): Promise<Team> {
  const people = await team(h);
  const { anna, otto } = people;
  await group(h, "design", [otto]);
  await publish(anna, { title: "Closed" });
  await give(anna, await publish(anna, { title: "Person" }), { subject_type: "user", subject: otto.email });
  await give(anna, await publish(anna, { title: "Group" }), { subject_type: "group", subject: "design" });
  await give(anna, await publish(anna, { title: "Everybody" }), { subject_type: "workspace" });
  await publish(anna, { title: "Workspace", visibility: "workspace" });
  await publish(anna, { title: "Link", visibility: "unlisted" });
  await publish(anna, { title: "Password", visibility: "password", password: "ridge-lamp-otter" });
  const expires_at = later(h.clock.now(), 5 * DAY_MS).toISOString();
  await give(anna, await publish(anna, { title: "Ending" }), { subject_type: "user", subject: otto.email, expires_at });
  await publish(anna, { title: "In a folder", folder: "Plans/2026" });
  await h.call("POST /api/folders/access?path=Plans" as "POST /api/folders/access", {
    as: anna,
    json: { subject_type: "user", subject: otto.email },
  });
  return people;
}

test("it lists what others may open by any way, the last changed first, and nothing that is closed", async () => {
  const { anna, otto, owner } = await everyWay();
  expect(await titles(anna)).toEqual(
    ["Person", "Group", "Everybody", "Workspace", "Link", "Password", "Ending", "In a folder"].toReversed(),
  );
  // Who was given something shares nothing by that, an owner of the workspace neither.
  expect([await titles(otto), await titles(owner)]).toEqual([[], []]);
});

test.each([
  ["person", ["In a folder", "Ending", "Person"]],
  ["group", ["Group"]],
  ["workspace", ["Workspace", "Everybody"]],
  ["link", ["Link"]],
  ["password", ["Password"]],
  ["end", ["Ending"]],
] as const)("by the way %s it lists that alone", async (way, expected) => {
  const { anna } = await everyWay();
  expect(await titles(anna, `?way=${way}`)).toEqual([...expected]);
});

test("a title is found by its words as they are, wildcards among them", async () => {
  const { anna } = await everyWay();
  await publish(anna, { title: "100 % <b>sure</b>", visibility: "unlisted" });
  expect(await titles(anna, `?q=${encodeURIComponent("% <B>")}`)).toEqual(["100 % <b>sure</b>"]);
  expect(await titles(anna, "?q=_")).toEqual([]);
});

test("pages of it hold each document once", async () => {
  const { anna } = await everyWay();
  const seen: string[] = [];
  let cursor = "";
  do {
    const query = `?limit=3${cursor && `&cursor=${cursor}`}`;
    const { body } = await h.call(`GET /api/me/shared${query}` as "GET /api/me/shared", { as: anna });
    seen.push(...(body.shared as Listed[]).map(({ doc }) => doc.title));
    cursor = body.next_cursor ?? "";
  } while (cursor !== "");
  expect(seen).toEqual(await titles(anna));
});

test("what has ended, names oneself alone or lies in the trash is shared with nobody", async () => {
  const { anna, otto, owner } = await team(h);
  const expires_at = later(h.clock.now(), DAY_MS).toISOString();
  await give(anna, await publish(anna, { title: "Over" }), { subject_type: "user", subject: otto.email, expires_at });
  // Narrowed to somebody whose end has come, a workspace document is open to nobody.
  const narrowed = await publish(anna, { title: "Narrowed", visibility: "workspace" });
  await give(anna, narrowed, { subject_type: "user", subject: otto.email, expires_at });
  const own = await publish(anna, { title: "In General", root: "general" });
  await give(owner, own, { subject_type: "user", subject: anna.email });
  const gone = await publish(anna, { title: "Gone", visibility: "unlisted" });
  await h.call(`DELETE /api/docs/${gone}`, { as: anna });
  expect(await titles(anna)).toEqual(["Narrowed", "Over"]);
  h.clock.advance(2 * DAY_MS);
  expect(await titles(anna)).toEqual([]);
});

test("in a space it lists what something besides the space opens, and offers what its author may do there", async () => {
  const { anna, owner, otto } = await team(h);
  await publish(anna, { title: "Plain", root: "general" });
  await publish(anna, { title: "Open", root: "general", visibility: "unlisted" });
  const given = await publish(anna, { title: "Given", root: "general" });
  await give(owner, given, { subject_type: "user", subject: otto.email });
  const found = await listed(anna);
  expect(found.map(({ doc, can_share, can_close }) => [doc.title, can_share, can_close])).toEqual([
    ["Given", false, true],
    ["Open", false, true],
  ]);
  const { body } = await page(anna);
  expect(body).toContain("/app/do/doc.update");
  expect(body).not.toContain("/app/do/access.revoke");
});

test("a space that closes takes its documents off the list of who wrote them", async () => {
  const { anna, owner } = await team(h);
  await h.call("POST /api/roots", { as: owner, json: { name: "Board" } });
  const entry = await h.call("POST /api/roots/board/access", {
    as: owner,
    json: { subject_type: "user", subject: anna.email, level: "edit" },
  });
  await publish(anna, { title: "Minutes", root: "board", visibility: "password", password: "ridge-lamp-otter" });
  expect(await titles(anna)).toEqual(["Minutes"]);
  expect((await h.call(`DELETE /api/access/${entry.body.grants[0]?.id}`, { as: owner })).status).toBe(200);
  expect(await titles(anna)).toEqual([]);
});

test("the page says each way in words, escapes what people wrote, and gives nobody else's away", async () => {
  const { anna, otto, eve } = await everyWay();
  const title = `<img src=x onerror=alert(1)> ${"x".repeat(400)}`;
  await publish(anna, { title, visibility: "unlisted" });
  const { body, status } = await page(anna);
  expect(status).toBe(200);
  for (const words of [
    "Whoever has the link",
    "Whoever has the link and the password",
    "may read",
    "until",
    "by the folder Plans",
  ])
    expect([words, body.includes(words)]).toEqual([words, true]);
  expect(body).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(body).not.toContain("<img src=x");
  expect(body).not.toContain("Closed");
  for (const other of [otto, eve]) expect((await page(other)).body).toContain("Nothing is shared yet");
});

test("what is open is closed from the page, offered back at once, and brought back by that", async () => {
  const { anna, otto } = await team(h);
  const doc_id = await publish(anna, { title: "Plan", folder: "Plans" });
  await h.call("POST /api/folders/access?path=Plans" as "POST /api/folders/access", {
    as: anna,
    json: { subject_type: "user", subject: otto.email, level: "edit" },
  });
  const { body } = await page(anna);
  const grant_id = /name="grant_id" value="(\d+)"/.exec(body)?.[1] ?? "";
  const undo = /name="~undo" value="(access\.folder\.grant\?[^"]*)"/.exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const post = (operation: string, texts: Record<string, string>) =>
    h.call(`POST /app/do/${operation}`, {
      as: anna,
      with_cookie: true,
      body: new URLSearchParams({ ...texts, "~back": PATH }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    });
  const taken = await post("access.revoke", { grant_id, "~done": "Done.", "~undo": undo });
  expect([taken.status, taken.headers.get("location")]).toEqual([303, PATH]);
  expect((await h.call(`GET /api/docs/${doc_id}/access`, { as: otto })).status).toBe(404);
  expect(await titles(anna)).toEqual([]);
  const [operation = "", fixed = ""] = undo.split("?");
  expect((await post(operation, Object.fromEntries(new URLSearchParams(fixed)))).status).toBe(303);
  expect((await h.call(`GET /api/docs/${doc_id}/access`, { as: otto })).body.my_level).toBe("edit");
});

test("a cursor of another list, an unknown way and a title that is too long are refused", async () => {
  const { anna } = await team(h);
  const statuses = await Promise.all(
    ["?cursor=x", "?way=door", `?q=${"x".repeat(10_000)}`, "?limit=0"].map(
      async (query) => (await h.call(`GET /api/me/shared${query}` as "GET /api/me/shared", { as: anna })).status,
    ),
  );
  expect(statuses).toEqual([400, 400, 400, 422]);
});
