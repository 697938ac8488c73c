// Publishing by many at once:
// those who wait for each other's turn go as one statement, and each is answered as if it had gone alone.
import { expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import type { Answer, Person } from "../harness/harness.ts";
import { findMiscounts } from "../harness/kept_counts.ts";
import { until } from "../harness/until.ts";
import { ALONE, openAtOnce } from "./at_once.ts";

const LIVE_MAX = 5;
const { h, sendAtOnce, openWorkspace } = await openAtOnce({
  manifest: { caps: { ...manifest.caps, documents_per_account: LIVE_MAX } },
});
const { sql } = h.runtime.database;

interface Sent {
  as: Person;
  json: Record<string, unknown>;
}

function publishAtOnce(sent: readonly Sent[]): Promise<Answer[]> {
  return sendAtOnce(
    sent[0]!.as,
    sent.map((one) => () => h.call("POST /api/docs", one)),
  );
}

const page = (title = crypto.randomUUID()) => ({ html: `<h1>${title}</h1>` });

/** What was answered 201 is there once, with its place, its number and its row in the log, and the counts agree. */
async function expectWhole(answers: readonly Answer[], people: readonly Person[]): Promise<void> {
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.doc_id);
  const ids = people.map(({ user_id }) => user_id);
  const rows = await sql<{ doc_id: string; change_seq: number; owner_id: number; noted_by: number }[]>`
    select d.doc_id, c.change_seq, d.owner_id, e.actor_user_id as noted_by
    from documents d join places p using (place_id) join document_changes c using (document_id)
      join document_versions v on v.document_id = d.document_id and v.version = 1 and v.created_by = d.owner_id
      join audit_events e on e.target_id = d.doc_id and e.action = 'doc.publish'
      join audit_outbox o on o.event_id = e.event_id
    where d.owner_id = any(${ids}::bigint[]) and p.owner_id = d.owner_id order by c.change_seq`;
  expect(rows.map((row) => row.doc_id).sort()).toEqual(made.sort());
  expect(rows.every((row) => row.owner_id === row.noted_by)).toBe(true);
  const seqs = rows.map((row) => row.change_seq);
  expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index));
  expect(await findMiscounts(sql)).toEqual([]);
}

test("documents of several people that wait go as one statement, and each reads as it was sent", async () => {
  const people = await openWorkspace(3);
  const shared = crypto.randomUUID();
  const sent = Array.from({ length: 12 }, (_, index) => ({
    as: people[index % 3]!,
    // Some into a folder that is made with them, some with equal bytes, some with links and with everything that can be said.
    json: [
      page() as Sent["json"],
      {
        ...page(),
        folder: "New/Deep",
        tags: ["a", "b"],
        attrs: { by: "me" },
        visibility: "workspace",
        message: "first",
      },
      { ...page(shared), retention_days: 3 },
      { markdown: `# ${crypto.randomUUID()}\n\n[[a-name]] [beside](other.md)` },
    ][index % 4]!,
  }));
  const answers = await publishAtOnce(sent);
  expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 201));
  const [row] = await sql`
    select count(distinct xmin::text)::int as transactions from documents where workspace_id = ${people[0].workspace_id}`;
  expect(row?.["transactions"]).toBe(ALONE + 1);
  await expectWhole(answers, people);
  for (const [index, { body }] of answers.entries()) {
    const { as, json } = sent[index]!;
    const read = await h.call(`GET /api/docs/${body.doc_id}`, { as });
    expect(read.body).toEqual(body);
    const path = json["html"] ? "index.html" : "source.md";
    const source = await h.call(`GET /api/docs/${body.doc_id}/files/${path}`, { as });
    expect(source.body).toBe(json["html"] ?? json["markdown"]);
  }
});

test("one that is refused has no part in what the others are answered", async () => {
  const people = await openWorkspace(4);
  const [, full, leaver] = people;
  for (let count = 0; count < LIVE_MAX; count++) await h.call("POST /api/docs", { as: full!, json: page() });
  const [first] = people;
  // Two who make the same folder wait for each other, before they wait for the turn.
  await h.call("POST /api/docs", { as: first, json: page() });
  // The server remembers them as they were before.
  await h.call("POST /api/docs", { as: leaver!, json: page() });
  await sql`update users set disabled_at = ${h.clock.now()} where user_id = ${leaver!.user_id}`;
  const others = Array.from({ length: 8 }, (_, index) => ({ as: people[index % 4]!, json: page() }));
  const sent = [...Array.from({ length: ALONE }, () => ({ as: first, json: page() })), ...others];
  const answers = await publishAtOnce(sent);
  const statuses = (person: number) =>
    sent.flatMap(({ as }, index) => (as === people[person] ? [answers[index]?.status] : []));
  expect(statuses(0)).toEqual([201, 201, 201, 201]);
  expect(statuses(1)).toEqual([413, 413]);
  expect(statuses(2)).toEqual([401, 401]);
  expect(statuses(3)).toEqual([201, 201]);
  const refused = answers.find(({ status }) => status === 413);
  expect(refused?.body.error).toContain(`doc limit reached (${LIVE_MAX} docs per user)`);
  expect(await findMiscounts(sql)).toEqual([]);
  const [rows] = await sql`
    select count(*)::int as documents, (select sum(live)::int from document_owners where workspace_id = ${full!.workspace_id}) as live
    from documents where workspace_id = ${full!.workspace_id}`;
  expect(rows?.["documents"]).toBe(2 + LIVE_MAX + answers.filter(({ status }) => status === 201).length);
  expect(rows?.["live"]).toBe(rows?.["documents"]);
});

/** Two people, the second with a folder that is held until the answered function is called. */
async function openHeldFolder() {
  const people = await openWorkspace(2);
  const [one, other] = people;
  await h.call("POST /api/docs", { as: one, json: page() });
  await h.call("POST /api/docs", { as: other!, json: { ...page(), folder: "Held" } });
  const released = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holding = h.runtime.database.withTransaction(async (tx) => {
    await tx`select from places where owner_id = ${other!.user_id} and path = 'Held' for update`;
    isHeld.resolve();
    await released.promise;
  });
  await isHeld.promise;
  const release = () => {
    released.resolve();
    return holding;
  };
  return { one, other: other!, waits: { as: other!, json: { ...page(), folder: "Held" } }, release };
}

async function countLive({ user_id }: Person): Promise<number> {
  const [row] = await sql`select count(*)::int as live from documents where owner_id = ${user_id}`;
  return row?.["live"] ?? 0;
}

test("one that waits for a folder that somebody holds keeps nobody else waiting", async () => {
  const { one, other, waits, release } = await openHeldFolder();
  const first = Array.from({ length: 3 }, () => ({ as: one, json: page() }));
  const all = publishAtOnce([...first, waits, { as: one, json: page() }]);
  await until(async () => (await countLive(one)) === 5);
  expect(await countLive(other)).toBe(1);
  await release();
  expect((await all).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
});

test("nor do as many as go by themselves", async () => {
  const { one, other, waits, release } = await openHeldFolder();
  const held = Array.from({ length: ALONE }, () => h.call("POST /api/docs", waits));
  await until(async () => {
    const [row] = await sql`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.["waiting"] === ALONE;
  });
  const free = await Promise.all([1, 2].map(() => h.call("POST /api/docs", { as: one, json: page() })));
  expect(free.map(({ status }) => status)).toEqual([201, 201]);
  expect(await countLive(other)).toBe(1);
  await release();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([201, 201]);
});
