// One OpenID Connect provider: asks it who someone is and believes only what checks out (OpenID Connect Core 1.0).
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { firstCharacters, HOUR_MS, isLongerThan, withoutUnshown } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

/** What the browser keeps while the person is at the provider. */
export interface ProviderVisit {
  state: string;
  nonce: string;
  verifier: string;
}

/** Whom the provider speaks of. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  /** Null where the provider does not say. */
  email_verified: boolean | null;
  name: string | null;
  /** The domain that the provider serves for whoever owns it; what Google calls `hd`. */
  hosted_domain: string | null;
}

export interface OidcClient {
  issuer: URL;
  client_id: string;
  client_secret: string;
  redirect_uri: string;
  /** Where the provider's address is not the operator's choice. */
  fetch?: CustomFetch;
  /** Refuses metadata that stand for many tenants (Entra's): each of them could speak of anybody. */
  single_tenant?: boolean;
}

export interface OidcProvider {
  /** Where to send the browser, and what it must keep. Throws a ProviderFault. */
  start(options?: { login_hint?: string }): Promise<{ url: string; visit: ProviderVisit }>;
  /** Reads the provider's redirect. Throws a ProviderFault for everything that does not check out. */
  finish(search: string, visit: ProviderVisit): Promise<ProviderIdentity>;
}

/** Why nobody is known now. `away`: it does not answer; `declined`: it answered no; `unproven`: what it says does not check out. */
export class ProviderFault extends Error {
  override name = "ProviderFault";
  constructor(
    readonly kind: "away" | "declined" | "unproven",
    /** For who set it up, in the words of the library or the provider. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`the sign-in provider is ${kind}: ${reason}`, options);
  }
}

const SCOPE = "openid email profile";
const TIMEOUT_SECONDS = 10;
const METADATA_MS = HOUR_MS;
const REASON_CHARS_MAX = 300;
/** OpenID Connect Core 1.0, 2. */
const { oidc_subject_chars: SUBJECT_CHARS_MAX } = manifest.caps;

/**
 * A provider, whose metadata is read at the first sign-in and again after an hour. The ID token is verified against its keys, which
 * are fetched anew when one is named that is not among them.
 */
export function openOidc(client: OidcClient): OidcProvider {
  const { issuer, client_id, client_secret, redirect_uri, fetch, single_tenant = false } = client;
  let known: { configuration: Promise<Configuration>; until: number } | null = null;

  function configuration(): Promise<Configuration> {
    if (known && known.until > performance.now()) return known.configuration;
    const asked = discovery(issuer, client_id, {}, secretAuth(client_secret), {
      timeout: TIMEOUT_SECONDS,
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [allowInsecureRequests] : [])],
      ...(fetch ? { [customFetch]: fetch } : {}),
    })
      .then((found) => {
        if (single_tenant) refuseManyTenants(found);
        return found;
      })
      .catch((error: unknown) => {
        // The next person to sign in asks again.
        known = null;
        throw faultOf(error);
      });
    known = { configuration: asked, until: performance.now() + METADATA_MS };
    return asked;
  }

  return {
    start: async ({ login_hint } = {}) => {
      const found = await configuration();
      const visit = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(found, {
        redirect_uri,
        scope: SCOPE,
        state: visit.state,
        nonce: visit.nonce,
        code_challenge: await calculatePKCECodeChallenge(visit.verifier),
        code_challenge_method: "S256",
        ...(login_hint ? { login_hint } : {}),
      });
      return { url: url.href, visit };
    },
    finish: async (search, visit) => {
      const found = await configuration();
      return readIdentity(found, new URL(search, redirect_uri), visit).catch((error: unknown) => {
        throw faultOf(error);
      });
    },
  };
}

/** The library believes a token of any tenant then, by its claim `tid`. */
function refuseManyTenants(found: Configuration): void {
  const { issuer } = found.serverMetadata();
  if (!issuer.includes("{tenantid}")) return;
  throw new ProviderFault("unproven", `its issuer ${issuer} stands for every tenant; give that of your own, by its id`);
}

async function readIdentity(client: Configuration, current: URL, visit: ProviderVisit): Promise<ProviderIdentity> {
  const tokens = await authorizationCodeGrant(client, current, {
    expectedState: visit.state,
    expectedNonce: visit.nonce,
    pkceCodeVerifier: visit.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new ProviderFault("unproven", "it sent no ID token");
  const { sub } = claims;
  if (isLongerThan(sub, SUBJECT_CHARS_MAX) || sub !== plain(sub)) {
    throw new ProviderFault("unproven", `sub of its ID token is no text of at most ${SUBJECT_CHARS_MAX} characters`);
  }
  // Providers may keep the address out of the ID token (OpenID Connect Core 1.0, 5.4).
  const told: Pick<IDToken, string> =
    typeof claims["email"] === "string" ? claims : await fetchUserInfo(client, tokens.access_token, sub);
  return {
    issuer: claims.iss,
    subject: sub,
    email: textOf(told["email"]),
    email_verified: readVerified(told),
    name: textOf(firstCharacters(textOf(told["name"]) ?? "", 100)),
    hosted_domain: textOf(claims["hd"]),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? plain(value).trim() || null : null;
}

/** What is kept and logged of a provider's words: Postgres stores no NUL, and no name turns the text beside it. */
function plain(text: string): string {
  return withoutUnshown(text).toWellFormed();
}

/** Some providers send words for truth values, and Entra has a claim of its own for it (`xms_edov`). */
function readVerified(told: Pick<IDToken, string>): boolean | null {
  const said = told["email_verified"] ?? told["xms_edov"];
  if (said === undefined || said === null) return null;
  return said === true || said === "true" || said === 1 || said === "1";
}

/** Sends the secret the way the provider takes it; most take both. */
function secretAuth(secret: string): ClientAuth {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const auth = methods.includes("client_secret_basic") ? inHeader : inBody;
    auth(server, client, body, headers);
  };
}

function faultOf(error: unknown): ProviderFault {
  const chain = causesOf(error);
  const known = chain.find((one) => one instanceof ProviderFault);
  if (known) return known;
  const said = chain.map((one) => one.message).filter(Boolean);
  const reason = firstCharacters(plain(said.join(": ")), REASON_CHARS_MAX);
  if (chain.some(isAway)) return new ProviderFault("away", reason, { cause: error });
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const told = plain([error.error, error.error_description].filter(Boolean).join(": "));
    return new ProviderFault("declined", firstCharacters(told, REASON_CHARS_MAX), { cause: error });
  }
  return new ProviderFault("unproven", reason || "its answer could not be read", { cause: error });
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 5; at = at.cause) chain.push(at);
  return chain;
}

/** Network faults come as errors of fetch with a code, timeouts as errors of the library. */
function isAway(error: Error): boolean {
  if (error instanceof ClientError) return error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_ABORT";
  return "code" in error && /^(E[A-Z]+|ConnectionRefused|ConnectionClosed)$/.test(String(error.code));
}
