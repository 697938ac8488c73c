// What the sign-in pages say.
import { type Html, html } from "../../kernel/plugin.ts";
import { CODE_DIGITS, CODE_TRIES_MAX } from "./codes.ts";
import { describeInviter, type Invitation } from "./invitation.ts";
import { LINK_MINUTES } from "./links_store.ts";
import type { ShownWay } from "./ways.ts";

const WAYS_IN_WORDS = "Your address is all it takes: you get a link by mail, and no password to remember.";

/** The ways in, and where they lead. */
export interface LoginPage {
  email: string;
  next_path: string;
  /** The provider's host, when there is one. */
  provider: string | null;
  is_signup_open: boolean;
  /** Null where nobody invites to what comes next. */
  invitation: Invitation | null;
  /** False where mail stays on the server. */
  has_mail: boolean;
  /** True while nobody has an account. */
  is_empty: boolean;
  /** Whoever sees it is signed in, and does it once more. */
  is_again: boolean;
  /** Those that plugins add. */
  ways: readonly ShownWay[];
}

export function loginBody(page: LoginPage): Html {
  const { email, next_path, provider, is_signup_open, invitation, has_mail, is_empty, is_again, ways } = page;
  const above = ways.filter(({ at }) => at === "above");
  const inForm = ways.filter(({ at }) => at === "form");
  const autocomplete = ["username", ...ways.flatMap(({ autocomplete = [] }) => autocomplete)].join(" ");
  return html`
    <h1>${invitation ? html`Join <bdi>${invitation.workspace}</bdi>` : is_again ? "Sign in again" : "Sign in"}</h1>
    ${is_again && html`<p>What you were about to do asks who sits here. Afterwards you are back where you were.</p>`}
    ${invitation && html`<p>${describeInviter(invitation)} invites you to the workspace <strong><bdi>${invitation.workspace}</bdi></strong>. Sign in with the address that was invited.</p>`}
    ${!provider && has_mail && inForm.length === 0 && html`<p class="soft">${WAYS_IN_WORDS}</p>`}
    ${is_empty ? noAccountNotice() : !has_mail && noMailNotice(email)}
    ${
      provider &&
      html`<a class="button full" href="/auth/oidc?next=${encodeURIComponent(next_path)}">Continue with ${provider}</a>
    <p class="or">or</p>`
    }
    ${above.map(({ body }) => body)}
    <form method="post" action="/auth/login">
      <label class="field"><span>E-mail</span>
        <input type="email" name="email" value="${email}" autocomplete="${autocomplete}" required maxlength="254" ${email ? "" : "autofocus"}>
      </label>
      <input type="hidden" name="next" value="${next_path}">
      ${inForm.map(({ body }) => body)}
      <p class="actions"><button class="full${provider || ways.length > 0 ? " plain" : ""}">${has_mail ? "Send me" : "Make me"} a sign-in link</button></p>
    </form>
    ${is_signup_open && html`<p class="fine">New here? The link makes your account.</p>`}`;
}

/** What an address that may well be typed into a terminal looks like; another one is described. */
const PLAIN_ADDRESS = /^[A-Za-z0-9._+@-]+$/;

/** Tells a visitor whom to ask, and the operator what to do. */
function noMailNotice(email: string): Html {
  const address = PLAIN_ADDRESS.test(email) && !email.startsWith("-") ? email : "you@example.com";
  return html`
    <div class="notice" role="note">
      <p><strong>Mail is not set up on this server</strong>, so links do not reach anybody by themselves. Ask whoever runs it to pass yours on:</p>
      <ul>
        <li>for somebody who has an account or an invitation, typed in the server's folder: <code>npm run docsvc -- login-link ${address}</code></li>
        <li>for anybody else, the link that is asked for here lies in the folder <code>outbox</code> of the server's data, and in its log</li>
      </ul>
    </div>`;
}

/** Whoever set the server up comes here first, and no link helps before there is an account. */
function noAccountNotice(): Html {
  return html`
    <div class="notice" role="note">
      <p><strong>Nobody has an account on this server yet.</strong> Its start printed a link that makes the first one; typed in the server's folder, this prints a new one: <code>npm run docsvc -- setup-link</code></p>
    </div>`;
}

/** On the way to a company's own provider. */
export interface RoutePage {
  to: string;
  email: string;
  workspace: string;
  next_path: string;
  /** How long the page stays. */
  seconds: number;
  /** The provider is not the only way in. */
  takes_mail: boolean;
}

export function routeBody({ to, email, workspace, next_path, seconds, takes_mail }: RoutePage): Html {
  return html`
    <h1>On to <bdi>${workspace}</bdi></h1>
    <p><strong>${email}</strong> signs in through the provider of <strong><bdi>${workspace}</bdi></strong>. You are being taken there${seconds > 0 && html` in ${seconds} seconds`}.</p>
    <p class="actions"><a class="button full" href="${to}">Continue</a></p>
    ${takes_mail && mailForm({ email, next_path })}
    <p class="actions"><a class="button plain full" href="/auth/login">Use another address</a></p>`;
}

