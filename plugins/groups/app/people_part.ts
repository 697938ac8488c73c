// Who is in a group: several are taken out at once, and put in by their addresses or out of a list of colleagues.
import { type Html, html } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { face } from "../../app/port/face.ts";
import { formFor } from "../../app/port/form.ts";
import { groupPath } from "../../app/port/paths.ts";
import { when } from "../../app/port/when.ts";
import { manifest } from "../../manifest.ts";
import { readMembers } from "../../members/port/operations.ts";
import type { readGroup } from "../operations/groups.ts";
import { changeMembers } from "../operations/people.ts";
import { readPeople } from "../operations/person_list.ts";
import { groupWords } from "./words.ts";

export type Detail = AnswerOf<typeof readGroup>;

const SHOWN_MAX = 100;
const COLLEAGUES_MAX = 30;
const EMAILS_MAX = manifest.caps.emails_per_request;

/** Who is looked for on the page. */
export interface Sought {
  q: string;
  after: string | undefined;
  colleague: string;
}

export async function peoplePart(call: Asking, group: Detail, { q, after }: Sought): Promise<Html> {
  const words = groupWords(call);
  const { id, source, member_count } = group;
  const query = { limit: SHOWN_MAX, ...(q && { q }), cursor: after };
  const { members, next_cursor } = await ask(call, readPeople, { params: { id }, query });
  const isOwn = source === "native";
  const list = isOwn
    ? takeOutForm(call, group, members)
    : html`<ul class="rows still">${members.map((one) => line(call, one))}</ul>`;
  const more = new URLSearchParams({ ...(q && { q }), after: next_cursor ?? "" }).toString();
  return html`<section aria-labelledby="people"><div class="line far"><h2 id="people">${words.people(member_count)}</h2>${member_count > SHOWN_MAX && finder(call, { id, name: "q", value: q, label: words.find_person })}</div>
${members.length > 0 ? list : html`<p class="soft">${q === "" ? words.nobody_yet : words.nobody_found}</p>`}
<p class="line">${next_cursor && html`<a class="btn" rel="next" href="?${more}">${words.more_people}</a>`}${(q !== "" || after !== undefined) && html`<a class="btn quiet" href="${groupPath(id)}">${words.all_people}</a>`}</p></section>`;
}

type Person = AnswerOf<typeof readPeople>["members"][number];

function line(call: Asking, { email, name, disabled, added_at }: Person, tick?: Html): Html {
  const words = groupWords(call);
  return html`<li>${tick}${face(name ?? email)}<div class="main"><span class="name"><bdi>${name ?? email}</bdi>${disabled && html` <span class="chip warn">${words.off}</span>`}</span><span class="what">${name !== null && html`<bdi>${email}</bdi> · `}${words.since} ${when(call, added_at)}</span></div></li>`;
}

function takeOutForm(call: Asking, { id, name }: Detail, members: readonly Person[]): Html {
  const words = groupWords(call);
  return formFor(
    call,
    changeMembers,
    { fixed: { id, present: "false" }, done: words.taken_out(name), look: "stack tight", label: words.take_out },
    (fields) =>
      html`<ul class="rows still">${members.map((one) =>
        line(
          call,
          one,
          html`<input type="checkbox" name="emails" value="${one.email}" aria-label="${words.choose(one.name ?? one.email)}"${fields.isChosen("emails", one.email, false) && html` checked`}>`,
        ),
      )}</ul><p class="line"><button class="btn danger">${words.take_out}</button></p>`,
  );
}

/** Colleagues who are not in it yet stand below the field, to be ticked. */
export async function addPart(call: Asking, group: Detail, { colleague }: Sought): Promise<Html> {
  const words = groupWords(call);
  const { id, name } = group;
  const inIt = new Set(group.members.map((member) => member.id));
  const query = { status: "active" as const, limit: COLLEAGUES_MAX + 1, ...(colleague && { q: colleague }) };
  const { members } = await ask(call, readMembers, { query });
  const others = members.filter((member) => !inIt.has(member.id)).slice(0, COLLEAGUES_MAX);
  const hasMore = members.length > COLLEAGUES_MAX;
  const form = formFor(
    call,
    changeMembers,
    { fixed: { id, present: "true" }, done: words.put_in(name), label: words.add },
    (fields) =>
      html`${
        others.length > 0 &&
        html`<fieldset><legend>${words.colleagues}</legend><div class="ticks">${others.map(
          (member) =>
            html`<label class="opt"><input type="checkbox" name="emails" value="${member.email}"${fields.isChosen("emails", member.email, false) && html` checked`}><span><bdi>${member.name ?? member.email}</bdi>${member.name !== null && html`<span class="fine"><bdi>${member.email}</bdi></span>`}</span></label>`,
        )}</div></fieldset>`
      }${fields.lines("emails", { label: others.length > 0 ? words.or_addresses : words.addresses, hint: words.addresses_hint(EMAILS_MAX), rows: 2 })}<div><button class="btn primary">${words.add_them}</button></div>`,
  );
  return html`<section class="card stack" aria-labelledby="add"><div class="line far"><h2 id="add">${words.add}</h2>${(hasMore || colleague !== "") && finder(call, { id, name: "colleague", value: colleague, label: words.find_colleague })}</div>${form}</section>`;
}

interface Finder {
  id: number;
  name: "q" | "colleague";
  value: string;
  label: string;
}

function finder(call: Asking, { id, name, value, label }: Finder): Html {
  return html`<form class="line one" role="search" action="${groupPath(id)}"><label class="only" for="find-${name}">${label}</label><input id="find-${name}" name="${name}" type="search" value="${value}" maxlength="200" placeholder="${label}"><button class="btn">${groupWords(call).find_it}</button></form>`;
}
