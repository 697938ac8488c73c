// Who asks for lists below the operations, in tests of how the store answers them.
import type { Actor } from "../../kernel/plugin.ts";
import type { Harness, Person } from "../harness/harness.ts";

/** A person of the test server as an operation knows them. */
export function actorOf(
  { clock }: Pick<Harness, "clock">,
  { user_id, email, role, workspace_id, workspace }: Person,
  { group_ids = [], roots = null }: { group_ids?: number[]; roots?: string[] | null } = {},
): Actor {
  const limits = { read_only: false, toolsets: null, max_visibility: null, roots };
  return {
    ...{ user_id, email, role, name: null, epoch: 0, group_ids, credential: "token", clock },
    workspace: { id: workspace_id, slug: workspace, name: workspace, plan: "enterprise" },
    token: { id: 1, name: "test", client: null, limits: roots && limits },
  };
}
