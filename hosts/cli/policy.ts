// docsvc policy allow-all: lets every address act in a workspace again, for who has locked themselves out of it.
import { policyRescuePort } from "../../plugins/policy/port.ts";
import { command } from "../command/command.ts";
import { demandWorkspace } from "./accounts.ts";
import { noteBySystem, withServer } from "./server/this_machine.ts";

export const policyAllowAll = command({
  name: "policy allow-all",
  summary: "Let every address act in a workspace again",
  takes: ["slug"],
  options: {},
  async run({ args, terminal }) {
    const done = await withServer(terminal, (runtime) =>
      runtime.database.withTransaction(async (sql) => {
        const { id: workspace_id, slug } = await demandWorkspace(sql, args.slug);
        const now = runtime.clock.now();
        const former = await runtime.use(policyRescuePort).allowAllAddresses(sql, { workspace_id, now });
        if (former !== null) {
          const meta = { from: { ip_allowlist: former }, to: { ip_allowlist: null } };
          const target = { workspace_id, target_type: "workspace", target_id: workspace_id };
          await noteBySystem(runtime, sql, [{ action: "policy.updated", ...target, meta }]);
        }
        return { workspace: slug, ip_allowlist: null, former };
      }),
    );
    terminal.out(JSON.stringify(done));
    return 0;
  },
});
