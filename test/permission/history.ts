// One random history: each step is judged by the model, made on the server,
// and followed by a look at what everybody sees now.
import type { Harness } from "../harness/harness.ts";
import type { Change } from "./changes.ts";
import { lookAround, lookAtEverything } from "./compare.ts";
import { lookAtDeletions } from "./deletion_look.ts";
import { type Door, openDoor } from "./door.ts";
import { judge } from "./judge.ts";
import { judgeWithin, type Limit, limitedServer } from "./limit.ts";
import { lookAtReviews } from "./review_look.ts";
import { carryOut, learn, learnGeneral, openWorkspace, type Server } from "./server.ts";
import { lookAtSets } from "./set_query.ts";
import { limitOf, readStep, type Step } from "./steps.ts";
import { addWorkspace, createWorld, personIn, type Ref, type World } from "./world.ts";

export interface Tally {
  steps: number;
  allowed: number;
  refused: number;
  meaningless: number;
  /** How often each kind of change was made. */
  kinds: Map<string, number>;
}

/** A history under way. */
export interface Run {
  world: World;
  server: Server;
  home: Ref;
  told: string[];
  tally: Tally;
}

export function createTally(): Tally {
  return { steps: 0, allowed: 0, refused: 0, meaningless: 0, kinds: new Map() };
}

/** Runs a history in workspaces of its own. Throws with every step told and every difference when model and server disagree. */
export async function runHistory(h: Harness, steps: readonly Step[], tally: Tally): Promise<void> {
  const run = await openRun(h, tally);
  for (const change of beginning(run)) await act(run, change);
  for (const [turn, step] of steps.entries()) {
    tally.steps += 1;
    const change = readStep(run.world, step, run.home);
    if (!change) {
      tally.meaningless += 1;
      continue;
    }
    const isMade = await act(run, change, limitOf(run.world, step));
    // A refusal that changed something all the same is seen by the look that follows the next change.
    if (isMade) complainOf(run, await lookAtAll(h, run, turn, () => lookAround(run.world, run.server, turn)));
  }
  complainOf(
    run,
    await lookAtAll(h, run, steps.length, () => lookAtEverything(run.world, run.server, steps[0]?.by ?? 0)),
  );
  complainOf(run, [...(await lookAtReviews(run)), ...(await lookAtDeletions(run))]);
}

/** Runs a history that was thought out, and looks at everything after each of its changes. */
export async function runScript(h: Harness, script: (world: World) => Iterable<Change>): Promise<void> {
  const run = await openRun(h, createTally());
  for (const change of script(run.world)) {
    await act(run, change);
    complainOf(run, await lookAtAll(h, run, 0, () => lookAtEverything(run.world, run.server, 0)));
  }
}

async function lookAtAll(
  h: Harness,
  { world, server }: Run,
  turn: number,
  look: () => Promise<string[]>,
): Promise<string[]> {
  const [inSets, overApi] = await Promise.all([lookAtSets(h, { world, server, turn }), look()]);
  return [...inSets, ...overApi];
}

/** Opens workspaces for a history; `domain` is that of the addresses of the first one's people. */
export async function openRun(h: Harness, tally: Tally, { domain = "example.org" } = {}): Promise<Run> {
  const world = createWorld();
  const door: Door = openDoor(h);
  const server: Server = {
    ...{ door, h, people: new Map(), docs: new Map(), roots: new Map(), groups: new Map(), grants: new Map() },
  };
  const home = addWorkspace(world);
  const roles = { boss: "owner", adam: "admin", ann: "member", ben: "member", cem: "member" } as const;
  await openWorkspace(h, { world, server, workspace: home, roles, domain });
  await openWorkspace(h, { world, server, workspace: addWorkspace(world), roles: { eve: "owner" } });
  return { world, server, home, told: [], tally };
}

/** Something to work with from the first step on: a root that a group edits, and the group. */
export function* beginning({ world }: Run): Generator<Change> {
  yield { do: "create_group", by: "boss" };
  const group = [...world.groups.keys()][0] ?? "";
  yield { do: "join_group", by: "adam", group, person: "ann" };
  yield { do: "create_root", by: "adam" };
  const root = [...world.roots.keys()].at(-1) ?? "";
  yield { do: "share_place", by: "adam", root, folder: "", subject: { type: "group", ref: group }, level: "edit" };
}

/** Whether the change was made. */
export async function act(run: Run, change: Change, limit: Limit | null = null): Promise<boolean> {
  const { world, server, told, tally } = run;
  const verdict = limit ? judgeWithin(world, change, limit) : judge(world, change);
  told.push(JSON.stringify({ ...change, ...(limit && { within: { own: limit.own, roots: [...limit.roots] } }) }));
  const said = await carryOut(world, limit ? limitedServer(server, limit) : server, change).catch((error: unknown) =>
    complain(run, [`the server fails: ${error instanceof Error ? error.stack : error}`]),
  );
  if (!verdict.statuses.includes(said.status)) {
    const why = typeof said.value === "string" ? ` ("${said.value}")` : "";
    complain(run, [`the server answers ${said.status}${why}, the model ${verdict.statuses.join(" or ")}`]);
  }
  if (said.status >= 300) {
    tally.refused += 1;
    return false;
  }
  tally.allowed += 1;
  tally.kinds.set(change.do, (tally.kinds.get(change.do) ?? 0) + 1);
  const ref = verdict.apply();
  if (ref !== null) learn(server, change, { ref, said });
  if (change.do === "remove_member") await learnGeneral(world, server, personIn(world, change.person));
  return true;
}

/** Ends the history where there are differences. */
export function complainOf(run: Run, differences: string[]): void {
  if (differences.length > 0) complain(run, differences);
}

function complain(run: Run, differences: string[]): never {
  const steps = run.told.map((line, index) => `  ${index + 1}. ${line}`).join("\n");
  throw new Error(`after step ${run.told.length}:\n${differences.join("\n")}\nthe history:\n${steps}`);
}
