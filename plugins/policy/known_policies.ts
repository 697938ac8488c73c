// The policies that each server remembers,
// so that neither a request nor a publish waits for a query to learn its workspace's rule.

import { type Port, port, type Runtime, type Sql } from "../../kernel/plugin.ts";
import { type Cache, createCache } from "../../kernel/ports/db.ts";
import { type AddressRanges, addressRanges } from "./addresses.ts";
import { enforced, type Policy } from "./policy.ts";
import { readPolicy } from "./store/policies.ts";

/** A policy as it holds, ready to be asked. */
export interface KnownPolicy extends Policy {
  /** Null lets every address in. */
  addresses: AddressRanges | null;
}

export interface KnownPolicies {
  /** What is remembered, without waiting for anything; undefined when it has to be read. */
  recall(workspaceId: number): KnownPolicy | undefined;
  find(sql: Sql, workspaceId: number): Promise<KnownPolicy>;
}

export const knownPoliciesPort: Port<KnownPolicies> = port("policy.known");

/** Notified by triggers on what a policy is read from. */
const CHANNEL = "workspace_policies";
const WORKSPACES_MAX = 10_000;

export function createKnownPolicies({ database, plans }: Pick<Runtime, "database" | "plans">): KnownPolicies {
  const known: Cache<KnownPolicy> = createCache({ size_max: WORKSPACES_MAX, bus: database.bus, channel: CHANNEL });
  return {
    recall: (workspaceId) => known.get(String(workspaceId)),
    find: (sql, workspaceId) =>
      known.load(String(workspaceId), async () => {
        const { plan, updated_at: _at, hand_over_since: _since, ...set } = await readPolicy(sql, workspaceId);
        const policy = enforced(set, { plans, plan });
        return { ...policy, addresses: policy.ip_allowlist && addressRanges(policy.ip_allowlist) };
      }),
  };
}
