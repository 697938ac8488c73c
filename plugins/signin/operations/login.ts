// The sign-in page and its request for a mail link.
import {
  answerPage,
  anyone,
  enqueue,
  found,
  hasNoAccounts,
  type RequestFacts,
  type Runtime,
  t,
} from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { safeNext } from "../../pages.ts";
import { isSignupOpen } from "../accounts.ts";
import { bindBrowser } from "../browser_nonce.ts";
import { invitationHook } from "../invitation.ts";
import { LINK_MAIL_JOB, linkMailPayload } from "../link_mail.ts";
import { LINK_MINUTES } from "../links_store.ts";
import { countMail } from "../mail_counts.ts";
import { loginBody, routeBody, sentBody } from "../pages.ts";
import { readersOrigins } from "../readers_origins.ts";
import { findRoute, type SignInRoute } from "../route.ts";
import { NextText } from "../schemas.ts";
import { providerSettings } from "../settings.ts";
import { speakAsFramework } from "../throttled.ts";
import { rememberWay } from "../way_on.ts";
import { type ShownWay, signInWayHook, type WaysAsked } from "../ways.ts";
import { signInWords } from "../words.ts";

export const showLogin = operation({
  id: "login.show",
  route: "GET /auth/login",
  summary: "The sign-in page",
  query: t.Object({
    next: t.Optional(NextText),
    email: t.Optional(t.String({ description: "Fills the form." })),
    again: t.Optional(
      t.Boolean({ description: "Shows it to whoever is signed in too, so that they sign in once more." }),
    ),
  }),
  raw: "page",
  also: [302],
  anonymous: true,
  permit: anyone(),
  async run({ actor, runtime, request, sql, now }, { query }) {
    const next = safeNext(query.next, runtime.config.base_url);
    const known = actor?.credential === "session" ? actor : null;
    if (known && !query.again) return found(next);
    const ways = await listWays(runtime, { sql, request, now, next_path: next });
    const provider = runtime.settings(providerSettings);
    const answers = await runtime.callHook(invitationHook, { sql, next_path: next, now });
    const words = signInWords({ request });
    const body = loginBody(words, {
      email: (query.email ?? known?.email ?? "").slice(0, 254),
      is_again: known !== null,
      ways,
      next_path: next,
      provider: provider && new URL(provider.OIDC_ISSUER).hostname,
      is_signup_open: isSignupOpen(runtime),
      invitation: answers.find((answer) => answer !== null) ?? null,
      has_mail: runtime.mail.kind === "smtp",
      is_empty: await hasNoAccounts(sql),
    });
    const form_targets = ways.length > 0 ? readersOrigins(runtime, next) : [];
    return answerPage(
      { title: words.sign_in, body, reader: request, scripts: ways.flatMap(({ scripts = [] }) => scripts) },
      { holds_no_secret: true, headers: rememberWay(next, request.headers), form_targets },
    );
  },
});

/** The ways in that plugins add, in the order in which they stand. */
async function listWays({ callHook }: Pick<Runtime, "callHook">, asked: WaysAsked): Promise<ShownWay[]> {
  const ways = (await callHook(signInWayHook, asked)).filter((way) => way !== null);
  return ways.sort((one, other) => one.order - other.order);
}

export const requestLink = operation({
  id: "login.link",
  route: "POST /auth/login",
  decides: "sign-in",
  summary: "Mails a sign-in link",
  description:
    "Answers the same for every address, but for those of a domain whose company signs them in itself: they are led there. The link works once, for 15 minutes, in the browser that asked (its `__Host-` cookie is set here).",
  form: t.Object({
    email: t.Email(),
    next: t.Optional(NextText),
    by: t.Optional(t.OneOf(["mail"], { description: "A link, though the domain has a provider of its own." })),
  }),
  raw: "page",
  anonymous: true,
  permit: anyone(),
  quota: "login",
  // Noted by the job that finds out whose address it is.
  opens: null,
  audit: "login.link",
  prepare: ({ runtime, request, now }, { form }) =>
    countMail(runtime, { email: form.email, request, now }).catch(speakAsFramework),
  async run(call, { form }) {
    const { sql, runtime, request, reply, now, afterCommit } = call;
    const route = await findRoute(call, { sql, email: form.email });
    if (route && (route.enforced || form.by !== "mail")) {
      const next_path = safeNext(form.next, runtime.config.base_url);
      return answerRoute(route, { request, email: form.email, next_path });
    }
    const bound = bindBrowser(request.headers, LINK_MINUTES * 60);
    const payload = linkMailPayload({
      request_id: request.id,
      email: form.email,
      next_path: safeNext(form.next, runtime.config.base_url),
      nonce_sha256: bound.nonce_sha256,
      ip: request.ip,
    });
    await enqueue(sql, { kind: LINK_MAIL_JOB, payload, due_at: now });
    afterCommit(() => runtime.jobs.wake());
    reply.headers.append("set-cookie", bound.cookie);
    const has_mail = runtime.mail.kind === "smtp";
    const words = signInWords(call);
    const body = sentBody(words, { email: form.email, is_signup_open: isSignupOpen(runtime), has_mail });
    const form_targets = readersOrigins(runtime, safeNext(form.next, runtime.config.base_url));
    const title = has_mail ? words.check_mail : words.ask_for_link;
    return answerPage({ title, body, reader: request }, { form_targets });
  },
});

/** So that whoever wants another way in can choose it before the page is left. */
const CHOICE_SECONDS = 5;

/** Not a redirect: browsers hold those of a form against the page's policy, which cannot name every company's provider. */
function answerRoute(
  route: SignInRoute,
  { request, email, next_path }: { request: RequestFacts; email: string; next_path: string },
): Response {
  const words = signInWords({ request });
  const to = `${route.path}?${new URLSearchParams({ email, next: next_path })}`;
  const takes_mail = !route.enforced;
  const seconds = takes_mail ? CHOICE_SECONDS : 0;
  const body = routeBody(words, { to, email, workspace: route.workspace, next_path, seconds, takes_mail });
  return answerPage({ title: words.sign_in, body, reader: request }, { headers: { refresh: `${seconds}; url=${to}` } });
}
