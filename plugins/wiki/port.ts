// What the pages of a wiki ask of it: what it shows, what it is called, where it is served.
import type { Call, Plan } from "../../kernel/plugin.ts";
import { ownHostsHook } from "../content/port.ts";
import { isIndexable, servedHost } from "./site.ts";
import { findSite, type SiteRow } from "./store/sites.ts";

export { pathBehind, type Redirect, readTarget } from "./redirects/rules.ts";
export { findFormerAlias, findRedirect, listRedirects } from "./store/redirects.ts";

/** A workspace's wiki, whoever asks. */
export interface Wiki
  extends Pick<
    SiteRow,
    "enabled" | "title" | "tagline" | "footer_md" | "navigation_id" | "home_doc_id" | "logo_doc_id" | "accent"
  > {
  /** Of the domain at which crawlers find it; null where they are sent away. */
  indexed_at: string | null;
}

/** What was said of a workspace's wiki; null where nothing ever was. */
export async function readWiki(
  { sql, callHook, runtime }: Pick<Call, "sql" | "callHook" | "runtime">,
  of: { workspace_id: number; plan: Plan },
): Promise<Wiki | null> {
  const site = await findSite(sql, of.workspace_id);
  if (site.updated_at === null) return null;
  const hosts = (await callHook(ownHostsHook, { sql, workspace_id: of.workspace_id })).flat();
  const isIndexed = isIndexable(site, { hosts, plan: of.plan, runtime });
  return { ...site, indexed_at: isIndexed ? (servedHost(site, hosts)?.hostname ?? null) : null };
}
