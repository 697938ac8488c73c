// The aggregate of a saved view as a chart of bars: drawn on the server, as wide as the page, with its numbers beside it as a table.
import { type Html, html } from "../../../kernel/mod.ts";
import { type Field, fieldOf } from "../fields/mod.ts";
import type { AnsweredGroups, SentGrouping } from "../query/grouping.ts";
import { cutTo, instantOf } from "./cells.ts";

/** More bars say less. */
export const BARS_MAX = 30;
const ROW = 40;
const LABEL_CHARS_MAX = 40;

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
  const of = asked.op === "count" ? null : fieldOf(fields, asked.field ?? "");
  if (!by) return html``;
  const measure = of ? `${NAMES[asked.op]} of ${of.label}` : NAMES.count;
  const caption = `${measure} by ${by.label}`;
  const bars = answer.groups.slice(0, BARS_MAX).map((group) => ({
    ...group,
    label: group.key === null ? "(empty)" : by.type === "datetime" ? instantOf(group.label) : nameOf(by, group.label),
    shown: shownValue(group.value, of ?? null),
    length: typeof group.value === "string" && of?.type !== "number" && of ? null : numberOf(group.value),
  }));
  const left = answer.total_groups - bars.length;
  return html`<figure class="chart">
<figcaption dir="auto">${caption}</figcaption>
${bars.length === 0 ? html`<p class="fine">No records match, so there is nothing to draw.</p>` : drawBars(bars, caption)}
${left > 0 && html`<p class="fine">The ${bars.length} largest groups of ${answer.total_groups.toLocaleString("en")}.</p>`}
<details><summary>The numbers</summary><div class="table"><table><thead><tr><th scope="col" dir="auto">${by.label}</th><th scope="col" class="number" dir="auto">${measure}</th>${of && html`<th scope="col" class="number">Records</th>`}</tr></thead><tbody>${bars.map(
    (bar) =>
      html`<tr><th scope="row" dir="auto"><a href="${choose(by, bar.key)}">${bar.label}</a></th><td class="number">${bar.shown}</td>${of && html`<td class="number">${bar.count}</td>`}</tr>`,
  )}</tbody></table></div></details>
</figure>`;
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
  const rows = bars.map(({ label, shown, length }, index) => {
    const y = index * ROW;
    const end = length === null ? zero : at(length);
    const x = Math.min(zero, end);
    return html`<g><text x="0" y="${y + 15}" class="label">${cutTo(label, LABEL_CHARS_MAX)}</text><text x="100%" y="${y + 15}" text-anchor="end" class="value">${shown}</text><rect class="track" x="0" y="${y + 22}" width="100%" height="9" rx="3"></rect>${length !== null && html`<rect class="bar" x="${x}%" y="${y + 22}" width="${Math.max(Math.abs(end - zero), 0.3)}%" height="9" rx="3"></rect>`}</g>`;
  });
  const spoken = `${caption}: ${bars.map(({ label, shown }) => `${cutTo(label, LABEL_CHARS_MAX)} ${shown}`).join(", ")}`;
  return html`<svg role="img" aria-label="${spoken}" width="100%" height="${bars.length * ROW}" direction="ltr">${rows}</svg>`;
}

/** What a computed value is as a length; an average of nothing is none. */
function numberOf(value: unknown): number | null {
  const number = value === null ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

function shownValue(value: unknown, of: Field | null): string {
  if (value === null || value === undefined) return "—";
  if (of?.type === "datetime") return instantOf(String(value));
  if (of && of.type !== "number") return String(value);
  const number = Number(value);
  // An average, and many a sum, has more digits than anybody reads; the whole of it is told by the API.
  return Number.isInteger(number) ? String(value) : String(Number(number.toPrecision(6)));
}

function nameOf(by: Field, label: string): string {
  if (by.type !== "checkbox") return label;
  return label === "true" ? "Yes" : "No";
}
