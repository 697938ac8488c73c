// The way of a browser to a consent and back to the client (rules: oauth/consent).

import {
  type Actor,
  answerPage,
  anyone,
  type Call,
  DAY_MS,
  found,
  later,
  MINUTE_MS,
  refuse,
  sessionOnly,
  t,
} from "../../../kernel/plugin.ts";
import { askNetwork } from "../../../kernel/ports/access.ts";
import { operation } from "../../operation.ts";
import { signInPath } from "../../pages.ts";
import { type Authorization, readAuthorization, single, stateOf } from "../authorization.ts";
import { issueCode } from "../issuing.ts";
import { knownClient, refusePlainly } from "../known_client.ts";
import { choiceFields, readChoice } from "../pages/choice.ts";
import { consentPage } from "../pages/consent_page.ts";
import { handOverPage } from "../pages/hand_over_page.ts";
import { formTarget, mayAnswerAt, withAnswer } from "../redirects.ts";
import { limitsOfResource, NO_LIMITS } from "../resources.ts";
import { listOffered } from "../roots.ts";
import { type Client, findClient, touchClient } from "../store/clients.ts";
import { approveGrant, findLiveGrant } from "../store/grants.ts";
import { DAYS_MAX, findPolicy } from "../store/policies.ts";
import { findRequest, keepRequest, takeRequest } from "../store/requests.ts";

/** Long enough for a sign-in link to arrive by mail. */
const REQUEST_MINUTES = 30;
const PURPOSE = "oauth.consent";

type AuthorizeCall = Call<null, true>;

/** A client that may be answered, and what it asks for; or the answer that it gets at once. */
type Opened = { client: Client; asked: Authorization; is_back: boolean } | { answer: Response };

/** As a list, because one that is sent twice has an answer of its own (RFC 6749, 3.1). */
const Parameter = (description: string) => t.Optional(t.Array(t.String(), { description: `${description} Once.` }));

export const showAuthorize = operation({
  id: "oauth.authorize",
  route: "GET /oauth/authorize",
  decides: "credentials",
  summary: "Asks a person whether a program may act for them",
  description:
    "The client and its redirect address are looked at first, and a mismatch is a plain 400. Every other error goes to the redirect address. Without a session it leads through sign-in and back; the first time it shows the consent page; after that it answers with a code at once, until the date that was chosen.",
  query: t.Object({
    client_id: Parameter("As registered, or the https address of the client's description."),
    redirect_uri: Parameter(
      "As registered, character by character; one on loopback may name any port (RFC 8252, 7.3).",
    ),
    response_type: Parameter("`code`."),
    code_challenge: Parameter("The base64url of the verifier's SHA-256."),
    code_challenge_method: Parameter("`S256`."),
    scope: Parameter("`mcp`; others are not given."),
    state: Parameter("Comes back with the answer."),
    resource: Parameter("What the token is for (RFC 8707): the protocol's address."),
    prompt: Parameter("`consent` asks again; `none` never shows a page."),
    request: Parameter("Comes back from sign-in."),
  }),
  raw: "page",
  effect: "write",
  status: 302,
  also: [200],
  refuses: [400, 403, 410],
  details: [400],
  anonymous: true,
  permit: anyone(),
  quota: "oauth_authorize",
  opens: null,
  audit: "oauth.authorize",
  prepare: open,
  async run(call, _input, opened) {
    if ("answer" in opened) return opened.answer;
    const { client, asked } = opened;
    const person = call.actor?.credential === "session" ? call.actor : null;
    if (person) await askNetwork(call.runtime, { actor: person, request: call.request, now: call.now });
    const grant =
      person && (await findLiveGrant(call.sql, { ...whose(person), client_id: client.client_id, now: call.now }));
    if (person && grant && asked.prompt !== "consent") {
      const code = await issueCode(call.sql, { grant, asked, now: call.now });
      await touchClient(call.sql, client.client_id, call.now);
      call.note("oauth.authorize", {
        target_type: "connection",
        target_id: grant.grant_id,
        meta: { client: client.name },
      });
      return answerClient(call, asked, { code }, { client, by_page: opened.is_back });
    }
    if (asked.prompt === "none") return answerClient(call, asked, whyNotSilently(person), { client });
    const expires_at = later(call.now, REQUEST_MINUTES * MINUTE_MS);
    const kept = await keepRequest(call.sql, { params: asked, workspace_id: person?.workspace.id ?? null, expires_at });
    if (!person) return found(signInPath(`/oauth/authorize?request=${kept.handle}`));
    const policy = await findPolicy(call.sql, person.workspace.id);
    const ticket = call.runtime.signer.sign(PURPOSE, { r: kept.request_id, u: person.user_id }, expires_at);
    const limits = limitsOfResource(asked.resource ?? "", call.runtime.config.base_url) ?? NO_LIMITS;
    const roots = await listOffered(call.sql, person);
    const page = consentPage({
      client,
      asked,
      actor: person,
      policy,
      existing: grant ?? null,
      limits,
      roots,
      ticket,
      request: call.request,
    });
    return answerPage(page, { form_targets: [formTarget(asked.redirect_uri)] });
  },
});

