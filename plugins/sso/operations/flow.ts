// The way to a workspace's provider and back (rules: companies/providers).
import { anyone, firstCharacters, found, Refusal, refuse, t, type WriteCall } from "../../../kernel/plugin.ts";
import { attempt } from "../../../kernel/ports/write.ts";
import { provenAmong } from "../../email_domains/port.ts";
import { operation } from "../../operation.ts";
import { START_PATH, safeNext } from "../../pages.ts";
import { NextText, ProviderFault, type ProviderIdentity } from "../../signin/port.ts";
import { ENTERING_AUDIT, ENTRY_DECISIONS, type Entry, enter, readDecision } from "../entering.ts";
import { answerMailedLink, answerProblem, answerTest } from "../pages.ts";
import { type Providers, providersPort } from "../providers.ts";
import { entryPath, routeOf } from "../routing.ts";
import { findTried } from "../setting.ts";
import { findConfigBySlug, type PlacedConfig } from "../store/configs.ts";
import { describeFault, finishTest, isTester, refuseTester } from "../trying.ts";
import { demandAddress, refusalOf, refuseUnproven } from "../verdict.ts";
import { endVisit, isFromElsewhere, keepVisit, readTest, readVisit, VISIT_MINUTES, type Visit } from "../visit.ts";

export const lookUpSso = operation({
  id: "sso.lookup",
  route: "GET /auth/sso/lookup",
  summary: "Says whether an address signs in through its company's provider, and where",
  description: "By the domain alone: whether there is an account with the address is not said.",
  query: t.Object({ email: t.String({ maxLength: 320, description: "The address that somebody types." }) }),
  output: t.Object({
    sso: t.Boolean(),
    url: t.Optional(t.String({ description: "Where the sign-in begins; only with `sso: true`." })),
    enforced: t.Optional(t.Boolean({ description: "There is no other way in; only with `sso: true`." })),
  }),
  anonymous: true,
  permit: anyone(),
  quota: "sso_lookup",
  async run({ sql, runtime }, { query }) {
    const config = await routeOf(runtime, { sql, email: query.email });
    if (!config) return { sso: false };
    return { sso: true, url: runtime.config.base_url + entryPath(config), enforced: config.enforced };
  },
});

export const startSso = operation({
  id: "sso.start",
  route: "GET /auth/sso/{workspace_slug}",
  summary: "Begins a sign-in through a workspace's provider",
  params: t.Object({ workspace_slug: t.String({ maxLength: 100, description: "The workspace's slug." }) }),
  query: t.Object({
    next: t.Optional(NextText),
    email: t.Optional(t.String({ maxLength: 320, description: "Told to the provider, which fills its form with it." })),
    test: t.Optional(t.String({ maxLength: 2000, description: "Of the address that a test begins with." })),
  }),
  raw: "page",
  status: 302,
  refuses: [403, 404, 409, 503],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  async run({ sql, use, runtime, reply, now, actor, request }, { params, query }) {
    const test = query.test === undefined ? null : readTest(runtime, query.test, now);
    const tried = test && (await findTried(sql, test));
    const isTried = tried?.slug === params.workspace_slug;
    const config = isTried ? tried : await findConfigBySlug(sql, params.workspace_slug);
    if (!config || !runtime.plans.carries("single_sign_on", config.plan)) throw refuseUnknown();
    const { workspace_id, version } = config;
    if (query.test !== undefined && !isTried) {
      throw refuse.forbidden(
        `this test was begun more than ${VISIT_MINUTES} minutes ago, or the configuration was changed since; begin another`,
      );
    }
    // A provider that nobody has looked at yet gets to see the visits of whoever tries it, and of nobody who was sent there.
    if (test && !isTester(actor, { config, tester: test.tester })) throw refuseTester();
    const next_path = safeNext(query.next, runtime.config.base_url);
    const email = query.email ?? "";
    if (!test && (await provenAmong(sql, config)).size === 0) {
      const [domain = ""] = config.domains;
      return answerProblem({ refusal: refuseUnproven(config, domain), config, next_path, email });
    }
    try {
      const { url, visit } = await use(providersPort)(config).start(email ? { login_hint: email } : {});
      const began_elsewhere = isFromElsewhere(request.headers);
      const asked = { tester: test?.tester ?? null, by_hand: test?.by_hand ?? false, began_elsewhere };
      const kept = { ...visit, workspace_id, version, next_path, ...asked };
      reply.headers.append("set-cookie", keepVisit(runtime, kept, now));
      return found(url);
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      runtime.log.warn({ err: error, workspace_id }, "a workspace's sign-in provider cannot be asked");
      if (test) return answerTest({ config, identity: null, fault: describeFault(error), unproven: [], waits: false });
      return answerProblem({ refusal: refusalOf(error, config), config, next_path, email });
    }
  },
});