/** Where a domain has a provider of its own, and a link is another way in. */
function mailForm({ email, next_path }: { email: string; next_path: string }): Html {
  return html`
    <form method="post" action="/auth/login">
      <input type="hidden" name="email" value="${email}">
      <input type="hidden" name="next" value="${next_path}">
      <input type="hidden" name="by" value="mail">
      <button class="plain full">Send me a sign-in link instead</button>
    </form>`;
}

/** The same words whether the address has an account or not. */
export function sentBody(
  email: string,
  { is_signup_open, has_mail }: { is_signup_open: boolean; has_mail: boolean },
): Html {
  if (!has_mail) {
    return html`
    <h1>Ask for your link</h1>
    <p>If <strong>${email}</strong> may come in, a sign-in link was made. It works once, for ${LINK_MINUTES} minutes, in this browser.</p>
    ${noMailNotice(email)}
    <p class="actions"><a class="button plain full" href="/auth/login?email=${encodeURIComponent(email)}">Use another address, or ask again</a></p>`;
  }
  return html`
    <h1>Check your mail</h1>
    ${
      is_signup_open
        ? html`<p>A sign-in link is on its way to <strong>${email}</strong>.</p>`
        : html`<p>If <strong>${email}</strong> has an account here, a sign-in link is on its way.</p>`
    }
    <p class="soft">It works once, for ${LINK_MINUTES} minutes, in this browser. Nothing there? Look in the spam folder.</p>
    ${codeBody({ email })}
    <p class="actions"><a class="button plain full" href="/auth/login?email=${encodeURIComponent(email)}">Use another address, or send it again</a></p>`;
}

/** The field for the code of the mail, on the page that waits for it. */
export function codeBody({ email, is_wrong = false }: { email: string; is_wrong?: boolean }): Html {
  return html`
    ${is_wrong && html`<h1>That code does not fit</h1><p>It works for ${LINK_MINUTES} minutes and ${CODE_TRIES_MAX} tries, in the browser that asked for it. The last one sent counts.</p>`}
    <form method="post" action="/auth/code">
      <input type="hidden" name="email" value="${email}">
      <label class="field"><span>Code of the mail</span>
        <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required${is_wrong && html` autofocus`}>
        <small>${CODE_DIGITS} digits, where you read the mail on another device.</small>
      </label>
      <button class="full">Sign in</button>
    </form>
    ${is_wrong && html`<p class="actions"><a class="button plain full" href="/auth/login?email=${encodeURIComponent(email)}">Get a new one</a></p>`}`;
}

export function confirmBody(link: { email: string; is_new: boolean }): Html {
  if (!link.is_new) {
    return html`
    <h1>Welcome back</h1>
    <p>You are about to sign in as <strong>${link.email}</strong>.</p>
    <form method="post"><button class="full" autofocus>Sign in</button></form>`;
  }
  return html`
    <h1>Make your account</h1>
    <p>It will belong to <strong>${link.email}</strong>.</p>
    <form method="post">
      <label class="field"><span>Your name</span>
        <input name="name" autocomplete="name" maxlength="100" autofocus>
        <small>Shown to the people you share with. You may leave it empty.</small>
      </label>
      <button class="full">Make account and sign in</button>
    </form>`;
}

export function otherBrowserBody(): Html {
  return html`
    <h1>Open this link where you asked for it</h1>
    <p>A sign-in link works only in the browser that asked for it, so that nobody else can use your mail.</p>
    <p class="soft">Copy its address into that browser, type the code of the mail there, or ask for a link from here.</p>
    <p class="actions"><a class="button full" href="/auth/login">Get a link for this browser</a></p>`;
}

/** Somebody who has shown who they are, and is not let in: why. */
export function refusedBody(message: string): Html {
  return html`
    <h1>You are not signed in</h1>
    <p>${message.charAt(0).toUpperCase() + message.slice(1)}.</p>
    <p class="actions"><a class="button full" href="/auth/login">To the sign-in page</a></p>`;
}

export function endedLinkBody(): Html {
  return html`
    <h1>This link is used up</h1>
    <p>A sign-in link works once and for ${LINK_MINUTES} minutes.</p>
    <p class="actions"><a class="button full" href="/auth/login">Get a new link</a></p>`;
}

export function setupBody(): Html {
  return html`
    <h1>Set up this server</h1>
    <p class="soft">This makes the first account, which owns the workspace. The link ends when it is done.</p>
    <form method="post">
      <label class="field"><span>Your e-mail</span>
        <input type="email" name="email" autocomplete="email" required maxlength="254" autofocus>
        <small>You sign in with it.</small>
      </label>
      <label class="field"><span>Your name</span>
        <input name="name" autocomplete="name" required maxlength="100">
      </label>
      <label class="field"><span>Workspace</span>
        <input name="workspace" autocomplete="organization" required maxlength="100">
        <small>Your team's or company's name.</small>
      </label>
      <button class="full">Set up and sign in</button>
    </form>`;
}
