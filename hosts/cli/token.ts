// docsvc token create: a bearer token for a person, without their browser.
import { mintToken } from "../../kernel/ports/auth.ts";
import { manifest } from "../../plugins/manifest.ts";
import { command, readName, readNumber, UsageError } from "../command/command.ts";
import { demandAccount, readEmail } from "./accounts.ts";
import { noteBySystem, withServer } from "./server/this_machine.ts";

const TTL_DAYS = 365;

export const tokenCreate = command({
  name: "token create",
  summary: "Make a bearer token for an account and print it alone",
  takes: ["email"],
  options: {
    name: { value: "N", about: "What the token is for, as lists show it. Required.", required: true },
    "ttl-days": { value: "D", about: `Days until it ends, 0 for never. Default: ${TTL_DAYS}.` },
  },
  async run({ args, options, terminal }) {
    if (options.name === undefined) throw new UsageError("--name is missing: say what the token is for");
    const email = readEmail(args.email);
    const name = readName(options.name, "--name");
    const most = manifest.caps.token_ttl_days;
    const ttlDays = readNumber(options["ttl-days"] ?? String(TTL_DAYS), { option: "ttl-days", min: 0, max: most });
    const token = await withServer(terminal, (runtime) =>
      runtime.database.withTransaction(async (sql) => {
        const person = await demandAccount(sql, email);
        const { user_id, workspace } = person;
        const now = runtime.clock.now();
        const minted = await mintToken(sql, { user_id, workspace_id: workspace.id, name, ttl_days: ttlDays, now });
        const target = { workspace_id: workspace.id, target_type: "token", target_id: minted.id };
        await noteBySystem(runtime, sql, [
          { action: "token.create", ...target, meta: { name, ttl_days: ttlDays, for: person.email } },
        ]);
        return minted.token;
      }),
    );
    terminal.out(token);
    return 0;
  },
});
