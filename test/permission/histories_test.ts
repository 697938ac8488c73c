// Random histories of one workspace on a real server beside the reference model:
// what everybody may see and do must agree after every step.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pickByDepth, SEED } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { createTally, runHistory, runScript, type Tally } from "./history.ts";
import { shorten } from "./shorten.ts";
import { type Step, stepsOf } from "./steps.ts";
import { generalOf, personIn } from "./world.ts";

const HISTORIES = pickByDepth({ small: 5, deep: 25 });
const STEPS = 50;
/** Histories at a time, each in workspaces of its own; each lane has the seed after the one before. */
const LANES = 6;

const h = await openHarness();
let isOver = false;

test(
  `${HISTORIES} random histories of ${STEPS} steps: the server agrees with the model on every level, list and count`,
  async () => {
    const tally = createTally();
    const lanes = Array.from({ length: LANES }, (_, lane) => runLane(lane, tally));
    const first = (await Promise.allSettled(lanes)).find((lane) => lane.status === "rejected");
    if (first) throw first.reason;
    expect(tally.steps).toBe(HISTORIES * STEPS);
    // A run in which hardly anything is allowed or refused would prove little.
    expect(tally.allowed).toBeGreaterThan(tally.steps / 3);
    expect(tally.refused).toBeGreaterThan(tally.steps / 10);
  },
  30 * 60_000,
);

test("a document that passed through a manager's hands goes back to its author, not to whom it belonged last", async () => {
  await runScript(h, function* (world) {
    const general = { root: generalOf(world, personIn(world, "ann").workspace).ref, folder: "a" };
    const hidden = { visibility: "restricted", listing: "private", tags: [] as string[] } as const;
    yield { do: "publish", by: "ann", target: general, ...hidden };
    const doc = [...world.docs.keys()][0] ?? "";
    yield { do: "move", by: "adam", doc, target: { root: null } };
    yield { do: "move", by: "adam", doc, target: general };
    yield { do: "set_role", by: "boss", person: "adam", role: "member" };
    yield { do: "move", by: "adam", doc, target: { root: null } };
    yield { do: "move", by: "ben", doc, target: { root: null } };
    yield { do: "move", by: "ann", doc, target: { root: null } };
  });
});

/** A lane that fails ends the others, and tells the shortest history that it finds to fail alike. */
async function runLane(lane: number, tally: Tally): Promise<void> {
  const count = Math.floor((HISTORIES + LANES - 1 - lane) / LANES);
  for (const steps of fc.sample(stepsOf(STEPS), { seed: SEED + lane, numRuns: count })) {
    if (isOver) return;
    const error = await failureOf(steps, tally);
    if (error === null) continue;
    isOver = true;
    const fails = (shorter: Step[]) => failureOf(shorter, createTally());
    throw (await shorten({ items: steps, error }, { fails, tries_max: 150 })).error;
  }
}

async function failureOf(steps: Step[], tally: Tally): Promise<unknown> {
  try {
    await runHistory(h, steps, tally);
    return null;
  } catch (error) {
    return error;
  }
}

test("a folder that is removed above a document in the trash is there again when access is given below it", async () => {
  await runScript(h, function* (world) {
    yield { do: "create_root", by: "boss" };
    const root = [...world.roots.keys()].at(-1) ?? "";
    const target = { root, folder: "a/b/c" };
    yield { do: "publish", by: "boss", target, visibility: "workspace", listing: "private", tags: [] };
    yield { do: "share_place", by: "boss", root, folder: "a/b", subject: { type: "user", ref: "ben" }, level: "view" };
    yield { do: "delete", by: "boss", doc: [...world.docs.keys()][0] ?? "", purge: false };
    yield { do: "remove_folder", by: "boss", root, folder: "a/b" };
    yield {
      do: "share_place",
      by: "boss",
      root,
      folder: "a/b/c",
      subject: { type: "user", ref: "ann" },
      level: "edit",
    };
  });
});
