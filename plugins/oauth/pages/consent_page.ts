// The page on which a person lets a program act for them: who asks, as whom, how far and how long.
import { type Actor, html, type Page, type TokenLimits } from "../../../kernel/plugin.ts";
import { isUnlimited, meetLimits } from "../../../kernel/ports/auth.ts";
import { settingsPath } from "../../app/port/paths.ts";
import type { Authorization } from "../authorization.ts";
import type { OfferedRoot } from "../roots.ts";
import type { Client } from "../store/clients.ts";
import type { Grant } from "../store/grants.ts";
import type { SessionPolicy } from "../store/policies.ts";
import { STYLE_PATH } from "./assets.ts";
import { limitFields } from "./limit_fields.ts";
import { durations, durationWords, originWords } from "./words.ts";

export interface Consent {
  client: Client;
  asked: Authorization;
  actor: Actor;
  policy: SessionPolicy;
  /** The connection that there is already. */
  existing: Grant | null;
  /** What the client itself asks to be limited to. */
  limits: TokenLimits;
  /** What the person may limit it to. */
  roots: readonly OfferedRoot[];
  ticket: string;
}

export function consentPage(consent: Consent): Page {
  const { client, asked, actor, policy, existing, roots, ticket } = consent;
  const origin = originWords(client, asked.redirect_uri);
  const limits = existing ? meetLimits(existing.limits, consent.limits) : consent.limits;
  return {
    title: `Connect ${client.name}`,
    styles: [STYLE_PATH],
    body: html`
    <h1>Connect <bdi>${client.name}</bdi>?</h1>
    <p>It will be able to work with your documents in <strong>${actor.workspace.name}</strong> as you.</p>
    <dl class="facts">
      <dt>Account</dt><dd>${actor.email}</dd>
      ${
        origin.proven
          ? html`<dt>Program</dt><dd>described by <strong>${origin.proven}</strong></dd>`
          : html`<dt>Program</dt><dd><bdi>${client.name}</bdi> <span class="soft">(its own word, not verified)</span></dd>`
      }
      <dt>Answers to</dt><dd>${origin.leads}</dd>
    </dl>
    <form method="post" action="/oauth/authorize">
      <input type="hidden" name="ticket" value="${ticket}">
      <label class="field"><span>Stay connected for</span>
        <select name="days" aria-describedby="days-hint">${durations(policy.max_days).map(
          (days) => html`
          <option value="${days}" ${days === policy.default_days ? html`selected` : null}>${durationWords(days)}</option>`,
        )}
        </select>
        <small id="days-hint">Then it has to ask you again. You can disconnect it at any time.</small>
      </label>
      <details class="limits" ${isUnlimited(limits) ? null : html`open`}>
        <summary>Limit what it may do</summary>
        ${limitFields(limits, { id: "consent", roots })}
      </details>
      <div class="decide">
        <button class="full" name="action" value="approve">Connect</button>
        <button class="full plain" name="action" value="deny">Cancel</button>
      </div>
    </form>
    <form method="post" action="/auth/logout">
      <p class="fine">Only connect programs that you started yourself and trust. Disconnect them under
      <a href="${settingsPath("me/connections")}">your connections</a>.<br>Not ${actor.email}? <button class="link">Use another account</button></p>
    </form>`,
  };
}
