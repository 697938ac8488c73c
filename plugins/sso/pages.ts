// What the pages of single sign-on say:
// why somebody did not get in and where to go from there, what a move means, how a test went.
import { answerPage, type Belonging, type Html, html, PRODUCT, type Refusal } from "../../kernel/plugin.ts";
import { CONFIRMATIONS_PATH, listed } from "../members/port.ts";
import type { ProviderIdentity } from "../signin/port.ts";
import { entryPath } from "./routing.ts";
import type { PlacedConfig } from "./store/configs.ts";

const STATUS: Partial<Record<Refusal["kind"], number>> = { plan: 402, conflict: 409, unavailable: 503 };
const TITLES: Readonly<Record<number, string>> = {
  402: "No seat left",
  403: "You are not signed in",
  409: "You are not signed in",
  503: "Back in a moment",
};

export interface Problem {
  refusal: Refusal;
  /** Null where it is not known whose provider it was. */
  config: PlacedConfig | null;
  next_path: string;
  /** The address that was typed; empty where none was. */
  email: string;
}

/** Somebody who did not get in: why, and what they can do. */
export function answerProblem({ refusal, config, next_path, email }: Problem): Response {
  const status = STATUS[refusal.kind] ?? 403;
  const title = TITLES[status] ?? "You are not signed in";
  const again =
    config && `${entryPath(config)}?${new URLSearchParams({ next: next_path, ...(email ? { email } : {}) })}`;
  const body = html`
    <h1>${title}</h1>
    <p>${sentenceOf(refusal.said)}</p>
    <p class="actions"><a class="button full" href="${again ?? "/auth/login"}">${again ? "Try again" : "To the sign-in page"}</a></p>
    ${config && !config.enforced && mailForm({ next_path, email })}
    ${again && html`<p class="actions"><a class="button plain full" href="/auth/login?next=${encodeURIComponent(next_path)}">Use another address</a></p>`}`;
  return answerPage({ title, body }, { status });
}

/** Where the provider is not the only way in. */
function mailForm({ next_path, email }: { next_path: string; email: string }): Html {
  return html`
    <p class="or">or</p>
    <form method="post" action="/auth/login">
      <label class="field"><span>E-mail</span>
        <input type="email" name="email" value="${email}" autocomplete="email" required maxlength="254">
      </label>
      <input type="hidden" name="next" value="${next_path}">
      <input type="hidden" name="by" value="mail">
      <button class="full plain">Get a sign-in link by mail instead</button>
    </form>`;
}

export interface Decision {
  config: PlacedConfig;
  email: string;
  /** The name of the workspace that the account is in. */
  present: string;
  belongings: readonly Belonging[];
  ticket: string;
}

/** For an account that is elsewhere and has something there: what comes along, what stays, and both ways on. */
export function answerDecision({ config, email, present, belongings, ticket }: Decision): Response {
  const goes = belongings.filter((one) => one.goes);
  const stays = belongings.filter((one) => !one.goes);
  const body = html`
    <h1>Join <bdi>${config.workspace}</bdi>?</h1>
    <p>The provider of <strong><bdi>${config.workspace}</bdi></strong> vouches for <strong>${email}</strong>. An account is in one
    workspace at a time, and yours is in <strong><bdi>${present}</bdi></strong>.</p>
    ${listed("Comes along", goes)}
    ${listed("Stays", stays)}
    <p class="soft">What you shared with people there, and they with you, is closed. Links that you gave out keep working.</p>
    <form method="post" action="/auth/sso/join">
      <input type="hidden" name="ticket" value="${ticket}">
      <p class="actions"><button class="full" name="decision" value="join">Leave and join</button></p>
      <p class="actions"><button class="full plain" name="decision" value="stay">Stay, and sign in there</button></p>
    </form>`;
  return answerPage({ title: `Join ${config.workspace}`, body });
}

/** Before somebody is signed in where another is, or whom another site led here. */
export function answerSwitch(of: {
  config: PlacedConfig;
  email: string;
  present: string | null;
  ticket: string;
}): Response {
  const { config, email, present, ticket } = of;
  const body = html`
    <h1>Sign in as <bdi>${email}</bdi>?</h1>
    <p>The provider of <strong><bdi>${config.workspace}</bdi></strong> vouches for <strong><bdi>${email}</bdi></strong>. ${
      present === null
        ? "Another site led you here."
        : html`In this browser <strong><bdi>${present}</bdi></strong> is signed in, and would not be any more.`
    }</p>
    <p class="soft">If that is not you, do not go on: what you write would belong to somebody else.</p>
    <form method="post" action="/auth/sso/join">
      <input type="hidden" name="ticket" value="${ticket}">
      <p class="actions"><button class="full" name="decision" value="enter">Sign in</button></p>
    </form>
    <p class="actions"><a class="button plain full" href="${present === null ? "/auth/login" : "/app"}">${
      present === null ? "Leave it" : "Stay as you are"
    }</a></p>`;
  return answerPage({ title: `Sign in as ${email}?`, body });
}

