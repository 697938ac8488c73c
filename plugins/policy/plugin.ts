// Policy: what a workspace lets its members publish, for how long, from where, and what it holds for the law (rules: policy 1).
import { fill, networkSlot, type Plugin, provide } from "../../kernel/mod.ts";
import { documentsPublishSlot, retentionRangeSlot } from "../documents/port/slots.ts";
import { publishingPolicySlot } from "../folders/port.ts";
import { createKnownPolicies, knownPoliciesPort } from "./known_policies.ts";
import { refuseAddress } from "./network.ts";
import { readState, setHold } from "./operations/documents.ts";
import { changePolicy, getPolicy } from "./operations/policy.ts";
import { listViolations } from "./operations/violations.ts";
import { rangeOf, refuseMisplaced } from "./placing.ts";

export const policy: Plugin = {
  name: "policy",
  operations: [getPolicy, changePolicy, listViolations, readState, setHold],
  provides: (house) => [provide(knownPoliciesPort, createKnownPolicies(house))],
  fills: (house) => [
    fill(networkSlot, (question) => refuseAddress(house, question)),
    fill(retentionRangeSlot, async ({ sql, workspace_id }) =>
      rangeOf(await house.use(knownPoliciesPort).find(sql, workspace_id)),
    ),
    fill(documentsPublishSlot, async (publishing) =>
      refuseMisplaced(await house.use(knownPoliciesPort).find(publishing.sql, publishing.workspace_id), publishing),
    ),
    fill(
      publishingPolicySlot,
      async ({ sql, workspace_id }) => (await house.use(knownPoliciesPort).find(sql, workspace_id)).publishing,
    ),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
