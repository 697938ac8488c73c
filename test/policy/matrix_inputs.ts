// Inputs of the permission matrix for policy.
import { document, type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "policy.get": plain(),
  "policy.update": { fresh: "everything", make: () => ({ json: { min_retention_days: 1 } }) },
  "policy.violations": plain(),
  "doc.policy_state": document(),
  "doc.secret_findings": document(),
  "doc.legal_hold": document(() => ({ json: { on: true } })),
};
