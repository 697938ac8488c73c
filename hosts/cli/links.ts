// docsvc login-link and setup-link: addresses that sign someone in, handed over by the operator.
import type { RunningServer } from "../../kernel/host.ts";
import { findPersonByEmail, Refusal, type Sql } from "../../kernel/plugin.ts";
import { signinPort } from "../../plugins/signin/port.ts";
import { CommandError, command } from "../command/command.ts";
import { readEmail, unknownAccount } from "./accounts.ts";
import { noteBySystem, withServer } from "./server/this_machine.ts";

export const loginLink = command({
  name: "login-link",
  summary: "Print an address that signs an account, or somebody invited, in once, within 15 minutes",
  takes: ["email"],
  options: {},
  async run({ args, terminal }) {
    const email = readEmail(args.email);
    const link = await withServer(terminal, (runtime) =>
      runtime.database.withTransaction(async (sql) => {
        const person = await findPersonByEmail(sql, email);
        if (!person) return makeFirstLink(runtime, sql, email);
        const made = await makeLink(runtime, sql, person.user_id);
        const target = { workspace_id: person.workspace.id, target_type: "user", target_id: person.user_id };
        await noteBySystem(runtime, sql, [{ action: "login.link", ...target }]);
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
    const link = await withServer(terminal, (runtime) =>
      runtime.database.withTransaction((sql) => signIn(runtime).createSetupLink(sql)),
    );
    terminal.err(
      "Links of setup-link and of the server's start that were printed before have ended: this one alone works.",
    );
    terminal.out(link);
    return 0;
  },
});

/** Whoever is switched off gets one where it leads back to their account, as a mail would. */
export function makeLink(runtime: RunningServer, sql: Sql, user_id: number): Promise<string> {
  return explained(signIn(runtime).createLoginLink(sql, { user_id, now: runtime.clock.now() }));
}

/** Who is invited has no account before the link is used, and with it no workspace whose audit log could hold this. */
async function makeFirstLink(runtime: RunningServer, sql: Sql, email: string): Promise<string> {
  const made = await explained(signIn(runtime).createStrangerLink(sql, { email, now: runtime.clock.now() }));
  if (made === null) throw unknownAccount(email);
  return made;
}

async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Refusal ? new CommandError(error.message) : error;
  }
}

function signIn(runtime: RunningServer) {
  if (runtime.plugins.includes("signin")) return runtime.use(signinPort);
  throw new CommandError("this server runs without the plugin signin: remove -signin from PLUGINS");
}
