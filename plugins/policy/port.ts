// What hosts may use of policies: the way out for who has locked themselves out.
import { type Port, port, type Sql } from "../../kernel/plugin.ts";

export interface PolicyRescue {
  /** Lets every address act in a workspace again; answers the networks that alone could until now, null where all could. */
  allowAllAddresses(sql: Sql, by: { workspace_id: number; now: Date }): Promise<string[] | null>;
}

export const policyRescuePort: Port<PolicyRescue> = port("policy.rescue");
