// When somebody else may make a sign-in link for a member:
// asked as it is made, opened and used (rules: signin/made_links).
import { hook, type Role, type Runtime, refuse, type Sql } from "../../../kernel/plugin.ts";
import { demandOpenWay } from "../route.ts";
import { insertMadeLink, type NewMadeLink } from "./store.ts";

/** Asked whether a person has a way in of their own, such as a provider: whoever has one is let in by nobody else. */
export const ownWayHook = hook<{ sql: Sql; workspace_id: number; user_id: number }, boolean>("signin.own_way");

/** What the runtime can be asked, and a call too. */
type Asks = Pick<Runtime, "callHook">;

const RANKS: Readonly<Record<Role, number>> = { owner: 2, admin: 1, member: 0 };

/** Whether one role stands above another. */
export function isAbove(maker: Role | null, person: Role): boolean {
  return maker !== null && RANKS[maker] > RANKS[person];
}

/** Whether links are made for others here at all: not where mail brings them, nor where accounts are sold to everybody. */
export function makesByHand({ mail, config }: Pick<Runtime, "mail" | "config">): boolean {
  return config.edition !== "cloud" && mail.kind !== "smtp";
}

/** Throws 409 where links are not made by hand: mail brings them, or a stranger sells accounts to everybody. */
export function demandByHand({ mail, config }: Pick<Runtime, "mail" | "config">): void {
  if (config.edition === "cloud") throw refuse.conflict("sign-in links are not made for others here");
  if (mail.kind === "smtp")
    throw refuse.conflict("mail is set up on this server: the person asks for a sign-in link themselves");
}

/** Throws 409 for somebody who has a way in of their own, and 403 where their domain signs in its own people. */
export async function demandNoOwnWay(
  asks: Asks,
  of: { sql: Sql; workspace_id: number; user_id: number; email: string },
): Promise<void> {
  await demandOpenWay(asks, { sql: of.sql, email: of.email, method: "member_link" });
  const { sql, workspace_id, user_id } = of;
  if (!(await asks.callHook(ownWayHook, { sql, workspace_id, user_id })).includes(true)) return;
  throw refuse.conflict(
    `${of.email} has a way in of their own; whoever runs the server can make a link with docsvc login-link`,
  );
}

/** Makes a link for a member whose standing the caller has looked at; its address is answered and kept nowhere. */
export async function makeMemberLink(
  runtime: Runtime,
  sql: Sql,
  link: NewMadeLink,
): Promise<{ url: string; expires_at: Date }> {
  await demandLinkFor(runtime, sql, link);
  const { token, expires_at } = await insertMadeLink(sql, link);
  return { url: `${runtime.config.base_url}/auth/member-link/${token}`, expires_at };
}

/** Throws what making a link for somebody is refused with: 409 where links are not made by hand or they have a way in of their own, 403 where their domain signs in its own people. */
export async function demandLinkFor(
  runtime: Runtime,
  sql: Sql,
  of: { workspace_id: number; user_id: number; email: string },
): Promise<void> {
  demandByHand(runtime);
  await demandNoOwnWay(runtime, { sql, ...of });
}
