// Where a client may be answered: what may be registered, what matches it, and how the answer is put into the address.
import { countCharacters, isLongerThan } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

export const REDIRECTS_MAX = manifest.caps.redirect_uris;
const REDIRECT_CHARS_MAX = manifest.caps.redirect_uri_chars;

// A browser's own: what opens there runs, or shows what lies on the machine.
const BROWSER_SCHEMES =
  "javascript: data: file: filesystem: vbscript: blob: about: view-source: jar: resource: chrome: intent:";
// Not an app's own (RFC 8252, 7.1): the answer would go over another protocol or to whoever handles it.
const PROTOCOL_SCHEMES =
  "ftp: ftps: sftp: tftp: ws: wss: mailto: tel: sms: urn: ldap: ldaps: ssh: telnet: gopher: irc: ircs: news: nntp: rtsp: smb: nfs: git:";
const REFUSED_SCHEMES = new Set(`${BROWSER_SCHEMES} ${PROTOCOL_SCHEMES}`.split(" "));
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
// The host stands in the policy of the consent page, so it holds nothing that would end a source there.
const PLAIN_HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/;
const LOOPBACK_PORT = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/** Why an address may not be registered, or null when it may (rules: oauth/registration). */
export function faultOfRedirect(uri: string): string | null {
  if (isLongerThan(uri, REDIRECT_CHARS_MAX))
    return `it has ${countCharacters(uri)} characters, at most ${REDIRECT_CHARS_MAX} are taken`;
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes("\\")) return "it holds characters that no address has";
  if (uri.includes("#")) return "it has a fragment";
  if (!/^[a-z][a-z0-9+.-]*:/i.test(uri) || !URL.canParse(uri)) return "it is not an absolute address";
  const url = new URL(uri);
  if (REFUSED_SCHEMES.has(url.protocol)) {
    return `${url.protocol} addresses are not taken; use https, http on loopback, or a scheme of the app's own`;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  if (!/^https?:\/\/[^/]/i.test(uri) || !PLAIN_HOST.test(url.hostname)) return "its host is not a plain host name";
  if (url.username || url.password) return "it holds a user name or password";
  if (url.protocol === "http:" && !LOOPBACK.has(url.hostname)) {
    return "http is only for localhost, 127.0.0.1 and [::1]; use https";
  }
  return null;
}

/**
 * Whether a client may be answered at `uri`. An address counts character by character, but that on this computer may name any port
 * (RFC 8252, 7.3): a program there takes the one that it is given each time.
 */
export function mayAnswerAt(client: { redirect_uris: readonly string[] }, uri: string) {
  if (client.redirect_uris.includes(uri)) return true;
  if (faultOfRedirect(uri) !== null) return false;
  const wanted = withoutPort(uri);
  return wanted !== null && client.redirect_uris.some((known) => (withoutPort(known) ?? known) === wanted);
}

function withoutPort(uri: string): string | null {
  return LOOPBACK_PORT.test(uri) ? uri.replace(LOOPBACK_PORT, "$1") : null;
}

/** The address with an answer in its query; what stands there already stays as it was written. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== null) query.set(name, value);
  const joint = uri.includes("?") ? (/[?&]$/.test(uri) ? "" : "&") : "?";
  return uri + joint + query.toString();
}

/** The source that lets a form of ours lead to the address (CSP 3, form-action); it has no words for an IPv6 host. */
export function formTarget(uri: string): string {
  const url = new URL(uri);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && !url.hostname.startsWith("[") ? url.origin : url.protocol;
}

/** Who gets the answer, in words for a person. */
export function nameTarget(uri: string): { where: "computer" | "app" | "site"; name: string } {
  const url = new URL(uri);
  if (LOOPBACK.has(url.hostname)) return { where: "computer", name: url.hostname };
  if (url.protocol === "https:") return { where: "site", name: url.host };
  return { where: "app", name: url.protocol.slice(0, -1) };
}
