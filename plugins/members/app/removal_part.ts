// Removing somebody: what becomes of their documents, tokens and spaces stands above the button.
import { type Html, html, type Static } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { sentenceOf } from "../../app/port/refused.ts";
import { readMembers } from "../operations/member_list.ts";
import { type RemovalPreview, removeMember } from "../operations/removal.ts";
import type { Member } from "../schemas.ts";
import { peoplePath } from "./tabs.ts";
import { peopleWords } from "./words.ts";

const HEIRS_MAX = 500;

interface Asked {
  member: Static<typeof Member>;
  removal: Static<typeof RemovalPreview>;
}

export async function removalPart(call: Asking, { member, removal }: Asked): Promise<Html> {
  const words = peopleWords(call);
  const name = member.name ?? member.email;
  const { can_remove, why_not, hand_over, groups, roots } = removal;
  const heirs = can_remove && hand_over.can && removal.documents > 0 ? await findHeirs(call, member.id) : [];
  const form = formFor(
    call,
    removeMember,
    { fixed: { user_id: member.id }, then: peoplePath(), done: words.removed(name) },
    ({ choice }) =>
      html`${heirs.length > 0 && choice("hand_over_to", { label: words.hand_documents_to, options: [{ value: "", label: words.nobody }, ...heirs] })}<div><button class="btn danger">${words.remove_named(name)}</button></div>`,
  );
  const named = (told: string, things: readonly { name: string }[]) =>
    things.length > 0 &&
    html`<li>${told} ${things.map(({ name }, index) => html`${index > 0 && ", "}<bdi>${name}</bdi>`)}</li>`;
  return html`<section aria-labelledby="removal"><h2 id="removal" class="only">${words.remove(call.actor.workspace.name)}</h2>
<details class="fold boxed" open><summary>${icon("right", "turn")}<span dir="auto">${words.remove(call.actor.workspace.name)}</span></summary>
<div class="stack"><p>${words.remove_told}</p>
<ul class="dots">${countLines(words, removal).map((line) => html`<li>${line}</li>`)}${named(words.leaves_groups, groups)}${named(words.leaves_spaces, roots)}</ul>
${can_remove ? form : html`<p class="note warn">${icon("info")}<span>${words.cannot_remove} ${sentenceOf(why_not ?? "")}</span></p>`}</div></details></section>`;
}

/** What is counted, in the order of what matters most; nothing of what there is none. */
function countLines(words: ReturnType<typeof peopleWords>, removal: Asked["removal"]): string[] {
  const { documents, documents_shared, documents_in_trash, documents_staying, tokens, connections, grants } = removal;
  const said = (count: number, line: (count: number) => string) => (count > 0 ? [`${line(count)}.`] : []);
  const shared = documents_shared > 0 ? `; ${words.of_these_shared(documents_shared)}` : "";
  return [
    documents > 0 ? `${words.goes_along(documents)}${shared}.` : `${words.no_documents}.`,
    ...said(documents_in_trash, words.in_trash),
    ...said(documents_staying, words.stays),
    ...said(grants, words.grants_end),
    ...said(tokens, words.tokens_go),
    ...said(connections, words.connections_go),
  ];
}

async function findHeirs(call: Asking, leaving: number): Promise<{ value: string; label: string }[]> {
  const { members } = await ask(call, readMembers, { query: { status: "active", limit: HEIRS_MAX } });
  return members
    .filter(({ id, is_me }) => id !== leaving && !is_me)
    .map(({ id, name, email }) => ({ value: String(id), label: name === null ? email : `${name}, ${email}` }));
}
