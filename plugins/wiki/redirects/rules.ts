// The rules of redirects: which addresses they take, where they may lead, and that none leads in a circle.
import { isLongerThan, refuse } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";

const { redirect_chars: CHARS_MAX, redirect_segments: SEGMENTS_MAX, redirect_hops: HOPS_MAX } = manifest.caps;

export const REDIRECT_STATUSES = [301, 302, 308] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** An address of a site that leads elsewhere. */
export interface Redirect {
  /** What stands behind the sites' address, decoded, without slashes around it. */
  from: string;
  /** `doc:<id>`, `entry:<id>`, an https address, or the path of a page with a fragment. */
  to: string;
  /** All that lies below `from` goes along. */
  prefix: boolean;
  status: RedirectStatus;
}

/** Where a redirect leads. */
export type RedirectTarget =
  | { kind: "document"; ref: string }
  | { kind: "entry"; entry_id: number }
  | { kind: "outside"; url: string }
  /** `fragment` begins with its sign, or is empty. */
  | { kind: "path"; path: string; fragment: string };

/** Reads a target. Throws 400 for one that leads nowhere or says more than it may. */
export function readTarget(to: string): RedirectTarget {
  const document = /^doc:([A-Za-z0-9_-]{1,100})$/.exec(to)?.[1];
  if (document) return { kind: "document", ref: document };
  const entry = /^entry:([1-9][0-9]{0,14})$/.exec(to)?.[1];
  if (entry) return { kind: "entry", entry_id: Number(entry) };
  if (/^https:/i.test(to)) return { kind: "outside", url: readOutside(to) };
  const cut = to.indexOf("#");
  const path = readSitePath(cut < 0 ? to : to.slice(0, cut), "to");
  return { kind: "path", path, fragment: cut < 0 ? "" : `#${encodeURIComponent(decode(to.slice(cut + 1), "to"))}` };
}

/** As it is kept and shown. */
export function writeTarget(target: RedirectTarget): string {
  if (target.kind === "document") return `doc:${target.ref}`;
  if (target.kind === "entry") return `entry:${target.entry_id}`;
  return target.kind === "outside" ? target.url : target.path + target.fragment;
}

function readOutside(to: string): string {
  const url = URL.parse(to);
  if (
    url?.protocol !== "https:" ||
    url.username !== "" ||
    url.password !== "" ||
    isLongerThan(url.href, CHARS_MAX * 2)
  ) {
    throw refuse.invalid(
      `to ${shown(to)} is no https address; send one such as "https://example.com/guide", without a name or password`,
    );
  }
  return url.href;
}

/**
 * A path behind the sites' address, decoded: `/w/@acme/old/page`, `/w/old/page` and `old/page` are the same. Throws 400 for what
 * is none.
 */
export function readSitePath(text: string, member: "from" | "to"): string {
  const behind = text
    .trim()
    .replace(/^\/w\/(?:@[^/]*\/)?|^\/(?!\/)/, "")
    .replace(/\/$/, "");
  const isOne = !isLongerThan(behind, CHARS_MAX) && !/[?#\\]|^[a-z][a-z0-9+.-]*:/i.test(behind);
  const segments = isOne ? behind.split("/").map((segment) => decode(segment, member)) : [];
  if (segments.length > 0 && segments.length <= SEGMENTS_MAX && segments.every(isSegment)) return segments.join("/");
  throw refuse.invalid(
    `${member} ${shown(text)} is no path on a site; send what stands behind /w/ in an address, such as "old/page" or "r/handbook/Guide", at most ${CHARS_MAX} characters and ${SEGMENTS_MAX} parts`,
  );
}

function isSegment(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && !/[/\\\p{Cc}]/u.test(segment);
}

function decode(text: string, member: string): string {
  try {
    return decodeURIComponent(text).normalize("NFC");
  } catch {
    throw refuse.invalid(`${member} ${shown(text)} has a % that stands for nothing; write it as %25`);
  }
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

/** Throws 400 for two of one address, for what leads to itself, and for what leads on through too many others or in a circle. */
export function demandStraight(redirects: readonly Redirect[]): void {
  const rules = new Map<string, Redirect>();
  for (const redirect of redirects) {
    const key = keyOf(redirect);
    if (rules.has(key))
      throw refuse.invalid(`from ${shown(redirect.from)} is there twice; an address leads to one place`);
    rules.set(key, redirect);
  }
  const find = (path: string) =>
    candidatesOf(path)
      .map((asked) => rules.get(keyOf(asked)))
      .find((found) => found !== undefined) ?? null;
  for (const { from, prefix } of redirects) {
    for (const path of prefix ? [from, `${from}/x`] : [from]) {
      let at: string | null = path;
      for (let hops = 0; at !== null; hops++) {
        const rule: Redirect | null = find(at);
        if (rule && hops >= HOPS_MAX) {
          throw refuse.invalid(
            `from ${shown(from)} leads in a circle, or on through more than ${HOPS_MAX} redirects; let it lead to where the page is now`,
          );
        }
        at = rule && pathBehind(rule, at);
      }
    }
  }
}

/** The path that a redirect makes of one that it takes; null where it leads to something else than a path. */
export function pathBehind(redirect: Redirect, path: string): string | null {
  const target = readTarget(redirect.to);
  return target.kind === "path" ? target.path + path.slice(redirect.from.length) : null;
}

/** Which redirects take a path, those that know it best first. */
export function candidatesOf(path: string): Pick<Redirect, "from" | "prefix">[] {
  const parts = path.split("/").slice(0, SEGMENTS_MAX * 2);
  const above = parts.map((_part, at) => ({ from: parts.slice(0, parts.length - at).join("/"), prefix: true }));
  return [{ from: path, prefix: false }, ...above];
}

function keyOf({ from, prefix }: Pick<Redirect, "from" | "prefix">): string {
  return `${prefix ? "below" : "at"} ${from}`;
}
