// The operations on a workspace's wiki: what it is, and what it is to be.
import { type Actor, type Permit, type PermitCall, signedIn, t } from "../../../kernel/plugin.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { SiteChange, WikiSite } from "../schemas.ts";
import { answerSite, INDEXING, readChanges } from "../site.ts";
import { findSite, holdSite, type SiteRow, updateSite } from "../store/sites.ts";

export const getWiki = operation({
  id: "wiki.get",
  route: "GET /api/wiki-site",
  tool: { name: "get_wiki", wording: "Show the settings of the workspace's wiki.", idempotent: true },
  summary: "Show the workspace's wiki",
  query: t.Object({}),
  output: WikiSite,
  permit: signedIn(),
  run: async (call) => answerSite(call, await findSite(call.sql, call.actor.workspace.id)),
});

export const changeWiki = operation({
  id: "wiki.update",
  route: "PUT /api/wiki-site",
  tool: {
    name: "update_wiki",
    wording: "Change the settings of the workspace's wiki: only what is sent changes, null clears.",
    gives: ["enabled", "navigation", "url"],
    idempotent: true,
  },
  summary: "Change the workspace's wiki",
  description:
    "Only the members present change; null clears. `indexable` needs a paid plan and an active custom domain, and switches off when that domain stops being active.",
  body: SiteChange,
  output: WikiSite,
  gate: { name: INDEXING, when: ({ body }) => body.indexable === true },
  permit: managedWiki(),
  // What it says is read by everybody once it is served.
  publishes: ({ body }, { site }) => ((body.enabled ?? site.enabled) ? "public" : "workspace"),
  audit: "wiki.update",
  run: async (call, { body }) => {
    const { sql, actor, now, note } = call;
    const workspace_id = actor.workspace.id;
    const site = await holdSite(sql, { workspace_id, now });
    const asked = await readChanges(call, { body, site });
    const changed = Object.keys(asked).filter((name) => Reflect.get(asked, name) !== Reflect.get(site, name));
    if (changed.length === 0) return answerSite(call, site);
    await updateSite(sql, workspace_id, { ...asked, updated_at: now });
    const after = { ...site, ...asked, updated_at: now };
    const { enabled, indexable, navigation_id } = after;
    const meta = { changed, enabled, indexable, navigation_id };
    note("wiki.update", { target_type: "workspace", target_id: workspace_id, meta });
    return answerSite(call, after);
  },
});

/** The wiki of the caller's workspace, for its owners and admins. */
function managedWiki(): Permit<{ site: SiteRow; actor: Actor }> {
  const manager = workspaceManager();
  return {
    needs: manager.needs,
    check: async (call: PermitCall, input) => {
      const actor = await manager.check(call, input);
      return { site: await findSite(call.sql, actor.workspace.id), actor };
    },
  };
}
