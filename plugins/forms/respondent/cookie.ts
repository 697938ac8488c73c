// The cookie by which a browser goes on with what it has answered on a form:
// a random capability, of which the server keeps the hash.

import { type RequestFacts, randomToken, sha256Bytes } from "../../../kernel/plugin.ts";
import { hostCookie, readCookie } from "../../../kernel/ports/auth.ts";

const PREFIX = "__Host-docsvc_form_";
const SECONDS = 365 * 86_400;
/** A browser that has answered more forms than this forgets the first ones: every request carries them all. */
const FORMS_MAX = 30;
const RESUME_BITS = 256;

/** What a capability looks like, as pages and links carry it. */
export const RESUME_PATTERN = "^[A-Za-z0-9_-]{43}$";
const RESUME = new RegExp(RESUME_PATTERN);

export function newResume(): string {
  return randomToken(RESUME_BITS);
}

/** What is kept of a capability. */
export function resumeHash(resume: string): Buffer {
  return Buffer.from(sha256Bytes(resume));
}

type Asked = Pick<RequestFacts, "headers" | "content_host">;

/** The capability that a browser brings for the form of a slug; null without one. */
export function readResume({ headers, content_host }: Asked, slug: string): string | null {
  const value = readCookie(headers, nameOf(slug, content_host.host_key));
  return value !== null && RESUME.test(value) ? value : null;
}

/** The `Set-Cookie` values that make a browser keep one, and let go of what it has too many of. */
export function keepResume({ headers, content_host }: Asked, slug: string, resume: string): string[] {
  const name = nameOf(slug, content_host.host_key);
  const others = namesIn(headers).filter((one) => one !== name);
  // Browsers send the oldest first (RFC 6265, 5.4).
  const surplus = others.slice(0, Math.max(0, others.length + 1 - FORMS_MAX));
  return [hostCookie(name, resume, SECONDS), ...surplus.map((one) => hostCookie(one, "", 0))];
}

/** A name tells nobody which form it is of. */
function nameOf(slug: string, audience: string): string {
  return (
    PREFIX +
    Buffer.from(sha256Bytes(`${audience} ${slug}`))
      .toString("base64url")
      .slice(0, 16)
  );
}

function namesIn(headers: Headers): string[] {
  const pairs = (headers.get("cookie") ?? "").split(";");
  return pairs.map((pair) => (pair.split("=", 1)[0] ?? "").trim()).filter((name) => NAME.test(name));
}

const NAME = /^__Host-docsvc_form_[A-Za-z0-9_-]{16}$/;
