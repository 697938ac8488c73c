// Inviting several people at once, what came of it with a link for each, and who has not come yet.
import { type Html, html, type Static } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { copyBox } from "../../app/port/copy_box.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { shownOnce } from "../../app/port/once.ts";
import { sentenceOf } from "../../app/port/refused.ts";
import { when } from "../../app/port/when.ts";
import { inviteMany } from "../operations/invite_batch.ts";
import { readInvites } from "../operations/invite_list.ts";
import { resendInvite, revokeInvite } from "../operations/invites.ts";
import { inviteGroupsHook } from "../port.ts";
import { INVITED_ROLES, type Invite } from "../schemas.ts";
import { peopleWords } from "./words.ts";

const WAITING_MAX = 200;

/** For owners and admins. `seats_left` is null where the plan has no cap. */
export async function invitePart(call: Asking, seats_left: number | null): Promise<Html> {
  const [{ invites }, groups] = await Promise.all([
    ask(call, readInvites, { query: { status: "all", limit: WAITING_MAX } }),
    call.callHook(inviteGroupsHook, call),
  ]);
  return html`${inviteForm(call, seats_left, groups.flat())}${resultsPart(call)}${waitingPart(call, invites)}`;
}

/** Whether invitations go by mail here; where they do not, their links are passed on by hand. */
function goesByMail({ runtime }: Asking): boolean {
  return runtime.mail.kind === "smtp";
}

function inviteForm(
  call: Asking,
  seats_left: number | null,
  groups: readonly { value: string; label: string }[],
): Html {
  const words = peopleWords(call);
  const roles = INVITED_ROLES.map((role) => ({ value: role, label: words[role] }));
  const form = formFor(
    call,
    inviteMany,
    { label: words.invite },
    ({
      lines,
      choice,
    }) => html`${lines("invites", { label: words.addresses, hint: words.addresses_hint, rows: 3, required: true, placeholder: "anna@example.com" })}
<div class="pair">${choice("invites.role", { label: words.as, hint: words.as_hint, options: roles })}${groups.length > 0 && choice("invites.group_ids", { label: words.into_group, options: [{ value: "", label: words.no_group }, ...groups] })}</div>
<p class="fine">${goesByMail(call) ? words.link_by_mail : words.link_by_hand}${seats_left !== null && ` ${words.seats_left(seats_left)}`}</p>
<div><button class="btn primary">${words.make_invites}</button></div>`,
  );
  return html`<section class="card stack" aria-labelledby="invite"><h2 id="invite">${words.invite}</h2>${form}</section>`;
}

/** What the form before came to, a line for each address; with links it is shown this once. */
function resultsPart(call: Asking): Html | null {
  const words = peopleWords(call);
  const many = shownOnce(call, inviteMany);
  const again = shownOnce(call, resendInvite);
  const lines = many
    ? many.results.map(({ email, invite, error }) =>
        resultLine(call, { email, invite: invite ?? null, error: error ?? null }),
      )
    : again && [resultLine(call, { email: again.email, invite: again, error: null })];
  if (!lines) return null;
  const hasLinks = !goesByMail(call) && (again !== null || (many?.invited ?? 0) > 0);
  return html`<section id="results" class="stack tight" aria-labelledby="results-h"><h2 id="results-h">${again ? words.new_link_made : words.results}</h2>
${hasLinks && html`<p class="note">${icon("info")}<span>${words.pass_on}</span></p>`}<ul class="rows still roomy">${lines}</ul></section>`;
}

function resultLine(
  call: Asking,
  { email, invite, error }: { email: string; invite: Static<typeof Invite> | null; error: string | null },
): Html {
  const words = peopleWords(call);
  const link = invite?.url ?? null;
  const hasToBePassed = link !== null && !goesByMail(call);
  return html`<li>${icon(error === null ? "mail" : "warn")}<div class="main"><span class="name"><bdi>${email}</bdi></span>${error !== null ? html`<span class="what bad-ink">${sentenceOf(error)}</span>` : !hasToBePassed && html`<span class="what">${words.mailed}</span>`}${hasToBePassed && copyBox({ text: link, label: words.link_of(email), copy: words.copy, copied: words.copied })}</div></li>`;
}

function waitingPart(call: Asking, invites: readonly Static<typeof Invite>[]): Html | null {
  const words = peopleWords(call);
  const waiting = invites.filter(({ accepted_at }) => accepted_at === null);
  if (waiting.length === 0) return null;
  return html`<section aria-labelledby="invited"><h2 id="invited">${words.waiting}</h2><ul class="rows still roomy">${waiting.map((invite) => waitingLine(call, invite))}</ul></section>`;
}

function waitingLine(call: Asking, invite: Static<typeof Invite>): Html {
  const words = peopleWords(call);
  const { id, email, role, expires_at, expired, groups, delivery_status } = invite;
  const state = expired
    ? html`<span class="warn-ink">${words.over}</span>`
    : html`${words.until} ${when(call, expires_at)}`;
  const again = goesByMail(call)
    ? buttonFor(call, resendInvite, {
        fixed: { id },
        button: words.send_again,
        name: words.send_again_to(email),
        done: words.sent_again(email),
      })
    : buttonFor(call, resendInvite, { fixed: { id }, button: words.new_link, name: words.new_link_for(email) });
  return html`<li>${icon("mail")}<div class="main"><span class="name"><bdi>${email}</bdi></span><span class="what">${words[role]}${groups.map(({ name }) => html`, <bdi>${name}</bdi>`)} · ${state}${delivery_status === "failed" && ` · ${words.not_delivered}`}</span></div><div class="acts">${again}${buttonFor(call, revokeInvite, { fixed: { id }, button: words.take_back, name: words.take_back_of(email), kind: "btn small quiet", done: words.taken_back(email) })}</div></li>`;
}
