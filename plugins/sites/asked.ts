// A request for a page of a site: whose workspace it names, and who asks.
import {
  type Actor,
  type Call,
  type Plan,
  Refusal,
  type RequestFacts,
  type Runtime,
  refuse,
} from "../../kernel/plugin.ts";
import { networkHook } from "../../kernel/ports/access.ts";
import { readViewerCookie } from "../../kernel/ports/auth.ts";
import { outsiderHook } from "../content/port.ts";
import type { Wiki } from "../wiki/port.ts";
import { findSiteWorkspace } from "./store/workspaces.ts";

/** What the operations of sites are called with. */
export type SiteCall = Pick<Call<unknown, true>, "runtime" | "sql" | "request" | "now" | "use" | "callHook">;

/** Where the sites of a workspace lie on the host that was asked. */
export interface SiteHost {
  workspace_id: number;
  workspace_slug: string;
  workspace_name: string;
  plan: Plan;
  /** `/w/@slug/` on the shared host, `/w/` on a domain. */
  base: string;
  /** Of the host, without a slash at its end. */
  origin: string;
  is_custom: boolean;
}

/** Somebody before a site. */
export interface SiteReader {
  workspace_id: number;
  /** A member of the workspace. */
  actor: Actor | null;
  /** A member, or somebody from outside who may read what is open to all members. */
  is_signed_in: boolean;
}

/** The host's workspace; `slug` is the one that the address names, null for none. Throws the neutral 404. */
export async function findSiteHost({ sql, request }: SiteCall, slug: string | null): Promise<SiteHost> {
  const { workspace_id: own, origin } = request.content_host;
  // The shared host serves everybody's sites by name, a domain its own without one.
  if ((own === null) !== (slug !== null)) throw refuse.notFound("not found");
  const found = await findSiteWorkspace(sql, slug === null ? { id: own ?? 0 } : { slug });
  if (!found) throw refuse.notFound("not found");
  const base = slug === null ? "/w/" : `/w/@${found.workspace_slug}/`;
  return { ...found, base, origin, is_custom: own !== null };
}

/** The person whom the viewer cookie of this host names; null for nobody. */
export async function findViewer({ runtime, request, now }: SiteCall): Promise<Actor | null> {
  const claims = readViewerCookie(runtime.signer, request, now);
  return claims && (await runtime.identifier.identifyViewer(claims));
}

/** As whom a viewer reads. Whom the workspace's rule about networks keeps out reads as a stranger does. */
export async function readerFor(
  { runtime, request, now, sql }: SiteCall,
  { workspace_id, viewer }: { workspace_id: number; viewer: Actor | null },
): Promise<SiteReader> {
  const stranger = { workspace_id, actor: null, is_signed_in: false };
  if (!viewer || !(await isLetIn(runtime, { workspace_id, request, now }))) return stranger;
  if (viewer.workspace.id === workspace_id) return { workspace_id, actor: viewer, is_signed_in: true };
  const answers = await runtime.callHook(outsiderHook, { sql, workspace_id, reader: viewer });
  return answers.includes(true) ? { ...stranger, is_signed_in: true } : stranger;
}

/** All that tells what one reader sees of a site from what others do; null where what they see hangs on more than is told here. */
export function readerKey({ actor, is_signed_in }: SiteReader): string | null {
  if (!actor) return is_signed_in ? null : "stranger";
  const { user_id, role, workspace, group_ids } = actor;
  return `${user_id} ${role} ${workspace.id} ${group_ids.toSorted((a, b) => a - b).join()}`;
}

async function isLetIn(
  runtime: Runtime,
  { workspace_id, request, now }: { workspace_id: number; request: RequestFacts; now: Date },
): Promise<boolean> {
  try {
    const { ip } = request;
    await runtime.callHook(networkHook, { workspace_id, host: "content", ip, readers: "workspace", actor: null, now });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Whether crawlers are let in to the sites of a host: at one domain of a workspace that lets them in, and nowhere else. */
export function isIndexedAt({ origin, is_custom }: SiteHost, wiki: Pick<Wiki, "indexed_at"> | null): boolean {
  return is_custom && wiki !== null && wiki.indexed_at === new URL(origin).host;
}

/** Whether what is published for `visibility` is for the reader. */
export function admits(
  {
    publish_visibility,
    publish_group_id,
  }: { publish_visibility: "public" | "signed_in" | "group"; publish_group_id: number | null },
  reader: SiteReader,
): boolean {
  if (publish_visibility === "public") return true;
  if (publish_visibility === "signed_in") return reader.is_signed_in;
  return publish_group_id !== null && (reader.actor?.group_ids.includes(publish_group_id) ?? false);
}
