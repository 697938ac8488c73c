// Notes a refused password after the answer, so that this tells nobody which addresses have accounts.
import { findPersonByEmail, type JobDefinition, MINUTE_MS, type Runtime, writeAudit } from "../../kernel/plugin.ts";

export const FAILED_JOB = "passwords.failed";

export function failedJob(runtime: Runtime): JobDefinition {
  return {
    kind: FAILED_JOB,
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    run: async ({ payload }) => {
      await runtime.database.withTransaction(async (sql) => {
        const person = await findPersonByEmail(sql, String(payload["email"]));
        if (!person) return;
        const { user_id, workspace } = person;
        const meta = { method: "password", reason: "the password was not right" };
        const by = { user_id: null, email: "system", workspace_id: workspace.id };
        await writeAudit(sql, [{ action: "login.fail", target_type: "user", target_id: user_id, meta, by }], {
          actor: null,
          via: "web",
          request: { id: String(payload["request_id"]), ip: String(payload["ip"]) },
          now: runtime.clock.now(),
          isHeard: runtime.isHeard,
        });
      });
    },
  };
}
