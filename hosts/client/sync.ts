// docsvc sync: keeps a folder of this machine and a folder of documents alike, through the server's public API alone.

import { realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Command, CommandError, command, readWord, type Terminal } from "../command/command.ts";
import { STATE_FOLDER } from "./folder/ignore.ts";
import type { Machine } from "./names/machine.ts";
import { probeMachine, usualMachine } from "./names/probe.ts";
import { ROOT_OPTION, SERVER_OPTIONS } from "./options.ts";
import { type Access, withAccess } from "./server/access.ts";
import { CallError, refusedToken, tellWaits } from "./server/caller.ts";
import { defaultFolder, namedFolder } from "./server/folder_path.ts";
import { OWN_ROOT, type RootFound } from "./server/roots.ts";
import { stopSignal } from "./stop_signal.ts";
import { openLocalFolder } from "./sync/local_files.ts";
import { openRemote, type Remote } from "./sync/remote.ts";
import { openReport, type Report } from "./sync/report.ts";
import { type Run, syncOnce } from "./sync/run.ts";
import { openState, type Pairing, type State } from "./sync/state.ts";
import { VISIBILITIES, type Visibility } from "./sync/trees.ts";
import { watchFolder } from "./sync/watch.ts";

/** Without a watch, a longer wait is for the one who typed the command to decide. */
const PATIENCE_SECONDS = 120;

interface SyncOptions {
  root: string;
  watch: boolean;
  dry: boolean;
  allow_deletes: boolean;
  /** Undefined is what the folder was synced with before, or the default. */
  target: { root?: string; folder?: string; visibility?: Visibility };
}

/** What the file system of a synced folder does with names; a dry run tries nothing there. */
type FindMachine = (root: string, run: { dry: boolean }) => Promise<Machine>;

export const sync = syncOn(async (root, { dry }) => (dry ? usualMachine() : probeMachine(join(root, STATE_FOLDER))));

/** The command on a machine of which it is told what it does with names. */
export function syncOn(findMachine: FindMachine): Command {
  return command({
    name: "sync",
    summary: "Keep a folder and a folder of documents alike, in both directions",
    takes: ["folder"],
    options: {
      ...SERVER_OPTIONS,
      root: ROOT_OPTION,
      folder: {
        value: "F",
        about: 'The folder on the server; "/" is the whole root. Default: the folder\'s own name.',
      },
      visibility: { value: "V", about: `${VISIBILITIES.join(", ")}, for new documents. Default: restricted.` },
      once: { value: null, about: "End when both sides are alike. This is the default." },
      watch: { value: null, about: "Go on until Ctrl-C." },
      "dry-run": { value: null, about: "Say what would be done, and do nothing." },
      "allow-deletes": {
        value: null,
        about: "Delete even more than half of the documents, which from 10 documents on is refused otherwise.",
      },
    },
    async run({ args, options, terminal }) {
      const flags = { watch: options.watch !== undefined, dry: options["dry-run"] !== undefined };
      if (flags.watch && options.once !== undefined) throw new CommandError("--once and --watch exclude each other");
      if (flags.watch && flags.dry) throw new CommandError("--dry-run goes without --watch");
      const visibility =
        options.visibility === undefined
          ? undefined
          : readWord(options.visibility, { what: "--visibility", choices: VISIBILITIES });
      const wanted: SyncOptions = {
        ...flags,
        root: await demandFolder(resolve(terminal.folder, args.folder)),
        allow_deletes: options["allow-deletes"] !== undefined,
        target: {
          ...(options.root === undefined ? {} : { root: options.root }),
          ...(options.folder === undefined ? {} : { folder: namedFolder(options.folder) }),
          ...(visibility === undefined ? {} : { visibility }),
        },
      };
      const worker = { name: "docsvc sync", stops_itself: true };
      return withAccess(terminal, { given: options, worker }, (access) =>
        syncFolder(access, terminal, { ...wanted, findMachine }),
      );
    },
  });
}

async function demandFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found)
    throw new CommandError(`there is no folder ${path}: make it first, an empty one is filled from the server`);
  if (!found.isDirectory()) throw new CommandError(`${path} is a file: give the folder that holds it`);
  return realpath(path);
}

