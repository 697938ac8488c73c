// Calls of the API, each tried again where the server asks for patience or the connection broke.
import type { ApiClient } from "../../../openapi/client/mod.ts";
import { CommandError } from "../../command/command.ts";

/**
 * Who the token belongs to. Throws CommandError where no server answers, where something else does and where the token is not good,
 * CallError for what the server itself says against it.
 */
export async function demandMe(
  { api, call }: { api: ApiClient; call: Caller },
  server: string,
): Promise<{ email: string }> {
  // Asked once without patience: an address that is wrong is told at once.
  const { data, error, response } = await api.GET("/api/me").catch((thrown: unknown) => {
    throw noServer(server, thrown);
  });
  const { origin } = new URL(response.url || server);
  // A token does not follow to another origin, which then says that it is missing.
  if (origin !== server) throw new CommandError(`${server} sends on to ${origin}: name that one with --server`);
  if (typeof data?.email === "string") return { email: data.email };
  if (response.status === 401) throw refusedToken(server);
  if (isRefusal(error)) return { email: (await call(() => api.GET("/api/me"))).email };
  if (PROXY_STATUSES.includes(response.status)) {
    throw new CommandError(
      `${server} answers ${response.status}, as a proxy does whose server is away: look whether "docsvc serve" runs behind it`,
    );
  }
  throw new CommandError(`${server} answers ${response.status} and ${NOT_OURS}`);
}

const NOT_OURS = 'does not look like a docsvc server: its app is meant, whose address "docsvc serve" prints first';

/** Said while a server is busy or away, by itself or by what stands before it. */
const BUSY_STATUSES = [429, 502, 503, 504];
const PROXY_STATUSES = [502, 503, 504];

function noServer(server: string, error: unknown): CommandError {
  if (error instanceof SyntaxError) return new CommandError(`${server} answers with a page of its own and ${NOT_OURS}`);
  return new CommandError(
    `no server answers at ${server} (${reasonOf(error)}): look whether it runs, or name another with --server`,
  );
}

/** Whether it is the service's own way to say no. */
function isRefusal(error: unknown): boolean {
  return typeof error === "object" && error !== null && ("error" in error || "detail" in error);
}

/** Why a connection failed, without what the platform says to programmers. */
export function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replace(/\.? (?:For more information|Is the computer|Does the server|Was there a typo).*/s, "");
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

/** Tells of waits by lines. */
export function tellWaits(tell: (line: string) => void): Patience["onWait"] {
  return (seconds, reason) => tell(`waiting ${Math.ceil(seconds)} s, because ${reason}`);
}

/** Makes the caller of one run. */
export function createCaller({ onWait, seconds_max, attempts_max = ATTEMPTS_MAX, signal }: Patience): Caller {
  /** Once the server has sent everybody away for long, the rest is not even asked. */
  let sentAway: { until: number; status: number; message: string } | null = null;
  return async (attempt) => {
    for (let tries = 1; ; tries++) {
      if (sentAway !== null && Date.now() < sentAway.until) throw new CallError(sentAway.status, sentAway.message);
      const answer = await attempt().catch((error: unknown) => asLost(error));
      if ("data" in answer && answer.data !== undefined) return answer.data;
      const { status, message, retry_after } = readRefusal(answer);
      const isBusy = status !== null && BUSY_STATUSES.includes(status);
      if (isBusy && (retry_after ?? 1) > seconds_max) {
        const seconds = retry_after ?? 1;
        const again = `${message} (again in ${Math.ceil(seconds / 60)} min)`;
        sentAway = { until: Date.now() + seconds * 1000, status, message: again };
        continue;
      }
      const mayRetry = status === null || isBusy;
      if (!mayRetry || tries >= attempts_max || signal?.aborted) throw new CallError(status, message);
      const seconds = retry_after ?? (BACKOFF_MS * 2 ** (tries - 1)) / 1000;
      if (seconds >= 2) onWait(seconds, status === null ? message : `the server says: ${message}`);
      await sleep(seconds * 1000, signal);
    }
  };
}

interface Lost {
  lost: string;
}

function asLost(error: unknown): Lost {
  // Where data was asked for, what is none was put in by something on the way.
  if (error instanceof SyntaxError) {
    return { lost: "a page came in place of the answer, such as that of a proxy or of a network's sign-in" };
  }
  // Only a connection that broke is worth another try; a mistake of ours is not.
  if (error instanceof Error && (error.name === "TypeError" || "code" in error))
    return { lost: `the server does not answer: ${reasonOf(error)}` };
  throw error;
}

interface ReadRefusal {
  /** Null when there was no answer. */
  status: number | null;
  message: string;
  retry_after?: number;
}

function readRefusal(answer: Answer<unknown> | Lost): ReadRefusal {
  if ("lost" in answer) return { status: null, message: answer.lost };
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
