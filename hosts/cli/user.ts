// docsvc user add and user reset: an account with its workspace, and help for whoever cannot sign in any more.
import { PLANS, ROLES } from "../../kernel/plugin.ts";
import { endCredentials } from "../../kernel/ports/access.ts";
import { command, readName, readWord } from "../command/command.ts";
import { demandAccount, ensureAccount, readEmail } from "./accounts.ts";
import { makeLink } from "./links.ts";
import { noteBySystem, withServer } from "./server/this_machine.ts";

export const userAdd = command({
  name: "user add",
  summary: "Make an account and its workspace, or change what differs; prints one line of JSON",
  takes: ["email"],
  options: {
    name: { value: "N", about: "The name that others see." },
    workspace: { value: "SLUG", about: "The workspace, made when it is missing. Default: the only one there is." },
    role: { value: "R", about: "owner, admin or member. Default: owner of a new workspace, member of another." },
    plan: { value: "P", about: `The workspace's plan: ${PLANS.join(", ")}.` },
  },
  async run({ args, options, terminal }) {
    const { name, workspace, role, plan } = options;
    const wanted = {
      email: readEmail(args.email),
      ...(name === undefined ? {} : { name: readName(name, "--name") }),
      ...(workspace === undefined ? {} : { workspace }),
      ...(role === undefined ? {} : { role: readWord(role, { what: "--role", choices: ROLES }) }),
      ...(plan === undefined ? {} : { plan: readWord(plan, { what: "--plan", choices: PLANS }) }),
    };
    const person = await withServer(terminal, (runtime) =>
      runtime.database.withTransaction((sql) => ensureAccount(runtime, sql, wanted)),
    );
    const { user_id, email } = person;
    terminal.out(JSON.stringify({ user_id, email, workspace: person.workspace.slug, role: person.role }));
    return 0;
  },
});

export const userReset = command({
  name: "user reset",
  summary: "End all that signs an account in or acts for it, and print an address that signs it in once",
  takes: ["email"],
  options: {},
  async run({ args, terminal }) {
    const email = readEmail(args.email);
    const link = await withServer(terminal, (runtime) =>
      runtime.database.withTransaction(async (sql) => {
        const person = await demandAccount(sql, email);
        const { user_id, workspace } = person;
        const { callHook } = runtime;
        await endCredentials({ sql, now: runtime.clock.now(), callHook }, { workspace_id: workspace.id, user_id });
        const target = { workspace_id: workspace.id, target_type: "user", target_id: user_id };
        await noteBySystem(runtime, sql, [{ action: "login.reset", ...target }]);
        return makeLink(runtime, sql, user_id);
      }),
    );
    terminal.err(
      `Passkeys, password, sessions, tokens and connections of ${email} have ended. The address works once, for 15 minutes:`,
    );
    terminal.out(link);
    return 0;
  },
});
