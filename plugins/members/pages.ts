// What an invite's page says to somebody whose account it would take elsewhere.
import { type Belonging, type Html, html, type Page, PRODUCT } from "../../kernel/plugin.ts";
import { describeInviter } from "../signin/port.ts";
import type { Undecided } from "./joining/acceptance.ts";
import type { InviteRow } from "./store/invites.ts";

export function joinPage({ invite, person, workspace, belongings }: Undecided, token: string): Page {
  const goes = belongings.filter((one) => one.goes);
  const stays = belongings.filter((one) => !one.goes);
  return {
    title: `Join ${workspace.name}`,
    body: html`
    <h1>Join <bdi>${workspace.name}</bdi>?</h1>
    <p>${describeInviter(invite)} invites you to the workspace <strong><bdi>${workspace.name}</bdi></strong>.</p>
    <p>An account is in one workspace at a time. Yours, <strong>${person.email}</strong>, leaves
    <strong><bdi>${person.workspace.name}</bdi></strong>.</p>
    ${listed("Comes along", goes)}
    ${listed("Stays", stays)}
    <p class="soft">What you shared with people there, and they with you, is closed. Links that you gave out keep working.</p>
    <form method="post" action="/auth/invite/${encodeURIComponent(token)}">
      <p class="actions"><button class="full">Leave and join</button></p>
    </form>
    <p class="actions"><a class="button plain full" href="/app">Stay where I am</a></p>
    <p class="fine">If you do not know who invites you, stay: nothing happens on ${PRODUCT.name} until you press the first button.</p>`,
  };
}

/** For somebody who is not signed in: the same words whether the address has an account or not. */
export function arrivePage(invite: InviteRow, token: string): Page {
  return {
    title: `Join ${invite.workspace}`,
    home: null,
    body: html`
    <h1>Join <bdi>${invite.workspace}</bdi></h1>
    <p>${describeInviter(invite)} invites you to the workspace <strong><bdi>${invite.workspace}</bdi></strong>, as <strong>${invite.email}</strong>.</p>
    <form method="post" action="/auth/invite/${encodeURIComponent(token)}">
      <label class="field"><span>Your name</span>
        <input name="name" autocomplete="name" maxlength="100" autofocus>
        <small>Shown to the people you work with. You may leave it empty.</small>
      </label>
      <button class="full">Join</button>
    </form>
    <p class="fine">Where this address has an account already, you sign in to it first. The link works once.</p>`,
  };
}

/** What comes along or stays, with its heading; nothing where there is none. */
export function listed(heading: string, belongings: readonly Belonging[]): Html | null {
  if (belongings.length === 0) return null;
  return html`
    <h2>${heading}</h2>
    <ul>${belongings.map(({ count, one, many }) => html`<li>${count} ${count === 1 ? one : many}</li>`)}</ul>`;
}
