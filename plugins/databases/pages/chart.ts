// The aggregate of a saved view as a chart of bars:
// drawn on the server, as wide as the page, with its numbers beside it as a table.
import { type Html, html } from "../../../kernel/plugin.ts";
import { type Field, fieldOf } from "../fields/mod.ts";
import type { AnsweredGroups, SentGrouping } from "../query/grouping.ts";
import { cutTo, instantOf } from "./cells.ts";

/** More bars say less. */
export const BARS_MAX = 30;
const ROW = 40;
/** A label and its value share a line, which is this long on a phone. */
const LINE_CHARS = 44;
const LABEL_CHARS_MAX = 40;
/** A double takes fewer; a sum of the largest and the smallest numbers takes hundreds. */
const VALUE_CHARS_MAX = 24;
const MANTISSA_DIGITS = 16;
/** The difference of two lengths must be a number too. */
const LENGTH_MAX = Number.MAX_VALUE / 4;

const NAMES = { count: "Records", sum: "Sum", avg: "Average", min: "Least", max: "Most" } as const;

export interface ChartView {
  fields: readonly Field[];
  asked: SentGrouping;
  answer: AnsweredGroups;
  /** Where a bar leads: to the records of its group. */
  choose(field: Field, key: unknown): string;
}

export function renderChart({ fields, asked, answer, choose }: ChartView): Html {
  const by = fieldOf(fields, asked.group_by);
  const of = asked.op === "count" ? null : (fieldOf(fields, asked.field ?? "") ?? null);
  if (!by) return html``;
  const measure = of ? `${NAMES[asked.op]} of ${of.label}` : NAMES.count;
  const caption = `${measure} by ${by.label}`;
  const bars = answer.groups.slice(0, BARS_MAX).map((group) => ({
    ...group,
    label: group.key === null ? "(empty)" : by.type === "datetime" ? instantOf(group.label) : nameOf(by, group.label),
    shown: shownValue(group.value, of),
    length: of && of.type !== "number" ? null : lengthOf(group.value),
  }));
  return html`<figure class="chart">
<figcaption dir="auto">${caption}</figcaption>
${bars.length === 0 ? html`<p class="fine">No records match, so there is nothing to draw.</p>` : drawBars(bars, caption)}
${answer.total_groups > bars.length && html`<p class="fine" dir="auto">${saysWhich({ of, measure, bars: bars.length, total: answer.total_groups })}</p>`}
<details><summary>The numbers</summary><div class="table"><table><thead><tr><th scope="col" dir="auto">${by.label}</th><th scope="col" class="number" dir="auto">${measure}</th>${of && html`<th scope="col" class="number">Records</th>`}</tr></thead><tbody>${bars.map(
    (bar) =>
      html`<tr><th scope="row" dir="auto"><a href="${choose(by, bar.key)}">${bar.label}</a></th><td class="number">${bar.shown}</td>${of && html`<td class="number">${bar.count}</td>`}</tr>`,
  )}</tbody></table></div></details>
</figure>`;
}

/** Which groups are drawn, where there are more. */
function saysWhich(view: { of: Field | null; measure: string; bars: number; total: number }): string {
  const total = view.total.toLocaleString("en");
  if (!view.of) return `The ${view.bars} largest groups of ${total}.`;
  const first = view.of.type === "number" ? "largest" : "latest";
  return `${view.bars} of ${total} groups: those with the ${first} “${view.measure}”.`;
}

interface Bar {
  label: string;
  shown: string;
  /** Null for a value that has no length, such as a day. */
  length: number | null;
}

/** Percentages instead of a view box, so that the words keep their size on every screen. */
function drawBars(bars: readonly Bar[], caption: string): Html | null {
  const lengths = bars.flatMap(({ length }) => (length === null ? [] : [length]));
  if (lengths.length === 0) return null;
  const least = Math.min(0, ...lengths);
  const span = Math.max(0, ...lengths) - least || 1;
  const at = (value: number) => Math.round(((value - least) / span) * 10_000) / 100;
  const zero = at(0);
  const drawn = bars.map(({ label, shown, length }) => {
    const value = fitValue(shown);
    return { label: cutTo(label, Math.min(LABEL_CHARS_MAX, LINE_CHARS - value.length)), value, length };
  });
  const rows = drawn.map(({ label, value, length }, index) => {
    const y = index * ROW;
    const end = length === null ? zero : at(length);
    const x = Math.min(zero, end);
    return html`<g><text x="0" y="${y + 15}" class="label">${label}</text><text x="100%" y="${y + 15}" text-anchor="end" class="value">${value}</text><rect class="track" x="0" y="${y + 22}" width="100%" height="9" rx="3"></rect>${length !== null && html`<rect class="bar" x="${x}%" y="${y + 22}" width="${Math.max(Math.abs(end - zero), 0.3)}%" height="9" rx="3"></rect>`}</g>`;
  });
  const spoken = `${caption}: ${drawn.map(({ label, value }) => `${label} ${value}`).join(", ")}`;
  return html`<svg role="img" aria-label="${spoken}" width="100%" height="${bars.length * ROW}" direction="ltr">${rows}</svg>`;
}

/** What a computed value is as a length, which may be less exact than its digits; an average of nothing is none. */
function lengthOf(value: unknown): number | null {
  const number = value === null ? Number.NaN : Number(value);
  return Number.isNaN(number) ? null : Math.min(Math.max(number, -LENGTH_MAX), LENGTH_MAX);
}

/** As the API says it: a number that is rounded without a word would be another one. */
function shownValue(value: unknown, of: Field | null): string {
  if (value === null || value === undefined) return "—";
  return of?.type === "datetime" ? instantOf(String(value)) : String(value);
}

/** Beside a bar there is no room for hundreds of digits: a mark says that the whole of them stands elsewhere, under the numbers. */
function fitValue(shown: string): string {
  if (shown.length <= VALUE_CHARS_MAX) return shown;
  const number = Number(shown);
  if (Number.isFinite(number)) return `≈ ${number}`;
  const [, sign = "", first = "", rest = ""] = /^(-?)(\d)(\d*)/.exec(shown) ?? [];
  return `≈ ${sign}${first}.${rest.slice(0, MANTISSA_DIGITS - 1)}e+${rest.length}`;
}

function nameOf(by: Field, label: string): string {
  if (by.type !== "checkbox") return label;
  return label === "true" ? "Yes" : "No";
}
