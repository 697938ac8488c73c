// What managers change of a workspace's sites in a random history, on the server and in the model.
import fc from "fast-check";
import type { Said } from "./door.ts";
import type { Run } from "./history.ts";
import { userIdOf } from "./server.ts";
import { isNameable, managerOf, type Published, type Shown, type SiteEntry, type SiteState } from "./site_model.ts";
import { FOLDERS } from "./steps.ts";
import type { Ref, World } from "./world.ts";

/** Plain numbers, read as a change of whatever there is when their turn comes. */
export interface SiteStep {
  kind: "navigate" | "publish" | "withdraw" | "policy" | "nothing";
  picks: number[];
}

export const siteStep: fc.Arbitrary<SiteStep> = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant("navigate" as const) },
    { weight: 3, arbitrary: fc.constant("publish" as const) },
    { weight: 1, arbitrary: fc.constant("withdraw" as const) },
    { weight: 1, arbitrary: fc.constant("policy" as const) },
    { weight: 6, arbitrary: fc.constant("nothing" as const) },
  ),
  picks: fc.array(fc.nat(600), { minLength: 40, maxLength: 40 }),
});

/** The sites of a history's workspace. */
export interface Sites {
  state: SiteState;
  slug: string;
  navigation: { id: number; version: number };
  labels: number;
}

const SHOWN: readonly Shown[] = ["public", "public", "public", "signed_in", "group"];
const POLICIES = ["public", "public", "signed_in", "off"] as const;
const TAGS = ["red", "blue", "green"];

/** A wiki with an empty navigation. */
export async function openSites(run: Run, slug: string): Promise<Sites> {
  const state: SiteState = { home: run.home, entries: [], published: [], policy: "public" };
  const { value } = await ask(run, "POST /api/navigations", { body: { name: "The book" } });
  await ask(run, "PUT /api/wiki-site", { body: { enabled: true, navigation: value.slug } });
  return { state, slug, navigation: value, labels: 0 };
}

/** Makes the change; answers it in words, or null where it means nothing now. */
export async function changeSites(run: Run, sites: Sites, { kind, picks }: SiteStep): Promise<string | null> {
  const { state } = sites;
  const next = reader(picks);
  if (kind === "navigate") return navigate(run, sites, next);
  if (kind === "policy") {
    const publishing = next(POLICIES) ?? "public";
    await ask(run, "PUT /api/policy", { body: { publishing } });
    state.policy = publishing;
    return `policy ${publishing}`;
  }
  if (kind === "nothing" || state.policy !== "public") return null;
  return publish(run, sites, { next, published: kind === "publish" });
}

async function navigate(run: Run, { state, navigation, ...sites }: Sites, next: Next): Promise<string> {
  const entries = Array.from({ length: next.number(6) }, (_, at) =>
    entryFrom(run.world, { state, next, at, deep: true }),
  );
  const kept = entries.filter((entry) => entry !== null);
  const { id, version } = navigation;
  const body = { version, entries: kept.map((entry) => sent(run, entry)) };
  const { value } = await ask(run, "PUT /api/navigations/{id}", { params: { id: String(id) }, body });
  navigation.version = value.version;
  state.entries = kept;
  return `navigate ${sites.slug} ${JSON.stringify(kept)}`;
}

interface Making {
  state: SiteState;
  next: Next;
  at: number | string;
  /** Groups may stand here. */
  deep: boolean;
}

function entryFrom(world: World, { state, next, at, deep }: Making): SiteEntry | null {
  const leads = leadsFrom(world, { state, next, at, deep });
  const visibility = next(SHOWN) ?? "public";
  const group = next([...world.groups.values()].filter((one) => one.workspace === state.home))?.ref ?? null;
  if (!leads) return null;
  const entry = { label: `Label-${at}-here`, leads };
  if (visibility === "group" && group === null) return { ...entry, visibility: "signed_in", group: null };
  return { ...entry, visibility, group: visibility === "group" ? group : null };
}

