// The page of confirmations: what waits and who set it, whose role waits, and what holds until then.
import { type Actor, type Html, html, momentOf, type Page } from "../../../kernel/plugin.ts";
import { CONFIRMATIONS_PATH, type UnconfirmedRole } from "../../members/port.ts";
import { pageFor } from "../../pages.ts";
import type { WaitingSetting } from "../store/waiting_settings.ts";
import type { Described } from "../waiting.ts";

export const STYLE_PATH = "/auth/pages/confirmations.css";

export interface Shown {
  actor: Actor;
  settings: readonly { row: WaitingSetting; described: Described }[];
  roles: readonly (UnconfirmedRole & { can_confirm: boolean })[];
  /** The reader is an owner whose word counts. */
  canDecide: boolean;
  holds: readonly string[];
}

export function confirmationsPage({ actor, settings, roles, canDecide, holds }: Shown): Page {
  const isEmpty = settings.length === 0 && roles.length === 0;
  return {
    title: "Who may sign in",
    ...pageFor(actor, STYLE_PATH),
    body: html`
    <h1>Who may sign in</h1>
    <p class="soft">What a token sets about sign-in to <bdi>${actor.workspace.name}</bdi> waits here until an owner confirms it.</p>
    ${isEmpty && html`<p class="empty">Nothing waits.</p>`}
    ${!isEmpty && !canDecide && html`<p class="notice">An owner decides, whose own role waits for nobody.</p>`}
    ${
      !isEmpty &&
      html`<ul class="waiting">${settings.map((one) => settingItem(one, canDecide))}${roles.map(roleItem)}</ul>`
    }
    <section class="holding" aria-labelledby="holds"><h2 id="holds">What holds now</h2>
      ${
        holds.length === 0
          ? html`<p class="soft">People sign in by mailed links, or as the server lets everybody.</p>`
          : html`<ul class="holds">${holds.map((line) => html`<li>${line}</li>`)}</ul>`
      }
    </section>
    <p class="fine"><a href="/app">To your documents</a></p>`,
  };
}

function settingItem({ row, described }: Shown["settings"][number], canDecide: boolean): Html {
  const { setting_id, setter, set_with, created_at } = row;
  const { title, facts, note } = described;
  return html`
    <li><article class="card" aria-labelledby="setting-${setting_id}">
      <h2 id="setting-${setting_id}">${title} <span class="mark">Waits</span></h2>
      <dl class="facts">
        ${facts.map(([label, value]) => html`<dt>${label}</dt><dd><bdi>${value}</bdi></dd>`)}
        <dt>Set by</dt><dd><bdi>${setter ?? "somebody who is gone"}</bdi>, with <bdi>${set_with}</bdi>, ${momentOf(created_at)}</dd>
      </dl>
      ${note !== undefined && html`<p class="soft">${note}</p>`}
      ${
        canDecide &&
        html`<form class="decide" method="post" action="${CONFIRMATIONS_PATH}/${setting_id}">
        <button name="decision" value="confirm">Confirm<span class="hidden">: ${title}</span></button>
        <button class="plain" name="decision" value="discard">Discard<span class="hidden">: ${title}</span></button>
      </form>`
      }
    </article></li>`;
}

function roleItem({ user_id, email, role, giver, can_confirm, created_at }: Shown["roles"][number]): Html {
  return html`
    <li><article class="card" aria-labelledby="role-${user_id}">
      <h2 id="role-${user_id}"><bdi>${email}</bdi> is ${role} <span class="mark">Waits</span></h2>
      <p>No owner was signed in when that was decided, ${momentOf(created_at)}${giver !== null && html`, by <bdi>${giver}</bdi>`}. Until it is
      confirmed, what they set about sign-in waits, and they confirm nothing. If it is not meant, change their role.</p>
      ${
        can_confirm &&
        html`<form class="decide" method="post" action="${CONFIRMATIONS_PATH}/roles/${user_id}">
        <input type="hidden" name="role" value="${role}">
        <button>Confirm<span class="hidden"> that ${email} is ${role}</span></button>
      </form>`
      }
    </article></li>`;
}
