// The pages of sign-in. What they say stands in words.ts.
import { type Html, html } from "../../kernel/plugin.ts";
import { CODE_DIGITS, CODE_TRIES_MAX } from "./codes.ts";
import { describeInviter, type Invitation } from "./invitation.ts";
import { LINK_MINUTES } from "./links_store.ts";
import type { ShownWay } from "./ways.ts";
import type { SignInWords } from "./words.ts";

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

export function loginBody(words: SignInWords, page: LoginPage): Html {
  const { email, next_path, provider, is_signup_open, invitation, has_mail, is_empty, is_again, ways } = page;
  const above = ways.filter(({ at }) => at === "above");
  const inForm = ways.filter(({ at }) => at === "form");
  const autocomplete = ["username", ...ways.flatMap(({ autocomplete = [] }) => autocomplete)].join(" ");
  return html`
    <h1>${invitation ? words.join(invitation.workspace) : is_again ? words.sign_in_again : words.sign_in}</h1>
    ${is_again && html`<p>${words.again_told}</p>`}
    ${invitation && html`<p>${words.invited(describeInviter(invitation, words), invitation.workspace)}</p>`}
    ${!provider && has_mail && inForm.length === 0 && html`<p class="soft">${words.ways_in}</p>`}
    ${is_empty ? noAccountNotice(words) : !has_mail && noMailNotice(words, email)}
    ${above.map(({ body }) => body)}
    ${
      provider &&
      html`<a class="button full${above.length > 0 && " plain"}" href="/auth/oidc?next=${encodeURIComponent(next_path)}">${words.continue_with(provider)}</a>
    <p class="or">${words.or}</p>`
    }
    <form method="post" action="/auth/login">
      <label class="field"><span>${words.email}</span>
        <input type="email" name="email" value="${email}" autocomplete="${autocomplete}" required maxlength="254" ${email ? "" : "autofocus"}>
      </label>
      <input type="hidden" name="next" value="${next_path}">
      ${inForm.map(({ body }) => body)}
      <p class="actions"><button class="full${(provider || ways.length > 0) && " plain"}">${has_mail ? words.send_link : words.make_link}</button></p>
    </form>
    ${is_signup_open && html`<p class="fine">${words.new_here}</p>`}`;
}

/** What an address that may well be typed into a terminal looks like; another one is described. */
const PLAIN_ADDRESS = /^[A-Za-z0-9._+@-]+$/;

/** Tells a visitor whom to ask, and the operator what to do. */
function noMailNotice(words: SignInWords, email: string): Html {
  const address = PLAIN_ADDRESS.test(email) && !email.startsWith("-") ? email : "you@example.com";
  return html`
    <div class="notice" role="note">
      <p>${words.no_mail}</p>
      <ul>
        <li>${words.no_mail_known(address)}</li>
        <li>${words.no_mail_others}</li>
      </ul>
    </div>`;
}

