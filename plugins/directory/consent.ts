// An administrator's consent at the provider, and the tokens that come of it
// (OAuth 2.0 with PKCE, RFC 6749 and RFC 7636).
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  ResponseBodyError,
  randomPKCECodeVerifier,
  refreshTokenGrant,
} from "openid-client";
import { later, MINUTE_MS, type Port, port, type Runtime, refuse } from "../../kernel/plugin.ts";
import { google } from "./providers/google.ts";
import { microsoft } from "./providers/microsoft.ts";
import { PROVIDERS, type ProviderApi, type ProviderName } from "./providers/provider.ts";
import { ConsentError, DirectoryError, type Reader, readerOf } from "./reading.ts";
import { addressSettings, googleSettings, microsoftSettings } from "./settings.ts";

const STATE_MINUTES = 10;
const TIMEOUT_SECONDS = 10;

/** Whom a consent is for. */
export interface Consenting {
  provider: ProviderName;
  workspace_id: number;
  user_id: number;
  /** They asked in a session, so that the directory is connected by the consent; else it waits for an owner. */
  by_hand: boolean;
}

export interface Directory {
  provider_api: ProviderApi;
  /** Where the administrator consents. */
  start(of: Consenting): Promise<string>;
  /** The refresh token of a consent that was given. Throws 403 for one that does not check out. */
  finish(callback: URL, verifier: string): Promise<string>;
  /** Opens the directory with a kept token; `renewed` is to be kept instead where the provider gives another. */
  open(refreshToken: string, signal: AbortSignal): Promise<{ reader: Reader; renewed: string | null }>;
}

/** Those that are configured, by name. */
export const directoriesPort: Port<ReadonlyMap<ProviderName, Directory>> = port("directory.providers");

export function openDirectories(runtime: Runtime): ReadonlyMap<ProviderName, Directory> {
  const at = runtime.settings(addressSettings);
  const g = runtime.settings(googleSettings);
  const m = runtime.settings(microsoftSettings);
  const opened = new Map<ProviderName, Directory>();
  if (g) {
    const client = { id: g.DIRECTORY_GOOGLE_CLIENT_ID, secret: g.DIRECTORY_GOOGLE_CLIENT_SECRET };
    const authorize = at.DIRECTORY_GOOGLE_AUTHORIZE_URL;
    const addresses = { authorize, token: at.DIRECTORY_GOOGLE_TOKEN_URL, api: at.DIRECTORY_GOOGLE_API_URL };
    opened.set("google", openDirectory(runtime, google, { client, addresses }));
  }
  if (m) {
    const client = { id: m.DIRECTORY_MICROSOFT_CLIENT_ID, secret: m.DIRECTORY_MICROSOFT_CLIENT_SECRET };
    const authorize = at.DIRECTORY_MICROSOFT_AUTHORIZE_URL;
    const addresses = { authorize, token: at.DIRECTORY_MICROSOFT_TOKEN_URL, api: at.DIRECTORY_MICROSOFT_API_URL };
    opened.set("microsoft", openDirectory(runtime, microsoft, { client, addresses }));
  }
  return opened;
}

interface Reached {
  client: { id: string; secret: string };
  addresses: { authorize: string; token: string; api: string };
}

function openDirectory(runtime: Runtime, provider_api: ProviderApi, { client, addresses }: Reached): Directory {
  const { origin: issuer } = new URL(addresses.authorize);
  const server = { issuer, authorization_endpoint: addresses.authorize, token_endpoint: addresses.token };
  const configuration = new Configuration(server, client.id, {}, ClientSecretPost(client.secret));
  configuration.timeout = TIMEOUT_SECONDS;
  // Plain http is the operator's own choice, such as a stand-in on this machine.
  if (addresses.token.startsWith("http:")) allowInsecureRequests(configuration);
  const redirect_uri = `${runtime.config.base_url}${CALLBACK_PATH}`;
  return {
    provider_api,
    start: async (of) => {
      const verifier = randomPKCECodeVerifier();
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri,
        scope: provider_api.scope,
        state: signState(runtime, of, verifier),
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...provider_api.consent,
      });
      return url.href;
    },
    finish: async (callback, verifier) => {
      const expectedState = callback.searchParams.get("state") ?? "";
      const current = new URL(`${redirect_uri}${callback.search}`);
      const tokens = await authorizationCodeGrant(configuration, current, {
        expectedState,
        pkceCodeVerifier: verifier,
      }).catch((error: unknown) => {
        runtime.log.warn({ err: error, provider: provider_api.name }, "a directory's consent did not check out");
        throw refuse.forbidden(`${provider_api.label} did not confirm the consent; begin again`);
      });
      if (tokens.refresh_token) return tokens.refresh_token;
      throw refuse.forbidden(`${provider_api.label} gave no lasting consent; begin again and allow offline access`);
    },
    open: async (refreshToken, signal) => {
      const tokens = await refreshTokenGrant(configuration, refreshToken).catch((error: unknown) => {
        if (error instanceof ResponseBodyError && error.error === "invalid_grant") {
          throw new ConsentError(`${provider_api.label} takes the consent no longer; connect it again`);
        }
        throw new DirectoryError(`${provider_api.label} cannot be reached`);
      });
      const reader = readerOf({ provider_api, api_url: addresses.api, access_token: tokens.access_token, signal });
      return { reader, renewed: tokens.refresh_token ?? null };
    },
  };
}

export const CALLBACK_PATH = "/auth/directory/callback";

/** The verifier is sealed: the state passes through the browser's address and the provider's logs. */
function signState({ signer, encrypter, clock }: Runtime, of: Consenting, verifier: string): string {
  const sealed = Buffer.from(encrypter.seal("directory.verifier", verifier)).toString("base64url");
  const { provider, workspace_id, user_id, by_hand } = of;
  const until = later(clock.now(), STATE_MINUTES * MINUTE_MS);
  return signer.sign("directory", { p: provider, w: workspace_id, u: user_id, h: by_hand, v: sealed }, until);
}

/** What a state was made for; null for one that is forged, too old or changed. */
export function readState(
  { signer, encrypter }: Pick<Runtime, "signer" | "encrypter">,
  state: string,
  now: Date,
): (Consenting & { verifier: string }) | null {
  const claims = signer.verify("directory", state, now);
  if (!claims) return null;
  const { p, w, u, v } = claims;
  const provider = PROVIDERS.find((name) => name === p);
  const verifier = typeof v === "string" ? encrypter.open("directory.verifier", Buffer.from(v, "base64url")) : null;
  if (!provider || typeof w !== "number" || typeof u !== "number" || verifier === null) return null;
  return { provider, workspace_id: w, user_id: u, by_hand: claims["h"] === true, verifier };
}
