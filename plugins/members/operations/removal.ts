// Removing somebody from the workspace:
// what it concerns, what is handed over before, and the removal itself (rules: members/removal, members/handing_over).
import {
  type Actor,
  findPerson,
  lockWorkspaces,
  type RemovalFacts,
  ROLES,
  refuse,
  removalHook,
  sessionOnly,
  t,
} from "../../../kernel/plugin.ts";
import { findGroups } from "../../../kernel/ports/auth.ts";
import { operation } from "../../operation.ts";
import { handOver, mailHandedOver, whyNoHandOver } from "../handing_over.ts";
import { sendHome } from "../joining/moving.ts";
import { workspaceManager } from "../permits.ts";
import { countOthers, findMember, holdMember, type MemberRow } from "../store/members.ts";
import { demandMember, openTeam } from "../team.ts";

const memberId = { user_id: t.Id({ description: "The member's id, as list_members shows it." }) };
const HandedOverShape = t.Object({
  docs: t.Integer({ description: "Documents that belong to the receiver now." }),
  folder: t.Nullable(t.String({ description: "The receiver's folder in which they are; null where there were none." })),
  to: t.Object({ id: t.Integer(), email: t.String() }),
});

export const RemovalPreview = t.Object(
  {
    user: t.Object({ id: t.Integer(), email: t.String(), role: t.OneOf(ROLES) }),
    can_remove: t.Boolean(),
    why_not: t.Nullable(t.String(), { description: "What you would be refused with." }),
    documents: t.Integer({ description: "In My documents: they go along, unless they are handed over." }),
    documents_shared: t.Integer({ description: "Of these, those that somebody else may open too." }),
    documents_on_hold: t.Integer({
      description: "Under legal hold: handed over or released, or the removal is refused.",
    }),
    documents_in_trash: t.Integer({ description: "They go along in any case." }),
    documents_staying: t.Integer({ description: "Written in General and shared roots." }),
    tokens: t.Integer({ description: "They go along, and act where their person is then." }),
    connections: t.Integer({ description: "Connected programs, which go along too." }),
    grants: t.Integer({ description: "Grants that name them, and end." }),
    groups: t.Array(t.Object({ id: t.Integer(), slug: t.String(), name: t.String() }), {
      description: "They leave these.",
    }),
    roots: t.Array(t.Object({ slug: t.String(), name: t.String() }), {
      description: "Shared roots that they made: owners and admins alone manage these then.",
    }),
    hand_over: t.Object({
      can: t.Boolean({ description: "Whether you may name somebody who gets My documents." }),
      why_not: t.Nullable(t.String()),
    }),
  },
  { $id: "RemovalPreview" },
);

export const previewRemoval = operation({
  id: "member.removal",
  route: "GET /api/members/{user_id}/removal",
  summary: "See what removing a member would concern",
  description: "Numbers alone, of what you may not open as of what you may. Nothing changes.",
  params: t.Object(memberId),
  output: RemovalPreview,
  permit: workspaceManager(),
  refuses: [404],
  run: async (call, { params }) => {
    const { sql, now, actor, runtime, callHook } = call;
    const workspace_id = actor.workspace.id;
    const member = await findMember(sql, { workspace_id, user_id: params.user_id });
    if (!member) throw refuse.notFound("member not found");
    const { user_id, email, role } = member;
    const [answers, person, others, noHandOver] = await Promise.all([
      callHook(removalHook, { sql, now, workspace_id, user_id }),
      findPerson(sql, user_id),
      countOthers(sql, { workspace_id, user_id }),
      whyNoHandOver(runtime, { sql, now, actor }),
    ]);
    const facts: RemovalFacts = Object.assign({}, NOTHING, ...answers);
    const groups = await findGroups(sql, { workspace_id, group_ids: person?.group_ids ?? [] });
    const refusal = whyNotRemoved({ me: actor, member, others }) ?? whyHeld(facts);
    return {
      user: { id: user_id, email, role },
      can_remove: refusal === null,
      why_not: refusal?.message ?? null,
      ...facts,
      roots: [...facts.roots],
      groups: groups.map(({ group_id: id, slug, name }) => ({ id, slug, name })),
      hand_over: { can: noHandOver === null, why_not: noHandOver },
    };
  },
});

const NOTHING: RemovalFacts = {
  ...{ documents: 0, documents_shared: 0, documents_on_hold: 0, documents_in_trash: 0, documents_staying: 0 },
  ...{ tokens: 0, connections: 0, grants: 0, roots: [] },
};

function whyHeld({ documents_on_hold }: RemovalFacts): Error | null {
  if (documents_on_hold === 0) return null;
  return refuse.locked(
    `${documents_on_hold} under legal hold would leave the workspace with their owner; release them or hand them over first`,
  );
}

