// The cookie of passwords that were typed on our form: which documents this browser has opened with them, until when.
import { HOUR_MS, later, type RequestFacts, type Runtime } from "../../kernel/plugin.ts";
import { hostCookie, readCookie } from "../../kernel/ports/auth.ts";
import { passwordKey } from "./capability.ts";
import type { ServedDocument } from "./served.ts";

/** Lives on the content host alone, on each domain of one for itself. */
const COOKIE = "__Host-docsvc_unlocked";
const PURPOSE = "unlocked";
/** As long as the cookie of a signed-in reader. */
const HOURS = 12;
/** The latest; a cookie has to stay small. */
const DOCUMENTS_MAX = 20;

interface Asking {
  request: RequestFacts;
  now: Date;
}

/** Whether the password of a document, as it is now, was typed in this browser. */
export function isUnlocked(runtime: Runtime, { password_hash }: ServedDocument, asked: Asking): boolean {
  if (password_hash === null) return false;
  return readUnlocked(runtime, asked).has(keyOf(runtime, password_hash, asked));
}

/** The `Set-Cookie` value that adds a document to those that are open. */
export function unlock(runtime: Runtime, passwordHash: string, asked: Asking): string {
  const key = keyOf(runtime, passwordHash, asked);
  const ends = later(asked.now, HOURS * HOUR_MS);
  const open = readUnlocked(runtime, asked);
  open.delete(key);
  open.set(key, ends.getTime());
  const latest = Object.fromEntries([...open].slice(-DOCUMENTS_MAX));
  return hostCookie(COOKIE, runtime.signer.sign(PURPOSE, latest, ends), HOURS * 3600);
}

/** What is open on one host is so there alone. */
function keyOf(runtime: Runtime, passwordHash: string, { request }: Asking): string {
  const { host_key } = request.content_host;
  const key = passwordKey(runtime, passwordHash);
  return host_key === "" ? key : `${key} ${host_key}`;
}

/** The keys of passwords that were right, the latest last, with the end of what each opens in milliseconds. */
function readUnlocked(runtime: Runtime, { request, now }: Asking): Map<string, number> {
  const value = readCookie(request.headers, COOKIE);
  const verified = value === null ? null : runtime.signer.verify(PURPOSE, value, now);
  const open = new Map<string, number>();
  for (const [key, ends] of Object.entries(verified ?? {})) {
    if (typeof ends === "number" && ends > now.getTime()) open.set(key, ends);
  }
  return open;
}
