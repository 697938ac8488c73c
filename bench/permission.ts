// What the permission rule costs an ordinary member of a large workspace:
// each list, read and count beside the same SQL without it.
import { type Actor, actorOf, findPerson } from "../kernel/plugin.ts";
import { countDocumentsByRoot } from "../plugins/documents/store/counting/counts.ts";
import { findDocument } from "../plugins/documents/store/reading/documents.ts";
import { listDocuments } from "../plugins/documents/store/reading/lists.ts";
import { countTags } from "../plugins/documents/store/reading/tags.ts";
import { listRoots } from "../plugins/places/port.ts";
import * as floor from "./floors/permission.ts";
import { fillWorkspace, PEOPLE } from "./permission_data.ts";
import { compare, medianOf, print, readRounds } from "./rounds.ts";
import { openPlace } from "./servers.ts";

const TIMES = Number(process.env["TIMES"] ?? 200);

const place = await openPlace();
try {
  const { sql } = place.database;
  const tokens = await place.makeTokens(PEOPLE);
  const [member] = await sql<{ user_id: number; workspace_id: number }[]>`
    select user_id, workspace_id from users order by user_id offset ${PEOPLE / 2} limit 1`;
  const token = tokens[PEOPLE / 2] ?? "";
  if (!member) throw new Error("the workspace has no member");
  await fillWorkspace(place.database, member.workspace_id);
  const person = await findPerson(sql, member.user_id);
  if (!person) throw new Error("the member is not found");
  await measure({ actor: actorOf(person, { clock: { now: () => new Date() } }), token });
} finally {
  await place.close();
}

async function measure({ actor, token }: { actor: Actor; token: string }): Promise<void> {
  // One document is read where permits are, on connections that keep one plan for everybody.
  const { sql, pipelinedSql } = place.database;
  const asked = { workspace_id: actor.workspace.id, now: new Date() };
  const { now } = asked;
  const options = {
    actor,
    now,
    view: "all" as const,
    folder: null,
    recursive: false,
    tag: null,
    after: null,
    limit: 101,
  };
  const [newest] = await listDocuments(sql, options);
  const docId = newest?.doc_id ?? "";
  const cases = [
    {
      route: "/api/docs?view=all&limit=100",
      floor: () => floor.listAll(sql, asked, 101),
      ours: () => listDocuments(sql, options),
    },
    {
      route: `/api/docs/${docId}/manifest`,
      floor: () => floor.readOne(pipelinedSql, docId),
      ours: () => findDocument(pipelinedSql, { actor, doc_id: docId }),
    },
    {
      route: "/api/roots",
      floor: () => floor.listRoots(sql, asked),
      ours: () => Promise.all([listRoots(sql, actor), countDocumentsByRoot(sql, { actor, now })]),
    },
    {
      route: "/api/tags?include_team=1",
      floor: () => floor.countTags(sql, asked),
      ours: () => countTags(sql, { actor, now, view: "all" }),
    },
  ];
  for (const { route, floor: without, ours } of cases) {
    const workload = `permission: ${route}`;
    await compare({
      workload,
      rounds: readRounds(),
      floor: () => time(without),
      ours: () => time(ours),
      score: (seen) => 1 / seen.p50_ms,
      reach: 0.5,
    });
    print({ workload, over: "HTTP", ...(await time(() => get(route, token))) });
  }
}

async function get(route: string, token: string): Promise<void> {
  const answer = await fetch(place.ours.base_url + route, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}`);
}

/** One after the other, so that what is timed is the work and no queue. */
async function time(task: () => PromiseLike<unknown>): Promise<{ p50_ms: number; p99_ms: number }> {
  const times: number[] = [];
  for (let turn = 0; turn < TIMES; turn++) {
    const started = performance.now();
    await task();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { p50_ms: medianOf(times), p99_ms: times[Math.floor(TIMES * 0.99)] ?? Number.NaN };
}
