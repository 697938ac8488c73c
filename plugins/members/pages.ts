// An invite's own pages: where it makes an account, and where it would take an account elsewhere.
import { type Belonging, type Html, html, type Page } from "../../kernel/plugin.ts";
import type { Reader } from "../../kernel/ports/pages.ts";
import { describeInviter } from "../signin/port.ts";
import { joinWords } from "./join_words.ts";
import type { Undecided } from "./joining/acceptance.ts";
import type { InviteRow } from "./store/invites.ts";

/** Who looks at the page of an invite, and by which link. */
interface Looks {
  token: string;
  request: Reader;
}

export function joinPage({ invite, person, workspace, belongings }: Undecided, { token, request }: Looks): Page {
  const words = joinWords({ request });
  const goes = belongings.filter((one) => one.goes);
  const stays = belongings.filter((one) => !one.goes);
  return {
    title: words.join_title(workspace.name),
    reader: request,
    body: html`
    <h1>${words.join_asked(workspace.name)}</h1>
    <p>${words.invites(describeInviter(invite, words), workspace.name)}</p>
    <p>${words.one_at_a_time(person.email, person.workspace.name)}</p>
    ${listed(words.comes_along, goes)}
    ${listed(words.stays, stays)}
    <p class="soft">${words.closed}</p>
    <form method="post" action="/auth/invite/${encodeURIComponent(token)}">
      <p class="actions"><button class="full">${words.leave_and_join}</button></p>
    </form>
    <p class="actions"><a class="button plain full" href="/app">${words.stay}</a></p>
    <p class="fine">${words.nothing_before}</p>`,
  };
}

/** For somebody who is not signed in: the same words whether the address has an account or not. */
export function arrivePage(invite: InviteRow, { token, request }: Looks): Page {
  const words = joinWords({ request });
  return {
    title: words.join_title(invite.workspace),
    home: null,
    reader: request,
    body: html`
    <h1>${words.join(invite.workspace)}</h1>
    <p>${words.invites_as(describeInviter(invite, words), invite.workspace, invite.email)}</p>
    <form method="post" action="/auth/invite/${encodeURIComponent(token)}">
      <label class="field"><span>${words.name}</span>
        <input name="name" autocomplete="name" maxlength="100" autofocus>
        <small>${words.name_hint}</small>
      </label>
      <button class="full">${words.join_it}</button>
    </form>
    <p class="fine">${words.has_account}</p>`,
  };
}

/** What comes along or stays, with its heading; nothing where there is none. What each is called is English. */
export function listed(heading: string, belongings: readonly Belonging[]): Html | null {
  if (belongings.length === 0) return null;
  return html`
    <h2>${heading}</h2>
    <ul lang="en">${belongings.map(({ count, one, many }) => html`<li>${count} ${count === 1 ? one : many}</li>`)}</ul>`;
}
