// Users of a workspace as its identity provider keeps them
// (RFC 7644, 3; rules: provisioning/users, provisioning/addresses).
import { endSessions, refuse, t } from "../../../kernel/plugin.ts";
import { lockForMove, type ServiceAccount, setEmail } from "../../../kernel/ports/auth.ts";
import { isProvenFor } from "../../email_domains/port.ts";
import { operation } from "../../operation.ts";
import { ACCOUNT_ACTIONS, activate, deactivate, demandDomains, provision, type ScimCall } from "../accounts.ts";
import { refuseTwin } from "../conflicts.ts";
import { paged } from "../paging.ts";
import { readUserFilter } from "../protocol/filter.ts";
import { describeOperations, readOperations, readUserPatch, type UserChange } from "../protocol/patch.ts";
import { project, type Selection } from "../protocol/projection.ts";
import { readActive, readExternalId, readUserName } from "../protocol/values.ts";
import { SURFACE } from "../provisioner.ts";
import { listing, Patch, selection, User, UserBody, UserList } from "../schemas.ts";
import { describeRequest } from "../seen.ts";
import { locationOf, showUser } from "../showing.ts";
import { countUsers, findUser, isActive, listUsers, noteUser, type UserRow } from "../store/users.ts";

const USER_ACTIONS = [...ACCOUNT_ACTIONS, "scim.user_update"] as const;
const query = t.Object(selection);

export const readUsers = operation({
  ...SURFACE,
  id: "scim.user.list",
  route: "GET /scim/v2/Users",
  planned_each_time: true,
  summary: "List users",
  description:
    "Everybody in the workspace, and whoever the provider has deactivated. Filters take one term: userName, emails, emails.value and externalId with eq, ne, co, sw, ew and pr, active with eq; without regard to case.",
  query: t.Object(listing('userName eq "ann@example.com"')),
  output: UserList,
  run: async ({ sql, runtime, subject }, { query }) => {
    const workspace_id = subject.workspace.id;
    const filter = query.filter === undefined ? null : readUserFilter(query.filter);
    const by = { workspace_id, filter };
    return paged(query, {
      list: (page) => listUsers(sql, { ...by, ...page }),
      count: () => countUsers(sql, by),
      show: (rows) => rows.map((row) => project(showUser(runtime, row, workspace_id), query)),
    });
  },
});

export const readUser = operation({
  ...SURFACE,
  id: "scim.user.get",
  route: "GET /scim/v2/Users/{id}",
  summary: "Show a user",
  description: "By the service's id, or by externalId. A deactivated user stays readable.",
  query,
  output: User,
  run: async ({ sql, runtime, subject }, { params, query }) => {
    const workspace_id = subject.workspace.id;
    const row = await findUser(sql, { workspace_id, ref: params.id });
    if (!row) throw refuseUnknown();
    return project(showUser(runtime, row, workspace_id), query);
  },
});

export const createUser = operation({
  ...SURFACE,
  id: "scim.user.create",
  route: "POST /scim/v2/Users",
  decides: "membership",
  summary: "Make a user",
  description:
    "A new person becomes a member and takes a seat. A deactivated user of the workspace is taken back; an account elsewhere is taken over where its domain is proven for the workspace, and is a 409 otherwise.",
  query,
  body: UserBody,
  output: User,
  status: 201,
  opens: () => "outsiders",
  audit: USER_ACTIONS,
  refuses: [...SURFACE.refuses, 409, 423],
  run: async (call, { query, body }) => {
    const email = readUserName(body.userName);
    const external_id = readExternalId(body.externalId);
    const active = body.active === undefined ? true : readActive(body.active);
    describeRequest(call.request, `create ${email}`);
    const id = await provision(call, { email, external_id });
    if (!active) await deactivate(call, String(id));
    const { runtime } = call;
    call.reply.headers.set("location", locationOf(runtime, "Users", id));
    return answerUser(call, String(id), query);
  },
});

export const replaceUser = operation({
  ...SURFACE,
  id: "scim.user.replace",
  route: "PUT /scim/v2/Users/{id}",
  decides: "membership",
  summary: "Replace a user's address, externalId and state",
  description: "Without externalId the one that is there is cleared; without active the state stays.",
  query,
  body: UserBody,
  output: User,
  opens: () => "outsiders",
  audit: USER_ACTIONS,
  refuses: [...SURFACE.refuses, 409, 423],
  run: async (call, { params, query, body }) => {
    const change: UserChange = { email: readUserName(body.userName), external_id: readExternalId(body.externalId) };
    if (body.active !== undefined) change.active = readActive(body.active);
    describeRequest(call.request, `replace userName ${change.email}, active ${change.active ?? "as it is"}`);
    await changeUser(call, params.id, change);
    return answerUser(call, params.id, query);
  },
});

