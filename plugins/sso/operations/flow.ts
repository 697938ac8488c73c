// The way to a workspace's provider and back (rules: companies 2).
import {
  type Actor,
  anyone,
  attempt,
  firstCharacters,
  found,
  Refusal,
  refuse,
  t,
  type WriteCall,
} from "../../../kernel/mod.ts";
import { domainOf, provenAmong } from "../../email_domains/port.ts";
import { operation } from "../../operation.ts";
import { NextText, ProviderFault, type ProviderIdentity, START_PATH, safeNext } from "../../signin/port.ts";
import { ENTERING_AUDIT, type Entry, enter, readDecision } from "../entering.ts";
import { answerProblem, answerTest } from "../pages.ts";
import { type Providers, providersPort } from "../providers.ts";
import { entryPath, routeOf } from "../routing.ts";
import { findConfig, findConfigBySlug, markTested, type PlacedConfig } from "../store/configs.ts";
import { demandAddress, isPrivateAtGoogle, refusalOf, refuseUnproven } from "../verdict.ts";
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
  async run({ sql, house }, { query }) {
    const config = await routeOf(house, { sql, email: query.email });
    if (!config) return { sso: false };
    return { sso: true, url: house.config.base_url + entryPath(config), enforced: config.enforced };
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
  async run({ sql, use, house, reply, now, actor, request }, { params, query }) {
    const config = await findConfigBySlug(sql, params.workspace_slug);
    if (!config || !house.plans.carries("single_sign_on", config.plan)) throw refuseUnknown();
    const { workspace_id, version } = config;
    const test = query.test === undefined ? null : readTest(house, query.test, now);
    if (query.test !== undefined && (test?.workspace_id !== workspace_id || test.version !== version)) {
      throw refuse.forbidden(
        `this test was begun more than ${VISIT_MINUTES} minutes ago, or the configuration was changed since; begin another`,
      );
    }
    // A provider that nobody has looked at yet gets to see the visits of whoever tries it, and of nobody who was sent there.
    if (test && !isTester(actor, { config, tester: test.tester })) throw refuseTester();
    const next_path = safeNext(query.next, house.config.base_url);
    const email = query.email ?? "";
    if (!test && (await provenAmong(sql, config)).size === 0) {
      const [domain = ""] = config.domains;
      return answerProblem({ refusal: refuseUnproven(config, domain), config, next_path, email });
    }
    try {
      const { url, visit } = await use(providersPort)(config).start(email ? { login_hint: email } : {});
      const began_elsewhere = isFromElsewhere(request.headers);
      const kept = { ...visit, workspace_id, version, next_path, tester: test?.tester ?? null, began_elsewhere };
      reply.headers.append("set-cookie", keepVisit(house, kept, now));
      return found(url);
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      house.log.warn({ err: error, workspace_id }, "a workspace's sign-in provider cannot be asked");
      if (test) return answerTest({ config, identity: null, fault: describe(error), unproven: [] });
      return answerProblem({ refusal: refusalOf(error, config), config, next_path, email });
    }
  },
});

export const finishSso = operation({
  id: "sso.callback",
  route: "GET /auth/sso/callback",
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
  async prepare({ sql, use, house, request, now, actor }) {
    const visit = readVisit(house, request.headers, now);
    const config = visit && (await findConfig(sql, visit.workspace_id));
    if (!visit || !config || config.version !== visit.version || !house.plans.carries("single_sign_on", config.plan)) {
      return null;
    }
    const { tester } = visit;
    if (tester !== null && !isTester(actor, { config, tester })) throw refuseTester();
    return { visit, config, outcome: await ask(use(providersPort), { config, visit, search: request.url.search }) };
  },
  async run(call, _input, prepared) {
    const { house, reply } = call;
    if (!prepared) return answerProblem({ refusal: refuseStray(), config: null, next_path: START_PATH, email: "" });
    const { visit, config, outcome } = prepared;
    reply.headers.append("set-cookie", endVisit());
    if (outcome instanceof ProviderFault) {
      house.log.warn(
        { err: outcome, workspace_id: config.workspace_id },
        "a sign-in through a workspace's provider failed",
      );
    }
    if (visit.tester !== null) return finishTest(call, { config, tester: visit.tester, outcome });
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
  summary: "Signs in as whom a provider vouched for, joins its workspace, or stays where one is",
  description:
    "The buttons of the pages that ask first: `enter` where another person is signed in or another site led here, `join` and `stay` where the account is in another workspace.",
  form: t.Object({
    ticket: t.String({ maxLength: 8000 }),
    decision: t.OneOf(["enter", "join", "stay"]),
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
    const asked = readDecision(call, form.ticket);
    const config = asked && (await findConfig(call.sql, asked.workspace_id));
    if (!asked || !config || config.version !== asked.version) {
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

async function ask(
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

async function finishTest(
  call: WriteCall<unknown, true>,
  { config, tester, outcome }: { config: PlacedConfig; tester: number; outcome: ProviderIdentity | ProviderFault },
): Promise<Response> {
  const { sql, actor, now, note } = call;
  const { workspace_id, version, domains, slug, issuer } = config;
  if (!isTester(actor, { config, tester })) throw refuseTester();
  const identity = outcome instanceof ProviderFault ? null : outcome;
  const fault = outcome instanceof ProviderFault ? describe(outcome) : findFault(outcome, config);
  if (fault === null) await markTested(sql, { workspace_id, version, by_owner: actor?.role === "owner", now });
  const meta = { issuer, passed: fault === null, reason: firstCharacters(fault ?? "", 500) };
  note("sso.test", { target_type: "workspace", target_id: slug, meta });
  const proven = await provenAmong(sql, { workspace_id, domains });
  return answerTest({ config, identity, fault, unproven: domains.filter((domain) => !proven.has(domain)) });
}

/** Whether it is the owner or admin who began the test, signed in in this browser. */
function isTester(actor: Actor | null, { config, tester }: { config: PlacedConfig; tester: number }): boolean {
  if (actor?.credential !== "session" || actor.user_id !== tester) return false;
  return actor.workspace.id === config.workspace_id && actor.role !== "member";
}

function refuseTester(): Refusal {
  return refuse.forbidden(
    "a test is finished by the owner or admin who began it, in a browser where they are signed in",
  );
}

/** Why a sign-in with this identity would be refused, for whoever sets it up; null where nothing speaks against it. */
function findFault(identity: ProviderIdentity, { domains }: PlacedConfig): string | null {
  const { email, email_verified } = identity;
  if (email === null) return "the provider sends no e-mail address: have it add the claim email";
  if (email_verified === false) return `the provider says that ${email} is not verified`;
  if (isPrivateAtGoogle(identity, { domains }))
    return `Google knows ${email} as a private account, not as one of yours`;
  const domain = domainOf(email);
  if (domain !== null && domains.includes(domain)) return null;
  return `${email} is in none of the domains of this configuration: ${domains.join(", ")}`;
}

const FAULTS = {
  away: "the provider does not answer",
  declined: "the provider said no",
  unproven: "the provider's answer could not be verified",
} as const;

function describe({ kind, reason }: ProviderFault): string {
  return `${FAULTS[kind]}: ${reason}`;
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
