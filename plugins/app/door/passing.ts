// What a form leaves for the next page alone: what to say, what takes it back, and what is shown once.
// It travels sealed in a cookie of a minute, so that no secret stands in an address or is written down.
import { isJsonObject, type JsonValue, type RequestFacts, type Runtime } from "../../../kernel/plugin.ts";
import { hostCookie, readCookie } from "../../../kernel/ports/auth.ts";

const COOKIE = "__Host-docsvc_passing";
const PURPOSE = "app.passing";
const SECONDS = 60;
/** Browsers keep 4 KiB of a cookie; what is longer is left out rather than cut. */
const BYTES_MAX = 2800;

/** What is said on the next page. */
export interface Said {
  words: string;
  undo: string | null;
}

export interface Passed {
  user_id: number;
  said: Said | null;
  /** The answer of an operation that is kept nowhere, such as a token. */
  once: { operation: string; value: JsonValue } | null;
}

/** The cookie that hands it on; null for what is too long, and where there is nothing. */
export function passOn({ encrypter, clock }: Pick<Runtime, "encrypter" | "clock">, passed: Passed): string | null {
  if (!passed.said && !passed.once) return null;
  const until = clock.now().getTime() + SECONDS * 1000;
  const sealed = Buffer.from(encrypter.seal(PURPOSE, JSON.stringify({ ...passed, until }))).toString("base64url");
  return sealed.length > BYTES_MAX ? null : hostCookie(COOKIE, sealed, SECONDS);
}

const inPlace = new WeakMap<RequestFacts, Passed>();

/** Hands it to the page that is made for this request, where no cookie holds it. */
export function passIn(facts: RequestFacts, passed: Passed): void {
  inPlace.set(facts, passed);
}

/** What the page before left for this person, and the cookie that ends it; null without any. */
export function readPassing({
  request,
  runtime,
  actor,
}: {
  request: RequestFacts;
  runtime: Runtime;
  actor: { user_id: number };
}): (Pick<Passed, "said" | "once"> & { over: string }) | null {
  const over = hostCookie(COOKIE, "", 0);
  const here = inPlace.get(request);
  if (here) return { said: here.said, once: here.once, over };
  const value = readCookie(request.headers, COOKIE);
  if (!value) return null;
  const text = runtime.encrypter.open(PURPOSE, Buffer.from(value, "base64url"));
  const read: unknown = text === null ? null : JSON.parse(text);
  if (!isPassed(read) || read.user_id !== actor.user_id || read.until < runtime.clock.now().getTime())
    return { said: null, once: null, over };
  return { said: read.said, once: read.once, over };
}

function isPassed(value: unknown): value is Passed & { until: number } {
  return isJsonObject(value) && typeof value["user_id"] === "number" && typeof value["until"] === "number";
}