export const patchUser = operation({
  ...SURFACE,
  id: "scim.user.patch",
  route: "PATCH /scim/v2/Users/{id}",
  decides: "membership",
  summary: "Change a user",
  description:
    'Takes active, userName, emails.value, emails[type eq "work"].value and externalId, as paths or as members of a value without a path; other paths are ignored.',
  query,
  body: Patch,
  output: User,
  opens: () => "outsiders",
  audit: USER_ACTIONS,
  refuses: [...SURFACE.refuses, 409, 423],
  run: async (call, { params, query, body }) => {
    const operations = readOperations(body);
    describeRequest(call.request, describeOperations(operations));
    await changeUser(call, params.id, readUserPatch(operations));
    return answerUser(call, params.id, query);
  },
});

export const endUser = operation({
  ...SURFACE,
  id: "scim.user.delete",
  route: "DELETE /scim/v2/Users/{id}",
  decides: "membership",
  summary: "Deactivate a user",
  description: "The same as active: false. Sent again, it answers the same.",
  status: 204,
  opens: () => "workspace",
  audit: USER_ACTIONS,
  refuses: [...SURFACE.refuses, 409, 423],
  run: (call, { params }) => deactivate(call, params.id).then(() => undefined),
});

/** Applies a change: first what the account is called, then whether it is active. */
async function changeUser(call: ScimCall, ref: string, change: UserChange): Promise<void> {
  const { sql, subject } = call;
  const workspace_id = subject.workspace.id;
  if (change.active !== undefined) await lockForState(call, ref, change.active);
  const row = await findUser(sql, { workspace_id, ref, hold: true });
  if (!row) throw refuseUnknown();
  await rename(call, row, change);
  const id = String(row.user_id);
  if (change.active === false) await deactivate(call, id);
  if (change.active === true) await activate(call, { ...row, email: change.email ?? row.email });
}

/** Whoever changes who belongs to workspaces locks those before people; a state that stays as it is needs no lock. */
async function lockForState({ sql, subject }: ScimCall, ref: string, active: boolean): Promise<void> {
  const workspace_id = subject.workspace.id;
  const row = await findUser(sql, { workspace_id, ref });
  if (!row || isActive(row, workspace_id) === active) return;
  await lockForMove(sql, { user_id: row.user_id, workspace_ids: [workspace_id, row.workspace_id] });
}

async function rename(call: ScimCall, row: UserRow, { email = row.email, external_id }: UserChange): Promise<void> {
  const { sql, now, subject } = call;
  const kept = external_id === undefined ? row.external_id : external_id;
  if (email === row.email && kept === row.external_id) return;
  if (email !== row.email) {
    await refuseTakeover(call, row, email);
    if (!(await setEmail(sql, row.user_id, email)))
      throw refuse.conflict(`another account has the address ${email}`, { code: "already_exists" });
    await endUnproven(call, row, email);
  }
  const noted = { user_id: row.user_id, workspace_id: subject.workspace.id, external_id: kept, now };
  await refuseTwin(noteUser(sql, noted), kept);
  const renamed = email === row.email ? {} : { previous_email: row.email };
  const meta = { email, ...renamed, external_id: kept };
  call.note("scim.user_update", { target_type: "user", target_id: row.user_id, meta });
}

/**
 * Whoever reads the mail of the new address can sign in: an account that the provider did not make goes from a proven domain to a
 * proven one. Within one that is not, such as a public mail provider's, its neighbours are strangers.
 */
async function refuseTakeover(call: ScimCall, row: UserRow, email: string): Promise<void> {
  if (email.toLowerCase() === row.email.toLowerCase()) return;
  // Admins make the tokens: whoever gives an owner an address that is theirs to read would be owner.
  if (row.role === "owner" && row.workspace_id === call.subject.workspace.id) throw refuseOwners(row);
  if (row.made) return;
  await demandDomains(call, [row.email, email]);
}

/** In a domain that the workspace has not proven its person shows anew that they read mail there: others believe the address. */
async function endUnproven({ sql, subject }: ScimCall, row: UserRow, email: string): Promise<void> {
  if (email.toLowerCase() === row.email.toLowerCase()) return;
  if (!(await isProvenFor(sql, { workspace_id: subject.workspace.id, email }))) await endSessions(sql, row.user_id);
}

async function answerUser(
  { sql, runtime, subject }: { sql: ScimCall["sql"]; runtime: ScimCall["runtime"]; subject: ServiceAccount },
  ref: string,
  selected: Selection,
) {
  const workspace_id = subject.workspace.id;
  const row = await findUser(sql, { workspace_id, ref });
  if (!row) throw refuseUnknown();
  return project(showUser(runtime, row, workspace_id), selected);
}

function refuseOwners({ email }: UserRow): Error {
  return refuse.conflict(
    `${email} is an owner of this workspace, whose address no provider changes; another owner makes them an admin or a member first`,
    { scimType: "mutability" },
  );
}

function refuseUnknown() {
  return refuse.notFound("user not found");
}
