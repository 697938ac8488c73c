// Invites as rows: made, renewed, accepted, revoked; never deleted, so that an old link can say what became of it.
import { DAY_MS, later, type PageOptions, type PersonEnd, pagesOf, type Sql } from "../../../kernel/plugin.ts";

/** How long a link works and holds its seat (rules: members/invites). */
export const INVITE_DAYS = 14;

/** Counts the links of an invite. */
export const FIRST_ROUND = 1;

export const DELIVERY_STATUSES = ["queued", "sent", "failed", "not_configured"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface InviteRow {
  invite_id: number;
  workspace_id: number;
  email: string;
  role: "admin" | "member";
  invited_by: number | null;
  /** An owner made it in a session. */
  by_owner: boolean;
  /** The address of who invited. */
  inviter: string | null;
  inviter_name: string | null;
  /** The workspace's name. */
  workspace: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  accepted_by: number | null;
  revoked_at: Date | null;
  delivery_status: DeliveryStatus;
  delivery_error: string | null;
  /** The link was made while no mail was set up: it makes the account of its address (rules: members/without_mail). */
  without_mail: boolean;
  groups: { id: number; slug: string; name: string }[];
}

/** A link as it is made: its secret in two forms. */
export interface InviteLink {
  nonce: string;
  token_sha256: Uint8Array;
}

function selectInvites(sql: Sql) {
  return sql`
    select i.invite_id, i.workspace_id, i.email, i.role, i.invited_by, i.by_owner, u.email as inviter,
      u.name as inviter_name, w.name as workspace, i.created_at, i.expires_at,
      i.accepted_at, i.accepted_by, i.revoked_at, i.delivery_status, i.delivery_error, i.without_mail,
      coalesce((
        select json_agg(json_build_object('id', g.group_id, 'slug', g.slug, 'name', g.name) order by g.name, g.group_id)
        from invite_groups ig join groups g on g.group_id = ig.group_id and g.workspace_id = ig.workspace_id
        where ig.invite_id = i.invite_id and ig.workspace_id = i.workspace_id), '[]') as groups
    from invites i join workspaces w using (workspace_id) left join users u on u.user_id = i.invited_by`;
}

export const INVITES = pagesOf("invites", (at) => ({ invite_id: at.id("invite_id") }));

/** Which invites are looked for; what is left out narrows nothing. */
export interface InviteFilters {
  /** A part of the address, in whatever case; every character stands for itself. */
  q?: string;
  role?: InviteRow["role"];
  /** Whether the link has ended, at `now`. */
  expired?: { is: boolean; now: Date };
  delivery_status?: DeliveryStatus;
  group_id?: number;
  invite_ids?: readonly number[];
}

/** The invites of a workspace that nobody accepted or revoked, the newest first; unless filtered, those whose link has ended too. */
export function listOpenInvites(
  sql: Sql,
  options: { workspace_id: number; filters?: InviteFilters } & Partial<PageOptions<Pick<InviteRow, "invite_id">>>,
): Promise<InviteRow[]> {
  const { workspace_id, filters = {}, after = null, limit = null } = options;
  return sql<InviteRow[]>`
    ${selectInvites(sql)}
    where i.workspace_id = ${workspace_id} and i.accepted_at is null and i.revoked_at is null ${matching(sql, filters)}
      ${after === null ? sql`` : sql`and i.invite_id < ${after.invite_id}`}
    order by i.invite_id desc limit ${limit}`;
}

function matching(sql: Sql, filters: InviteFilters): ReturnType<Sql> {
  const { q, role, expired, delivery_status, group_id, invite_ids } = filters;
  return sql`
    ${q === undefined ? sql`` : sql`and strpos(lower(i.email), lower(${q})) > 0`}
    ${role === undefined ? sql`` : sql`and i.role = ${role}`}
    ${expired === undefined ? sql`` : sql`and (i.expires_at <= ${expired.now}) = ${expired.is}`}
    ${delivery_status === undefined ? sql`` : sql`and i.delivery_status = ${delivery_status}`}
    ${group_id === undefined ? sql`` : sql`and i.invite_id in (select ig.invite_id from invite_groups ig where ig.group_id = ${group_id} and ig.workspace_id = i.workspace_id)`}
    ${invite_ids === undefined ? sql`` : sql`and i.invite_id = any(${[...invite_ids]}::bigint[])`}`;
}

/** An invite of a workspace by its id, whatever became of it; null for one that is not there. */
export async function findInvite(sql: Sql, by: { workspace_id: number; invite_id: number }): Promise<InviteRow | null> {
  const [row] = await sql<InviteRow[]>`
    ${selectInvites(sql)} where i.workspace_id = ${by.workspace_id} and i.invite_id = ${by.invite_id}`;
  return row ?? null;
}

/** The invite that a link's token belongs to, in whatever workspace; null for a token that is no link's any more. */
export async function findInviteByToken(sql: Sql, tokenSha256: Uint8Array): Promise<InviteRow | null> {
  const [row] = await sql<InviteRow[]>`${selectInvites(sql)} where i.token_sha256 = ${tokenSha256}`;
  return row ?? null;
}

/** The open invite of an address in a workspace, expired or not. */
export async function findOpenInvite(sql: Sql, by: { workspace_id: number; email: string }): Promise<InviteRow | null> {
  const [row] = await sql<InviteRow[]>`
    ${selectInvites(sql)}
    where i.workspace_id = ${by.workspace_id} and lower(i.email) = lower(${by.email})
      and i.accepted_at is null and i.revoked_at is null`;
  return row ?? null;
}

/** Whether some workspace waits for this address. */
export async function isInvited(sql: Sql, by: { email: string; now: Date }): Promise<boolean> {
  const [row] = await sql<{ invited: boolean }[]>`
    select exists (select from invites where lower(email) = lower(${by.email})
      and accepted_at is null and revoked_at is null and expires_at > ${by.now}) as invited`;
  return row?.invited ?? false;
}

/** Whether a link is made to be passed on by hand, as its first status says. */
export function isWithoutMail(first: DeliveryStatus): boolean {
  return first === "not_configured";
}

/** A link that is about to be sent, or that its maker has to pass on. */
interface NewDelivery extends InviteLink {
  delivery_status: DeliveryStatus;
  now: Date;
}

/** Gives an invite another link and another 14 days, and answers the round of it; the old link ends. */
export async function renewInvite(
  sql: Sql,
  options: NewDelivery & { workspace_id: number; invite_id: number },
): Promise<number> {
  const [row] = await sql<{ round: number }[]>`
    update invites set nonce = ${options.nonce}, token_sha256 = ${options.token_sha256}, round = round + 1,
      expires_at = ${later(options.now, INVITE_DAYS * DAY_MS)}, delivery_status = ${options.delivery_status},
      without_mail = ${isWithoutMail(options.delivery_status)}, delivery_error = null
    where workspace_id = ${options.workspace_id} and invite_id = ${options.invite_id} returning round`;
  if (!row) throw new Error("an invite that was just read is gone");
  return row.round;
}

/** Replaces the groups that wait for an invite's acceptance. */
export async function assignGroups(
  sql: Sql,
  options: { workspace_id: number; invite_id: number; group_ids: readonly number[] },
): Promise<void> {
  const { workspace_id, invite_id } = options;
  const groupIds = [...options.group_ids];
  await sql`
    delete from invite_groups where workspace_id = ${workspace_id} and invite_id = ${invite_id}
      and group_id <> all(${groupIds}::bigint[])`;
  await sql`
    insert into invite_groups (invite_id, group_id, workspace_id)
    select ${invite_id}, group_id, ${workspace_id} from unnest(${groupIds}::bigint[]) as group_id
    on conflict do nothing`;
}

export async function markAccepted(
  sql: Sql,
  options: { workspace_id: number; invite_id: number; user_id: number; now: Date },
): Promise<void> {
  await sql`
    update invites set accepted_at = ${options.now}, accepted_by = ${options.user_id}
    where workspace_id = ${options.workspace_id} and invite_id = ${options.invite_id}`;
}

/** Ends open invites, whose links say so from now on, and answers which those were. */
export function markRevoked(
  sql: Sql,
  options: { workspace_id: number; invite_ids: readonly number[]; now: Date },
): Promise<Pick<InviteRow, "invite_id" | "email">[]> {
  return sql<Pick<InviteRow, "invite_id" | "email">[]>`
    update invites set revoked_at = ${options.now}
    where workspace_id = ${options.workspace_id} and invite_id = any(${[...options.invite_ids]}::bigint[])
      and accepted_at is null and revoked_at is null returning invite_id, email`;
}

/** How many invites into a workspace can still be accepted. */
export async function countOpenInvites(sql: Sql, by: { workspace_id: number; now: Date }): Promise<number> {
  const [row] = await sql<{ open: number }[]>`
    select count(*)::int as open from invites
    where workspace_id = ${by.workspace_id} and accepted_at is null and revoked_at is null and expires_at > ${by.now}`;
  return row?.open ?? 0;
}

/** Ends every open invite of a workspace and answers their ids. */
export async function revokeOpenInvites(sql: Sql, options: { workspace_id: number; now: Date }): Promise<number[]> {
  const rows = await sql<{ invite_id: number }[]>`
    update invites set revoked_at = ${options.now}
    where workspace_id = ${options.workspace_id} and accepted_at is null and revoked_at is null returning invite_id`;
  return rows.map((row) => row.invite_id);
}

/** Notes how the mail of one round fares; a later round's is not touched. */
export async function noteDelivery(
  sql: Sql,
  options: { workspace_id: number; invite_id: number; round: number; status: DeliveryStatus; error: string | null },
): Promise<void> {
  await sql`
    update invites set delivery_status = ${options.status}, delivery_error = ${options.error}
    where workspace_id = ${options.workspace_id} and invite_id = ${options.invite_id} and round = ${options.round}`;
}

/** Removes the invites to a person, and their name from those that they wrote. */
export async function forgetInvited({ sql, user_id, email }: PersonEnd): Promise<void> {
  await sql`delete from invites where accepted_by = ${user_id} or lower(email) = lower(${email})`;
  await sql`update invites set invited_by = null where invited_by = ${user_id}`;
}
