// The OpenID Connect provider of this server: asks it who someone is and believes only what checks out (OpenID Connect Core 1.0).
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { ConfigError, type House, port, refuse } from "../../kernel/mod.ts";
import type { ProviderSettings } from "./settings.ts";

/** What the browser keeps while the person is at the provider. */
export interface ProviderVisit {
  state: string;
  nonce: string;
  verifier: string;
}

/** Whom the provider vouches for. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  /** Null unless the provider says that the address is verified. */
  verified_email: string | null;
  name: string | null;
}

export interface Provider {
  /** Where to send the browser, and what it must keep. Throws 503 while the provider is away. */
  start(): Promise<{ url: string; visit: ProviderVisit }>;
  /** Reads the provider's redirect. Throws 403 for anything that does not check out, 503 while the provider is away. */
  finish(search: string, visit: ProviderVisit): Promise<ProviderIdentity>;
}

/** Null where no provider is configured. */
export const providerPort = port<Provider | null>("signin.provider");

const SCOPE = "openid email profile";
const TIMEOUT_SECONDS = 10;

/** Opens the configured provider; its metadata is read at the first sign-in. Throws ConfigError for plain http off loopback. */
export function openProvider(
  settings: ProviderSettings,
  { config, log }: Pick<House, "config" | "log">,
): Provider | null {
  if (!settings) return null;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = settings;
  const issuer = new URL(OIDC_ISSUER);
  const isPlain = issuer.protocol === "http:";
  if (isPlain && !["localhost", "127.0.0.1", "[::1]"].includes(issuer.hostname)) {
    throw new ConfigError(
      `OIDC_ISSUER is "${OIDC_ISSUER}": plain http is for a provider on this machine; give its https address`,
    );
  }
  const redirectUri = `${config.base_url}/auth/callback`;
  let known: Promise<Configuration> | null = null;

  function configuration(): Promise<Configuration> {
    known ??= discovery(issuer, OIDC_CLIENT_ID, {}, secretAuth(OIDC_CLIENT_SECRET), {
      timeout: TIMEOUT_SECONDS,
      execute: isPlain ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      // The next person to sign in asks again.
      known = null;
      log.warn({ err: error, issuer: issuer.href }, "the sign-in provider's metadata cannot be read");
      throw refuseAway();
    });
    return known;
  }

  return {
    start: async () => {
      const client = await configuration();
      const visit = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: visit.state,
        nonce: visit.nonce,
        code_challenge: await calculatePKCECodeChallenge(visit.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, visit };
    },
    finish: async (search, visit) => {
      const client = await configuration();
      try {
        return await readIdentity(client, new URL(search, redirectUri), visit);
      } catch (error) {
        log.warn({ err: error, issuer: issuer.href }, "a sign-in through the provider did not check out");
        throw isAway(error) ? refuseAway() : refuseUnproven();
      }
    },
  };
}

async function readIdentity(client: Configuration, current: URL, visit: ProviderVisit): Promise<ProviderIdentity> {
  const tokens = await authorizationCodeGrant(client, current, {
    expectedState: visit.state,
    expectedNonce: visit.nonce,
    pkceCodeVerifier: visit.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("the provider sent no ID token");
  // Providers may keep the address out of the ID token (OpenID Connect Core 1.0, 5.4).
  const told: Pick<IDToken, string> =
    typeof claims["email"] === "string" ? claims : await fetchUserInfo(client, tokens.access_token, claims.sub);
  const { email, email_verified, name } = told;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verified_email: typeof email === "string" && email_verified === true ? email : null,
    name: typeof name === "string" && name.trim() ? name.trim().slice(0, 100) : null,
  };
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

/** Network faults come as TypeErrors of fetch, timeouts as errors of the library. */
function isAway(error: unknown): boolean {
  if (error instanceof ClientError) return error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_ABORT";
  return (
    error instanceof Error &&
    "code" in error &&
    /^(E[A-Z]+|ConnectionRefused|ConnectionClosed)$/.test(String(error.code))
  );
}

function refuseAway() {
  return refuse.unavailable("the sign-in provider does not answer; try again in a moment, or sign in by mail");
}

function refuseUnproven() {
  return refuse.forbidden("the sign-in provider's answer could not be verified; start again from the sign-in page");
}
