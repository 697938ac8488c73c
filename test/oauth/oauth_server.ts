// A listening server and the steps of an authorization as a browser and a client take them.
import { createHash, randomBytes } from "node:crypto";
import { type Answer, type Harness, openHarness, type Person } from "../harness/harness.ts";

/** Where the test's client waits for its answer. */
export const REDIRECT = "http://127.0.0.1:4567/callback";

export interface Pkce {
  verifier: string;
  challenge: string;
}

export interface OauthServer {
  h: Harness;
  origin: string;
  close(): Promise<void>;
  register(body?: Record<string, unknown>): Promise<Answer>;
  /** A registered client's id. */
  client(name?: string, redirects?: string[]): Promise<string>;
  pkce(): Pkce;
  /** Opens the authorization as a browser does that is signed in as `as`. */
  authorize(as: Person | null, query: Record<string, string | null>): Promise<Answer>;
  /** Answers the consent page. */
  decide(as: Person, page: Answer, choice?: Record<string, string | string[]>): Promise<Answer>;
  token(form: Record<string, string>): Promise<Answer>;
  /** From nothing to a pair of tokens. */
  connect(
    as: Person,
    options?: { client_id?: string; choice?: Record<string, string | string[]>; resource?: string },
  ): Promise<Connected>;
  refresh(from: Pick<Connected, "client_id">, refreshToken: string): Promise<Answer>;
  /** Whether the API lets the token in. */
  holds(token: string): Promise<boolean>;
}

export interface Connected {
  client_id: string;
  code: string;
  verifier: string;
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** Opens it for one test file, at the top of that file. */
export async function openOauthServer(env: Record<string, string> = {}): Promise<OauthServer> {
  const listener = Bun.serve({ port: 0, idleTimeout: 120, fetch: () => new Response(null, { status: 503 }) });
  const origin = `http://localhost:${listener.port}`;
  const h = await openHarness({
    env: {
      BASE_URL: origin,
      CONTENT_URL: `http://127.0.0.1:${listener.port}`,
      QUOTA_OAUTH_REGISTER: "1000",
      QUOTA_OAUTH_AUTHORIZE: "1000",
      ...env,
    },
  });
  listener.reload({ fetch: (request) => h.fetch(request) });

  const runtime: OauthServer = {
    h,
    origin,
    close: () => listener.stop(true),
    register: (body = {}) =>
      h.call("POST /oauth/register", { json: { client_name: "Probe", redirect_uris: [REDIRECT], ...body } }),
    client: async (name = "Probe", redirects = [REDIRECT]) =>
      (await runtime.register({ client_name: name, redirect_uris: redirects })).body.client_id,
    pkce: makePkce,
    authorize: (as, query) => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) if (value !== null) search.set(name, value);
      const headers = { accept: "text/html" };
      return h.call(`GET /oauth/authorize?${search}`, { headers, ...(as ? { as, with_cookie: true } : {}) });
    },
    decide: (as, page, choice = {}) => {
      const form = new URLSearchParams({ ticket: ticketOf(page), action: "approve" });
      for (const [name, value] of Object.entries(choice)) {
        form.delete(name);
        for (const one of [value].flat()) form.append(name, one);
      }
      return h.call("POST /oauth/authorize", { as, with_cookie: true, body: form, headers: { origin } });
    },
    token: (form) => h.call("POST /oauth/token", { body: new URLSearchParams(form) }),
    connect: async (as, options = {}) => {
      const client_id = options.client_id ?? (await runtime.client());
      const { verifier, challenge } = makePkce();
      const { resource = null } = options;
      const page = await runtime.authorize(as, { ...request(client_id, challenge), resource, prompt: "consent" });
      const answer = await runtime.decide(as, page, options.choice);
      const code = codeOf(answer);
      const given = await runtime.token(exchange(client_id, code, verifier));
      if (given.status !== 200) throw new Error(`no token: ${JSON.stringify(given.body)}`);
      return { client_id, code, verifier, ...given.body };
    },
    refresh: ({ client_id }, refresh_token) => runtime.token({ grant_type: "refresh_token", client_id, refresh_token }),
    holds: async (token) =>
      (await h.call("GET /api/me", { headers: { authorization: `Bearer ${token}` } })).status === 200,
  };
  return runtime;
}

/** The parameters of a sound request. */
export function request(clientId: string, challenge: string): Record<string, string | null> {
  return {
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    scope: "mcp",
    state: "st4te",
  };
}

export function exchange(clientId: string, code: string, verifier: string): Record<string, string> {
  return {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
  };
}

export function locationOf(answer: Answer): URL {
  return new URL(answer.headers.get("location") ?? "none:");
}

export function codeOf(answer: Answer): string {
  const code = locationOf(answer).searchParams.get("code");
  if (!code)
    throw new Error(`no code: ${answer.status} ${answer.headers.get("location")} ${String(answer.body).slice(0, 300)}`);
  return code;
}

/** What the consent page's form carries. */
export function ticketOf(page: Answer): string {
  const found = /name="ticket" value="([^"]+)"/.exec(String(page.body));
  if (!found?.[1]) throw new Error(`no consent page: ${page.status} ${JSON.stringify(page.body).slice(0, 300)}`);
  return found[1];
}

function makePkce(): Pkce {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}
