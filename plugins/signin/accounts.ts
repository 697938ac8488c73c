// Who gets an account by signing in: the owner of an empty house, and strangers where sign-up is open.
import {
  createPerson,
  createWorkspace,
  findPerson,
  findPersonByEmail,
  type House,
  type Person,
  PLANS,
  type Plan,
  type Sql,
} from "../../kernel/mod.ts";

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
    plan: planOfNewWorkspaces(house),
    now: account.now,
  });
  const { email, now } = account;
  const userId = await createPerson(sql, { email, name: account.name, workspace_id: workspace.id, role: "owner", now });
  const person = await findPerson(sql, userId);
  if (!person) throw new Error("an account that was just made is gone");
  return person;
}

/** Keeps two sign-ups with one address apart until the transaction ends, then answers whose it is. */
export async function lockEmail(sql: Sql, email: string): Promise<Person | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('signin:' || lower(${email}), 0))`;
  return findPersonByEmail(sql, email);
}

/** The plan of a new workspace: `DEFAULT_PLAN`, else the edition's. */
function planOfNewWorkspaces(house: House): Plan {
  return PLANS.find((plan) => plan === house.config.default_plan) ?? house.edition.default_plan;
}