function leadsFrom(world: World, { state, next, at, deep }: Making): SiteEntry["leads"] | null {
  const kind = next.number(deep ? 8 : 6);
  if (kind >= 6) {
    const below = [0, 1].map((part) => entryFrom(world, { state, next, at: `${at}-${part}`, deep: false }));
    return { to: "group", entries: below.filter((entry) => entry !== null) };
  }
  if (kind === 0) return { to: "tag", tag: next(TAGS) ?? "red" };
  if (kind <= 2) {
    const root = next([...world.roots.values()].filter((one) => one.workspace === state.home));
    return root ? { to: "folder", root: root.ref, path: next(FOLDERS) ?? "" } : null;
  }
  const editor = managerOf(world, state.home);
  const doc = next([...world.docs.values()].filter((one) => isNameable(world, editor, one)));
  return doc ? { to: "document", doc: doc.ref } : null;
}

function sent({ world, server }: Run, { label, visibility, group, leads }: SiteEntry): object {
  const of = { label, visibility, ...(group !== null && { group: server.groups.get(group)?.slug }) };
  if (leads.to === "group")
    return { ...of, children: leads.entries.map((entry) => sent({ world, server } as Run, entry)) };
  if (leads.to === "document") return { ...of, target: `doc:${server.docs.get(leads.doc)}` };
  if (leads.to === "tag") return { ...of, target: `tag:${leads.tag}` };
  return { ...of, target: `folder:${server.roots.get(leads.root)?.slug}:${leads.path}` };
}

async function publish(
  run: Run,
  { state }: Sites,
  { next, published }: { next: Next; published: boolean },
): Promise<string | null> {
  const { world, server } = run;
  const root = next([...world.roots.values()].filter((one) => one.workspace === state.home));
  const path = next(FOLDERS) ?? "";
  const asked = next(SHOWN) ?? "public";
  const group = next([...world.groups.values()].filter((one) => one.workspace === state.home))?.ref ?? null;
  if (!root) return null;
  const visibility = asked === "group" && group === null ? "public" : asked;
  const now: Published = { root: root.ref, path, visibility, group: visibility === "group" ? group : null };
  const named = {
    publish_visibility: visibility,
    publish_group_id: now.group ? server.groups.get(now.group)?.id : null,
  };
  const query = { root: String(server.roots.get(root.ref)?.id), path };
  const { status } = await ask(run, "PUT /api/folder-meta", {
    query,
    body: published ? { published, ...named } : { published },
    may_miss: true,
  });
  // Not every folder that is thought of is there.
  if (status !== 200) return null;
  state.published = state.published.filter((one) => one.root !== root.ref || one.path !== path);
  if (published) state.published.push(now);
  return `publish ${published} ${JSON.stringify(now)}`;
}

/** Asks as whoever owns the workspace. */
async function ask(
  { world, server, home }: Run,
  route: string,
  {
    may_miss = false,
    ...send
  }: { params?: Record<string, unknown>; query?: object; body?: object; may_miss?: boolean },
): Promise<Said> {
  const by = userIdOf(server, managerOf(world, home));
  const said = await server.door.ask(by, route, {
    ...(send.params && { params: send.params }),
    ...(send.query && { query: { ...send.query } }),
    ...(send.body && { body: { ...send.body } }),
  });
  if (said.status < 300 || (may_miss && said.status === 404)) return said;
  throw new Error(`${route} answered ${said.status}: ${JSON.stringify(said.value)} for ${JSON.stringify(send)}`);
}

/** What ends with a change of the workspace. */
export function followChange(state: SiteState, change: { do: string; root?: Ref | null; folder?: string }): void {
  if (change.do === "delete_root") state.published = state.published.filter(({ root }) => root !== change.root);
  if (change.do !== "remove_folder") return;
  state.published = state.published.filter(({ root, path }) => root !== change.root || path !== change.folder);
}

interface Next {
  <T>(items: readonly T[]): T | undefined;
  number(below: number): number;
}

function reader(picks: readonly number[]): Next {
  let at = 0;
  const number = (below: number) => (picks[at++ % picks.length] ?? 0) % Math.max(1, below);
  return Object.assign(<T>(items: readonly T[]) => items[number(items.length)], { number });
}
