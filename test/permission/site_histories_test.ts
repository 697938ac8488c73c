// Random histories of a workspace whose documents stand on sites:
// what strangers, members, people of a viewer domain and others with an account find there is what the model says, after every step.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pickByDepth, RANDOM_MS_MAX, SEED } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { act, beginning, complainOf, createTally, openRun, type Run } from "./history.ts";
import { openWorkspace } from "./server.ts";
import { shorten } from "./shorten.ts";
import { changeSites, followChange, openSites, type SiteStep, type Sites, siteStep } from "./site_changes.ts";
import { lookAtTree, lookAtWiki } from "./site_look.ts";
import type { SiteReader } from "./site_model.ts";
import { readStep, type Step, stepsOf } from "./steps.ts";
import { unlimited } from "./unlimited.ts";
import { addWorkspace } from "./world.ts";

const HISTORIES = pickByDepth({ small: 2, deep: 4 });
const STEPS = 30;

const h = await openHarness({ manifest: unlimited });
let made = 0;

type Turn = [Step, SiteStep];

test(
  `${HISTORIES} random histories of ${STEPS} steps: sites show each reader what the model says`,
  async () => {
    const turns = fc
      .tuple(stepsOf(STEPS), fc.array(siteStep, { minLength: STEPS, maxLength: STEPS, size: "max" }))
      .map(([steps, sites]) => steps.flatMap((step, at): Turn[] => (sites[at] ? [[step, sites[at]]] : [])));
    for (const sequence of fc.sample(turns, { seed: SEED, numRuns: HISTORIES })) {
      const error = await failureOf(sequence);
      if (error === null) continue;
      throw (await shorten({ items: sequence, error }, { fails: failureOf, tries_max: 60 })).error;
    }
    expect(made).toBe(HISTORIES);
  },
  RANDOM_MS_MAX,
);

async function failureOf(turns: Turn[]): Promise<unknown> {
  try {
    await runTurns(turns);
    return null;
  } catch (error) {
    return error;
  }
}

async function runTurns(turns: Turn[]): Promise<void> {
  const domain = `sites-${SEED}-${++made}.test`;
  const run = await openRun(h, createTally(), { domain });
  const { world, server, home } = run;
  await openWorkspace(h, { world, server, workspace: addWorkspace(world), roles: { guest: "owner" }, domain });
  const sites = await openSites(run, await letIn(run, domain));
  for (const change of beginning(run)) await act(run, change);
  for (const [turn, [step, siteStep]] of turns.entries()) {
    const change = readStep(world, step, home);
    if (change && (await act(run, change))) followChange(sites.state, change);
    const told = await changeSites(run, sites, siteStep);
    if (told !== null) run.told.push(told);
    complainOf(run, await lookAround(run, { sites, turn }));
  }
  const everything = turns.map((_, turn) => turn).slice(0, world.people.size + 1);
  for (const turn of everything) complainOf(run, await lookAround(run, { sites, turn, whole: true }));
}

/** The stranger after each step, and everybody else in turn. */
async function lookAround(run: Run, { sites, turn, whole = false }: { sites: Sites; turn: number; whole?: boolean }) {
  const { world, home } = run;
  const people = [...world.people.values()];
  const person = people[turn % people.length];
  const readers: SiteReader[] = [{ person: null, is_let_in: false }];
  // Who left the workspace still has an address of its viewer domain.
  if (person) readers.push({ person: person.ref, is_let_in: person.workspace !== home && person.ref !== "eve" });
  const docs = [...world.docs.keys()];
  const asked = whole ? docs : docs.filter((_, at) => at % 4 === turn % 4);
  const roots = [...world.roots.values()].filter((root) => root.workspace === home);
  const chosen = whole ? roots : roots.filter((_, at) => at === turn % roots.length);
  const looks = readers.flatMap((reader) => {
    const look = { h, run, sites, reader, asked };
    return [lookAtWiki(look), ...chosen.map((root) => lookAtTree(look, root))];
  });
  return (await Promise.all(looks)).flat();
}

/** Gives the people of a domain what all members may read; answers the workspace's slug. */
async function letIn({ world, server, home }: Run, domain: string): Promise<string> {
  const { sql } = h.runtime.database;
  const owner = [...world.people.values()].find((one) => one.workspace === home && one.role === "owner");
  const { user_id = 0 } = server.people.get(owner?.ref ?? "") ?? {};
  await sql`update users set last_sign_in_at = ${h.clock.now()} where email like ${`%@${domain}`}`;
  const { status, value } = await server.door.ask(user_id, "PATCH /api/billing/workspace", {
    body: { viewer_domains: [domain] },
  });
  expect([status, value.workspace?.viewer_domains]).toEqual([200, [domain]]);
  const [row] = await sql<{ slug: string }[]>`
    select w.slug from workspaces w join users u using (workspace_id) where u.user_id = ${user_id}`;
  return row?.slug ?? "";
}
