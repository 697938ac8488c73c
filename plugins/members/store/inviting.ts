// Invites as they are made, many at a time: what stands in their way, and their rows.
import { DAY_MS, later, type Sql } from "../../../kernel/plugin.ts";
import { type DeliveryStatus, INVITE_DAYS, type InviteLink, type InviteRow, isWithoutMail } from "./invites.ts";

/** What a workspace knows of an address. */
export interface KnownAddress {
  /** The address without regard to case, by which two of one request are compared. */
  key: string;
  is_member: boolean;
  /** Of the open invite to it, expired or not; null without one. */
  invite_id: number | null;
  expires_at: Date | null;
}

/** What a workspace knows of each address, in the order of the addresses. */
export function readAddresses(
  sql: Sql,
  by: { workspace_id: number; emails: readonly string[] },
): Promise<KnownAddress[]> {
  return sql<KnownAddress[]>`
    select lower(w.email) as key, i.invite_id, i.expires_at,
      exists (select from users u where u.workspace_id = ${by.workspace_id} and lower(u.email) = lower(w.email)) as is_member
    from unnest(${[...by.emails]}::text[]) with ordinality as w(email, n)
    left join invites i on i.workspace_id = ${by.workspace_id} and lower(i.email) = lower(w.email)
      and i.accepted_at is null and i.revoked_at is null
    order by w.n`;
}

/** An invite that is about to be made. */
export interface NewInvite extends InviteLink {
  email: string;
  role: InviteRow["role"];
  group_ids: readonly number[];
}

/** Writes new invites with the groups that wait for them, and answers their ids by nonce. No address may have an open one. */
export async function insertInvites(
  sql: Sql,
  options: {
    workspace_id: number;
    invited_by: number;
    by_owner: boolean;
    delivery_status: DeliveryStatus;
    invites: readonly NewInvite[];
    now: Date;
  },
): Promise<Map<string, number>> {
  const { workspace_id, invited_by, by_owner, delivery_status, invites, now } = options;
  const rows = invites.map(({ token_sha256, group_ids, ...own }) => ({
    ...own,
    group_ids: [...group_ids],
    token: Buffer.from(token_sha256).toString("hex"),
  }));
  const made = await sql<{ invite_id: number; nonce: string }[]>`
    with wanted as (
      select * from jsonb_to_recordset(${sql.json(rows)}) as w(email text, role text, nonce text, token text, group_ids bigint[])
    ), made as (
      insert into invites (workspace_id, email, role, nonce, token_sha256, invited_by, by_owner, created_at, expires_at, delivery_status, without_mail)
      select ${workspace_id}, email, role, nonce, decode(token, 'hex'), ${invited_by}, ${by_owner}, ${now}::timestamptz,
        ${later(now, INVITE_DAYS * DAY_MS)}::timestamptz, ${delivery_status}, ${isWithoutMail(delivery_status)}::boolean from wanted
      returning invite_id, nonce
    ), assigned as (
      insert into invite_groups (invite_id, group_id, workspace_id)
      select invite_id, group_id, ${workspace_id} from made join wanted using (nonce), unnest(group_ids) as group_id
      on conflict do nothing
    )
    select invite_id, nonce from made`;
  return new Map(made.map((row) => [row.nonce, row.invite_id]));
}
