// Random histories of one workspace beside people who follow it:
// what each was told adds up to what the lists show them.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { mintToken } from "../../kernel/ports/auth.ts";
import { pickByDepth, SEED } from "../harness/depth.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { shorten } from "../permission/shorten.ts";
import { type Follower, follow } from "./follower.ts";
import { carryOut, openWorld, type Step, stepsOf, type World } from "./scope_steps.ts";
import { createLists, describe, type Lists, SCOPES, type Scope } from "./scopes.ts";

const HISTORIES = pickByDepth({ small: 2, deep: 4 });
const STEPS = 40;
/** Everybody catches up and is compared after so many steps. */
const EVERY = 4;

const h = await openHarness({ env: { QUOTA_PUBLISH: "1000000" } });

test(
  `${HISTORIES} random histories of ${STEPS} steps: each follower holds exactly what is theirs to see`,
  async () => {
    const tally: Tally = { rows: 0, left: 0, again: 0 };
    for (const steps of fc.sample(stepsOf(STEPS), { seed: SEED, numRuns: HISTORIES })) {
      const error = await failureOf(steps, tally);
      const fails = (shorter: Step[]) => failureOf(shorter, { ...tally });
      if (error !== null) throw (await shorten({ items: steps, error }, { fails, tries_max: 60 })).error;
    }
    // A run in which hardly anything left would prove little. What came and left between two readings may be said to have left again.
    expect(tally.left).toBeGreaterThan(tally.rows / 20);
    expect(tally.again).toBeLessThan(tally.rows / 5);
  },
  60 * 60_000,
);

test("followers who read while four people change things at once end with what the lists show", async () => {
  const world = await openWorld(h);
  const followed = await followWith(world, 0);
  let isOver = false;
  const reading = followed.map(async ({ follower }) => {
    while (!isOver) await follower.readPage();
  });
  const [steps = []] = fc.sample(stepsOf(60), { seed: SEED, numRuns: 1 });
  const lanes = [0, 1, 2, 3].map(async (lane) => {
    for (const [turn, step] of steps.entries()) if (turn % 4 === lane) await carryOut(world, step);
  });
  await Promise.all(lanes);
  isOver = true;
  await Promise.all(reading);
  const lists = createLists(h);
  for (const one of followed) await compare(world, one, lists);
});

interface Followed {
  as: Person;
  scope: Scope;
  follower: Follower;
  /** Reads a page at a time while things happen, and the rest when it is compared. */
  isSlow: boolean;
}

/** Two people, and one of them by a connection that reaches their own documents and one root, each in every scope. */
async function followWith(world: World, number: number): Promise<Followed[]> {
  const [ann, ben] = world.people;
  if (!ann || !ben) throw new Error("nobody follows");
  const all = [ann, ben, await limitToRoots(world, ann)].flatMap((as) => SCOPES.map((scope) => ({ as, scope })));
  return all.map(({ as, scope }, index) => {
    // Every third one, other ones in every history.
    const isSlow = (index + number) % 3 === 0;
    const limit = isSlow ? "1" : index % 2 === 0 ? "3" : "200";
    return { as, scope, follower: follow(h, as, { ...scope.feed, limit }), isSlow };
  });
}

async function failureOf(steps: Step[], tally: Tally): Promise<unknown> {
  const told: string[] = [];
  try {
    for (const { follower } of await checkHistory(steps, told)) count(follower, tally);
    return null;
  } catch (error) {
    return new Error(`${error instanceof Error ? error.message : error}\nthe history:\n${told.join("\n")}`);
  }
}

async function checkHistory(steps: Step[], told: string[]): Promise<Followed[]> {
  const world = await openWorld(h);
  const followed = await followWith(world, steps[0]?.by ?? 0);
  const lists = createLists(h);
  for (const [turn, step] of steps.entries()) {
    told.push(`  ${await carryOut(world, step)}`);
    const isLast = turn === steps.length - 1;
    for (const one of followed) {
      if (one.isSlow) await one.follower.readPage();
      if (isLast || (turn % EVERY === EVERY - 1 && !one.isSlow)) await compare(world, one, lists);
    }
    lists.forget();
  }
  return followed;
}

async function compare(world: World, { as, scope, follower }: Followed, lists: Lists): Promise<void> {
  const shown = await lists.read(as, scope.lists);
  // Whoever cannot see a root is told so, and keeps what they have until they can.
  if (shown === null) return;
  await follower.catchUp();
  const followed = [...follower.state.values()].map(describe).sort();
  const about = { who: as.email, scope: scope.feed, documents: world.docs.length };
  if (followed.join() !== shown.join()) expect({ ...about, followed }).toEqual({ ...about, followed: shown });
}

interface Tally {
  rows: number;
  /** Of documents that left. */
  left: number;
  /** That said of a document what had been said of it last. */
  again: number;
}

function count({ told }: Follower, tally: Tally): void {
  const last = new Map<string, string>();
  for (const row of told) {
    const said = row.left ? "left" : JSON.stringify(row);
    tally.rows += 1;
    if (row.left) tally.left += 1;
    if (last.get(row.doc_id) === said) tally.again += 1;
    last.set(row.doc_id, said);
  }
}

async function limitToRoots(world: World, as: Person): Promise<Person> {
  const root = world.roots.find((one) => one.slug === "plans");
  const limits = { read_only: false, toolsets: null, max_visibility: null, roots: ["~", String(root?.id)] };
  const { database } = h.runtime;
  const { user_id, workspace_id } = as;
  const made = { user_id, workspace_id, name: "limited", ttl_days: 0, now: h.clock.now() };
  const { token, id } = await database.withTransaction((sql) => mintToken(sql, made));
  await database.sql`update tokens set limits = ${database.sql.json(limits)} where token_id = ${id}`;
  return { ...as, token };
}
