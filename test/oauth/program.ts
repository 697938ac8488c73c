// A program as the official SDK sees it: what it says of itself, and where it keeps what it is given.
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { REDIRECT } from "./oauth_server.ts";

/** What a program keeps between its visits. */
export function memoryOf() {
  const kept: {
    client?: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
    tokens?: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
    verifier: string;
    sent: URL | null;
  } = { verifier: "", sent: null };
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: "SDK", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
    state: () => "from the client",
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.sent = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
    invalidateCredentials: (scope) => {
      if (scope === "all" || scope === "tokens") delete kept.tokens;
      if (scope === "all" || scope === "client") delete kept.client;
    },
  };
  return { kept, provider };
}
