// A real OpenID Connect provider in the test's own process, which signs in whomever the test says.
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

/** Whom the provider knows. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  /** The domain that the provider serves for its owner, as Google says it. */
  hd?: string;
}

export interface RealProvider {
  issuer: string;
  client_id: string;
  client_secret: string;
  /** Who is at the keyboard from now on. */
  signInAs(person: ProviderPerson): void;
  /** Follows the provider's redirects like a browser until it leaves for another origin, and answers that address. */
  visit(start: string): Promise<string>;
  close(): Promise<void>;
}

export interface RealProviderOptions {
  redirect_uri: string;
  /** Puts the address into the ID token instead of the userinfo endpoint. */
  inIdToken?: boolean;
  /** Serves over https, as `localhost`. */
  tls?: { cert: string; key: string };
  /** A free one without it; with it a provider takes the place of another. */
  port?: number;
  /** Of the provider whose place it takes. */
  client?: { client_id: string; client_secret: string };
}

/** Starts it on a loopback port. */
export async function startRealProvider(options: RealProviderOptions): Promise<RealProvider> {
  const people = new Map<string, ProviderPerson>();
  let current: ProviderPerson = { sub: "nobody" };
  let answer: Parameters<typeof createServer>[1];
  const { tls } = options;
  const listener: Parameters<typeof createServer>[1] = (request, response) => answer?.(request, response);
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, tls ? "localhost" : "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the provider has no port");
  const issuer = tls ? `https://localhost:${address.port}` : `http://127.0.0.1:${address.port}`;
  const client = options.client ?? { client_id: "docsvc-test", client_secret: crypto.randomUUID() };
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [options.redirect_uri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" }] },
    cookies: { keys: [crypto.randomUUID()] },
    conformIdTokenClaims: !options.inIdToken,
    claims: { openid: ["sub", "hd"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    loadExistingGrant: async (context) => {
      const { session, client: asking } = context.oidc;
      const grant = new context.oidc.provider.Grant({ accountId: session?.accountId, clientId: asking?.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const flow = provider.callback();
  answer = (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void flow(request, response);
    // Where it cannot, whoever visits it is told, and not the process in which all tests of a run are.
    provider
      .interactionFinished(request, response, { login: { accountId: current.sub } })
      .catch(() => response.destroy());
  };
  return {
    issuer,
    ...client,
    signInAs: (person) => {
      current = person;
      people.set(person.sub, person);
    },
    visit: (start) => visit(start, issuer, tls?.cert),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function visit(start: string, issuer: string, ca?: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = start;
  for (let hops = 0; hops < 10; hops++) {
    if (!at.startsWith(issuer)) return at;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(at, { redirect: "manual", headers: { cookie }, ...(ca ? { tls: { ca } } : {}) });
    await response.body?.cancel();
    for (const set of response.headers.getSetCookie()) {
      const pair = set.split(";")[0] ?? "";
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`the provider stopped with ${response.status} at ${at}`);
    at = new URL(location, at).href;
  }
  throw new Error("the provider redirects in circles");
}
