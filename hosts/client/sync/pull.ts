// Follows the change feed and keeps the server's tree as it tells it.

import { kindsWithoutFiles } from "../../../plugins/kinds.ts";
import { INCLUDES_MARK } from "../publish/marks.ts";
import { CallError } from "../server/caller.ts";
import { foldInside, isHoldable, leadsDown, namesOf } from "./names.ts";
import type { Change, ChangePage, Remote } from "./remote.ts";
import type { Report } from "./report.ts";
import type { Pairing, Reading, State, Told } from "./state.ts";
import type { Content, RemoteDoc } from "./trees.ts";

/** A server that does not tell what left is read anew this often. */
const WHOLE_EVERY_MS = 24 * 60 * 60 * 1000;

export interface Pulling {
  state: State;
  remote: Remote;
  report: Report;
  pairing: Pairing;
  signal: AbortSignal;
}

/** Reads the feed up to its end. Answers whether anything changed. With `wait`, waits so many seconds for that. */
export async function pull(pulling: Pulling, { wait }: { wait: number }): Promise<boolean> {
  const { state, pairing, remote, signal } = pulling;
  let reading = state.reading();
  // Midnight in the past: a first run, or the daily one.
  if (reading.cursor === null || Date.now() - reading.whole_at > WHOLE_EVERY_MS) return readWhole(pulling);
  for (let isChanged = false; ; ) {
    const since = reading.cursor;
    const page = await changesOrNull(() =>
      remote.changes({ root: pairing.root, since, wait: isChanged ? 0 : wait, signal }),
    );
    if (page === null) {
      pulling.report.remark("the server's history begins anew, as after a restore; everything is compared again");
      return readWhole(pulling);
    }
    isChanged ||= page.changes.length > 0;
    reading = advance(pulling, reading, page);
    if (!page.has_more) return isChanged;
  }
}

/** Null for a cursor that the server does not know any more. */
async function changesOrNull(ask: () => Promise<ChangePage>): Promise<ChangePage | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CallError && error.status === 400) return null;
    throw error;
  }
}

function advance({ state, report }: Pulling, reading: Reading, page: ChangePage): Reading {
  const next = { ...reading, cursor: page.next_cursor };
  // A feed that stands still writes nothing.
  if (next.cursor === reading.cursor) return reading;
  state.advance(
    next,
    page.changes.map((change) => readTold(change, report)),
  );
  return next;
}

/** Reads the feed from its beginning; what it does not tell of, not even as deleted, has left. */
async function readWhole({ state, remote, report, pairing, signal }: Pulling): Promise<boolean> {
  const found = new Map<string, Told>(
    state.remote.values().map(({ doc_id }) => [doc_id, { doc_id, document: null, left: true }]),
  );
  const whole_at = Date.now();
  let since: string | null = null;
  for (;;) {
    const page: ChangePage = await remote.changes({ root: pairing.root, since, wait: 0, signal });
    for (const change of page.changes) found.set(change.doc_id, readTold(change, report));
    since = page.next_cursor;
    if (!page.has_more) break;
  }
  state.advance({ cursor: since, whole_at }, [...found.values()]);
  return true;
}

function readTold(change: Change, report: Report): Told {
  return { doc_id: change.doc_id, document: readChange(change, report), left: change.left };
}

/** Null for a document that is gone, that left what is synced, or that is no matter of files. */
function readChange(change: Change, report: Report): RemoteDoc | null {
  const { doc_id, left, folder, kind, version, deleted, manifest } = change;
  if (left || deleted || kind === null || kindsWithoutFiles.includes(kind)) return null;
  const files: Record<string, Content> = {};
  const folded = new Set<string>();
  const own = Object.entries(manifest).filter(([path]) => kind === "html" || path !== "index.html");
  for (const [path, { sha256, size }] of own) {
    // A document's only file is called after the document here, so its own name need not be one that a folder can hold.
    const isHeld = leadsDown(path) && (own.length === 1 || (isHoldable(path) && !folded.has(foldInside(path))));
    if (isHeld) files[path] = { sha256, size };
    else
      report.remark(`skipped   ${path} of "${change.title}", which stays on the server: not every system can hold it`);
    folded.add(foldInside(path));
  }
  const is_published = "source_path" in Object(change.attrs);
  const is_included = kind === "markdown" && INCLUDES_MARK in Object(change.attrs);
  return { doc_id, ...namesOf(change), is_published, is_included, folder, kind, version, files };
}
