// The audit log as a page: filters above, the newest rows below, older ones behind a link. It works without script.
import { type Actor, type Html, html, type JsonObject, momentOf, type Page } from "../../../kernel/plugin.ts";
import { pageFor } from "../../pages.ts";
import type { EventRow } from "../store.ts";
import { STYLE_PATH } from "./assets.ts";

export const PAGE_PATH = "/auth/audit";

const COLUMNS = ["When", "Who", "What", "On", "Through"];

/** The filters as they stand in the address; what is left out is empty. */
export type ShownFilters = Readonly<
  Partial<Record<"action" | "actor" | "target_type" | "target_id" | "from" | "to", string>>
>;

export function auditPage(shown: {
  actor: Actor;
  scope: "workspace" | "own";
  actions: readonly string[];
  filters: ShownFilters;
  events: readonly EventRow[];
  /** Addresses of people who are targets, by their ids. */
  people: ReadonlyMap<string, string>;
  /** The last row's id when there may be older ones. */
  next_before_id: number | null;
}): Page {
  const { actor, scope, actions, filters, events, people, next_before_id } = shown;
  const older =
    next_before_id === null ? null : addressOf(PAGE_PATH, { ...filters, before_id: String(next_before_id) });
  return {
    title: "Audit log",
    ...pageFor(actor, STYLE_PATH),
    body: html`
    <h1>Audit log</h1>
    <p class="soft">${scope === "workspace" ? html`What happened in <bdi>${actor.workspace.name}</bdi>` : "What was done to documents in your My documents, and said there"}, the newest first. Times are in UTC.</p>
    ${filterForm(filters, actions)}
    ${
      events.length === 0
        ? html`<p class="empty">Nothing fits these filters.</p>`
        : html`<table>
      <thead><tr>${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${events.map((event) => row(event, people))}</tbody>
    </table>`
    }
    ${older && html`<p class="actions"><a class="button plain" rel="next" href="${older}">Older</a></p>`}
    <p class="fine"><a href="/app">To your documents</a></p>`,
  };
}

function filterForm(filters: ShownFilters, actions: readonly string[]): Html {
  const field = (name: keyof ShownFilters, label: string, more: Html) => html`
      <label class="field"><span>${label}</span><input name="${name}" value="${filters[name]}" ${more}></label>`;
  const families = [...new Set(actions.map((action) => `${action.slice(0, action.indexOf("."))}.*`))];
  return html`
    <form class="filters" method="get" action="${PAGE_PATH}">
      ${field("action", "Action", html`maxlength="100" list="actions" placeholder="doc.publish or doc.*"`)}
      ${field("actor", "Who", html`maxlength="320" placeholder="ann@example.com"`)}
      ${field("target_type", "Kind of thing", html`maxlength="64" placeholder="doc, user, group"`)}
      ${field("target_id", "Its id", html`maxlength="512"`)}
      ${field("from", "From", html`type="date"`)}
      ${field("to", "To", html`type="date"`)}
      <datalist id="actions">${[...families, ...actions].map((action) => html`<option value="${action}"></option>`)}</datalist>
      <div class="do">
        <button>Filter</button><a class="button plain" href="${PAGE_PATH}">Clear</a>
        <a class="button plain right" href="${addressOf("/api/audit/export.csv", filters)}" download>Download as CSV</a>
      </div>
    </form>`;
}

function row(event: EventRow, people: ReadonlyMap<string, string>): Html {
  const { via, client, token, ...said } = event.meta;
  const program = typeof client === "string" ? client : typeof token === "string" ? token : null;
  return html`<tr>
      <td data-name="When"><time datetime="${event.created_at.toISOString()}">${momentOf(event.created_at)}</time></td>
      <td data-name="Who"><bdi>${event.actor}</bdi></td>
      <td data-name="What"><span><code>${event.action}</code>${details(said)}</span></td>
      <td data-name="On"><span>${event.target_type} <bdi>${event.target_id}</bdi>${nameOf(event, people)}</span></td>
      <td data-name="Through"><span>${typeof via === "string" && via}${program !== null && html` · <bdi>${program}</bdi>`}${event.ip !== null && html`<br>${event.ip}`}</span></td>
    </tr>`;
}

/** Who a person is that something was done to: by the address that they have, or had when they went. */
function nameOf({ target_type, target_id, meta }: EventRow, people: ReadonlyMap<string, string>): Html | null {
  if (target_type !== "user") return null;
  const { email } = meta;
  const known = people.get(target_id) ?? (typeof email === "string" ? email : null);
  return known === null ? null : html`<br><bdi>${known}</bdi>`;
}

function details(said: JsonObject): Html | null {
  if (Object.keys(said).length === 0) return null;
  return html`<details><summary>Details</summary><pre>${JSON.stringify(said, null, 2)}</pre></details>`;
}

function addressOf(path: string, members: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}
