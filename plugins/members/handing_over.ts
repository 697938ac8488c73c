// Handing My documents over to a colleague:
// by their owner, or by an owner of the workspace where its rules have it so (rules: members/handing_over).
import {
  type Actor,
  dayOf,
  handOverHook,
  handOverRuleHook,
  plainWords,
  type Runtime,
  refuse,
  type Sql,
  type WriteCall,
} from "../../kernel/plugin.ts";
import { awaitWritesOf } from "../../kernel/ports/auth.ts";
import { queueMail } from "../../kernel/ports/mail.ts";
import type { MemberRow } from "./store/members.ts";
import { demandMember } from "./team.ts";

/** What was handed over, and to whom. */
export interface HandedOver {
  docs: number;
  /** The receiver's folder in which it is; null where there was nothing. */
  folder: string | null;
  to: { id: number; email: string };
}

/** Why an owner may not hand over what belongs to others, in words; null where they may. */
export async function whyNoHandOver(
  runtime: Pick<Runtime, "callHook">,
  asked: { sql: Sql; now: Date; actor: Pick<Actor, "role" | "workspace"> },
): Promise<string | null> {
  const { sql, now, actor } = asked;
  if (actor.role !== "owner") return "only an owner of the workspace may hand over what belongs to others";
  const rules = await runtime.callHook(handOverRuleHook, { sql, workspace_id: actor.workspace.id, now });
  const [rule] = rules.flatMap((one) => one ?? []);
  if (!rule)
    return "the workspace's policy does not let its owners hand over what belongs to others; the person may do it themselves, before they are removed";
  if (rule.from <= now) return null;
  return `the workspace's policy lets its owners hand over what belongs to others from ${dayOf(rule.from)} on, so that everybody knows of it before`;
}

/** Hands everything over to somebody of the workspace, which the caller has locked, and notes it. Throws 404 and 400 for a receiver who cannot have it. */
export async function handOver(
  call: WriteCall<Actor>,
  { member, to_user_id }: { member: MemberRow; to_user_id: number },
): Promise<HandedOver> {
  const { sql, actor } = call;
  if (to_user_id === member.user_id)
    throw refuse.invalid("documents are handed over to somebody else; name another member");
  const to = await demandMember(call, to_user_id);
  if (to.disabled) throw refuse.invalid(`the account ${to.email} is switched off and cannot receive documents`);
  // What they are writing at this moment is to go along.
  await awaitWritesOf(sql, member.user_id);
  const { user_id, email, name } = member;
  const workspace_id = actor.workspace.id;
  const handed = await call.callHook(handOverHook, { call, workspace_id, from: { user_id, email, name }, to });
  const { docs, folder } = handed.find((one) => one.folder !== null) ?? { docs: 0, folder: null };
  const own = user_id === actor.user_id;
  const meta = { email, to: to.email, to_user_id: to.user_id, docs, folder, own };
  call.note("member.hand_over", { target_type: "user", target_id: user_id, meta });
  return { docs, folder, to: { id: to.user_id, email: to.email } };
}

const NAME_CHARS_MAX = 60;

/** Tells by mail whose documents were handed over without them: to whom, and by whom. In the transaction that does it. */
export async function mailHandedOver(
  call: WriteCall<Actor>,
  { member, handed }: { member: MemberRow; handed: HandedOver },
): Promise<void> {
  const { sql, actor, now, runtime } = call;
  const workspace = plainWords(actor.workspace.name, NAME_CHARS_MAX);
  const documents = `${handed.docs} ${handed.docs === 1 ? "document" : "documents"}`;
  const text = `You were removed from the workspace "${workspace}" by ${actor.email}.

${documents} of your My documents there now ${handed.docs === 1 ? "belongs" : "belong"} to ${handed.to.email}, as the workspace's
policy allows. The workspace's audit log says so too. What was in your trash stayed yours.

If you think that this is wrong, ask ${actor.email}.
`;
  await queueMail(sql, { to: member.email, subject: `Your documents in "${workspace}" were handed over`, text }, now);
  call.afterCommit(() => runtime.jobs.wake());
}
