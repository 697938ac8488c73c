// The head of a document's page: its title, who wrote it last and when, and who may open it.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { icon } from "../app/port/icons.ts";
import type { DocumentAction, DocumentOnPage } from "../app/port/slots.ts";
import { when } from "../app/port/when.ts";
import type { Access, Rendered } from "./asked.ts";
import { readerWords } from "./words.ts";

export function headOf({ title }: DocumentOnPage, byline: Html): Html {
  return html`<header><h1 dir="auto">${title}</h1>${byline}</header>`;
}

export function bylineOf(
  call: Asking,
  { shown, access, offered }: { shown: Rendered; access: Access; offered: readonly DocumentAction[] },
): Html {
  const words = readerWords(call);
  const leads = (id: "share" | "history", drawn: string, text: Html) => {
    const action = offered.find((one) => "href" in one && one.id === id);
    const inside = html`${icon(drawn)}${text}`;
    return action && "href" in action ? html`<a href="${action.href}">${inside}</a>` : html`<span>${inside}</span>`;
  };
  return html`<div class="byline"><span>${icon("user")}<span>${shown.actor && html`<bdi>${shown.actor}</bdi>, `}${when(call, shown.updated_at)}</span></span>
${leads("share", isOpen(shown) ? "globe" : "users", html`<bdi>${whoMayOpen(call, shown, access)}</bdi>`)}
${leads("history", "history", html`<span>${words.version(shown.version)}</span>`)}
${shown.tags.map((tag) => html`<a href="/app?tag=${encodeURIComponent(tag)}">${icon("tag")}<bdi>${tag}</bdi></a>`)}</div>`;
}

function isOpen({ visibility }: Rendered): boolean {
  return visibility === "unlisted" || visibility === "password";
}

/** Who is named before the others are counted. */
const NAMED_MAX = 2;

/** Who may open it, as one would say it. */
export function whoMayOpen(call: Asking, { visibility }: Rendered, { owner, grants, narrowed }: Access): string {
  const words = readerWords(call);
  if (visibility === "unlisted") return words.link;
  if (visibility === "password") return words.password;
  if (visibility === "workspace" && !narrowed) return words.workspace(call.actor.workspace.name);
  const me = call.actor.user_id;
  const named = new Map<string, string>();
  if (owner.id !== me) named.set(`user:${owner.id}`, owner.email);
  for (const { subject_type, subject_id, subject, subject_label } of grants) {
    if (subject_type === "workspace") return words.workspace(call.actor.workspace.name);
    if (subject_type !== "user" || subject_id !== me)
      named.set(`${subject_type}:${subject_id}`, subject.name ?? subject_label);
  }
  const names = [...named.values()];
  const [first = "", second = ""] = names;
  if (names.length === 0) return words.nobody_else;
  if (names.length > NAMED_MAX) return words.and_more(`${first}, ${second}`, names.length - NAMED_MAX);
  return names.length === 1 ? words.and(words.you, first) : words.and_more_of(words.you, first, second);
}
