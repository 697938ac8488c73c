// What becomes of a wiki when what it stands on goes:
// its navigation, the domain by which search engines find it, the alias of a document.
import { type AuditEvent, type ListenerContext, listen, writeAudit } from "../../kernel/plugin.ts";
import { ownHostsHook } from "../content/port.ts";
import { manifest } from "../manifest.ts";
import type { NavigationEnd } from "../navigations/port.ts";
import { servedHost } from "./site.ts";
import { forgetAliases, keepAlias } from "./store/redirects.ts";
import { dropNavigation, findSite, holdSite, updateSite } from "./store/sites.ts";

/** A wiki whose navigation is deleted shows none. */
export async function fallBack({ call, workspace_id, navigation_id }: NavigationEnd): Promise<void> {
  const { sql, now } = call;
  if (!(await dropNavigation(sql, { workspace_id, navigation_id, now }))) return;
  const meta = { changed: ["navigation_id"], navigation_id: null, reason: "the navigation was deleted" };
  call.noteLent("wiki.update", { target_type: "workspace", target_id: workspace_id, meta });
}

/** Search engines are sent away once the domain of a wiki is no longer active, and not called back when it is again. */
export const followDomain = listen("domain.*", "wiki", switchOff);

async function switchOff({ workspace_id }: AuditEvent, context: ListenerContext): Promise<void> {
  const { database, clock } = context;
  if (!(await findSite(database.sql, workspace_id)).indexable) return;
  await database.withTransaction(async (sql) => {
    const now = clock.now();
    const site = await holdSite(sql, { workspace_id, now });
    const hosts = (await context.callHook(ownHostsHook, { sql, workspace_id })).flat();
    if (!site.indexable || servedHost(site, hosts)) return;
    await updateSite(sql, workspace_id, { indexable: false, updated_at: now });
    const reason = "the domain is not active any more";
    const entry = {
      action: "wiki.update",
      target_type: "workspace",
      target_id: workspace_id,
      meta: { changed: ["indexable"], indexable: false, reason },
      by: { user_id: null, email: "system", workspace_id },
    };
    await writeAudit(sql, [entry], { actor: null, via: "system", request: null, now, isHeard: () => true });
  });
}

/** The address that a document had by an alias leads to it still, for as long as nothing else has that alias. */
export const followAlias = listen("doc.alias", "keep_alias", async (event, { database }) => {
  const { workspace_id, target_id: doc_id, meta, created_at: ended_at } = event;
  const alias = meta["previous"];
  if (typeof alias !== "string") return;
  const rows_max = manifest.caps.former_aliases;
  await keepAlias(database.sql, { workspace_id, alias, doc_id, ended_at, rows_max });
});

/** What is gone for good leaves no address behind. */
export const followPurge = listen("doc.purge", "forget_aliases", ({ workspace_id, target_id: doc_id }, { database }) =>
  forgetAliases(database.sql, { workspace_id, doc_id }),
);