export const removeMember = operation({
  id: "member.remove",
  route: "DELETE /api/members/{user_id}",
  decides: "membership",
  summary: "Remove a member from the workspace",
  description:
    "The person moves to a new workspace of their own and takes My documents along; what they wrote in General and shared roots stays. They leave every group, and grants that name them here end. A document under legal hold has to be released or handed over before. With `hand_over_to` My documents go to that colleague first: for owners, where the workspace's policy has it so, and never to who removes; the person is told by mail.",
  params: t.Object(memberId),
  query: t.Object({
    hand_over_to: t.Optional(
      t.Id({ description: "The user id of the member who gets My documents; left out, they go along." }),
    ),
  }),
  output: t.Object({
    removed: t.Integer({ description: "The person's user id." }),
    moved_to: t.Object({ id: t.Integer(), slug: t.String() }),
    handed_over: t.Optional(HandedOverShape),
  }),
  permit: workspaceManager(),
  // Their grants go too, and a workspace document that has none left is for everybody again.
  opens: () => "workspace",
  audit: ["member.leave", "member.hand_over"],
  refuses: [413, 423],
  // What they are writing at this moment is to go along.
  alone: ({ params }) => [params.user_id],
  run: async (call, { params, query }) => {
    const { me } = await openTeam(call, "manager");
    const member = await demandMember(call, params.user_id);
    const workspace_id = call.actor.workspace.id;
    const others = await countOthers(call.sql, { workspace_id, user_id: member.user_id });
    const refusal = whyNotRemoved({ me, member, others });
    if (refusal) throw refusal;
    const handed =
      query.hand_over_to === undefined ? null : await handOverFor(call, { member, to: query.hand_over_to });
    const moved_to = await sendHome(call, { ...member, workspace_id });
    const { user_id, email, role } = member;
    call.note("member.leave", {
      target_type: "user",
      target_id: user_id,
      meta: { email, role, removed: true, moved_to: moved_to.slug },
    });
    return { removed: user_id, moved_to, ...(handed && { handed_over: handed }) };
  },
});

/** In the place of a person who is being removed. Nobody takes for themselves what was closed to them. */
async function handOverFor(call: Parameters<typeof handOver>[0], { member, to }: { member: MemberRow; to: number }) {
  const { sql, now, actor, runtime } = call;
  const why = await whyNoHandOver(runtime, { sql, now, actor });
  if (why !== null) {
    throw refuse.forbidden(why, { code: actor.role === "owner" ? "policy_refused" : "role_required" });
  }
  if (to === actor.user_id) {
    throw refuse.forbidden("who removes somebody does not get their documents; name another member in hand_over_to");
  }
  const handed = await handOver(call, { member, to_user_id: to });
  if (handed.docs > 0) await mailHandedOver(call, { member, handed });
  return handed;
}

export const handOverOwn = operation({
  id: "account.hand_over",
  route: "POST /api/account/hand-over",
  summary: "Hand My documents over to a colleague",
  description:
    "Everything in your My documents belongs to them from then on, in the same folders below a new one of theirs; links, versions, comments and grants stay. You may open what a grant, its visibility or its place still opens to you. What is in your trash stays yours.",
  body: t.Object({ user_id: t.Id({ description: "Who gets them: a member of your workspace." }) }),
  output: HandedOverShape,
  permit: sessionOnly("hand documents over"),
  opens: () => "restricted",
  audit: "member.hand_over",
  refuses: [404, 413],
  // It waits for what its caller is writing.
  alone: true,
  run: async (call, { body }) => {
    const { sql, actor } = call;
    await lockWorkspaces(sql, [actor.workspace.id]);
    const me = await holdMember(sql, { workspace_id: actor.workspace.id, user_id: actor.user_id });
    if (!me || me.disabled) throw refuse.forbidden("you are not a member of this workspace any more");
    return handOver(call, { member: me, to_user_id: body.user_id });
  },
});

/** Why somebody may not remove a member; null where they may. */
function whyNotRemoved(asked: {
  me: Pick<Actor, "user_id" | "role">;
  member: MemberRow;
  others: { owners: number };
}): Error | null {
  const { me, member, others } = asked;
  if (member.user_id === me.user_id)
    return refuse.invalid("you cannot remove yourself; ask another owner or admin to do it");
  if (member.role !== "owner") return null;
  if (me.role !== "owner") return refuse.forbidden("only an owner may remove an owner", { code: "role_required" });
  return others.owners > 0 ? null : refuseLastOwner(member);
}

/** The 400 of who alone owns a workspace. */
export function refuseLastOwner(member: Pick<MemberRow, "email">): Error {
  return refuse.invalid(`${member.email} is the last owner of this workspace; make another member an owner first`);
}