/** Whoever set the server up comes here first, and no link helps before there is an account. */
function noAccountNotice(words: SignInWords): Html {
  return html`
    <div class="notice" role="note">
      <p>${words.no_account}</p>
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

export function routeBody(
  words: SignInWords,
  { to, email, workspace, next_path, seconds, takes_mail }: RoutePage,
): Html {
  return html`
    <h1>${words.on_to(workspace)}</h1>
    <p>${words.taken_there(email, workspace, seconds)}</p>
    <p class="actions"><a class="button full" href="${to}">${words.go_on}</a></p>
    ${takes_mail && mailForm(words, { email, next_path })}
    <p class="actions"><a class="button plain full" href="/auth/login">${words.other_address}</a></p>`;
}

/** Where a domain has a provider of its own, and a link is another way in. */
function mailForm(words: SignInWords, { email, next_path }: { email: string; next_path: string }): Html {
  return html`
    <form method="post" action="/auth/login">
      <input type="hidden" name="email" value="${email}">
      <input type="hidden" name="next" value="${next_path}">
      <input type="hidden" name="by" value="mail">
      <p class="actions"><button class="plain full">${words.link_instead}</button></p>
    </form>`;
}

/** The same words whether the address has an account or not. */
export function sentBody(
  words: SignInWords,
  { email, is_signup_open, has_mail }: { email: string; is_signup_open: boolean; has_mail: boolean },
): Html {
  const again = `/auth/login?email=${encodeURIComponent(email)}`;
  if (!has_mail) {
    return html`
    <h1>${words.ask_for_link}</h1>
    <p>${words.link_made(email, LINK_MINUTES)}</p>
    ${noMailNotice(words, email)}
    <p class="actions"><a class="button plain full" href="${again}">${words.ask_again}</a></p>`;
  }
  return html`
    <h1>${words.check_mail}</h1>
    <p>${is_signup_open ? words.on_its_way(email) : words.perhaps_on_its_way(email)}</p>
    <p class="soft">${words.works_once(LINK_MINUTES)}</p>
    ${codeBody(words, { email })}
    <p class="actions"><a class="button plain full" href="${again}">${words.send_again}</a></p>`;
}

/** The field for the code of the mail, on the page that waits for it. */
export function codeBody(words: SignInWords, { email, is_wrong = false }: { email: string; is_wrong?: boolean }): Html {
  return html`
    ${is_wrong && html`<h1>${words.code_wrong}</h1><p>${words.code_wrong_told(LINK_MINUTES, CODE_TRIES_MAX)}</p>`}
    <form method="post" action="/auth/code">
      <input type="hidden" name="email" value="${email}">
      <label class="field"><span>${words.code}</span>
        <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required${is_wrong && html` autofocus`}>
        <small>${words.code_hint(CODE_DIGITS)}</small>
      </label>
      <button class="full">${words.sign_in}</button>
    </form>
    ${is_wrong && html`<p class="actions"><a class="button plain full" href="/auth/login?email=${encodeURIComponent(email)}">${words.code_again}</a></p>`}`;
}

export function confirmBody(words: SignInWords, link: { email: string; is_new: boolean }): Html {
  if (!link.is_new) {
    return html`
    <h1>${words.welcome_back}</h1>
    <p>${words.about_to(link.email)}</p>
    <form method="post"><button class="full" autofocus>${words.sign_in}</button></form>`;
  }
  return html`
    <h1>${words.make_account}</h1>
    <p>${words.belongs_to(link.email)}</p>
    <form method="post">
      <label class="field"><span>${words.name}</span>
        <input name="name" autocomplete="name" maxlength="100" autofocus>
        <small>${words.name_hint}</small>
      </label>
      <button class="full">${words.make_and_sign_in}</button>
    </form>`;
}

export function otherBrowserBody(words: SignInWords): Html {
  return html`
    <h1>${words.other_browser}</h1>
    <p>${words.other_browser_told}</p>
    <p class="soft">${words.other_browser_way}</p>
    <p class="actions"><a class="button full" href="/auth/login">${words.link_here}</a></p>`;
}

/** Somebody who has shown who they are, and is not let in: why, in the words of the refusal, which are English. */
export function refusedBody(words: SignInWords, message: string): Html {
  return html`
    <h1>${words.not_signed_in}</h1>
    <p lang="en">${message.charAt(0).toUpperCase() + message.slice(1)}.</p>
    <p class="actions"><a class="button full" href="/auth/login">${words.to_sign_in}</a></p>`;
}

export function endedLinkBody(words: SignInWords): Html {
  return html`
    <h1>${words.used_up}</h1>
    <p>${words.used_up_told(LINK_MINUTES)}</p>
    <p class="actions"><a class="button full" href="/auth/login">${words.new_link}</a></p>`;
}

export function setupBody(words: SignInWords): Html {
  return html`
    <h1>${words.set_up}</h1>
    <p class="soft">${words.set_up_told}</p>
    <form method="post">
      <label class="field"><span>${words.your_email}</span>
        <input type="email" name="email" autocomplete="email" required maxlength="254" autofocus>
        <small>${words.your_email_hint}</small>
      </label>
      <label class="field"><span>${words.name}</span>
        <input name="name" autocomplete="name" required maxlength="100">
      </label>
      <label class="field"><span>${words.workspace}</span>
        <input name="workspace" autocomplete="organization" required maxlength="100">
        <small>${words.workspace_hint}</small>
      </label>
      <button class="full">${words.set_up_it}</button>
    </form>`;
}
