// What the operator's commands do to accounts and workspaces: each in the caller's transaction, with its audit rows.
import {
  findWorkspace,
  hasOtherOwner,
  isReservedSlug,
  listWorkspaceSlugs,
  lockSlug,
  type RunningServer,
} from "../../kernel/host.ts";
import {
  createPerson,
  createWorkspace,
  findPerson,
  findPersonByEmail,
  isEmailAddress,
  lockEmail,
  type Person,
  type Plan,
  type Role,
  type Sql,
  setName,
  setPlan,
  setRole,
  slugOf,
} from "../../kernel/plugin.ts";
import { dropUnconfirmedRole } from "../../plugins/members/port.ts";
import { CommandError } from "../command/command.ts";
import { noteBySystem } from "./server/this_machine.ts";

/** What `user add` was told; what it was not told stays as it is, or is chosen. */
export interface WantedAccount {
  email: string;
  name?: string;
  workspace?: string;
  role?: Role;
  plan?: Plan;
}

interface Place {
  id: number;
  slug: string;
  plan: Plan;
  is_new: boolean;
}

const SLUGS_SHOWN = 10;

/** Reads an e-mail address. Throws CommandError for what mail cannot be sent to. */
export function readEmail(value: string): string {
  if (isEmailAddress(value)) return value;
  throw new CommandError(`"${value}" is not an e-mail address: give one such as anna@example.com`);
}

/** Makes what is missing and changes what differs; told twice, it changes nothing the second time. */
export async function ensureAccount(runtime: RunningServer, sql: Sql, wanted: WantedAccount): Promise<Person> {
  const known = await lockEmail(sql, wanted.email);
  const person = known ? await changeAccount(runtime, sql, { known, wanted }) : await addAccount(runtime, sql, wanted);
  if (wanted.plan !== undefined) await changePlan(runtime, sql, { workspace: person.workspace, plan: wanted.plan });
  return person;
}

/** Moves a workspace to a plan. */
export async function changePlan(
  runtime: RunningServer,
  sql: Sql,
  { workspace, plan }: { workspace: { id: number; slug: string; plan: Plan }; plan: Plan },
): Promise<void> {
  if (workspace.plan === plan) return;
  await setPlan(sql, workspace.id, plan);
  const change = { workspace_id: workspace.id, target_type: "workspace", target_id: workspace.slug };
  await noteBySystem(runtime, sql, [{ action: "workspace.plan", ...change, meta: { from: workspace.plan, to: plan } }]);
}

/** Says of an address that no account has it, and how one is made. */
export function unknownAccount(email: string): CommandError {
  return new CommandError(`no account has the address ${email}: make it with "docsvc user add ${email}"`);
}

/** The account of an address, ready to be acted for. Throws CommandError for an unknown or switched-off one. */
export async function demandAccount(sql: Sql, email: string): Promise<Person> {
  const person = await findPersonByEmail(sql, email);
  if (!person) throw unknownAccount(email);
  if (person.disabled) throw new CommandError(`the account ${person.email} is switched off`);
  return person;
}

/** Throws CommandError for a slug that no workspace has, naming those there are. */
export async function demandWorkspace(sql: Sql, slug: string): Promise<{ id: number; slug: string; plan: Plan }> {
  const workspace = await findWorkspace(sql, slug);
  if (workspace) return workspace;
  const known = await listWorkspaceSlugs(sql, SLUGS_SHOWN);
  throw new CommandError(`no workspace is called "${slug}"${known.length > 0 ? `; there is ${known.join(", ")}` : ""}`);
}

async function changeAccount(
  runtime: RunningServer,
  sql: Sql,
  { known, wanted }: { known: Person; wanted: WantedAccount },
): Promise<Person> {
  const { workspace, name, role } = wanted;
  if (workspace !== undefined && workspace !== known.workspace.slug) {
    throw new CommandError(
      `${known.email} is in workspace "${known.workspace.slug}" already: a person belongs to one; leave --workspace out, or use another address`,
    );
  }
  const target = { workspace_id: known.workspace.id, target_type: "user", target_id: known.user_id };
  // The word of whoever runs the server confirms a role as an owner's does.
  if (role !== undefined) await dropUnconfirmedRole(sql, known.user_id);
  if (role !== undefined && role !== known.role) {
    if (known.role === "owner" && !(await hasOtherOwner(sql, known))) {
      throw new CommandError(
        `${known.email} is the only owner of "${known.workspace.slug}": make someone else an owner first`,
      );
    }
    await setRole(sql, known.user_id, role);
    const meta = { email: known.email, role, previous_role: known.role };
    await noteBySystem(runtime, sql, [{ action: "member.role", ...target, meta }]);
  }
  if (name !== undefined && name !== known.name) {
    await setName(sql, known.user_id, name);
    await noteBySystem(runtime, sql, [{ action: "member.name", ...target, meta: { from: known.name, to: name } }]);
  }
  return { ...known, role: role ?? known.role, name: name ?? known.name };
}

async function addAccount(runtime: RunningServer, sql: Sql, wanted: WantedAccount): Promise<Person> {
  const now = runtime.clock.now();
  const place = await choosePlace(runtime, sql, wanted);
  const role = wanted.role ?? (place.is_new ? "owner" : "member");
  const { email, name = null } = wanted;
  const userId = await createPerson(sql, { email, name, workspace_id: place.id, role, now });
  const target = { workspace_id: place.id, target_type: "user", target_id: userId };
  await noteBySystem(runtime, sql, [{ action: "member.join", ...target, meta: { email, role } }]);
  const person = await findPerson(sql, userId);
  if (!person) throw new Error("an account that was just made is gone");
  return person;
}

/** The named workspace, else the only one there is; a missing one is made. */
async function choosePlace(
  runtime: RunningServer,
  sql: Sql,
  { email, workspace, plan }: WantedAccount,
): Promise<Place> {
  const known = workspace === undefined ? await listWorkspaceSlugs(sql, SLUGS_SHOWN) : [];
  if (known.length > 1) {
    throw new CommandError(`say which workspace ${email} joins with --workspace: there is ${known.join(", ")}`);
  }
  const slug = workspace ?? known[0] ?? (slugOf(email.slice(0, email.lastIndexOf("@"))) || "workspace");
  const found = await lockSlug(sql, slug);
  if (found) return { ...found, is_new: false };
  if (workspace !== undefined && isReservedSlug(slug)) {
    throw new CommandError(
      `--workspace "${slug}" stands for something else in addresses: choose another, such as "${slug}-team"`,
    );
  }
  if (slugOf(slug) !== slug) {
    throw new CommandError(
      `--workspace "${slug}" cannot be a slug: use lower-case letters, digits and single hyphens, such as "${slugOf(slug) || "team"}"`,
    );
  }
  const initial = plan ?? runtime.plans.initial;
  const made = await createWorkspace(sql, { slug, name: slug, plan: initial, now: runtime.clock.now() });
  const target = { workspace_id: made.id, target_type: "workspace", target_id: made.slug };
  await noteBySystem(runtime, sql, [{ action: "workspace.create", ...target, meta: { plan: initial } }]);
  return { ...made, plan: initial, is_new: true };
}
