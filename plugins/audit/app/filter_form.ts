// The filters of the log: they stand in the address, so that what is shown can be sent to a colleague.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { languageOf } from "../../app/port/words.ts";
import type { Sentences } from "./sentence.ts";
import { auditWords } from "./words.ts";

/** The filters as they stand in the address; what is left out is empty. */
export type ShownFilters = Readonly<
  Partial<Record<"action" | "actor" | "target_type" | "target_id" | "from" | "to", string | undefined>>
>;

export function filterForm(call: Asking, filters: ShownFilters, sentences: Sentences): Html {
  const words = auditWords(call);
  const { action = "", actor = "", target_type = "", target_id = "", from = "", to = "" } = filters;
  const path = settingsPath("company/audit");
  const isFiltered = Object.values(filters).some((value) => value);
  const about = target_type || target_id;
  return html`<form class="stack" role="search" action="${path}">
<div class="pair">
<div class="field"><label for="actor">${words.who}</label><input id="actor" name="actor" value="${actor}" maxlength="320" placeholder="${words.anybody}" autocomplete="off"></div>
<div class="field"><label for="action">${words.did}</label><select id="action" name="action">${options(call, action, sentences)}</select></div>
</div><div class="pair"><div class="field"><label for="from">${words.from}</label><input id="from" name="from" type="${dateType(from)}" value="${from}"></div>
<div class="field"><label for="to">${words.until}</label><input id="to" name="to" type="${dateType(to)}" value="${to}"></div></div>
${about && html`<input type="hidden" name="target_type" value="${target_type}"><input type="hidden" name="target_id" value="${target_id}"><p class="fine">${words.about} <code>${target_type} ${target_id}</code></p>`}
<p class="line"><button class="btn">${words.show}</button>${isFiltered && html`<a class="btn quiet" href="${path}">${words.clear}</a>`}<span class="fine">${words.days_utc}</span></p></form>`;
}

/** A time of day stands in an address that somebody wrote; a control of days would drop it. */
function dateType(value: string): "date" | "text" {
  return value === "" || /^\d{4}-\d{2}-\d{2}$/.test(value) ? "date" : "text";
}

function options(call: Asking, chosen: string, sentences: Sentences): Html {
  const words = auditWords(call);
  const collator = new Intl.Collator(languageOf(call.request));
  const known = [...sentences].map(([value, sentence]) => ({ value, label: labelOf(value, sentence) }));
  const all = [
    { value: "", label: words.anything },
    // A family such as doc.*, or an action of a plugin that is off.
    ...(chosen === "" || sentences.has(chosen) ? [] : [{ value: chosen, label: chosen }]),
    ...known.sort((a, b) => collator.compare(a.label, b.label)),
  ];
  return html`${all.map(({ value, label }) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`)}`;
}

function labelOf(action: string, sentence: string | null): string {
  return sentence === null ? action : sentence.replaceAll(/\{[a-z_]+\}/g, "…");
}

export function addressOf(path: string, members: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}
