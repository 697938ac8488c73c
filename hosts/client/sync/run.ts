// Runs the sync until both sides agree: pulls, scans, plans and does, round after round.
import { hostname } from "node:os";
import { CommandError } from "../../command/command.ts";
import { readIgnored } from "../folder/ignore.ts";
import { madeName } from "../names/machine.ts";
import { CallError } from "../server/caller.ts";
import { eachOf } from "../server/each_of.ts";
import { type Action, fingerprintOf, PHASES } from "./actions.ts";
import { apply } from "./apply.ts";
import { joinMoves } from "./folder_moves.ts";
import { dirOf } from "./names.ts";
import { planSync } from "./plan.ts";
import { pull } from "./pull.ts";
import { ChangedMeanwhile, readTree } from "./read_tree.ts";
import { recover } from "./recover.ts";
import type { Work } from "./work.ts";

export interface Run extends Work {
  root: string;
  dry: boolean;
  allow_deletes: boolean;
  signal: AbortSignal;
  /** What was refused, by attempt, and when; so that a watch does not ask again at every turn. */
  refused: Map<string, number>;
  /** What was left out is told once. */
  told: Set<string>;
}

const ROUNDS_MAX = 12;
/** What others are writing while we look. */
const PAUSE_MS = 200;
/** So many documents are needed before half of them is much. */
const GUARDED_FROM = 10;
const REFUSED_FOR_MS = 10 * 60 * 1000;
/** Statuses after which the server has to be looked at again: it went on meanwhile. */
const STALE = [404, 409, 410];

/** Brings both sides together. Answers how many things could not be synced. Throws CommandError and CallError. */
export async function syncOnce(run: Run, { is_pulled = false } = {}): Promise<number> {
  for (let round = 1; ; round++) {
    if (run.signal.aborted) return 0;
    if (round > 1 || !is_pulled) await pull(run, { wait: 0 });
    recover(run.state, run.root);
    const { actions, unread } = await planRound(run);
    const due = actions.filter((action) => !isRefusedLately(run, action));
    refuseManyDeletes(run, due);
    if (run.dry) return tellPlan(run, actions);
    if (due.length === 0) return actions.length + unread;
    if (round === 1) await refuseForeignAccount(run);
    const left = await doAll(run, due);
    if (round >= ROUNDS_MAX) return left + unread;
    if (left > 0) await Bun.sleep(PAUSE_MS);
  }
}

async function planRound(run: Run): Promise<{ actions: Action[]; unread: number }> {
  const { root, state, signal, pairing, machine } = run;
  const ignored = await readIgnored(root);
  const local = await readTree({ root, ignored, seen: state.seen, machine, signal });
  for (const { path, reason } of local.skipped) tellOnce(run, `skipped   ${path}: ${reason}`);
  for (const { path, reason } of local.unread) tellOnce(run, `failed    ${path || "the folder"}: ${reason}`);
  const remote = state.remote.values();
  const planned = planSync({
    local,
    remote,
    synced: state.synced.values(),
    sending: state.sending.values(),
    left: new Set(state.left.entries().map(([doc_id]) => doc_id)),
    top: pairing.folder,
    ignored,
    machine,
    conflict: `${new Date().toISOString().slice(0, 10)} ${madeName(hostname()).slice(0, 40)}`,
  });
  tellRenamedFolders(run, planned);
  // A folder that may not be moved as a whole is moved document by document.
  const actions = joinMoves(planned, { remote, isRefused: (move) => isRefusedLately(run, move) });
  return { actions, unread: local.unread.length };
}

/** A folder whose name the server's grammar does not take is called by the nearest that it does. */
function tellRenamedFolders(run: Run, planned: readonly Action[]): void {
  const { folder: top } = run.pairing;
  for (const action of planned) {
    const folder = action.do === "create" || action.do === "relabel" ? action.folder : undefined;
    if (folder === undefined) continue;
    const [dir, there] = [dirOf(action.path), top === "" ? folder : folder.slice(top.length + 1)];
    if (dir !== there) tellOnce(run, `renamed   the folder "${dir}" is called "${there}" on the server`);
  }
}

function tellOnce({ told, report }: Run, line: string): void {
  if (told.has(line)) return;
  told.add(line);
  report.remark(line);
}

/** Before anything of a round is done: a folder that is suddenly empty is more often a mistake than intended. */
function refuseManyDeletes({ state, allow_deletes, root, pairing }: Run, actions: readonly Action[]): void {
  const known = state.synced.values().length;
  if (allow_deletes || known < GUARDED_FROM) return;
  const count = (word: Action["do"]) => actions.filter((action) => action.do === word).length;
  for (const [number, where] of [
    [count("remove"), `from ${pairing.server}`],
    [count("keep"), `from ${root}`],
  ] as const) {
    if (number * 2 <= known) continue;
    throw new CommandError(
      `${number} of ${known} documents would be deleted ${where}; nothing was done. If that is right, say so with --allow-deletes`,
    );
  }
}

/** Asked only once something is to be written: another account's documents are others, though the folders are alike. */
async function refuseForeignAccount({ remote, pairing }: Run): Promise<void> {
  const email = await remote.email();
  if (email === pairing.email) return;
  throw new CommandError(
    `this folder is synced as ${pairing.email}, and the token is ${email}'s: use one of ${pairing.email}`,
  );
}

/** Answers how many actions were put off or refused. */
async function doAll(run: Run, due: readonly Action[]): Promise<number> {
  let left = 0;
  for (const phase of PHASES) {
    const now = due.filter((action) => phase.includes(action.do));
    const work = async (action: Action) => {
      if (run.signal.aborted || !(await attempt(run, action))) left += 1;
    };
    if (phase.includes("create")) await eachOf(now, work);
    else for (const action of now) await work(action);
  }
  return left;
}

async function attempt(run: Run, action: Action): Promise<boolean> {
  try {
    await apply(run, action);
    return true;
  } catch (error) {
    if (run.signal.aborted || error instanceof ChangedMeanwhile) return false;
    if (error instanceof CallError) {
      if (error.status === null || error.status === 401 || error.status === 429) throw error;
      if (STALE.includes(error.status) && !isRepeated(run, action)) return false;
    }
    run.refused.set(fingerprintOf(action), Date.now());
    run.report.tell("failed", action.path, error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** The same attempt against the same version is stale once; after that it is a refusal. */
function isRepeated({ told }: Run, action: Action): boolean {
  const key = `stale ${fingerprintOf(action)}`;
  const isKnown = told.has(key);
  told.add(key);
  return isKnown;
}

function isRefusedLately({ refused }: Run, action: Action): boolean {
  const at = refused.get(fingerprintOf(action));
  return at !== undefined && Date.now() - at < REFUSED_FOR_MS;
}

const WORD_OF = {
  refuse: "failed",
  settle: null,
  forget: null,
  keep: "trash",
  move: "move",
  relabel: "move",
  move_folder: "move",
  conflict: "conflict",
  create: "up",
  fetch: "down",
  remove: "delete",
} as const;

function tellPlan({ report }: Run, actions: readonly Action[]): number {
  for (const action of actions) {
    if (action.do === "merge") {
      if (action.down.length > 0) report.tell("down", action.path);
      if (action.up.length > 0) report.tell("up", action.path);
      continue;
    }
    const word = WORD_OF[action.do];
    if (word === "failed") report.tell(word, action.path, action.do === "refuse" ? action.reason : "");
    else if (word) report.tell(word, action.path, ...("to" in action ? [`to ${action.to}`] : []));
  }
  return 0;
}
