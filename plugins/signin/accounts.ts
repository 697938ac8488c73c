// Who gets an account by signing in: the owner of an empty server, and strangers where sign-up is open.
import {
  createPerson,
  createPersonalWorkspace,
  createWorkspace,
  findPerson,
  type Person,
  type Runtime,
  type Sql,
} from "../../kernel/plugin.ts";
import { invitedHook } from "./port.ts";

/** Whether a stranger may make an account: `SIGNUP`, else what the edition says (rules: signin/signup). */
export function isSignupOpen(runtime: Runtime): boolean {
  return (runtime.config.signup ?? runtime.edition.signup) === "open";
}

/** Whether an address without an account may make one: where sign-up is open everyone, elsewhere who is invited. */
export async function maySignUp(runtime: Runtime, sql: Sql, options: { email: string; now: Date }): Promise<boolean> {
  if (isSignupOpen(runtime)) return true;
  const answers = await runtime.callHook(invitedHook, { sql, ...options });
  return answers.includes(true);
}

export interface NewAccount {
  email: string;
  name: string | null;
  /** Without it the workspace is named after the person. */
  workspace: string | null;
  now: Date;
}

/** Makes a workspace with one owner. The address must be free; `lockEmail` keeps it so. */
export async function createAccount(runtime: Runtime, sql: Sql, account: NewAccount): Promise<Person> {
  const { email, now, workspace: name } = account;
  const plan = runtime.plans.initial;
  const workspace =
    name === null
      ? await createPersonalWorkspace(sql, { person: account, plan, now })
      : await createWorkspace(sql, { slug: name, name, plan, now });
  const userId = await createPerson(sql, { email, name: account.name, workspace_id: workspace.id, role: "owner", now });
  const person = await findPerson(sql, userId);
  if (!person) throw new Error("an account that was just made is gone");
  return person;
}
