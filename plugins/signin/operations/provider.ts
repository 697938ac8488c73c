// Sign-in through the OpenID Connect provider: the way there, and its redirect back.
import {
  anyone,
  type Call,
  found,
  isEmailAddress,
  later,
  lockEmail,
  MINUTE_MS,
  refuse,
  t,
} from "../../../kernel/plugin.ts";
import { hostCookie, readCookie } from "../../../kernel/ports/auth.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { safeNext } from "../../pages.ts";
import { createAccount, maySignUp } from "../accounts.ts";
import { orRefused } from "../failing.ts";
import { findByIdentity, joinIdentity } from "../identities_store.ts";
import type { OidcProvider, ProviderIdentity } from "../oidc.ts";
import { providerPort } from "../provider.ts";
import { NextText } from "../schemas.ts";
import { completeSignIn } from "../sign_in.ts";

/** Holds state, nonce, verifier and the way on, signed; without it the redirect back is worthless. */
const VISIT_COOKIE = "__Host-docsvc_oidc";
const VISIT_MINUTES = manifest.caps.sign_in_visit_minutes;
const PURPOSE = "oidc";

export const startProvider = operation({
  id: "login.provider",
  route: "GET /auth/oidc",
  summary: "Starts a sign-in through the OpenID Connect provider",
  query: t.Object({ next: t.Optional(NextText) }),
  raw: "page",
  status: 302,
  refuses: [404],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  async run({ use, runtime, reply, now }, { query }) {
    const { url, visit } = await demandProvider(use(providerPort)).start();
    const { state, nonce, verifier } = visit;
    const payload = { s: state, n: nonce, v: verifier, next: safeNext(query.next, runtime.config.base_url) };
    const ticket = runtime.signer.sign(PURPOSE, payload, later(now, VISIT_MINUTES * MINUTE_MS));
    reply.headers.append("set-cookie", hostCookie(VISIT_COOKIE, ticket, VISIT_MINUTES * 60));
    return found(url);
  },
});

export const finishProvider = operation({
  id: "login.callback",
  route: "GET /auth/callback",
  decides: "sign-in",
  summary: "Takes the provider's redirect and signs in",
  description:
    "The one GET that signs in: it is the provider's redirect, bound to the browser that started by state, nonce and PKCE (S256). An identity joins an existing account only by a verified e-mail address.",
  effect: "write",
  raw: "page",
  status: 302,
  also: [303],
  refuses: [403, 404],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  opens: null,
  audit: ["login.ok", "login.fail", "account.create"],
  async prepare({ use, runtime, request, now }) {
    const provider = demandProvider(use(providerPort));
    const value = readCookie(request.headers, VISIT_COOKIE);
    const visit = value === null ? null : runtime.signer.verify(PURPOSE, value, now);
    const { s: state, n: nonce, v: verifier, next } = visit ?? {};
    if (typeof state !== "string" || typeof nonce !== "string" || typeof verifier !== "string") {
      throw refuse.forbidden(
        `this sign-in was started in another browser or more than ${VISIT_MINUTES} minutes ago; start again from the sign-in page`,
      );
    }
    const identity = await provider.finish(request.url.search, { state, nonce, verifier });
    return { identity, next_path: safeNext(String(next), runtime.config.base_url) };
  },
  run: (call, _input, { identity, next_path }) =>
    orRefused(call, "oidc", async (within, isFor) => {
      const known = await findByIdentity(within.sql, identity);
      const { person, is_new } = known ? { person: known, is_new: false } : await admit(within, identity);
      if (!is_new) isFor(person);
      const hosted_domain = hostedDomainOf(identity);
      await joinIdentity(within.sql, { ...identity, hosted_domain, person, now: within.now });
      within.reply.headers.append("set-cookie", hostCookie(VISIT_COOKIE, "", 0));
      return completeSignIn(within, { person, method: "oidc", next_path, is_new, proves_address: true });
    }),
});

/** Google names the domain of an organisation in `hd`; it speaks for addresses in it alone. */
function hostedDomainOf({ email, email_verified, hosted_domain }: ProviderIdentity): string | null {
  const hosted = hosted_domain?.toLowerCase() ?? null;
  return hosted !== null && email_verified === true && email?.toLowerCase().endsWith(`@${hosted}`) ? hosted : null;
}

function demandProvider(provider: OidcProvider | null): OidcProvider {
  if (!provider) throw refuse.notFound("this server has no sign-in provider; sign in by mail");
  return provider;
}

/**
 * The account of an identity that is new here: the one with its address, or a fresh one where sign-up is open.
 * Throws 403 for an address that the provider has not verified, since it could be anyone's, and for strangers elsewhere.
 */
async function admit({ runtime, sql, now }: Call<unknown, true>, identity: ProviderIdentity) {
  const { email } = identity;
  if (email !== null && !isEmailAddress(email)) {
    throw refuse.forbidden(
      "the sign-in provider sends no e-mail address that can be used; whoever runs it has to mend the claim email",
    );
  }
  if (email === null || identity.email_verified !== true) {
    throw refuse.forbidden(
      "the sign-in provider has not verified your e-mail address; verify it there, then sign in again",
    );
  }
  const holder = await lockEmail(sql, email);
  if (holder) return { person: holder, is_new: false };
  if (!(await maySignUp(runtime, sql, { email, now }))) {
    throw refuse.forbidden(`${email} has no account here; ask an owner of the workspace to add it`);
  }
  const person = await createAccount(runtime, sql, { email, name: identity.name, workspace: null, now });
  return { person, is_new: true };
}