/** For whom another provider had let in: a link to the address proves that this one speaks for them, or the session that they have here. */
export function answerFormer(of: { config: PlacedConfig; email: string; is_here: boolean; ticket: string }): Response {
  const { config, email, is_here, ticket } = of;
  const host = new URL(config.issuer).host;
  const body = html`
    <h1>A new provider for <bdi>${config.workspace}</bdi></h1>
    <p>Another provider signed in <strong><bdi>${email}</bdi></strong> before. Now <strong><bdi>${host}</bdi></strong> says that this is
    you. ${is_here ? "Is it to sign you in from now on?" : "Show once that the address is yours."}</p>
    <form method="post" action="/auth/sso/join">
      <input type="hidden" name="ticket" value="${ticket}">
      <p class="actions">${
        is_here
          ? html`<button class="full" name="decision" value="link">Yes, it signs me in</button>`
          : html`<button class="full" name="decision" value="mail">Mail me a link</button>`
      }</p>
    </form>
    <p class="actions"><a class="button plain full" href="${is_here ? "/app" : "/auth/login"}">Leave it</a></p>`;
  return answerPage({ title: "A new provider", body });
}

export function answerMailed(email: string): Response {
  const body = html`
    <h1>Look into your mail</h1>
    <p>A link is on its way to <strong><bdi>${email}</bdi></strong>. Open it in this browser.</p>`;
  return answerPage({ title: "Look into your mail", body });
}

/** What a mailed link opens: following it alone does nothing. */
export function answerMailedLink(ticket: string): Response {
  const body = html`
    <h1>Sign in through the new provider?</h1>
    <p>If you have just asked for this link, go on: the new provider of your workspace signs you in from now on.</p>
    <form method="post" action="/auth/sso/join">
      <input type="hidden" name="ticket" value="${ticket}">
      <p class="actions"><button class="full" name="decision" value="mailed">Sign in</button></p>
    </form>
    <p class="fine">If you have not asked for it, close this page, and tell an owner of your workspace.</p>`;
  return answerPage({ title: "Sign in through the new provider?", body });
}

export interface TestResult {
  config: PlacedConfig;
  /** Null where nobody was made known. */
  identity: ProviderIdentity | null;
  /** What went wrong, for whoever set it up; null for a test that passed. */
  fault: string | null;
  /** Domains of the configuration that are not proven. */
  unproven: readonly string[];
  /** Something waits for an owner to confirm it. */
  waits: boolean;
}

/** How a test went, to the owner or admin who asked for it. */
export function answerTest({ config, identity, fault, unproven, waits }: TestResult): Response {
  const title = fault === null ? "The test passed" : "The test failed";
  const body = html`
    <h1>${title}</h1>
    <p class="notice ${fault === null ? "good" : "bad"}" role="status">${
      fault === null
        ? html`<bdi>${config.workspace}</bdi> can sign people in through <strong>${new URL(config.issuer).host}</strong>.`
        : sentenceOf(fault)
    }</p>
    ${
      identity &&
      html`
    <h2>What the provider said</h2>
    <dl class="facts">
      <dt>Issuer</dt><dd>${identity.issuer}</dd>
      <dt>Its id for you</dt><dd>${identity.subject}</dd>
      <dt>E-mail</dt><dd>${identity.email ?? "none: the claim email is missing"}</dd>
      <dt>E-mail verified</dt><dd>${identity.email_verified === null ? "not said" : identity.email_verified ? "yes" : "no"}</dd>
      <dt>Name</dt><dd>${identity.name ?? "none"}</dd>
    </dl>`
    }
    ${
      unproven.length > 0 &&
      html`<p class="notice" role="note">Not proven yet, so nobody is routed by ${unproven.length === 1 ? "it" : "them"}:
      <strong>${unproven.join(", ")}</strong>. Set the DNS record that <code>/api/email-domains</code> names.</p>`
    }
    <p class="soft">${
      fault === null
        ? "For the next 24 hours single sign-on can be enforced with this connection. Nobody was signed in by this test."
        : "Nobody was signed in, and nothing has changed. Correct the configuration here or at the provider, then test again."
    }</p>
    ${
      waits &&
      html`<p class="notice" role="note">It waits for an owner to confirm it, and signs nobody in before.</p>
    <p class="actions"><a class="button full" href="${CONFIRMATIONS_PATH}">Look at what waits</a></p>`
    }
    <p class="actions"><a class="button full ${waits ? "plain" : ""}" href="/app">Back to ${PRODUCT.name}</a></p>`;
  return answerPage({ title, body });
}

function sentenceOf(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
