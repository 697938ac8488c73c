// The page of everybody in the workspace: who is here, who is invited, and inviting several at once.
import { type Html, html, isManager, type Static, signedIn, t } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { face } from "../../app/port/face.ts";
import { personPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { readMembers } from "../operations/member_list.ts";
import type { Member } from "../schemas.ts";
import { invitePart } from "./invite_part.ts";
import { peoplePath, peopleTabs } from "./tabs.ts";
import { peopleWords } from "./words.ts";

const SHOWN_MAX = 100;

export const showPeople = operation({
  id: "member.page",
  route: "GET /app/settings/people",
  summary: "Everybody in the workspace and who is invited, as a page",
  query: t.Object({
    q: t.Optional(t.String({ maxLength: 200, description: "Words of a name or an address." })),
    after: t.Optional(t.String({ maxLength: 4096, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: signedIn(),
  run: async (call, { query }) => {
    const { q = "", after } = query;
    const words = peopleWords(call);
    const manages = isManager(call.actor);
    const found = await ask(call, readMembers, {
      query: { limit: SHOWN_MAX, ...(q && { q }), ...(after && { cursor: after }) },
    });
    const isWhole = q === "" && after === undefined;
    const body = html`<div class="stack loose">${peopleTabs(call, "people")}
${manages && isWhole && (await invitePart(call, found.workspace.seats_left))}
<section aria-labelledby="members"><div class="line far"><h2 id="members">${words.members}</h2>${finder(words, q)}</div>
${found.members.length > 0 ? memberTable(call, found.members) : html`<p class="empty">${words.nobody_found}</p>`}
<p class="line">${found.next_cursor && html`<a class="btn" rel="next" href="?${new URLSearchParams({ ...(q && { q }), after: found.next_cursor }).toString()}">${words.more}</a>`}${!isWhole && html`<a class="btn quiet" href="${peoplePath()}">${words.all_members}</a>`}</p></section></div>`;
    return settingsScreen(call, { title: words.people, body });
  },
});

type Words = ReturnType<typeof peopleWords>;

function finder(words: Words, q: string): Html {
  return html`<form class="line one" role="search" action="${peoplePath()}"><label class="only" for="q">${words.find}</label><input id="q" name="q" type="search" value="${q}" maxlength="200" placeholder="${words.find}"><button class="btn">${words.find_it}</button></form>`;
}

function memberTable(call: Asking, members: readonly Static<typeof Member>[]): Html {
  const words = peopleWords(call);
  const leads = isManager(call.actor);
  return html`<table class="data fold-down"><thead><tr><th scope="col">${words.name}</th><th scope="col">${words.role}</th>${leads && html`<th scope="col">${words.last_here}</th>`}</tr></thead><tbody>
${members.map((member) => {
  const { id, email, name, role, disabled, last_sign_in, is_me } = member;
  const shown = html`<bdi>${name ?? email}</bdi>`;
  return html`<tr><td><span class="line one">${face(name ?? email)}<span class="grow">${leads ? html`<a class="strong" href="${personPath(id)}">${shown}</a>` : html`<span class="strong">${shown}</span>`}${is_me && html` <span class="chip">${words.you}</span>`}${disabled && html` <span class="chip warn">${words.off}</span>`}${name !== null && html`<span class="what">${email}</span>`}</span></span></td><td data-label="${words.role}">${words[role]}</td>${leads && html`<td class="soft nowrap" data-label="${words.last_here}">${last_sign_in ? when(call, last_sign_in) : words.never}</td>`}</tr>`;
})}</tbody></table>`;
}
