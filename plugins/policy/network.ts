// The allowlist of addresses:
// who acts in the workspace does so from within it, and what is for its people is read there (rules: policy/allowlist).

import { type Runtime, refuse } from "../../kernel/plugin.ts";
import type { NetworkQuestion } from "../../kernel/ports/access.ts";
import { type KnownPolicy, knownPoliciesPort } from "./known_policies.ts";

/** Answers from memory at once, and with a promise where the policy has to be read first. */
export function refuseAddress(runtime: Runtime, question: NetworkQuestion): void | Promise<void> {
  // Who has the link, or the password, needs nobody's network: they belong to no workspace.
  if (question.readers === "unlisted" || question.readers === "password") return;
  const policies = runtime.use(knownPoliciesPort);
  const known = policies.recall(question.workspace_id);
  if (known) return refuseOutside(known, question);
  return policies
    .find(runtime.database.pipelinedSql, question.workspace_id)
    .then((policy) => refuseOutside(policy, question));
}

function refuseOutside({ addresses }: KnownPolicy, { ip }: NetworkQuestion): void {
  if (addresses === null || addresses(ip)) return;
  throw refuse.forbidden(
    `your address ${ip} is not on the workspace's allowlist; connect from one of its networks, or ask an owner or admin`,
    { code: "address_refused" },
  );
}
