// Rows of sign-in links that owners and admins make for members:
// bound to the first browser, taken once, shown to their person.
import { later, MINUTE_MS, type Role, randomToken, type Sql, sha256Bytes } from "../../../kernel/plugin.ts";
import { LINK_MINUTES } from "../links_store.ts";

/** A link as its page and its button see it. */
export interface MadeLink {
  link_id: number;
  user_id: number;
  workspace_id: number;
  email: string;
  made_by: number | null;
  made_by_email: string;
  nonce_sha256: Uint8Array | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface NewMadeLink {
  workspace_id: number;
  user_id: number;
  email: string;
  made_by: number;
  made_by_email: string;
  now: Date;
}

/** Makes a link in place of any that the person has open, and answers its token and its end. */
export async function insertMadeLink(sql: Sql, link: NewMadeLink): Promise<{ token: string; expires_at: Date }> {
  const { workspace_id, user_id, email, made_by, made_by_email, now } = link;
  const token = randomToken(256);
  const expires_at = later(now, LINK_MINUTES * MINUTE_MS);
  await sql`update made_links set expires_at = ${now} where user_id = ${user_id} and used_at is null and expires_at > ${now}`;
  await sql`
    insert into made_links (workspace_id, user_id, email, made_by, made_by_email, token_sha256, created_at, expires_at)
    values (${workspace_id}, ${user_id}, ${email}, ${made_by}, ${made_by_email}, ${sha256Bytes(token)}, ${now}, ${expires_at})`;
  return { token, expires_at };
}

/** The link of a token, whatever became of it, held until the transaction ends; null for one that is none. */
export async function holdMadeLink(sql: Sql, token: string): Promise<MadeLink | null> {
  const [link] = await sql<MadeLink[]>`
    select link_id, user_id, workspace_id, email, made_by, made_by_email, nonce_sha256, created_at, expires_at, used_at
    from made_links where token_sha256 = ${sha256Bytes(token)} for update`;
  return link ?? null;
}

/** What still has to hold of a link when it is opened and used, beside its time: who made it is above whom it is for. */
export interface BothRoles {
  maker: Role | null;
  person: Role;
}

/** The roles of both as they are now, in the workspace of the link; null where its person is not there any more or has another address. */
export async function readRoles(sql: Sql, link: MadeLink): Promise<BothRoles | null> {
  const [row] = await sql<BothRoles[]>`
    select u.role as person, m.role as maker from users u
    left join users m on m.user_id = ${link.made_by} and m.workspace_id = u.workspace_id and m.disabled_at is null
    where u.user_id = ${link.user_id} and u.workspace_id = ${link.workspace_id} and lower(u.email) = lower(${link.email})
      and u.disabled_at is null`;
  return row ?? null;
}

export async function bindMadeLink(sql: Sql, by: { link_id: number; nonce_sha256: Uint8Array }): Promise<void> {
  await sql`update made_links set nonce_sha256 = ${by.nonce_sha256} where link_id = ${by.link_id}`;
}

export async function markMadeLinkUsed(sql: Sql, by: { link_id: number; now: Date }): Promise<void> {
  await sql`update made_links set used_at = ${by.now} where link_id = ${by.link_id}`;
}

const SHOWN_MAX = 20;

/** Links that were made for a person and that they have not said they saw, the newest first. */
export function listUnseenLinks(
  sql: Sql,
  userId: number,
): Promise<Pick<MadeLink, "link_id" | "made_by_email" | "created_at" | "used_at">[]> {
  return sql`
    select link_id, made_by_email, created_at, used_at from made_links
    where user_id = ${userId} and seen_at is null order by link_id desc limit ${SHOWN_MAX}`;
}

export async function markLinksSeen(sql: Sql, by: { user_id: number; now: Date }): Promise<void> {
  await sql`update made_links set seen_at = ${by.now} where user_id = ${by.user_id} and seen_at is null`;
}

/** Ends every link that a person could still use: who leaves or was put out comes in by none. */
export async function endMadeLinks(sql: Sql, by: { user_id: number; now: Date }): Promise<void> {
  await sql`update made_links set expires_at = ${by.now} where user_id = ${by.user_id} and expires_at > ${by.now}`;
}

/** Takes the links for a person along to another workspace, where none of them can be used. */
export async function moveMadeLinks(
  sql: Sql,
  move: { user_id: number; to_workspace_id: number; now: Date },
): Promise<void> {
  await endMadeLinks(sql, move);
  await sql`update made_links set workspace_id = ${move.to_workspace_id} where user_id = ${move.user_id}`;
}

/** Removes the links for a person, and their name from those that they made. */
export async function forgetMadeLinks(sql: Sql, of: { user_id: number; called: string }): Promise<void> {
  await sql`delete from made_links where user_id = ${of.user_id}`;
  await sql`update made_links set made_by = null, made_by_email = ${of.called} where made_by = ${of.user_id}`;
}