export const decideAuthorize = operation({
  id: "oauth.consent",
  route: "POST /oauth/authorize",
  decides: "credentials",
  summary: "Lets a program act for the person, or not",
  description:
    "From the consent page alone: `ticket` stands for the parameters, which stay on the server, and for the person who was asked. It works once.",
  form: t.Object({
    ticket: t.String({ minLength: 1, maxLength: 2000, description: "From the page." }),
    action: t.OneOf(["approve", "deny"], { description: "What the person decided." }),
    days: t.Optional(t.Integer({ minimum: 1, maximum: DAYS_MAX, description: "How long the connection lasts." })),
    ...choiceFields,
  }),
  raw: "page",
  status: 302,
  also: [200],
  refuses: [400, 404, 410],
  permit: sessionOnly("consent to a connection"),
  opens: null,
  audit: "oauth.consent",
  async run(call, { form }) {
    const { sql, now, actor, runtime } = call;
    const claims = runtime.signer.verify(PURPOSE, form.ticket, now);
    const requestId = claims?.["u"] === actor.user_id ? claims["r"] : null;
    const asked = typeof requestId === "number" ? await takeRequest(sql, requestId, now) : null;
    if (!asked)
      throw refuse.gone(
        "this question is over: it was answered, is too old, or was for somebody else; start again from the program",
      );
    const client = await findClient(sql, asked.client_id);
    if (!client || !mayAnswerAt(client, asked.redirect_uri))
      throw refusePlainly("the program is not registered any more");
    const to = { client, by_page: true };
    if (form.action === "deny") {
      const denied = { error: "access_denied", error_description: "the person said no" };
      return answerClient(call, asked, denied, to);
    }
    const policy = await findPolicy(sql, actor.workspace.id);
    const days = form.days ?? policy.default_days;
    if (days > policy.max_days) {
      throw refuse.invalid(`your workspace lets connections last at most ${policy.max_days} days; you chose ${days}`);
    }
    const limits = readChoice(form, await listOffered(sql, actor));
    const grant = await approveGrant(sql, {
      ...whose(actor),
      client_id: client.client_id,
      client_name: client.name,
      limits,
      approved_at: now,
      deadline: later(now, days * DAY_MS),
    });
    call.note("oauth.consent", {
      target_type: "connection",
      target_id: grant.grant_id,
      meta: { client: client.name, client_id: client.client_id, days, ...limits },
    });
    await touchClient(sql, client.client_id, now);
    return answerClient(call, asked, { code: await issueCode(sql, { grant, asked, now }) }, to);
  },
});

/** Why no code can be had without a page (OpenID Connect Core, 3.1.2.6). */
function whyNotSilently(person: Actor | null) {
  return person
    ? { error: "consent_required", error_description: "this person has not yet let the program act for them" }
    : { error: "login_required", error_description: "nobody is signed in in this browser" };
}

/** Before the transaction, since a description may have to be fetched. */
async function open(call: AuthorizeCall): Promise<Opened> {
  const search = call.request.url.searchParams;
  const handle = single(search, "request");
  if (handle !== null) return reopen(call, handle);
  const base_url = call.runtime.config.base_url;
  const client = await knownClient(call, single(search, "client_id"));
  const redirect_uri = single(search, "redirect_uri");
  if (!redirect_uri) throw refusePlainly("redirect_uri is missing, or given more than once");
  if (!mayAnswerAt(client, redirect_uri)) {
    throw refusePlainly(
      `redirect_uri is not registered for this client, character by character: ${redirect_uri.slice(0, 200)}`,
    );
  }
  const asked = readAuthorization(search, { client_id: client.client_id, redirect_uri, base_url });
  if (!("error" in asked)) return { client, asked, is_back: false };
  return { answer: found(withAnswer(redirect_uri, { ...asked, state: stateOf(search), iss: base_url })) };
}

/** Back from sign-in: what was asked for lies here. */
async function reopen({ sql, now }: AuthorizeCall, handle: string): Promise<Opened> {
  const kept = await findRequest(sql, handle, now);
  if (!kept) throw refuse.gone("this sign-in took too long; start again from the program that you want to connect");
  const asked = kept.params;
  const client = await findClient(sql, asked.client_id);
  if (!client || !mayAnswerAt(client, asked.redirect_uri))
    throw refusePlainly("the program is not registered any more");
  return { client, asked, is_back: true };
}

/**
 * Leads to the client with its answer. Where a form has led here, browsers hold the whole chain of redirects against that
 * form's page (CSP 3, form-action), the client's own redirects too: they get a page that goes on by itself instead.
 */
function answerClient(
  call: Pick<Call, "request" | "runtime">,
  asked: Authorization,
  answer: Readonly<Record<string, string>>,
  to: { client: Client; by_page?: boolean },
): Response {
  const iss = call.runtime.config.base_url;
  const target = withAnswer(asked.redirect_uri, { ...answer, state: asked.state, iss });
  const isBrowser = call.request.headers.get("sec-fetch-mode") === "navigate";
  if (!to.by_page || !isBrowser) return found(target);
  return handOverPage({ target, client: to.client, is_approved: "code" in answer, request: call.request });
}

function whose(actor: Actor) {
  return { user_id: actor.user_id, workspace_id: actor.workspace.id };
}
