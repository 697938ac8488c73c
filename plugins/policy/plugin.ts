// Policy: what a workspace lets its members publish, for how long, from where, and what it holds for the law
// (rules: policy/what_documents_may_be).
import { handle, handOverRuleHook, noticeKindsHook, type Plugin, provide, type Runtime } from "../../kernel/plugin.ts";
import { networkHook } from "../../kernel/ports/access.ts";
import { documentInfoHook, documentPanelsHook } from "../app/port/slots.ts";
import { documentsPublishHook, type Publishing, retentionRangeHook } from "../documents/port/hooks.ts";
import { publishingPolicyHook } from "../folders/port.ts";
import { holdPart } from "./app/hold_part.ts";
import { secretsPanel } from "./app/secrets_panel.ts";
import { HAND_OVER_KIND, ruleOf, tellOfHandingOver } from "./handing_over.ts";
import { createKnownPolicies, knownPoliciesPort } from "./known_policies.ts";
import { refuseAddress } from "./network.ts";
import { SECRET_KIND, tellOfSecrets } from "./notices.ts";
import { readState, setHold } from "./operations/documents.ts";
import { readSecretFindings } from "./operations/findings.ts";
import { changePolicy, getPolicy } from "./operations/policy.ts";
import { listViolations } from "./operations/violations.ts";
import { rangeOf, refuseMisplaced } from "./placing.ts";
import { policyRescuePort } from "./port.ts";
import { createKnownFindings, knownFindingsPort } from "./secrets/known_findings.ts";
import { refuseSecrets, SECRET_FOUND } from "./secrets/published.ts";
import { allowAllAddresses } from "./store/policies.ts";

export const policy: Plugin = {
  name: "policy",
  operations: [getPolicy, changePolicy, listViolations, readState, setHold, readSecretFindings],
  lends: [SECRET_FOUND],
  on: [tellOfSecrets, tellOfHandingOver],
  provides: (runtime) => [
    provide(knownPoliciesPort, createKnownPolicies(runtime)),
    provide(knownFindingsPort, createKnownFindings()),
    provide(policyRescuePort, { allowAllAddresses }),
  ],
  handles: (runtime) => [
    handle(documentInfoHook, holdPart),
    handle(documentPanelsHook, secretsPanel),
    handle(noticeKindsHook, () => [SECRET_KIND, HAND_OVER_KIND]),
    handle(handOverRuleHook, (asked) => ruleOf(runtime, asked)),
    handle(networkHook, (question) => refuseAddress(runtime, question)),
    handle(retentionRangeHook, async ({ sql, workspace_id }) =>
      rangeOf(await runtime.use(knownPoliciesPort).find(sql, workspace_id)),
    ),
    handle(documentsPublishHook, async (publishing) => refusePublishing(runtime, publishing)),
    handle(
      publishingPolicyHook,
      async ({ sql, workspace_id }) => (await runtime.use(knownPoliciesPort).find(sql, workspace_id)).publishing,
    ),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};

async function refusePublishing(runtime: Runtime, publishing: Publishing): Promise<void> {
  const policy = await runtime.use(knownPoliciesPort).find(publishing.sql, publishing.workspace_id);
  refuseMisplaced(policy, publishing);
  await refuseSecrets(policy, publishing);
}
