// Who gets an account by signing in: the owner of an empty house, and strangers where sign-up is open.
import { createPerson, createWorkspace, findPerson, type House, type Person, type Sql } from "../../kernel/mod.ts";

/** Whether a stranger may make an account: `SIGNUP`, else what the edition says (part 5, 5.5). */
export function isSignupOpen(house: House): boolean {
  return (house.config.signup ?? house.edition.signup) === "open";
}

export interface NewAccount {
  email: string;
  name: string | null;
  /** Without it the workspace is named after the person. */
  workspace: string | null;
  now: Date;
}

/** Makes a workspace with one owner. The address must be free; `lockEmail` keeps it so. */
export async function createAccount(house: House, sql: Sql, account: NewAccount): Promise<Person> {
  const called = account.name ?? account.email.slice(0, account.email.lastIndexOf("@"));
  const name = account.workspace ?? called;
  const workspace = await createWorkspace(sql, {
    slug: name,
    name,
    plan: house.plans.initial,
    now: account.now,
  });
  const { email, now } = account;
  const userId = await createPerson(sql, { email, name: account.name, workspace_id: workspace.id, role: "owner", now });
  const person = await findPerson(sql, userId);
  if (!person) throw new Error("an account that was just made is gone");
  return person;
}
