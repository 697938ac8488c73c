// What a manager does with a webhook on its page: pause it, test it, send what it missed, give it a new secret.
import { DAY_MS, type Html, html, momentOf } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import type { WebhookRow } from "../store/webhooks.ts";

const DAYS = [1, 7, manifest.caps.recovery_days];
const DAY_SECONDS = DAY_MS / 1000;

/** `at` is the page's own path. */
export function controlsOf(webhook: WebhookRow, { at, now }: { at: string; now: Date }): Html {
  const { active, paused_reason, is_owner_managing } = webhook;
  return html`
    <section class="controls" aria-label="What to do with it">
      ${!is_owner_managing && html`<p class="soft">Who made it manages the workspace no more. Take it over, or remove it.</p>`}
      ${paused_reason === "failing" && html`<p class="soft">Resume it once its server answers, then send what it missed.</p>`}
      <form class="row" method="post" action="${at}">
        ${
          active
            ? html`<button class="plain" name="action" value="pause">Pause</button>`
            : html`<button name="action" value="resume">Resume</button>`
        }
        <button class="plain" name="action" value="test">Send a test</button>
        ${!is_owner_managing && html`<button class="plain" name="action" value="take_over">Take it over</button>`}
      </form>
      <details>
        <summary>Send what it missed</summary>
        <form method="post" action="${at}/recover">
          <label class="field"><span>What</span>
            <select name="only"><option value="failed">What was given up after six attempts</option><option value="missing">What was never sent, such as while it was paused</option></select>
          </label>
          <label class="field"><span>Of the last</span>
            <select name="days">${DAYS.map((days) => html`<option value="${days}">${days === 1 ? "24 hours" : `${days} days`}</option>`)}</select>
          </label>
          <button class="plain">Send it</button>
        </form>
      </details>
      <details>
        <summary>New signing secret</summary>
        ${secretForm(webhook, { at, now })}
      </details>
    </section>`;
}

/** On every plan; `at` is the page's own path. */
export function removalOf(at: string): Html {
  return html`
    <section class="controls" aria-label="Its end">
      <details>
        <summary>Remove</summary>
        <form method="post" action="${at}/remove">
          <p class="soft">What waits to be sent ends with it, and what was sent is shown no longer.</p>
          <button class="plain">Remove it for good</button>
        </form>
      </details>
    </section>`;
}

function secretForm({ former_secret_until: until }: WebhookRow, { at, now }: { at: string; now: Date }): Html {
  const isOverlapping = until !== null && until > now;
  return html`
        <p class="soft">It is shown once. Nobody can look up the present one: where it is lost, or an agent made the webhook, make a new one.</p>
        ${isOverlapping && html`<p class="notice">The secret before the present one still signs, until ${momentOf(until)}. A new one ends it at once.</p>`}
        <form method="post" action="${at}/secret">
          ${isOverlapping && html`<input type="hidden" name="force" value="true">`}
          <label class="field"><span>The present secret signs too</span>
            <select name="overlap_seconds"><option value="${DAY_SECONDS}">for a day</option><option value="${7 * DAY_SECONDS}">for a week</option><option value="0">no longer: it has leaked, or nobody has it</option></select>
          </label>
          <button class="plain">Make a new secret</button>
        </form>`;
}
