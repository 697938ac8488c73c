// A row of the log as people read it: who, in words what, and the thing as a link.
import { type Html, html, isManager } from "../../../kernel/plugin.ts";
import type { AnswerOf, Asking } from "../../app/port/ask.ts";
import { face } from "../../app/port/face.ts";
import { documentPath, personPath } from "../../app/port/paths.ts";
import { languageOf } from "../../app/port/words.ts";
import type { readActions } from "../operations/actions.ts";
import type { readEvents } from "../operations/list.ts";
import { auditWords } from "./words.ts";

export type Event = AnswerOf<typeof readEvents>["events"][number];

/** The sentence of each action that has one, in the reader's language; all names of actions are in it. */
export type Sentences = ReadonlyMap<string, string | null>;

export function sentencesOf(call: Asking, actions: AnswerOf<typeof readActions>["actions"]): Sentences {
  const language = languageOf(call.request);
  return new Map(
    actions.map((one) => (typeof one === "string" ? [one, null] : [one.action, one.says?.[language] ?? null])),
  );
}

export function sentenceFor(call: Asking, event: Event, sentences: Sentences): Html {
  const { actor, actor_user_id, action, names } = event;
  const words = auditWords(call);
  const called = names?.actor ?? (actor === "system" ? words.server : actor.startsWith("scim:") ? words.scim : actor);
  const isHere = names?.actor != null && actor_user_id !== null;
  const who = person(call, { called, user_id: isHere ? actor_user_id : null });
  return html`<span class="line one">${face(called, "small")}<span class="grow">${who} ${phrase(call, event, sentences.get(action) ?? null)}</span></span>`;
}

/** `{on}` is the thing, any other name a member of the row's meta. */
function phrase(call: Asking, event: Event, sentence: string | null): Html {
  if (sentence === null) return html`<code>${event.action}</code> ${thing(call, event)}`;
  const meta = event.meta as Record<string, unknown>;
  return html`${sentence.split(/(\{[a-z_]+\})/).map((part) => {
    if (part === "{on}") return thing(call, event);
    return part.startsWith("{") ? html`<bdi>${wordsFor(meta[part.slice(1, -1)])}</bdi>` : part;
  })}`;
}

const LISTED_MAX = 3;

function wordsFor(value: unknown): string {
  if (Array.isArray(value)) {
    const rest = value.length - LISTED_MAX;
    return value.slice(0, LISTED_MAX).map(String).join(", ") + (rest > 0 ? ` +${rest}` : "");
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : "…";
}

function thing(call: Asking, { target_type, names }: Event): Html {
  const kind = auditWords(call).kind_of(target_type);
  const called = names?.target ?? null;
  if (names?.doc_id != null) return html`<a href="${documentPath(names.doc_id)}" dir="auto">${called}</a>`;
  if (called === null) return html`${kind}`;
  if (names?.user_id != null) return person(call, { called, user_id: names.user_id });
  return html`<bdi title="${kind}">${called}</bdi>`;
}

/** Owners and admins go on to the page about somebody. */
function person({ actor, runtime }: Asking, { called, user_id }: { called: string; user_id: number | null }): Html {
  const leads = user_id !== null && isManager(actor) && runtime.pathOf("member.page.person") !== null;
  return leads
    ? html`<a class="quiet-link" href="${personPath(user_id)}"><strong><bdi>${called}</bdi></strong></a>`
    : html`<strong><bdi>${called}</bdi></strong>`;
}
