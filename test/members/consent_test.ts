// The invite's link for an account that would leave something behind:
// a page says what comes along and stays, and its button joins.
import { expect, test } from "bun:test";
import type { Answer, Person } from "../harness/harness.ts";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();

interface Invited {
  host: Person;
  path: string;
}

async function invite(guest: Person): Promise<Invited> {
  const host = await h.person();
  const made = await h.call("POST /api/invites", { as: host, json: { email: guest.email } });
  expect(made.status).toBe(201);
  return { host, path: new URL(made.body.url).pathname };
}

/** Somebody whose account holds nothing but its session. */
async function bare(options: Parameters<typeof h.person>[0] = {}): Promise<Person> {
  const person = await h.person(options);
  await h.runtime.database.sql`delete from tokens where user_id = ${person.user_id}`;
  return person;
}

function open(guest: Person, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return h.call(`GET ${path}`, { as: guest, with_cookie: true, headers: { accept: "text/html", ...headers } });
}

function press(guest: Person, page: Answer, headers: Record<string, string> = {}): Promise<Answer> {
  const action = /<form method="post" action="(\/auth\/invite\/[^"]+)">/.exec(page.body)?.[1] ?? "";
  return send(guest, action, headers);
}

function send(guest: Person, action: string, headers: Record<string, string> = {}): Promise<Answer> {
  const form = { "content-type": "application/x-www-form-urlencoded", origin: h.base_url, accept: "text/html" };
  return h.call(`POST ${action}`, { as: guest, with_cookie: true, body: "", headers: { ...form, ...headers } });
}

async function workspaceOf(person: Person): Promise<number | undefined> {
  const [row] = await h.runtime.database.sql<{ workspace_id: number }[]>`
    select workspace_id from users where user_id = ${person.user_id}`;
  return row?.workspace_id;
}

/** The list items below a heading of the page. */
function listed(page: Answer, heading: string): string[] {
  const part = new RegExp(`<h2>${heading}</h2>\\s*<ul[^>]*>([\\s\\S]*?)</ul>`).exec(page.body)?.[1] ?? "";
  return [...part.matchAll(/<li>([^<]*)<\/li>/g)].map((match) => match[1] ?? "");
}

test("an account that leaves nothing behind joins by the link alone", async () => {
  const guest = await bare();
  const { host, path } = await invite(guest);
  expect((await open(guest, path)).headers.get("location")).toBe("/app?invite=joined");
  expect(await workspaceOf(guest)).toBe(host.workspace_id);
});

test("what looks at a link without going there joins nobody: HEAD, and a browser that fetches ahead", async () => {
  const guest = await bare();
  const { path } = await invite(guest);
  const looks = [
    () => h.call(`HEAD ${path}`, { as: guest, with_cookie: true }),
    () => open(guest, path, { "sec-purpose": "prefetch" }),
    () => open(guest, path, { "sec-purpose": "prefetch;prerender" }),
    () => open(guest, path, { "x-moz": "prefetch" }),
  ];
  for (const look of looks) {
    const { status } = await look();
    expect([200, 503]).toContain(status);
    expect(await workspaceOf(guest)).toBe(guest.workspace_id);
  }
  expect((await open(guest, path)).headers.get("location")).toBe("/app?invite=joined");
});

test("a link that any site may open takes no documents, tokens, connections or colleagues along without a button", async () => {
  const now = h.clock.now();
  const having: [string, (guest: Person) => Promise<unknown>][] = [
    ["a document", (as) => h.call("POST /api/docs", { as, with_cookie: true, json: { markdown: "# Mine" } })],
    [
      "one in General",
      (as) =>
        h.call("POST /api/docs", { as, with_cookie: true, json: { markdown: "# x", root: "general", folder: "" } }),
    ],
    [
      "one in the trash",
      async (as) => {
        const { body } = await h.call("POST /api/docs", { as, with_cookie: true, json: { markdown: "# Gone" } });
        await h.call(`DELETE /api/docs/${body.doc_id}`, { as, with_cookie: true });
      },
    ],
    ["a token", (as) => h.call("POST /api/tokens", { as, with_cookie: true, json: { name: "script" } })],
    [
      "a connection",
      (as) => h.runtime.database.sql`
      insert into oauth_grants (workspace_id, user_id, client_id, client_name, name, limits, approved_at, deadline)
      values (${as.workspace_id}, ${as.user_id}, 'ahc_x', 'Bot', 'Bot', '{}', ${now}, ${new Date(now.getTime() + 1e6)})`,
    ],
    ["a colleague", (as) => h.person({ role: "owner", workspace_id: as.workspace_id })],
    [
      "an open invite",
      (as) => h.call("POST /api/invites", { as, with_cookie: true, json: { email: "someone@example.org" } }),
    ],
  ];
  for (const [what, give] of having) {
    const guest = await bare();
    await give(guest);
    const { host, path } = await invite(guest);
    const before = (await h.audit()).length;
    const page = await open(guest, path);
    expect([what, page.status, await workspaceOf(guest)]).toEqual([what, 200, guest.workspace_id]);
    expect((await h.audit()).length).toBe(before);
    const done = await press(guest, page);
    expect([what, done.status, done.headers.get("location")]).toEqual([what, 303, "/app?invite=joined"]);
    expect(await workspaceOf(guest)).toBe(host.workspace_id);
  }
});

