// Calls of the API, each tried again where the server asks for patience or the connection broke.
import type { ApiClient } from "../../../openapi/client/mod.ts";
import { CommandError } from "../../command.ts";

/** Who the token belongs to. Throws CommandError when the server does not answer or the token is not good. */
export async function demandMe(api: ApiClient, server: string): Promise<{ email: string }> {
  const { data, response } = await api.GET("/api/me").catch(() => {
    throw new CommandError(`no server answers at ${server}: look whether it runs, or name another with --server`);
  });
  if (data) return { email: data.email };
  if (response.status === 401) throw refusedToken(server);
  throw new CommandError(
    `${server} answers ${response.status} and does not look like a docsvc server: its app is meant, whose address "docsvc serve" prints first`,
  );
}

/** What is said of a token that is wrong, revoked or over. */
export function refusedToken(server: string): CommandError {
  return new CommandError(`${server} does not take this token: make a new one on its page, ${server}/app`);
}

/** The server said no; `status` is what it answered, null when it did not answer at all. */
export class CallError extends Error {
  override name = "CallError";
  constructor(
    readonly status: number | null,
    message: string,
  ) {
    super(message);
  }
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}
/** Answers the data of a call. Throws CallError with the server's own message. */
export type Caller = <T>(attempt: () => Promise<Answer<T>>) => Promise<T>;

const ATTEMPTS_MAX = 8;
const BACKOFF_MS = 250;

export interface Patience {
  /** Called before a wait that somebody who watches would wonder about. */
  onWait(seconds: number, reason: string): void;
  /** A longer wait that the server asks for ends the call instead. */
  seconds_max: number;
  /** Tries of one call while there is no answer or the server is busy. */
  attempts_max?: number;
  /** Ends waits at once. */
  signal?: AbortSignal;
}

/** Makes the caller of one run. */
export function createCaller({ onWait, seconds_max, attempts_max = ATTEMPTS_MAX, signal }: Patience): Caller {
  /** Once the server has sent everybody away for long, the rest is not even asked. */
  let sentAway: { until: number; message: string } | null = null;
  return async (attempt) => {
    for (let tries = 1; ; tries++) {
      if (sentAway !== null && Date.now() < sentAway.until) throw new CallError(429, sentAway.message);
      const answer = await attempt().catch((error: unknown) => asLost(error));
      if ("data" in answer && answer.data !== undefined) return answer.data;
      const { status, message, retry_after } = readRefusal(answer);
      if (status === 429 && (retry_after ?? 1) > seconds_max) {
        const seconds = retry_after ?? 1;
        const again = `${message} (again in ${Math.ceil(seconds / 60)} min)`;
        sentAway = { until: Date.now() + seconds * 1000, message: again };
        continue;
      }
      const mayRetry = status === null || [429, 502, 503, 504].includes(status);
      if (!mayRetry || tries >= attempts_max || signal?.aborted) throw new CallError(status, message);
      const seconds = retry_after ?? (BACKOFF_MS * 2 ** (tries - 1)) / 1000;
      if (seconds >= 2) onWait(seconds, message);
      await sleep(seconds * 1000, signal);
    }
  };
}

interface Lost {
  lost: string;
}

function asLost(error: unknown): Lost {
  // Only a connection that broke is worth another try; a mistake of ours is not.
  if (error instanceof Error && (error.name === "TypeError" || "code" in error)) return { lost: error.message };
  throw error;
}

interface ReadRefusal {
  /** Null when there was no answer. */
  status: number | null;
  message: string;
  retry_after?: number;
}

function readRefusal(answer: Answer<unknown> | Lost): ReadRefusal {
  if ("lost" in answer) return { status: null, message: `the server does not answer: ${answer.lost}` };
  const { error, response } = answer;
  const body: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  const said = body["error"] ?? body["detail"];
  const message = said === undefined ? `status ${response.status}` : wordsOf(said);
  const seconds = Number(body["retry_after"] ?? response.headers.get("retry-after") ?? Number.NaN);
  return { status: response.status, message, ...(Number.isFinite(seconds) ? { retry_after: seconds } : {}) };
}

const FAULTS_SHOWN = 5;

/** What a refusal says: a text, or what is wrong at which places of the request. */
function wordsOf(said: unknown): string {
  if (typeof said === "string") return said;
  const faults = Array.isArray(said) ? said.map(faultOf) : [null];
  if (faults.length === 0 || faults.includes(null)) return JSON.stringify(said);
  const shown = faults.slice(0, FAULTS_SHOWN).join("; ");
  return faults.length > FAULTS_SHOWN ? `${shown}; and ${faults.length - FAULTS_SHOWN} more` : shown;
}

function faultOf(fault: unknown): string | null {
  if (typeof fault !== "object" || fault === null || !("msg" in fault) || typeof fault.msg !== "string") return null;
  // Its first word says which part of the request is meant, which nobody who types a command knows apart.
  const place = "loc" in fault && Array.isArray(fault.loc) ? fault.loc.slice(1).join(".") : "";
  return place === "" || fault.msg.startsWith(place) ? fault.msg : `${place}: ${fault.msg}`;
}

/** Resolves after so many milliseconds, or when the signal ends it. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    }
  });
}
