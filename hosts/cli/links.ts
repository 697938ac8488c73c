// docsvc login-link and setup-link: addresses that sign someone in, handed over by the operator.
import type { RunningHouse } from "../../kernel/host.ts";
import { signinPort } from "../../plugins/signin/port.ts";
import { CommandError, command } from "../command.ts";
import { demandAccount, readEmail } from "./accounts.ts";
import { noteBySystem, withHouse } from "./local_house.ts";

export const loginLink = command({
  name: "login-link",
  summary: "Print an address that signs an account in once, within 15 minutes",
  takes: ["email"],
  options: {},
  async run({ args, terminal }) {
    const email = readEmail(args.email);
    const link = await withHouse(terminal, (house) =>
      house.database.withTransaction(async (sql) => {
        const person = await demandAccount(sql, email);
        const { user_id, workspace } = person;
        const made = await signIn(house).createLoginLink(sql, { user_id, now: house.clock.now() });
        const target = { workspace_id: workspace.id, target_type: "user", target_id: user_id };
        await noteBySystem(house, sql, [{ action: "login.link", ...target }]);
        return made;
      }),
    );
    terminal.out(link);
    return 0;
  },
});

export const setupLink = command({
  name: "setup-link",
  summary: "Print a new address that makes the first account; earlier ones end",
  takes: [],
  options: {},
  async run({ terminal }) {
    // There is no workspace yet whose audit log could hold this.
    const link = await withHouse(terminal, (house) =>
      house.database.withTransaction((sql) => signIn(house).createSetupLink(sql)),
    );
    terminal.out(link);
    return 0;
  },
});

function signIn(house: RunningHouse) {
  if (house.plugins.includes("signin")) return house.use(signinPort);
  throw new CommandError("this server runs without the plugin signin: remove -signin from PLUGINS");
}
