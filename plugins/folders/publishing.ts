// Whether a folder may be published:
// the plan, the workspace's rule, and who manages the root (rules: folders/publishing).
import { type Actor, type Call, refuse } from "../../kernel/plugin.ts";
import { manages, type Tree } from "../places/port.ts";
import { type PublishingPolicy, readPublishingPolicy } from "./publishing_policy.ts";
import type { SettingsRow } from "./store/settings.ts";

const GATE = "folder_publishing";

/** What a person is told of publishing a folder. */
export interface Publishing {
  can_publish: boolean;
  publishing_policy: PublishingPolicy;
  publish_blocked: "plan" | "policy" | null;
}

type Asking = Pick<Call<unknown>, "callHook" | "sql" | "runtime"> & { actor: Actor };

export async function readPublishing(call: Asking, tree: Tree): Promise<Publishing> {
  const publishing_policy = await readPublishingPolicy(call, call.actor.workspace.id);
  const isCarried = call.runtime.plans.carries(GATE, call.actor.workspace.plan);
  const publish_blocked = !isCarried ? "plan" : publishing_policy === "off" ? "policy" : null;
  return { can_publish: publish_blocked === null && mayPublish(call.actor, tree), publishing_policy, publish_blocked };
}

/** One's own My documents, and the roots that one manages. */
function mayPublish(actor: Actor, tree: Tree): boolean {
  return tree.root === null ? tree.owner_id === actor.user_id : manages(actor, tree.root);
}

/**
 * Throws 402 or 403 for settings that would leave a folder published against the plan or the workspace's rule, and 400 for a
 * group that is missing. What ends a publication is always taken.
 */
export async function checkPublishing(call: Asking, after: SettingsRow): Promise<void> {
  if (!after.published) return;
  call.runtime.plans.demand(GATE, call.actor);
  const policy = await readPublishingPolicy(call, call.actor.workspace.id);
  if (policy === "off") throw refuse.forbidden("the workspace does not let folders be published");
  if (policy === "signed_in" && after.publish_visibility === "public") {
    throw refuse.forbidden(
      "the workspace lets folders be published for signed-in people only; send publish_visibility signed_in or group",
    );
  }
  if (after.publish_visibility === "group" && after.publish_group_id === null) {
    throw refuse.invalid("publish_visibility group needs publish_group_id, a group of the workspace");
  }
}
