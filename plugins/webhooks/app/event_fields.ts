// Which events a webhook is told of: families in words as checkboxes, and any other by its own name.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { webhookWords } from "./words.ts";

type Words = ReturnType<typeof webhookWords>;

/** Families that people choose by their words; others are named as they are called. */
const FAMILIES = ["doc", "comment", "access", "folder", "root", "member", "group", "brain", "workflow"] as const;

/** What of a form is asked here. */
interface Chosen {
  valueIn(name: "events"): string;
  isChosen(name: "events", value: string, isSet: boolean): boolean;
}

export function eventFields(words: Words, fields: Chosen, events: readonly string[]): Html {
  const families = FAMILIES.map((family) => ({ value: `${family}.*`, label: words[`family_${family}`] }));
  const known = new Set(families.map(({ value }) => value));
  const others = events.filter((event) => !known.has(event) && event !== "*");
  const typed = fields.valueIn("events");
  const last = typed !== "" && !known.has(typed) && !others.includes(typed) ? typed : "";
  const input = (value: string) =>
    html`<input name="events" value="${value}" maxlength="100" aria-label="${words.other_event}" placeholder="doc.publish" autocomplete="off" autocapitalize="none" spellcheck="false">`;
  return html`<fieldset><legend>${words.events}</legend><p class="hint">${words.events_hint}</p><div class="pair">${families.map(
    ({ value, label }) =>
      html`<label class="opt"><input type="checkbox" name="events" value="${value}"${fields.isChosen("events", value, events.includes(value)) && html` checked`}><span>${label}</span></label>`,
  )}</div><details class="fold"${(others.length > 0 || last !== "") && html` open`}><summary>${words.other_event}</summary><div class="stack tight">${others.map(input)}${input(last)}</div></details></fieldset>`;
}

/** The same as a line. */
export function eventsText(words: Words, events: readonly string[]): Html {
  if (events.includes("*")) return html`${words.everything}`;
  return html`${events.map((event, index) => {
    const family = FAMILIES.find((one) => event === `${one}.*`);
    return html`${index > 0 && ", "}${family ? words[`family_${family}`] : html`<code>${event}</code>`}`;
  })}`;
}
