// The page about one member, for owners and admins: their role and what is theirs,
// and removing them with what becomes of it said before.
import { type Html, html, ROLES, type Static, t } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { face } from "../../app/port/face.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { readMembers } from "../operations/member_list.ts";
import { changeRole, transferOwnership } from "../operations/members.ts";
import { previewRemoval } from "../operations/removal.ts";
import { workspaceManager } from "../permits.ts";
import { memberPartHook } from "../port.ts";
import type { Member } from "../schemas.ts";
import { removalPart } from "./removal_part.ts";
import { signInLinkPart } from "./sign_in_link_part.ts";
import { peoplePath } from "./tabs.ts";
import { peopleWords } from "./words.ts";

type Shown = Static<typeof Member>;

export const showPerson = operation({
  id: "member.page.person",
  route: "GET /app/settings/people/{user_id}",
  summary: "One member of the workspace, as a page",
  params: t.Object({ user_id: t.Id({ description: "The member." }) }),
  query: t.Object({
    removal: t.Optional(t.Boolean({ description: "Whether it says what removing them would concern." })),
  }),
  ...screen,
  permit: workspaceManager(),
  refuses: [404],
  run: async (call, { params, query }) => {
    const words = peopleWords(call);
    const member = await findShown(call, params.user_id);
    const removal = query.removal ? await ask(call, previewRemoval, { params }) : null;
    const name = member.name ?? member.email;
    const parts = await call.callHook(memberPartHook, { call, member });
    const body = html`<div class="stack loose">${facts(call, member)}
${call.actor.role === "owner" && rolePart(call, member)}
${await signInLinkPart(call, member)}
${parts
  .filter((part) => part !== null)
  .sort((one, other) => one.order - other.order)
  .map(
    ({ id, heading, body }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${body}</section>`,
  )}
${!member.is_me && (removal ? await removalPart(call, { member, removal }) : html`<p><a class="btn danger" href="?removal=true">${words.remove_named(name)}…</a></p>`)}</div>`;
    const crumbs = [{ href: peoplePath(), label: words.people }];
    const told = member.name !== null ? member.email : "";
    return settingsScreen(call, { title: name, crumbs, told, beside: face(name), line: peoplePath(), body });
  },
});

const LOOKED_THROUGH_MAX = 500;

/** Throws 404 for somebody who is no member. */
async function findShown(call: Asking, userId: number): Promise<Shown> {
  const near = await ask(call, readMembers, { query: { limit: LOOKED_THROUGH_MAX } });
  const found = near.members.find(({ id }) => id === userId);
  if (found) return found;
  const { user } = await ask(call, previewRemoval, { params: { user_id: userId } });
  const { members } = await ask(call, readMembers, { query: { q: user.email } });
  const member = members.find(({ id }) => id === userId);
  if (!member) throw new Error("a member whose removal was looked at stands in no list");
  return member;
}

function facts(call: Asking, { role, joined, last_sign_in, disabled, is_me }: Shown): Html {
  const words = peopleWords(call);
  return html`<dl class="facts"><dt>${words.role}</dt><dd>${words[role]}${is_me && html` <span class="chip">${words.you}</span>`}${disabled && html` <span class="chip warn">${words.off}</span>`}</dd><dt>${words.joined}</dt><dd>${when(call, joined)}</dd><dt>${words.last_here}</dt><dd>${last_sign_in ? when(call, last_sign_in) : words.never}</dd></dl>`;
}

function rolePart(call: Asking, { id, email, name, role, is_me }: Shown): Html {
  const words = peopleWords(call);
  const called = name ?? email;
  const options = ROLES.map((one) => ({ value: one, label: words[one] }));
  const form = formFor(
    call,
    changeRole,
    { fixed: { user_id: id }, done: words.role_changed(called), label: words.change_role },
    ({ choice }) =>
      html`${choice("role", { label: words.role, value: role, hint: words.owner_told, options })}<div><button class="btn">${words.change_role}</button></div>`,
  );
  const hand = html`<details class="fold boxed"><summary>${icon("right", "turn")}${words.make_owner}</summary><p>${words.make_owner_told(called)}</p>${buttonFor(call, transferOwnership, { fixed: { user_id: id }, button: words.make_owner, kind: "btn danger", done: words.handed_over(called) })}</details>`;
  return html`<section class="stack" aria-labelledby="role"><h2 id="role">${words.role}</h2>${form}${!is_me && hand}</section>`;
}
