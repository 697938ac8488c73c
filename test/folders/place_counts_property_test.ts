// Random histories of folders and of what lies in them, after each step of which kept counts say what counting says.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Actor, DAY_MS, type Sql } from "../../kernel/plugin.ts";
import { listedToTeam, openTo } from "../../plugins/documents/model/levels.ts";
import { live } from "../../plugins/documents/model/live.ts";
import { countDocumentsFor, countTeamDocuments } from "../../plugins/documents/store/counting/place_counts.ts";
import { reach } from "../../plugins/places/port.ts";
import { actorOf } from "../documents/listed.ts";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { findMiscounts } from "../harness/kept_counts.ts";
import { letIn, openSpace, type Space } from "../roots/space.ts";

const h = await openHarness();
const { sql } = h.runtime.database;

const paths = fc.constantFrom("", "a", "a/b", "c");
const folders = fc.constantFrom("a", "a/b", "c");
const targets = fc.constantFrom("a", "b", "c/d");
const roots = fc.constantFrom("plans", "general", "~");
const people = fc.constantFrom("owner" as const, "creator" as const, "member" as const);
const which = fc.nat({ max: 7 });
const visibility = fc.constantFrom("restricted", "workspace", "unlisted");
const listing = fc.constantFrom("private", "team");

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        ...{ do: fc.constant("publish" as const), by: people, root: roots, folder: paths, visibility, listing },
        days: fc.constantFrom(0, 0, 1),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("change" as const), which, visibility, listing }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("put" as const), which, root: roots, folder: paths }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("trash" as const), which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("keep" as const), which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("purge" as const), root: roots }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("give" as const), which, to: people }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("open" as const), folder: paths, root: roots, to: people }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("inherit" as const), folder: paths }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("move" as const), root: roots, path: folders, to: targets }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), root: roots, path: folders }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("day" as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("add up" as const), limit: fc.constantFrom(1, 3, 1000) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("jobs" as const) }) },
  ),
  { minLength: 5, maxLength: 20 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

interface Made {
  doc_id: string;
  by: Person;
}

/** What the service refuses is as if it had not been asked. */
async function take(space: Space, made: Made[], step: Step): Promise<void> {
  const as = space.owner;
  if (step.do === "day") return h.clock.advance(DAY_MS);
  if (step.do === "jobs") return void (await h.runtime.jobs.runDue());
  if (step.do === "add up") {
    await h.runtime.database.withTransaction(
      (one) => one`select fold_document_counts(${as.workspace_id}, ${step.limit}::int)`,
    );
    return;
  }
  if (step.do === "publish") {
    const { do: _, by, days, ...json } = step;
    const page = { html: "<p>x</p>", ...json, ...(days > 0 && { retention_days: days }) };
    const { status, body } = await h.call("POST /api/docs", { as: space[by], json: page });
    if (status === 201) made.push({ doc_id: body.doc_id, by: space[by] });
    return;
  }
  if ("which" in step) {
    const doc = made[step.which % Math.max(made.length, 1)];
    if (doc) await changeDocument(space, doc, step);
    return;
  }
  await changeFolder(space, step);
}

async function changeDocument(space: Space, { doc_id, by: as }: Made, step: Step & { which: number }): Promise<void> {
  const at = `/api/docs/${doc_id}`;
  if (step.do === "change") {
    const { visibility, listing } = step;
    await h.call(`PATCH ${at}`, { as, json: { visibility, listing } });
  }
  if (step.do === "put") await h.call(`PATCH ${at}`, { as, json: { folder: step.folder, root: step.root } });
  if (step.do === "trash") await h.call(`DELETE ${at}`, { as });
  if (step.do === "restore") await h.call(`POST ${at}/undelete`, { as, json: {} });
  if (step.do === "keep") await h.call(`POST ${at}/keep`, { as });
  if (step.do === "give") {
    const json = { subject_type: "user", subject: space[step.to].email, level: "view" };
    await h.call(`POST ${at}/access`, { as, json });
  }
}

async function changeFolder(space: Space, step: Step): Promise<void> {
  const as = space.owner;
  if (step.do === "purge") {
    await h.call(`DELETE /api/trash${step.root === "~" ? "" : `?root=${step.root}`}`, { as });
    await h.runtime.jobs.runDue();
  }
  if (step.do === "open") {
    const given = { subject_type: "user", subject: space[step.to].email, level: "view", folder: step.folder };
    const door = step.root === "~" ? "POST /api/folders/access" : `POST /api/roots/${step.root}/access`;
    await h.call(door, { as, json: given });
  }
  if (step.do === "inherit") {
    await h.call("POST /api/roots/plans/access/inherit", { as, json: { folder: step.folder } });
  }
  if (step.do === "move") {
    await h.call("PATCH /api/folders", { as, json: { path: step.path, new_path: step.to, root: step.root } });
  }
  if (step.do === "remove") {
    await h.call(`DELETE /api/folders?path=${encodeURIComponent(step.path)}&root=${step.root}&force=true`, { as });
  }
}

/** By place: every document there is asked whether it is open. */
async function countPlainly(actor: Actor, now: Date): Promise<[place_id: number, live: number, open: number][]> {
  const rows = await sql<{ place_id: number; live: number; open: number }[]>`
    with ${reach(sql, actor)}
    select d.place_id, count(*)::int as live, (count(*) filter (where ${openTo(sql, actor)}))::int as open
    from documents d where d.workspace_id = ${actor.workspace.id} and ${live(sql, now)} group by d.place_id`;
  return rows.map((row) => [row.place_id, row.live, row.open]);
}

/** By path: others' documents, each of which is asked whether it is listed. */
async function countTeamPlainly(actor: Actor, now: Date): Promise<[path: string, docs: number][]> {
  const rows = await sql<{ path: string; docs: number }[]>`
    with ${reach(sql, actor)}
    select p.path, count(*)::int as docs from documents d join places p using (place_id)
    where d.workspace_id = ${actor.workspace.id} and ${live(sql, now)}
      and p.owner_id is distinct from ${actor.user_id} and ${listedToTeam(sql, actor)}
    group by p.path`;
  return rows.map((row) => [row.path, row.docs]);
}

async function compare(space: Space): Promise<void> {
  const now = h.clock.now();
  const places = await (sql as Sql)<{ place_id: number }[]>`
    select place_id from places where workspace_id = ${space.owner.workspace_id}`;
  const place_ids = places.map((row) => row.place_id);
  const limits = { roots: [String(space.root_id)] };
  const actors = [
    ...[space.owner, space.creator, space.member].map((person) => actorOf(h, person)),
    ...[actorOf(h, space.member, limits), actorOf(h, space.member, { roots: ["~"] }), actorOf(h, space.stranger)],
  ];
  for (const actor of actors) {
    const counts = await countDocumentsFor(sql, { actor, place_ids, now });
    const told = [...counts].map(([place_id, { live, open }]): [number, number, number] => [place_id, live, open]);
    expect(told.sort(byKey)).toEqual((await countPlainly(actor, now)).sort(byKey));
    const team = await countTeamDocuments(sql, { actor, now });
    expect([...team].sort(byKey)).toEqual((await countTeamPlainly(actor, now)).sort(byKey));
  }
  expect(await findMiscounts(sql, [space.owner.workspace_id])).toEqual([]);
}

function byKey([one]: readonly [number | string, ...unknown[]], [other]: readonly [number | string, ...unknown[]]) {
  return one < other ? -1 : 1;
}

test(
  "counts of folders are kept through whatever happens to what lies in them, for each who asks",
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const space = await openSpace(h);
        await letIn(h, space, { level: "edit" });
        const made: Made[] = [];
        for (const step of plan) {
          await take(space, made, step);
          await compare(space);
        }
      }),
      { numRuns: pickByDepth({ small: 15, deep: 100 }) },
    );
  },
  RANDOM_MS_MAX,
);
