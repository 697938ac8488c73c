// Writes down what providers asked for and were told, in batches beside the answers:
// nobody waits for it, and memory holds a bounded part.

import { firstCharacters, port, type Runtime } from "../../kernel/plugin.ts";
import type { Answered } from "../../kernel/ports/operation.ts";
import { holderOf, wordsOf } from "./seen.ts";
import { insertRequests, type SeenRequest } from "./store/requests.ts";

export interface RequestLog {
  note(seen: SeenRequest): void;
  /** Writes what waits, and resolves when it is there. */
  flush(): Promise<void>;
}

export const requestLogPort = port<RequestLog>("scim.requests");

const FLUSH_MS = 200;
const WAITING_MAX = 5000;
const BATCH = 500;
const PATH_CHARS_MAX = 1000;
const WORDS_CHARS_MAX = 1000;

export function createRequestLog(runtime: Runtime): RequestLog {
  const { log, database } = runtime;
  let waiting: SeenRequest[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await insertRequests(database.asyncCommitSql, batch).catch((error: unknown) => {
        log.warn({ err: error, requests: batch.length }, "requests of a provider could not be logged");
      });
    }
  }
  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  }
  runtime.onClose(flush);
  return {
    note: (seen) => {
      // While the database is away the oldest give way.
      if (waiting.length >= WAITING_MAX) waiting.shift();
      waiting.push(seen);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    flush,
  };
}

/** Notes an answer for the workspace whose token came with the request; without one there is nobody to tell. */
export function noteAnswer({ runtime, facts, status, refusal, ms }: Answered): void {
  const holder = holderOf(facts);
  if (!holder) return;
  const asked = wordsOf(facts);
  runtime.use(requestLogPort).note({
    ...holder,
    at: runtime.clock.now(),
    method: facts.method,
    path: firstCharacters(storable(facts.url.pathname + decoded(facts.url.search)), PATH_CHARS_MAX),
    asked: asked === null ? null : firstCharacters(storable(asked), WORDS_CHARS_MAX),
    status,
    detail: refusal && firstCharacters(storable(refusal.message), WORDS_CHARS_MAX),
    ip: facts.ip,
    ms: Math.round(ms),
    request_id: facts.id,
  });
}

/** As people read it; a query that is no valid encoding stays as it came. */
function decoded(search: string): string {
  try {
    return decodeURIComponent(search.replaceAll("+", " "));
  } catch {
    return search;
  }
}

/** Without a token that somebody put where none belongs. */
function storable(text: string): string {
  return text
    .replaceAll("\0", "\ufffd")
    .replace(/fsc_[\w-]+/g, "fsc_…")
    .toWellFormed();
}
