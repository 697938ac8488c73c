// Who may open a space or a folder of it: its entries, and forms that lead to what a change would do.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { AnswerOf, Asking } from "../../app/port/ask.ts";
import { face } from "../../app/port/face.ts";
import { icon } from "../../app/port/icons.ts";
import { spacePath } from "../../app/port/paths.ts";
import { when } from "../../app/port/when.ts";
import type { readAccess } from "../operations/access.ts";
import type { Root } from "./spaces_page.ts";
import { rootWords } from "./words.ts";

export type Access = AnswerOf<typeof readAccess>;
export type Entry = Access["grants"][number];

/** What somebody wishes to change, as the page's address says it. */
export interface Wished {
  folder: string;
  give?: "user" | "group" | "workspace" | undefined;
  subject?: string | undefined;
  level?: "view" | "comment" | "edit" | undefined;
  until?: string | undefined;
  take?: number | undefined;
  inherit?: boolean | undefined;
}

interface Shown {
  space: Root;
  folder: string;
  access: Access;
  groups: readonly { slug: string; name: string }[];
  wished: Wished;
}

export function accessPart(call: Asking, shown: Shown): Html {
  const words = rootWords(call);
  const { space, folder, access } = shown;
  const isFixed = space.is_general && folder === "";
  const entries = isFixed ? [] : access.grants;
  const more =
    access.next_cursor &&
    html`<p class="line"><a class="btn" rel="next" href="?${new URLSearchParams({ ...(folder && { folder }), after: access.next_cursor }).toString()}">${words.more}</a></p>`;
  return html`<section class="stack" aria-labelledby="access"><h2 id="access">${folder === "" ? words.who_space : words.who_folder}</h2>
${folder !== "" && inheritance(call, shown)}
<ul class="rows still roomy">${managersLine(call)}${isFixed && line(call, { name: words.everybody(call.actor.workspace.name), what: words.fixed, level: words.edit })}${entries.map((entry) => entryLine(call, shown, entry, true))}${access.inherited.map((entry) => entryLine(call, shown, entry, false))}</ul>${more}
${!isFixed && entries.length === 0 && access.inherited.length === 0 && html`<p class="note">${icon("lock")}<span>${words.closed}</span></p>`}
${!isFixed && letIn(call, shown)}</section>`;
}

function managersLine(call: Asking): Html {
  const words = rootWords(call);
  return line(call, { name: words.managers, what: words.managers_told, level: words.own });
}

function line(_call: Asking, { name, what, level }: { name: string; what: string; level: string }): Html {
  return html`<li>${face(name, "square")}<div class="main"><span class="name" dir="auto">${name}</span><span class="what">${what}</span></div><span class="fine nowrap">${level}</span></li>`;
}

/** Whom an entry names, as people call them. */
export function nameOf(call: Asking, { subject_type, subject }: Entry): string {
  return subject_type === "workspace" ? rootWords(call).everybody(call.actor.workspace.name) : subject.name;
}

/** What leads to the same page, looked at before. */
export function askPath(slug: string, folder: string, of: Readonly<Record<string, string>>): string {
  return `${spacePath(slug)}?${new URLSearchParams({ ...(folder && { folder }), ...of })}#change`;
}

