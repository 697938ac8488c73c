// How far a workspace lets its folders be published, as the plugins above say it.
import { type Call, hook, type Sql } from "../../kernel/plugin.ts";

/** How far a workspace lets its members publish; the narrowest answer counts. */
export const PUBLISHING_POLICIES = ["public", "signed_in", "off"] as const;
export type PublishingPolicy = (typeof PUBLISHING_POLICIES)[number];
/** Asked for the workspace's rule of publishing; without a plugin that keeps one, it is `public`. */
export const publishingPolicyHook = hook<{ sql: Sql; workspace_id: number }, PublishingPolicy>(
  "folders.publishing_policy",
);

/** How far a workspace lets folders be published: the narrowest rule that a plugin knows of. */
export async function readPublishingPolicy(
  { callHook, sql }: Pick<Call<unknown>, "callHook" | "sql">,
  workspace_id: number,
): Promise<PublishingPolicy> {
  const answers = await callHook(publishingPolicyHook, { sql, workspace_id });
  const narrowest = Math.max(0, ...answers.map((answer) => PUBLISHING_POLICIES.indexOf(answer)));
  return PUBLISHING_POLICIES[narrowest] ?? "public";
}