test("the page says who invites to what, what comes along and what stays", async () => {
  const guest = await bare();
  const colleague = await h.person({ role: "owner", workspace_id: guest.workspace_id });
  for (const json of [
    { markdown: "# One" },
    { markdown: "# Two" },
    { markdown: "# Ours", root: "general", folder: "" },
    { markdown: "# Also ours", root: "general", folder: "" },
  ]) {
    await h.call("POST /api/docs", { as: guest, with_cookie: true, json });
  }
  await h.call("POST /api/docs", { as: colleague, json: { markdown: "# Theirs" } });
  await h.call("POST /api/tokens", { as: guest, with_cookie: true, json: { name: "script" } });
  const { host, path } = await invite(guest);
  await h.runtime.database.sql`update users set name = '<b>Hanna</b>' where user_id = ${host.user_id}`;
  const page = await open(guest, path);
  expect(page.body).toContain("&lt;b&gt;Hanna&lt;/b&gt;");
  for (const word of [
    host.email,
    guest.email,
    host.workspace.replace("team-", "Team "),
    guest.workspace.replace("team-", "Team "),
  ]) {
    expect(page.body).toContain(word);
  }
  expect(listed(page, "Comes along")).toEqual(["2 documents in My documents", "1 token, which then acts there"]);
  expect(listed(page, "Stays")).toEqual(["2 documents in General and shared roots", "1 other member"]);
});

test("a caller that wants data is told with 409 to open the link in a browser, and nothing is done", async () => {
  const guest = await h.person();
  const { path } = await invite(guest);
  const refused = await open(guest, path, { accept: "application/json" });
  expect(refused.status).toBe(409);
  expect(refused.body.error).toContain("browser");
  expect(await workspaceOf(guest)).toBe(guest.workspace_id);
});

test("the button is refused to other origins, to scripts of sandboxed pages and to tokens, and leads strangers to sign in", async () => {
  const guest = await h.person();
  const { path } = await invite(guest);
  const page = await open(guest, path);
  for (const origin of ["https://evil.example", h.content_url, "null"]) {
    expect([origin, (await press(guest, page, { origin })).status]).toEqual([origin, 403]);
  }
  const action = path.replace("/u/", "/auth/");
  for (const as of [guest, undefined]) {
    const answer = await h.call(`POST ${action}`, {
      ...(as && { as }),
      body: "",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toStartWith(`/auth/login?next=${encodeURIComponent(path)}`);
  }
  expect(await workspaceOf(guest)).toBe(guest.workspace_id);
});

test("the button of a link that is over, taken back or another's leads into the app with the reason", async () => {
  const guest = await h.person();
  const other = await h.person();
  const { host, path } = await invite(guest);
  const action = path.replace("/u/", "/auth/");
  expect((await send(other, action)).headers.get("location")).toBe("/app?invite=other_account");
  expect((await send(guest, "/auth/invite/guessed")).headers.get("location")).toBe("/app?invite=unknown");
  const [open_] = (await h.call("GET /api/invites", { as: host })).body.invites;
  await h.call(`DELETE /api/invites/${open_.id}`, { as: host });
  expect((await send(guest, action)).headers.get("location")).toBe("/app?invite=revoked");
  expect(await workspaceOf(guest)).toBe(guest.workspace_id);
});

test("pressed twice at once it joins once", async () => {
  const guest = await h.person();
  const { host, path } = await invite(guest);
  const page = await open(guest, path);
  const answers = await Promise.all([1, 2, 3].map(() => press(guest, page)));
  expect(answers.map((answer) => answer.headers.get("location"))).toEqual(Array(3).fill("/app?invite=joined"));
  expect(await workspaceOf(guest)).toBe(host.workspace_id);
  const joins = (await h.audit()).filter((row) => row.action === "member.join" && row.target_id === `${guest.user_id}`);
  expect(joins).toHaveLength(1);
});

test("a document written while the link is opened is not carried off: it goes along by choice or the link waits for the button", async () => {
  for (let round = 0; round < 4; round++) {
    const guest = await bare();
    const { path } = await invite(guest);
    const [made, opened] = await Promise.all([
      h.call("POST /api/docs", { as: guest, with_cookie: true, json: { markdown: "# Late" } }),
      open(guest, path),
    ]);
    const isIn = opened.status === 302;
    expect([200, 302]).toContain(opened.status);
    // Either the write came first and the page asks, or the move did and the write was told to start anew or ran in the new place.
    if (!isIn) expect(made.status).toBe(201);
    const [row] = await h.runtime.database.sql<{ apart: number }[]>`
      select count(*)::int as apart from documents d join users u on u.user_id = d.owner_id
      where u.user_id = ${guest.user_id} and d.workspace_id <> u.workspace_id`;
    expect(row?.apart).toBe(0);
  }
});