function entryLine(call: Asking, { space, folder }: Shown, entry: Entry, isOwn: boolean): Html {
  const words = rootWords(call);
  const { id, subject_type, subject_label, level, expires_at } = entry;
  const name = nameOf(call, entry);
  const kind =
    subject_type === "group" ? words.group : subject_type === "user" && subject_label !== name ? subject_label : null;
  const ends = expires_at === null ? null : html`${words.until} ${when(call, new Date(Date.parse(expires_at) - 1))}`;
  const what =
    (kind !== null || ends) &&
    html`<span class="what">${kind !== null && html`<bdi>${kind}</bdi>`}${kind !== null && ends && " · "}${ends}</span>`;
  const head = html`${face(name, subject_type === "user" ? "" : "square")}<div class="main"><span class="name"><bdi>${name}</bdi></span>${what}</div>`;
  if (!isOwn) return html`<li>${head}<span class="fine nowrap">${words[level]}</span></li>`;
  const subject = subject_type === "user" ? subject_label : (entry.subject.slug ?? "");
  return html`<li>${head}<div class="acts"><details class="fold"><summary class="btn small quiet">${words[level]}${icon("down")}<span class="only">${words.may_of(name)}</span></summary>
<form class="line" action="${spacePath(space.slug)}#change" aria-label="${words.may_of(name)}">${folder && html`<input type="hidden" name="folder" value="${folder}">`}<input type="hidden" name="give" value="${subject_type}">${subject_type !== "workspace" && html`<input type="hidden" name="subject" value="${subject}">`}<label class="only" for="level-${id}">${words.may_of(name)}</label><select id="level-${id}" name="level">${levelOptions(call, level)}</select><button class="btn small">${words.change_it}</button></form>
<a class="btn small quiet" href="${askPath(space.slug, folder, { take: String(id) })}" aria-label="${words.take_away_of(name)}">${words.take_away}</a></details></div></li>`;
}

function levelOptions(call: Asking, chosen: string): Html {
  const words = rootWords(call);
  return html`${(["view", "comment", "edit"] as const).map((level) => html`<option value="${level}"${level === chosen && html` selected`}>${words[level]}</option>`)}`;
}

function inheritance(call: Asking, { space, folder, access }: Shown): Html {
  const words = rootWords(call);
  if (!access.overrides) {
    const from = access.inherited_from ?? "";
    return html`<p class="note">${icon("info")}<span>${from === "" ? words.inherits_top : words.inherits(from)}</span></p>`;
  }
  return html`<p class="note">${icon("info")}<span>${words.own_list}</span> <a class="btn small" href="${askPath(space.slug, folder, { inherit: "true" })}">${words.inherit_again}</a></p>`;
}

/** Each form leads to the same page, which says whose access would change, above the button that does it. */
function letIn(call: Asking, { space, folder, groups, wished }: Shown): Html {
  const words = rootWords(call);
  const form = (give: "user" | "group" | "workspace", inside: Html) => {
    const chosen = wished.give === give ? (wished.level ?? "view") : "view";
    return html`<form class="stack" action="${spacePath(space.slug)}#change">${folder && html`<input type="hidden" name="folder" value="${folder}">`}<input type="hidden" name="give" value="${give}"><div class="pair">${inside}<div class="field"><label for="may-${give}">${words.may}</label><select id="may-${give}" name="level">${levelOptions(call, chosen)}</select></div>${give === "user" && untilField(words, wished.give === give ? (wished.until ?? "") : "")}</div><div><button class="btn${give === "user" && " primary"}">${words.look_first}</button></div></form>`;
  };
  const typed = (give: "user" | "group") => (wished.give === give ? (wished.subject ?? "") : "");
  const person = form(
    "user",
    html`<div class="field"><label for="person">${words.person}</label><input id="person" name="subject" type="email" required maxlength="320" value="${typed("user")}" autocomplete="off" aria-describedby="person-hint"><p class="hint" id="person-hint">${words.person_hint}</p></div>`,
  );
  const group = form(
    "group",
    html`<div class="field"><label for="group">${words.group}</label><select id="group" name="subject">${groups.map(({ slug, name }) => html`<option value="${slug}"${slug === typed("group") && html` selected`}>${name}</option>`)}</select></div>`,
  );
  const folded = (heading: string, body: Html) =>
    html`<details class="fold boxed"><summary>${icon("right", "turn")}<span dir="auto">${heading}</span></summary>${body}</details>`;
  const starts = folder !== "" && words.starts_list;
  return html`<div class="card stack"><h3>${words.let_in}</h3>${starts && html`<p class="fine">${starts}</p>`}${person}${groups.length > 0 && folded(words.a_group, group)}${folded(words.everybody(call.actor.workspace.name), form("workspace", html``))}</div>`;
}

function untilField(words: ReturnType<typeof rootWords>, value: string): Html {
  return html`<div class="field"><label for="until">${words.until_field}</label><input id="until" name="until" type="date" value="${value}" aria-describedby="until-hint"><p class="hint" id="until-hint">${words.until_hint}</p></div>`;
}
