// Rows of sign-in links: made with a secret that only the mail carries, taken once.
import { later, MINUTE_MS, randomToken, type Sql, sha256Bytes } from "../../kernel/plugin.ts";

export const LINK_MINUTES = 15;

/** A link as its page and its button see it. */
export interface LoginLink {
  link_id: number;
  user_id: number | null;
  email: string;
  nonce_sha256: Uint8Array | null;
  next_path: string;
  /** A mail server was handed it: whoever uses it reads the mail of its address. */
  mailed: boolean;
}

export interface NewLink {
  email: string;
  /** Null makes an account on use. */
  person: { user_id: number; workspace_id: number } | null;
  /** Null binds the link to no browser. */
  nonce_sha256: Uint8Array | null;
  next_path: string;
  mailed: boolean;
  /** What is kept of the code beside it; null for a link without one. */
  code_mac?: Uint8Array | null;
  /** A second link for the same request is not made. */
  request_id: string | null;
  now: Date;
}

/** Makes a link and answers its token, or null when the request has one already. */
export async function createLink(sql: Sql, link: NewLink): Promise<string | null> {
  const token = randomToken(256);
  const made = await sql`
    insert into login_links
      (workspace_id, user_id, email, token_sha256, nonce_sha256, code_mac, next_path, mailed, request_id, created_at, expires_at)
    values (${link.person?.workspace_id ?? null}, ${link.person?.user_id ?? null}, ${link.email}, ${sha256Bytes(token)},
      ${link.nonce_sha256}, ${link.code_mac ?? null}, ${link.next_path}, ${link.mailed}, ${link.request_id}, ${link.now}, ${later(link.now, LINK_MINUTES * MINUTE_MS)})
    on conflict (request_id) do nothing returning link_id`;
  return made.count === 1 ? token : null;
}

/** The link of a token while it can still be used, else null: whose account has another address now was not written to. */
export async function findLiveLink(sql: Sql, token: string, now: Date): Promise<LoginLink | null> {
  const [link] = await sql<LoginLink[]>`
    select l.link_id, l.user_id, l.email, l.nonce_sha256, l.next_path, l.mailed
    from login_links l left join users u on u.user_id = l.user_id
    where l.token_sha256 = ${sha256Bytes(token)} and l.used_at is null and l.expires_at > ${now}
      and (l.user_id is null or lower(u.email) = lower(l.email))`;
  return link ?? null;
}

/** For whose account a link was made, and what became of it. */
export interface LinkHolder {
  user_id: number;
  workspace_id: number;
  used: boolean;
  expired: boolean;
}

/** Whose link a token is, as long as it is remembered, whether it can be used or not; null for one that was made for a stranger. */
export async function findLinkHolder(sql: Sql, token: string, now: Date): Promise<LinkHolder | null> {
  const [link] = await sql<LinkHolder[]>`
    select u.user_id, u.workspace_id, l.used_at is not null as used, l.expires_at <= ${now} as expired
    from login_links l join users u on u.user_id = l.user_id where l.token_sha256 = ${sha256Bytes(token)}`;
  return link ?? null;
}

/** Takes a link; false when someone else was faster. */
export async function useLink(sql: Sql, linkId: number, now: Date): Promise<boolean> {
  const used = await sql`update login_links set used_at = ${now} where link_id = ${linkId} and used_at is null`;
  return used.count === 1;
}

/** Takes a person's links along to another workspace. */
export async function moveLinks(sql: Sql, move: { user_id: number; to_workspace_id: number }): Promise<void> {
  await sql`update login_links set workspace_id = ${move.to_workspace_id} where user_id = ${move.user_id}`;
}

/** Removes links to a person and to their address. */
export async function dropLinks(sql: Sql, of: { user_id: number; email: string }): Promise<void> {
  await sql`delete from login_links where user_id = ${of.user_id} or lower(email) = lower(${of.email})`;
}

/** Forgets links a day after they ended. */
export async function sweepLinks(sql: Sql, now: Date): Promise<void> {
  await sql`delete from login_links where expires_at < ${later(now, -24 * 60 * MINUTE_MS)}`;
}
