// The page of all groups: who is in each, and making one.
import { type Html, html, KERNEL_BOUNDS, signedIn, t } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { face } from "../../app/port/face.ts";
import { formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { groupPath, settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { peopleTabs } from "../../members/port/pages.ts";
import { operation } from "../../operation.ts";
import { makeGroup, readGroups } from "../operations/groups.ts";
import { keeperOf } from "./keeper.ts";
import { groupWords } from "./words.ts";

const SHOWN_MAX = 100;
const FACES_MAX = 4;
const PATH = settingsPath("groups");

export const showGroups = operation({
  id: "group.page.list",
  route: `GET ${PATH}`,
  summary: "The groups of the workspace, as a page",
  query: t.Object({
    q: t.Optional(t.String({ maxLength: 200, description: "A part of a name." })),
    after: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: signedIn(),
  gate: "groups",
  run: async (call, { query }) => {
    const { q = "", after } = query;
    const words = groupWords(call);
    const found = await ask(call, readGroups, { query: { limit: SHOWN_MAX, ...(q && { q }), cursor: after } });
    const isWhole = q === "" && after === undefined;
    const body = html`<div class="stack loose">${peopleTabs(call, "groups")}
${found.can_manage && isWhole && makeForm(call)}
<section aria-labelledby="groups"><div class="line far"><h2 id="groups"${found.groups.length === 0 && isWhole && html` class="only"`}>${words.groups}</h2>${(found.groups.length > 0 || !isWhole) && finder(call, q)}</div>
${found.groups.length > 0 ? listOf(call, found) : nothing(call, isWhole, found.can_manage)}
<p class="line">${found.next_cursor && html`<a class="btn" rel="next" href="?${new URLSearchParams({ ...(q && { q }), after: found.next_cursor }).toString()}">${words.more}</a>`}${!isWhole && html`<a class="btn quiet" href="${PATH}">${words.all_groups}</a>`}</p></section></div>`;
    return settingsScreen(call, { title: words.groups, told: words.told, body });
  },
});

/** Nothing where the plan has no groups: no line leads to what is not there. */
export function groupSettings(call: Asking): SettingsLine[] {
  const { runtime, actor } = call;
  if (!runtime.plans.carries("groups", actor.workspace.plan)) return [];
  return [{ group: "people", order: 20, href: PATH, icon: "group", label: groupWords(call).groups }];
}

function finder(call: Asking, q: string): Html {
  const words = groupWords(call);
  return html`<form class="line one" role="search" action="${PATH}"><label class="only" for="q">${words.find}</label><input id="q" name="q" type="search" value="${q}" maxlength="200" placeholder="${words.find}"><button class="btn">${words.find_it}</button></form>`;
}

function makeForm(call: Asking): Html {
  const words = groupWords(call);
  return formFor(
    call,
    makeGroup,
    { then: `${PATH}/{id}`, done: words.made, look: "card stack", label: words.make },
    ({ text }) =>
      html`<h2>${words.make}</h2><div class="pair">${text("name", { label: words.name, required: true, maxlength: 100, autocomplete: "off", placeholder: words.name_example })}${text("description", { label: words.description, maxlength: 512, autocomplete: "off" })}</div><div><button class="btn primary">${words.make_it}</button></div>`,
  );
}

type Found = AnswerOf<typeof readGroups>;

function listOf(call: Asking, { groups, can_manage }: Found): Html {
  return html`<ul class="rows roomy${!can_manage && " still"}">${groups.map((group) => row(call, group, can_manage))}</ul>`;
}

function row(call: Asking, group: Found["groups"][number], canManage: boolean): Html {
  const words = groupWords(call);
  const { id, name, description, member_count, pending_count, members } = group;
  const keeper = keeperOf(call, group);
  const named = canManage
    ? html`<a class="name cut" href="${groupPath(id)}" dir="auto" title="${name}">${name}</a>`
    : html`<span class="name" dir="auto">${name}</span>`;
  return html`<li>${face(name, "square")}<div class="main">${named}<span class="what">${words.people(member_count)}${pending_count > 0 && ` · ${words.invited(pending_count)}`}${keeper && html` · <bdi>${keeper}</bdi>`}</span>${description !== "" && html`<span class="what" dir="auto">${description}</span>`}</div><span class="faces narrow-gone">${members.slice(0, FACES_MAX).map(({ email }) => face(email))}</span></li>`;
}

function nothing(call: Asking, isWhole: boolean, canManage: boolean): Html {
  const words = groupWords(call);
  if (!isWhole) return html`<p class="empty">${words.none_found}</p>`;
  return html`<div class="empty">${icon("group", "big")}<h3>${words.none}</h3><p>${canManage ? words.none_told : words.none_member}</p></div>`;
}
