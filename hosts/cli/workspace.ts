// docsvc workspace plan: moves a workspace to another plan.
import { PLANS } from "../../kernel/plugin.ts";
import { command, readWord } from "../command/command.ts";
import { changePlan, demandWorkspace } from "./accounts.ts";
import { withServer } from "./server/this_machine.ts";

export const workspacePlan = command({
  name: "workspace plan",
  summary: "Move a workspace to another plan",
  takes: ["slug", "plan"],
  options: {},
  async run({ args, terminal }) {
    const plan = readWord(args.plan, { what: "<plan>", choices: PLANS });
    const workspace = await withServer(terminal, (runtime) =>
      runtime.database.withTransaction(async (sql) => {
        const found = await demandWorkspace(sql, args.slug);
        await changePlan(runtime, sql, { workspace: found, plan });
        return found;
      }),
    );
    terminal.out(JSON.stringify({ workspace: workspace.slug, plan }));
    return 0;
  },
});
