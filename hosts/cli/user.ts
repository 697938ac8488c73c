// docsvc user add: an account with its workspace, for a server whose operator knows who belongs to it.
import { PLANS, ROLES } from "../../kernel/plugin.ts";
import { command, readName, readWord } from "../command/command.ts";
import { ensureAccount, readEmail } from "./accounts.ts";
import { withServer } from "./server/this_machine.ts";

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