export const finishSso = operation({
  id: "sso.callback",
  route: "GET /auth/sso/callback",
  decides: "sign-in",
  summary: "Takes the redirect of a workspace's provider and signs in",
  description:
    "Bound to the browser that began by state, nonce and PKCE (S256); the ID token is verified against the provider's keys. Signs in an account of the workspace, makes one while a seat is free, or asks somebody whose account is elsewhere whether they leave. Asks first where somebody else is signed in in this browser, and where the sign-in began on a page of another site and nobody is.",
  effect: "write",
  raw: "page",
  also: [303],
  refuses: [402, 403, 409, 503],
  anonymous: true,
  permit: anyone(),
  quota: "sso_callback",
  opens: () => "outsiders",
  audit: [...ENTERING_AUDIT, "sso.test"],
  async prepare({ sql, use, runtime, request, now, actor }) {
    const visit = readVisit(runtime, request.headers, now);
    const config = visit && (await findTried(sql, visit));
    if (!visit || !config || !runtime.plans.carries("single_sign_on", config.plan)) return null;
    // What waits is tried, and signs nobody in.
    if (visit.tester === null && config.version < 0) return null;
    const { tester } = visit;
    if (tester !== null && !isTester(actor, { config, tester })) throw refuseTester();
    return {
      visit,
      config,
      outcome: await callHook(use(providersPort), { config, visit, search: request.url.search }),
    };
  },
  async run(call, _input, prepared) {
    const { runtime, reply } = call;
    if (!prepared) return answerProblem({ refusal: refuseStray(), config: null, next_path: START_PATH, email: "" });
    const { visit, config, outcome } = prepared;
    reply.headers.append("set-cookie", endVisit());
    if (outcome instanceof ProviderFault) {
      runtime.log.warn(
        { err: outcome, workspace_id: config.workspace_id },
        "a sign-in through a workspace's provider failed",
      );
    }
    if (visit.tester !== null) return finishTest(call, { config, visit: { ...visit, tester: visit.tester }, outcome });
    const { next_path, began_elsewhere } = visit;
    if (outcome instanceof ProviderFault) {
      return answerProblem({ refusal: refusalOf(outcome, config), config, next_path, email: "" });
    }
    return orProblem(call, { config, email: outcome.email, next_path }, async (within) => {
      const identity = await demandAddress(within.sql, { config, identity: outcome });
      return enter(within, { config, identity, next_path, decision: null, began_elsewhere });
    });
  },
});

export const joinBySso = operation({
  id: "sso.join",
  // Under /auth, where a form from another origin is refused.
  route: "POST /auth/sso/join",
  decides: "sign-in",
  summary: "Signs in as whom a provider vouched for, joins its workspace, or stays where one is",
  description:
    "The buttons of the pages that ask first: `enter` where another person is signed in or another site led here, `join` and `stay` where the account is in another workspace; where another provider had let somebody in, `link` in a session of theirs, or `mail` for a link to the address, whose button is `mailed`.",
  form: t.Object({
    ticket: t.String({ maxLength: 8000 }),
    decision: t.OneOf(ENTRY_DECISIONS),
  }),
  raw: "page",
  also: [303],
  refuses: [402, 403, 409],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  opens: () => "outsiders",
  audit: ENTERING_AUDIT,
  async run(call, { form }) {
    const asked = readDecision(call, form);
    const config = asked && (await findTried(call.sql, asked));
    if (!asked || !config || config.version < 0) {
      return answerProblem({ refusal: refuseStray(), config: null, next_path: START_PATH, email: "" });
    }
    const { next_path } = asked;
    return orProblem(call, { config, email: asked.identity.email, next_path }, async (within) => {
      const identity = await demandAddress(within.sql, { config, identity: asked.identity });
      const entry: Entry = { config, identity, next_path, decision: form.decision, began_elsewhere: false };
      return enter(within, entry);
    });
  },
});

export const showSsoLink = operation({
  id: "sso.link.page",
  route: "GET /auth/sso/links/{ticket}",
  summary: "What a link opens that shows whom another provider had let in to be the same person",
  description: "A page with a button: whoever only looks at links, as mail filters do, uses none up.",
  params: t.Object({ ticket: t.String({ maxLength: 8000, description: "As it was mailed." }) }),
  raw: "page",
  anonymous: true,
  permit: anyone(),
  quota: "login",
  run: (_call, { params }) => answerMailedLink(params.ticket),
});

async function callHook(
  providers: Providers,
  { config, visit, search }: { config: PlacedConfig; visit: Visit; search: string },
): Promise<ProviderIdentity | ProviderFault> {
  try {
    return await providers(config).finish(search, visit);
  } catch (error) {
    if (error instanceof ProviderFault) return error;
    throw error;
  }
}

/**
 * A refusal becomes a page that says where to go, and a row in the log of the workspace, whose managers will be asked about it. What
 * was written before it is undone: some are made in the middle of a move.
 */
async function orProblem(
  call: WriteCall<unknown, true>,
  about: { config: PlacedConfig; email: string | null; next_path: string },
  work: (within: WriteCall<unknown, true>) => Promise<Response>,
): Promise<Response> {
  const { config, email, next_path } = about;
  try {
    return await attempt(call, work);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    call.note("sso.refuse", {
      target_type: "workspace",
      target_id: config.slug,
      meta: { email: email && firstCharacters(email, 254), reason: firstCharacters(error.message, 500) },
      by: { user_id: null, email: "system", workspace_id: config.workspace_id },
    });
    return answerProblem({ refusal: error, config, next_path, email: "" });
  }
}

function refuseStray() {
  return refuse.forbidden(
    `this sign-in was begun in another browser, more than ${VISIT_MINUTES} minutes ago, or before the configuration was changed; begin again`,
  );
}

function refuseUnknown() {
  return refuse.notFound(
    "no workspace of this name signs in through a provider of its own; ask who invited you, or type your address on the sign-in page",
  );
}
