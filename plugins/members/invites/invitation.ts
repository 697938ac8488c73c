// Says at the sign-in page who invites to what, to whoever came by an invite's link.
import type { Destination, Invitation } from "../../signin/port.ts";
import { findInviteByToken } from "../store/invites.ts";
import { hashToken } from "./invite_link.ts";
import { closedBecause } from "./verdict.ts";

const INVITE_PATH = /^\/u\/invite\/([A-Za-z0-9._~-]+)$/;

/** The invitation behind a path; null for any other path and for an invite that cannot be accepted. */
export async function findInvitation({ sql, next_path, now }: Destination): Promise<Invitation | null> {
  const token = INVITE_PATH.exec(next_path)?.[1];
  if (token === undefined) return null;
  const invite = await findInviteByToken(sql, hashToken(token));
  if (!invite || closedBecause(invite, now)) return null;
  return { inviter: invite.inviter, inviter_name: invite.inviter_name, workspace: invite.workspace };
}
