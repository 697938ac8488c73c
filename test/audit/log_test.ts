// The audit log through its operations:
// scopes, filters, pages while rows arrive, plans, and the export as a spreadsheet reads it.
import { beforeAll, expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { readRows } from "../../plugins/rendering/page/csv.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();
let owner: Person;
let admin: Person;
let member: Person;
let doc: { doc_id: string };
let other: { doc_id: string };

beforeAll(async () => {
  owner = await h.person();
  const { workspace_id } = owner;
  [admin, member] = [await h.person({ role: "admin", workspace_id }), await h.person({ role: "member", workspace_id })];
  doc = await publish(member, "Mine");
  other = await publish(owner, "Yours");
  await h.call("POST /api/groups", { as: owner, json: { name: "Design" } });
});

async function publish(as: Person, title: string): Promise<{ doc_id: string }> {
  const answer = await h.call("POST /api/docs", { as, json: { html: "<h1>x</h1>", title } });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function list(as: Person, query = "") {
  const answer = await h.call(`GET /api/audit${query}`, { as });
  expect({ status: answer.status, body: answer.status === 200 ? {} : answer.body }).toEqual({ status: 200, body: {} });
  return answer.body;
}

test("owners and admins see the workspace, members what was done to their own documents, nobody another workspace", async () => {
  const stranger = await h.person();
  const actions = async (as: Person) => (await list(as)).events.map((one: { action: string }) => one.action);
  expect(await actions(owner)).toEqual(["group.create", "doc.publish", "doc.publish"]);
  expect(await actions(admin)).toEqual(await actions(owner));
  const own = await list(member);
  expect(own.events.map((one: { target_id: string }) => one.target_id)).toEqual([doc.doc_id]);
  expect([own.scope, (await list(owner)).scope]).toEqual(["own", "workspace"]);
  expect((await list(stranger)).events).toEqual([]);
});

test("members see what is said on their own documents and done to their own agents, and nothing of others'", async () => {
  const { workspace_id } = await h.person();
  const me = await h.person({ role: "member", workspace_id });
  const colleague = await h.person({ role: "member", workspace_id });
  const [mine, theirs] = [await publish(me, "Mine"), await publish(colleague, "Theirs")];
  for (const [as, { doc_id }, by] of [
    [me, mine, colleague],
    [colleague, theirs, me],
  ] as const) {
    const grant = { subject_type: "user", subject: by.email, level: "comment" };
    expect((await h.call(`POST /api/docs/${doc_id}/access`, { as, json: grant })).status).toBe(201);
    const said = await h.call(`POST /api/docs/${doc_id}/comments`, { as: by, json: { body: "See here" } });
    expect(said.status).toBe(201);
    const { id } = said.body;
    expect((await h.call(`PATCH /api/comments/${id}`, { as: by, json: { resolved: true } })).status).toBe(200);
    expect((await h.call(`DELETE /api/comments/${id}`, { as: by })).status).toBe(200);
  }
  const { doc_id: agent } = (await h.call("POST /api/brains", { as: me, json: { name: "Helper" } })).body;
  const { events } = await list(me);
  const seen = events.map((one: { action: string; target_id: string; meta: { doc_id?: string } }) => [
    one.action,
    one.meta.doc_id ?? one.target_id,
  ]);
  expect(seen).toEqual([
    ["brain.create", agent],
    ["doc.publish", agent],
    ["comment.delete", mine.doc_id],
    ["comment.resolve", mine.doc_id],
    ["comment.create", mine.doc_id],
    ["access.grant", mine.doc_id],
    ["doc.publish", mine.doc_id],
  ]);
  const [, , second] = events;
  expect((await list(me, `?limit=2&before_id=${second.id}`)).events).toEqual(events.slice(3, 5));
});

test("the page says who somebody is to whom something was done, while they are there and afterwards", async () => {
  const as = await h.person();
  const gone = await h.person({ role: "member", workspace_id: as.workspace_id, email: "gone@example.com" });
  await h.call(`PATCH /api/members/${gone.user_id}`, { as, with_cookie: true, json: { role: "admin" } });
  const shown = async () => {
    const page = await h.call("GET /app/settings/company/audit?action=member.*", { as, with_cookie: true });
    return page.body.match(/>gone@example\.com<\/bdi>/g)?.length ?? 0;
  };
  expect(await shown()).toBe(1);
  expect((await h.call(`DELETE /api/members/${gone.user_id}`, { as, with_cookie: true })).status).toBe(200);
  expect(await shown()).toBe(2);
});

test("with names a row says what people and things are called, and leads only to documents that the reader may open", async () => {
  const as = await h.person();
  const colleague = await h.person({ role: "member", workspace_id: as.workspace_id });
  const [mine, theirs] = [await publish(as, "Open to me"), await publish(colleague, "Theirs alone")];
  await h.call(`PATCH /api/docs/${theirs.doc_id}`, { as: colleague, json: { visibility: "restricted" } });
  const { events } = await list(as, "?names=1&action=doc.publish");
  expect(events.map((one: { names: object }) => one.names)).toEqual([
    { actor: colleague.email, target: "Theirs alone", doc_id: null, user_id: null },
    { actor: as.email, target: "Open to me", doc_id: mine.doc_id, user_id: null },
  ]);
  const page = await h.call("GET /app/settings/company/audit", { as, with_cookie: true });
  expect(page.body).toContain(`href="/app/d/${mine.doc_id}"`);
  expect(page.body).not.toContain(`href="/app/d/${theirs.doc_id}"`);
});

test("every action of the running plugins has a sentence in each language, which names only what its rows have", async () => {
  const as = await h.person();
  const { actions } = (await h.call("GET /api/audit/actions?detail=1", { as })).body;
  type Said = { action: string; says: Record<string, string> | null; meta: { properties: object } };
  const wrong = (actions as Said[]).flatMap(({ action, says, meta }) => {
    if (!says) return [`${action} has no sentence`];
    const named = Object.values(says).flatMap((said) =>
      [...said.matchAll(/\{([a-z_]+)\}/g)].map(([, name = ""]) => name),
    );
    return named.filter((name) => name !== "on" && !(name in meta.properties)).map((name) => `${action} names ${name}`);
  });
  expect(wrong).toEqual([]);
});

test("a row says who, what, through what, from where and in which request", async () => {
  await scenario(h, {
    act: () => ({ as: owner, call: `GET /api/audit?target_id=${doc.doc_id}` }),
    expect: {
      status: 200,
      body: {
        scope: "workspace",
        next_before_id: null,
        events: [
          {
            id: expect.any(Number),
            action: "doc.publish",
            actor: member.email,
            actor_user_id: member.user_id,
            target_type: "doc",
            target_id: doc.doc_id,
            workspace_id: owner.workspace_id,
            meta: { via: "api", token: "test", request_id: expect.any(String) },
            ip: "127.0.0.1",
            created_at: h.clock.now().toISOString(),
          },
        ],
      },
    },
  });
});

test("every filter narrows, in whatever case an address is written, and a day is meant whole", async () => {
  const count = async (query: string) => (await list(owner, query)).events.length;
  expect(await count("?action=doc.publish")).toBe(2);
  expect(await count("?action=doc.*")).toBe(2);
  expect(await count("?action=do.*")).toBe(0);
  expect(await count(`?actor=${owner.email.toUpperCase()}`)).toBe(2);
  expect(await count("?target_type=group")).toBe(1);
  expect(await count(`?target_id=${other.doc_id}&target_type=doc`)).toBe(1);
  const day = h.clock.now().toISOString().slice(0, 10);
  expect(await count(`?from=${day}&to=${day}`)).toBe(3);
  expect(await count(`?to=${day}T00:00:00Z`)).toBe(0);
  expect(await count(`?from=${day}T14:00:00+02:00&to=${day}T14:00:00%2B02:00`)).toBe(3);
  expect(await count(`?from=${day}T12:00:01`)).toBe(0);
  expect(await count("?action=&actor=&from=&to=")).toBe(3);
});

test("times narrow to the row, between the rows of others and where rows came late", async () => {
  const [leader, stranger] = [await h.person(), await h.person()];
  const start = Date.parse("2020-01-01T00:00:00Z");
  // Ten minutes between rows, of which each tenth was written fifty minutes after its time.
  const steps = Array.from({ length: 120 }, (_, n) => (n % 10 === 9 ? n - 5 : n));
  for (const [n, step] of steps.entries())
    await h.runtime.database.sql`
      insert into audit_events (workspace_id, action, actor, target_type, target_id, created_at)
      select unnest(${[leader.workspace_id, stranger.workspace_id]}::bigint[]), 'doc.edit', 'system', 'doc', ${String(n)},
        ${new Date(start + step * 600_000)}`;
  const at = (step: number) => new Date(start + step * 600_000).toISOString();
  const shown = async (query: string) =>
    (await list(leader, `?limit=500&${query}`)).events.map((one: { target_id: string }) => Number(one.target_id));
  const between = (from: number, to: number) =>
    [...steps.keys()].filter((n) => from <= (steps[n] ?? 0) && (steps[n] ?? 0) <= to).reverse();
  for (const from of [-9, 0, 3, 14, 30, 64, 114, 119]) {
    expect(await shown(`from=${at(from)}`)).toEqual(between(from, 400));
    expect(await shown(`to=${at(from)}&action=doc.edit`)).toEqual(between(-9, from));
    for (const length of [0, 1, 11, 281])
      expect(await shown(`from=${at(from)}&to=${at(from + length)}`)).toEqual(between(from, from + length));
  }
  expect(await shown("to=9999-12-31")).toHaveLength(120);
  expect(await shown("from=1970-01-01")).toHaveLength(120);
  expect((await list(await h.person(), "?from=2020-01-01&to=2020-01-02")).events).toEqual([]);
});

test("what is no action, no time or the wrong way round is a 400 that says so, and writes nothing", async () => {
  const refusals = {
    "action=Publish!": /action/,
    "action=*": /action/,
    "from=yesterday": /from "yesterday" is no time; write it as/,
    "to=2026-02-30": /to "2026-02-30" is no time/,
    "to=2026-02-01T25:00:00Z": /is no time/,
    "from=2026-02-02&to=2026-02-01": /from "2026-02-02" is after to "2026-02-01"/,
  };
  for (const [query, error] of Object.entries(refusals)) {
    await scenario(h, {
      act: () => ({ as: owner, call: `GET /api/audit?${query}` }),
      expect: { status: 400, error },
    });
  }
  expect((await h.call("GET /api/audit?before_id=x", { as: owner })).status).toBe(422);
});

test("pages neither lose nor repeat a row while others arrive", async () => {
  const writer = await h.person();
  for (let n = 0; n < 12; n++) await publish(writer, `before ${n}`);
  const before = (await list(writer)).events.map((one: { id: number }) => one.id);
  const seen: number[] = [];
  let query = "?limit=5";
  for (;;) {
    const page = await list(writer, query);
    seen.push(...page.events.map((one: { id: number }) => one.id));
    await publish(writer, "meanwhile");
    if (page.next_before_id === null) break;
    query = `?limit=5&before_id=${page.next_before_id}`;
  }
  expect(seen).toEqual(before);
});

test("below Business the log is a 402 that names the plan", async () => {
  for (const [plan, status] of [
    ["free", 402],
    ["team", 402],
    ["business", 200],
  ] as const) {
    const person = await h.person({ plan });
    for (const path of ["", "/actions", "/export.csv", "/verify"]) {
      const answer = await h.call(`GET /api/audit${path}`, { as: person });
      expect([path, answer.status]).toEqual([path, status]);
      if (status === 402) expect(answer.body.error).toMatch(/the audit log needs the Business plan/);
    }
  }
});

test("the registry has every action of the catalogue, and what else is in the log to its reader", async () => {
  const { sql } = h.runtime.database;
  const put = (target_id: string, action: string) => sql`
    insert into audit_events (workspace_id, action, actor, target_type, target_id, created_at)
    values (${owner.workspace_id}, ${action}, 'system', 'doc', ${target_id}, ${h.clock.now()})`;
  await put(doc.doc_id, "doc.of_old");
  await put(other.doc_id, "doc.of_others");
  const known = [...h.runtime.catalogue.actions];
  const actions = async (as: Person) => (await h.call("GET /api/audit/actions", { as })).body.actions;
  expect(await actions(owner)).toEqual([...known, "doc.of_old", "doc.of_others"].sort());
  expect(await actions(member)).toEqual([...known, "doc.of_old"].sort());
  await sql`delete from audit_events where action like 'doc.of%'`;
});

test("detail says of every action its family, what it is done to, the schema of its meta and since when", async () => {
  const names = [...h.runtime.catalogue.actions];
  // A line that nothing writes any more is left over.
  expect(Object.keys(manifest.audit_actions).filter((name) => !names.includes(name))).toEqual([]);
  const { actions } = (await h.call("GET /api/audit/actions?detail=1", { as: owner })).body;
  expect(actions.map((one: { action: string }) => one.action)).toEqual(names);
  expect(actions.filter((one: { since: string | null }) => one.since === null)).toEqual([]);
  expect(actions.find((one: { action: string }) => one.action === "doc.publish")).toMatchObject({
    family: "doc",
    target_types: ["doc"],
    meta: {
      type: "object",
      properties: { title: { type: "string" }, version: { type: "integer" }, via: { type: "string" } },
    },
    since: "2026-11-01",
  });
  for (const event of (await list(owner)).events) {
    const { meta, target_types } = actions.find((one: { action: string }) => one.action === event.action);
    expect(target_types).toContain(event.target_type);
    expect(Object.keys(meta.properties)).toEqual(expect.arrayContaining(Object.keys(event.meta)));
  }
});

test("the export holds the filtered rows, newest first, as a spreadsheet reads them, and is noted in the log", async () => {
  const leader = await h.person();
  const title = '=HYPERLINK("http://evil.example"),\r\nhello';
  await publish(leader, "plain");
  const folder = await h.call("POST /api/groups", { as: leader, json: { name: title.replace(/[\r\n]/g, " ") } });
  expect(folder.status).toBe(201);
  await h.runtime.database.sql`
    insert into audit_events (workspace_id, action, actor, target_type, target_id, meta, created_at)
    values (${leader.workspace_id}, 'doc.publish', '=cmd|x', 'doc', ${title}, '{"a": "b,\\"c"}', ${h.clock.now()})`;
  const answer = await h.call("GET /api/audit/export.csv?from=2026-01-01", { as: leader });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit-log.csv"');
  expect(answer.headers.get("content-type")).toMatch(/^text\/csv/);
  const { rows } = readRows(answer.body, { separator: ",", rows_max: 100, columns_max: 20 });
  const events = (await list(leader)).events;
  expect(rows[0]).toEqual(["id", "created_at", "action", "actor", "target_type", "target_id", "ip", "meta"]);
  expect(rows.slice(1).map((row) => Number(row[0]))).toEqual(events.map((one: { id: number }) => one.id));
  expect(rows[1]?.slice(2, 7)).toEqual(["export.audit", leader.email, "workspace", expect.any(String), "127.0.0.1"]);
  expect(JSON.parse(rows[1]?.[7] ?? "")).toMatchObject({
    scope: "workspace",
    filters: { from: "2026-01-01" },
    via: "api",
  });
  expect(rows[2]?.slice(3, 6)).toEqual(["'=cmd|x", "doc", `'${title}`]);
  expect(JSON.parse(rows[2]?.[7] ?? "")).toEqual({ a: 'b,"c' });
  expect(rows[2]?.[1]).toBe(h.clock.now().toISOString());
});

test("an export of thousands of rows holds each once, in order", async () => {
  const leader = await h.person();
  await h.runtime.database.sql`
    insert into audit_events (workspace_id, action, actor, target_type, target_id, created_at)
    select ${leader.workspace_id}, 'doc.edit', 'system', 'doc', n::text, ${h.clock.now()} from generate_series(1, 2500) as n`;
  const answer = await h.call("GET /api/audit/export.csv?action=doc.edit", { as: leader });
  const targets = answer.body
    .split("\r\n")
    .slice(1, -1)
    .map((line: string) => Number(line.split(",")[5]));
  expect(targets).toEqual(Array.from({ length: 2500 }, (_, n) => 2500 - n));
});

test("a member's export holds no more than the member's list", async () => {
  const answer = await h.call("GET /api/audit/export.csv", { as: member });
  const { rows } = readRows(answer.body, { separator: ",", rows_max: 100, columns_max: 20 });
  expect(rows.slice(1).map((row) => row[5])).toEqual([doc.doc_id]);
});
