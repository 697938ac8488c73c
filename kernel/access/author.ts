// Who made an address that needs no other credential, and by what:
// it holds as long as that token or session does (rules: uploads/ends).

import type { Actor } from "../auth/actor.ts";
import { sessionKey } from "../auth/session.ts";
import { findLiveToken } from "../auth/tokens.ts";
import type { RequestFacts } from "../http/request.ts";
import type { IdentifyCall } from "../operation/call.ts";
import { askNetwork } from "./network.ts";

/** The session that made a ticket, and when: a sign-out from then on ends it, there or everywhere. */
export interface MakingSession {
  epoch: number;
  key: string;
  /** Milliseconds of the clock. */
  since: number;
}

export interface Author {
  user_id: number;
  workspace_id: number;
  token_id: number | null;
  /** Null of a ticket that a token made. */
  session: MakingSession | null;
}

/** Whoever calls, as a ticket that they make is to name them. */
export function authorOf({ actor, request, now }: { actor: Actor; request: RequestFacts; now: Date }): Author {
  const { user_id, workspace, token, epoch } = actor;
  const session = token ? null : { epoch, key: sessionKey(request.headers) ?? "", since: now.getTime() };
  return { user_id, workspace_id: workspace.id, token_id: token?.id ?? null, session };
}

/** The session as an address carries it. */
export function sessionClaims({ session }: Pick<Author, "session">): Record<string, unknown> {
  return session === null ? {} : { epoch: session.epoch, session: session.key, since: session.since };
}

/** The same, read back; null where there is none. */
export function readSessionClaims({ epoch, session, since }: Record<string, unknown>): MakingSession | null {
  if (typeof epoch !== "number" || typeof session !== "string" || typeof since !== "number") return null;
  return { epoch, key: session, since };
}

/** What speaks against a ticket: its maker is gone or elsewhere, or what they made it with has ended. */
export type Fault = "person" | "credential";

/** The person who made a ticket, as who uses it acts. Throws the refusal of their workspace's rule about networks (rules: policy/allowlist). */
export async function identifyAuthor(
  { runtime, sql, now, request }: Pick<IdentifyCall, "runtime" | "sql" | "now" | "request">,
  { user_id, workspace_id, token_id, session }: Author,
): Promise<Actor | Fault> {
  const person = await runtime.identifier.identifyId(user_id);
  if (person?.workspace.id !== workspace_id) return "person";
  const token = token_id === null ? null : await findLiveToken(sql, { token_id, user_id, now });
  const holds = token_id === null ? await isSessionOn(runtime, user_id, session) : token !== null;
  if (!holds) return "credential";
  const actor: Actor = { ...person, credential: "ticket", token };
  // Whoever got hold of the address acts by it as its maker does, and from where that one may.
  await askNetwork(runtime, { actor, request, now });
  return actor;
}

async function isSessionOn(
  runtime: Pick<IdentifyCall, "runtime">["runtime"],
  user_id: number,
  session: MakingSession | null,
): Promise<boolean> {
  if (session === null) return false;
  const viewing = { user_id, epoch: session.epoch, session: session.key, since: session.since };
  return (await runtime.identifier.identifyViewer(viewing)) !== null;
}
