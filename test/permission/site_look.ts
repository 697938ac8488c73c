// Holds the pages of a workspace's sites against the model, for one reader:
// tree, counts, search, feed, texts for programs, and every page.
import { issueViewerCookie } from "../../kernel/ports/auth.ts";
import type { Harness } from "../harness/harness.ts";
import type { Run } from "./history.ts";
import { userIdOf } from "./server.ts";
import type { Sites } from "./site_changes.ts";
import { type SiteReader, treeFor, wikiFor } from "./site_model.ts";
import type { Ref, Root } from "./world.ts";

export interface Looking {
  h: Harness;
  run: Run;
  sites: Sites;
  reader: SiteReader;
  /** Documents whose pages are asked for. */
  asked: readonly Ref[];
}

const STRANGER: SiteReader = { person: null, is_let_in: false };

interface Page {
  status: number;
  text: string;
  headers: Headers;
}

/** The wiki as the reader gets it. */
export async function lookAtWiki(look: Looking): Promise<string[]> {
  const { run, sites, reader } = look;
  const base = `/w/@${sites.slug}/`;
  const wanted = wikiFor(run.world, sites.state, reader);
  const found = await lookAtSite(look, {
    base,
    docs: wanted?.docs ?? null,
    has_map: false,
    open: wikiFor(run.world, sites.state, STRANGER)?.docs ?? null,
  });
  if (!wanted) return found;
  const { text } = await read(look, base);
  const seen = new Set(text.match(/Label-[\d-]+-here/g) ?? []);
  const labels = differ(`labels at ${base} for ${name(look)}`, seen, new Set(wanted.labels.keys()));
  const counts = [...wanted.labels].flatMap(([label, count]) => {
    if (count === null) return [];
    const [, said] = new RegExp(`<strong dir="auto">${label}</strong><small>(\\d+) page`).exec(text) ?? [];
    return Number(said) === count ? [] : [`${label} counts ${said} for ${name(look)}, the model ${count}`];
  });
  return [...found, ...labels, ...counts];
}

/** A root's site as the reader gets it. */
export function lookAtTree(look: Looking, root: Root): Promise<string[]> {
  const { run, sites, reader } = look;
  const base = `/w/@${sites.slug}/r/${run.server.roots.get(root.ref)?.slug}/`;
  const docs = treeFor(run.world, sites.state, reader, root);
  return lookAtSite(look, { base, docs, has_map: true, open: treeFor(run.world, sites.state, STRANGER, root) });
}

interface Wanted {
  base: string;
  /** Null where there is no site. */
  docs: ReadonlySet<Ref> | null;
  /** A tree of folders has a map on every host. */
  has_map: boolean;
  /** What a stranger finds there, whoever asks; null where they find no site. */
  open: ReadonlySet<Ref> | null;
}

async function lookAtSite(look: Looking, { base, docs, has_map, open }: Wanted): Promise<string[]> {
  const all = docs ?? new Set<Ref>();
  // A feed is the same for everybody who finds the site.
  const fed = new Set(docs && open ? [...open].filter((ref) => isOpen(look.run, ref)) : []);
  const places: [path: string, status: number, docs: ReadonlySet<Ref>][] = [
    ["", docs ? 200 : 404, all],
    ["search?q=text&format=json", docs ? 200 : 404, all],
    ["feed.xml", fed.size > 0 ? 200 : 404, fed],
    ["llms.txt", docs && isKnown(look) ? 200 : 404, isKnown(look) ? all : new Set()],
    ["llms-full.txt", docs && isKnown(look) ? 200 : 404, isKnown(look) ? all : new Set()],
    ["sitemap.xml", has_map && docs && open ? 200 : 404, has_map ? fed : new Set()],
  ];
  const beside = places.map(async ([path, status, of]) => {
    const page = await read(look, base + path);
    if (page.status !== status) return [`${base}${path} answers ${name(look)} ${page.status}, the model ${status}`];
    return differ(`documents at ${base}${path} for ${name(look)}`, docsIn(look, page.text), of);
  });
  const nothing = plain(await read(look, `${base}doc_nothing`));
  const pages = look.asked.map(async (ref) => {
    const at = base + look.run.server.docs.get(ref);
    const page = await read(look, at);
    const location = page.headers.get("location");
    const shown = page.status === 301 && location !== null ? await read(look, location) : page;
    if (!all.has(ref)) {
      return plain(page) === nothing ? [] : [`${at} tells ${name(look)} of ${ref} by ${page.status}`];
    }
    const beyond = [...docsIn(look, shown.text)].filter((one) => !all.has(one));
    const isShared = shown.headers.get("cache-control") === "public, no-cache";
    return [
      ...(shown.status === 200 ? [] : [`${at} answers ${name(look)} ${shown.status}, the model 200`]),
      ...(beyond.length === 0 ? [] : [`${at} names ${beyond} to ${name(look)}`]),
      ...(isShared === (look.reader.person === null) ? [] : [`${at} is kept wrongly for ${name(look)}`]),
    ];
  });
  return (await Promise.all([...beside, ...pages])).flat();
}

/** A member, or of a viewer domain. */
function isKnown({ run, sites, reader }: Looking): boolean {
  return (
    reader.is_let_in || (reader.person !== null && run.world.people.get(reader.person)?.workspace === sites.state.home)
  );
}

function isOpen({ world }: Run, ref: Ref): boolean {
  return world.docs.get(ref)?.visibility === "unlisted";
}

/** Without what tells of the address that was asked for. */
function plain({ status, text, headers }: Page): string {
  return JSON.stringify([status, text.replaceAll(/to=[^"]*/g, ""), headers.get("cache-control"), headers.get("etag")]);
}

/** Which documents a text names, by what is theirs alone. */
function docsIn({ run }: Looking, text: string): Set<Ref> {
  return new Set([...run.server.docs].filter(([, doc_id]) => text.includes(doc_id)).map(([ref]) => ref));
}

function differ(what: string, seen: ReadonlySet<string>, wanted: ReadonlySet<string>): string[] {
  const more = [...seen].filter((one) => !wanted.has(one));
  const less = [...wanted].filter((one) => !seen.has(one));
  return more.length + less.length === 0 ? [] : [`${what}: too many are ${more.join()}; missing are ${less.join()}`];
}

function name({ reader }: Looking): string {
  return `${reader.person ?? "a stranger"}${reader.is_let_in ? " of a viewer domain" : ""}`;
}

async function read({ h, run, reader }: Looking, path: string): Promise<Page> {
  const headers = {
    accept: "text/html",
    ...(reader.person !== null && { cookie: await cookieOf(h, userIdOf(run.server, reader.person)) }),
  };
  const { status, bytes, headers: sent } = await h.open(path, { headers });
  return { status, text: new TextDecoder().decode(bytes), headers: sent };
}

/** As a browser has it that came over from the app. */
async function cookieOf({ runtime, clock }: Harness, user_id: number): Promise<string> {
  const [row] = await runtime.database.sql<{ epoch: number }[]>`select epoch from users where user_id = ${user_id}`;
  const now = clock.now();
  const { host_key } = runtime.contentHosts.shared;
  const claims = { user_id, epoch: row?.epoch ?? 0, session: "of-a-history", since: now.getTime(), host_key };
  return issueViewerCookie(runtime.signer, claims, now).split(";")[0] ?? "";
}
