// docsvc workspace plan: moves a workspace to another plan.
import { PLANS } from "../../kernel/plugin.ts";
import { command, readWord } from "../command/command.ts";
import { changePlan, demandWorkspace } from "./accounts.ts";
import { withHouse } from "./server/local_house.ts";

export const workspacePlan = command({
  name: "workspace plan",
  summary: "Move a workspace to another plan",
  takes: ["slug", "plan"],
  options: {},
  async run({ args, terminal }) {
    const plan = readWord(args.plan, { what: "<plan>", choices: PLANS });
    const workspace = await withHouse(terminal, (house) =>
      house.database.withTransaction(async (sql) => {
        const found = await demandWorkspace(sql, args.slug);
        await changePlan(house, sql, { workspace: found, plan });
        return found;
      }),
    );
    terminal.out(JSON.stringify({ workspace: workspace.slug, plan }));
    return 0;
  },
});
