// The page on which a person lets a program act for them: who asks, as whom, how far and how long.
import { type Actor, html, type Page, type RequestFacts, type TokenLimits } from "../../../kernel/plugin.ts";
import { isUnlimited, meetLimits } from "../../../kernel/ports/auth.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { toolsetName } from "../app/limits_words.ts";
import type { Authorization } from "../authorization.ts";
import type { OfferedRoot } from "../roots.ts";
import type { Client } from "../store/clients.ts";
import type { Grant } from "../store/grants.ts";
import type { SessionPolicy } from "../store/policies.ts";
import { STYLE_PATH } from "./assets.ts";
import { consentWords } from "./consent_words.ts";
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
  request: RequestFacts;
}

export function consentPage(consent: Consent): Page {
  const { client, asked, actor, policy, existing, roots, ticket, request } = consent;
  const words = consentWords({ request });
  const origin = originWords(words, { client, redirect_uri: asked.redirect_uri });
  const limits = existing ? meetLimits(existing.limits, consent.limits) : consent.limits;
  return {
    title: words.connect_title(client.name),
    reader: request,
    styles: [STYLE_PATH],
    body: html`
    <h1>${words.connect_asked(client.name)}</h1>
    <p>${words.able(actor.workspace.name)}</p>
    <dl class="facts">
      <dt>${words.account}</dt><dd>${actor.email}</dd>
      ${
        origin.proven
          ? html`<dt>${words.program}</dt><dd>${words.described_by(origin.proven)}</dd>`
          : html`<dt>${words.program}</dt><dd><bdi>${client.name}</bdi> <span class="soft">${words.own_word}</span></dd>`
      }
      <dt>${words.answers_to}</dt><dd>${origin.leads}</dd>
    </dl>
    <form method="post" action="/oauth/authorize">
      <input type="hidden" name="ticket" value="${ticket}">
      <label class="field"><span>${words.stay}</span>
        <select name="days" aria-describedby="days-hint">${durations(policy.max_days).map(
          (days) => html`
          <option value="${days}" ${days === policy.default_days ? html`selected` : null}>${durationWords(words, days)}</option>`,
        )}
        </select>
        <small id="days-hint">${words.stay_hint}</small>
      </label>
      <details class="limits" ${isUnlimited(limits) ? null : html`open`}>
        <summary>${words.limit}</summary>
        ${limitFields(words, { limits, roots, toolsetName: (name) => toolsetName({ request }, name) })}
      </details>
      <div class="decide">
        <button class="full" name="action" value="approve">${words.connect}</button>
        <button class="full plain" name="action" value="deny">${words.cancel}</button>
      </div>
    </form>
    <form method="post" action="/auth/logout">
      <p class="fine">${words.trusted(settingsPath("me/connections"))}<br>${words.not_you(actor.email)} <button class="link">${words.other_account}</button></p>
    </form>`,
  };
}