async function syncFolder(
  access: Access,
  terminal: Terminal,
  wanted: SyncOptions & { findMachine: FindMachine },
): Promise<number> {
  const report = openReport(terminal);
  const stop = stopSignal();
  const onWait = tellWaits(report.remark);
  const patience = wanted.watch
    ? { seconds_max: Number.POSITIVE_INFINITY, attempts_max: 2 }
    : { seconds_max: PATIENCE_SECONDS };
  const remote = openRemote({ ...access, onWait, signal: stop.signal, ...patience });
  // Before the folder is bound to anything.
  const { root: ref } = wanted.target;
  const asCommandError = asCommandErrorOf(access);
  const named = ref === undefined ? undefined : await remote.demandRoot(ref).catch(asCommandError);
  const state = openState(wanted.root, { dry: wanted.dry });
  try {
    const pairing = await pair({ state, remote, report, server: access.server }, { ...wanted, named });
    const place = `${pairing.root === OWN_ROOT ? "My documents" : pairing.root}${pairing.folder === "" ? "" : `/${pairing.folder}`}`;
    report.remark(`syncing ${wanted.root} with ${place} on ${access.server} as ${pairing.email}`);
    const machine = await wanted.findMachine(wanted.root, wanted);
    const folder = openLocalFolder(wanted.root, () => new Date(), machine);
    if (!wanted.dry) await folder.tidy();
    const run: Run = {
      ...{ state, remote, folder, report, machine, signal: stop.signal },
      // Whatever it comes to be called meanwhile, and whichever root is called so by then.
      pairing: { ...pairing, root: String(pairing.root_id ?? pairing.root) },
      ...{ root: wanted.root, dry: wanted.dry, allow_deletes: wanted.allow_deletes },
      refused: new Map(),
      told: new Set(),
    };
    // What was under way when it was told to stop has no answer, which is no fault of the server.
    const onFailure = (error: unknown) => (stop.signal.aborted ? 0 : asCommandError(error));
    const left = wanted.watch ? await watchFolder(run).then(() => 0) : await syncOnce(run).catch(onFailure);
    const isStopped = stop.signal.aborted && !wanted.watch;
    terminal.out(isStopped ? report.sumStopped() : report.sum());
    if (isStopped) return 130;
    return left > 0 ? 1 : 0;
  } finally {
    stop.end();
    state.close();
  }
}

/** What the server says to all of it is the answer to whoever typed the command; the next run goes on from here. */
function asCommandErrorOf({ server }: Pick<Access, "server">): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) throw refusedToken(server);
    throw new CommandError(`${error.message}; run it again to go on from here`);
  };
}

interface Pair extends SyncOptions {
  /** The root that the command names; null for My documents, undefined where it names none. */
  named: RootFound | null | undefined;
}

/** What the folder is synced with: as it was before, else as this run says. */
async function pair(about: Pairer, wanted: Pair): Promise<Pairing> {
  const { state, remote, server } = about;
  const { target, named } = wanted;
  const before = state.pairing();
  if (!before) {
    const pairing: Pairing = {
      ...{ format: 2, server, email: (await remote.demandMe().catch(asCommandErrorOf(about))).email },
      root: named?.slug ?? OWN_ROOT,
      ...(named && { root_id: named.id }),
      folder: target.folder ?? defaultFolder(wanted.root),
      visibility: target.visibility ?? null,
    };
    state.pair(pairing);
    return pairing;
  }
  const known = server === before.server ? await findPaired(about, before) : before;
  const root = named === undefined ? known.root : (named?.slug ?? OWN_ROOT);
  const requested = { server, root, folder: target.folder ?? known.folder };
  for (const name of ["server", "root", "folder"] as const) {
    if (requested[name] === known[name]) continue;
    throw new CommandError(
      `${wanted.root} is synced with ${name} "${known[name]}", not "${requested[name]}": sync another folder, or remove its .docsvc to begin anew`,
    );
  }
  const pairing = { ...known, visibility: target.visibility ?? known.visibility };
  if (JSON.stringify(pairing) !== JSON.stringify(before)) state.pair(pairing);
  return pairing;
}

interface Pairer {
  state: State;
  remote: Remote;
  report: Report;
  server: string;
}

/** The pairing with its root as it is called now. Throws CommandError for a root that is gone. */
async function findPaired({ remote, report }: Pairer, before: Pairing): Promise<Pairing> {
  if (before.root === OWN_ROOT) return before;
  const found = await remote.findRoot(String(before.root_id ?? before.root)).catch(asCommandErrorOf(before));
  if (!found) {
    throw new CommandError(`the root "${before.root}" is not there any more, or closed to you; nothing was done`);
  }
  if (found.slug !== before.root) report.remark(`the root "${before.root}" is called "${found.slug}" now`);
  return { ...before, root: found.slug, root_id: found.id };
}
