// The list of what a person has connected: each can be narrowed, widened, renamed and ended.
import { type Actor, dayOf, type Html, html, type Page } from "../../../kernel/plugin.ts";
import { pageFor } from "../../pages.ts";
import type { OfferedRoot } from "../roots.ts";
import type { ShownGrant } from "../store/grants.ts";
import { STYLE_PATH } from "./assets.ts";
import { limitFields } from "./limit_fields.ts";
import { limitWords } from "./words.ts";

export function connectionsPage(shown: {
  actor: Actor;
  grants: readonly ShownGrant[];
  roots: readonly OfferedRoot[];
  base_url: string;
}): Page {
  const { actor, grants, roots, base_url } = shown;
  return {
    title: "Connections",
    ...pageFor(actor, STYLE_PATH),
    body: html`
    <h1>Your connections</h1>
    <p class="soft">Programs that work with your documents as you. Disconnecting one stops it at once.</p>
    ${
      grants.length === 0
        ? html`<div class="empty"><h2>Nothing is connected</h2>
    <p>Give your agent this address, and it will ask you here:</p><p><code>${base_url}/mcp</code></p></div>`
        : html`<ul class="connections">${grants.map((grant) => connection(grant, roots))}</ul>`
    }
    <p class="fine"><a href="/app">To your documents</a></p>`,
  };
}

function connection(grant: ShownGrant, roots: readonly OfferedRoot[]): Html {
  const id = String(grant.grant_id);
  const used = grant.last_used_at ? `used on ${dayOf(grant.last_used_at)}` : "not used yet";
  const proven = grant.kind === "document" ? new URL(grant.client_id).host : null;
  return html`
    <li><article class="card" aria-labelledby="connection-${id}">
      <h2 id="connection-${id}"><bdi>${grant.name}</bdi></h2>
      <p class="soft">${proven && html`${proven} · `}${grant.name !== grant.client_name && html`<bdi>${grant.client_name}</bdi> · `}until ${dayOf(grant.deadline)} · ${used}</p>
      <ul class="marks">${limitWords(grant.limits, roots).map((words) => html`<li>${words}</li>`)}</ul>
      <details class="limits">
        <summary>Change<span class="hidden"> ${grant.name}</span></summary>
        <form method="post" action="/auth/connections/${id}">
          <label class="field"><span>Name</span><input name="name" value="${grant.name}" required maxlength="100"></label>
          ${limitFields(grant.limits, { id, roots })}
          <button name="action" value="save">Save</button>
        </form>
      </details>
      <form method="post" action="/auth/connections/${id}">
        <button class="plain" name="action" value="end">Disconnect<span class="hidden"> ${grant.name}</span></button>
      </form>
    </article></li>`;
}
