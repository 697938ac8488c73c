// A provider over https whose every answer the test decides, for what no honest provider sends.
import { createServer } from "node:https";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** What the next ID token, or the answers around it, have wrong. */
export interface Forgery {
  claims?: JWTPayload;
  /** Signs with a key that the provider does not publish. */
  foreign_key?: boolean;
  /** The header's `alg`, without a signature. */
  alg_none?: boolean;
  /** What its metadata calls the issuer. */
  issuer?: string;
  /** Every answer has this status and no sense. */
  status?: number;
  /** It takes the connection and never answers. */
  silent?: boolean;
  /** Answers all requests with this many bytes. */
  flood_bytes?: number;
}

/** Starts it as `localhost` on a free port. `nonce` is what the browser brought to the way there. */
export async function startForgingProvider(tls: { cert: string; key: string }) {
  const client = { client_id: "docsvc-forged", client_secret: crypto.randomUUID() };
  let forgery: Forgery = {};
  let keys = await makeKeys("one");
  const foreign = await makeKeys("one");
  let asked: string[] = [];
  let nonce = "";

  const server = createServer(tls, async (request, response) => {
    const path = new URL(request.url ?? "/", issuer()).pathname;
    asked.push(path);
    if (forgery.silent) return;
    const send = (value: object | string, status = forgery.status ?? 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof value === "string" ? value : JSON.stringify(value));
    };
    if (forgery.status) return send({ error: "server_error" });
    if (forgery.flood_bytes) return send(`"${"x".repeat(forgery.flood_bytes)}"`);
    if (path === "/.well-known/openid-configuration") return send(metadata());
    if (path === "/jwks") return send({ keys: [keys.published] });
    if (path === "/token") {
      const id_token = await makeToken();
      return send({ access_token: "a", token_type: "Bearer", expires_in: 60, id_token });
    }
    send({}, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));

  function issuer(): string {
    const address = server.address();
    return `https://localhost:${typeof address === "object" ? address?.port : ""}`;
  }

  function metadata() {
    const at = issuer();
    return {
      issuer: forgery.issuer ?? at,
      authorization_endpoint: `${at}/authorize`,
      token_endpoint: `${at}/token`,
      jwks_uri: `${at}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  async function makeToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const honest = { iss: issuer(), aud: client.client_id, sub: "f-1", iat: now, exp: now + 300, nonce };
    const claims = { ...honest, email: "fay@falsch.example", email_verified: true, ...forgery.claims };
    if (forgery.alg_none) {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${encode({ alg: "none" })}.${encode(claims)}.`;
    }
    const { privateKey, published } = forgery.foreign_key ? foreign : keys;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: published.kid ?? "" }).sign(privateKey);
  }

  return {
    ...client,
    issuer: issuer(),
    forge: (next: Forgery) => {
      forgery = next;
    },
    /** Another signing key, under another id. */
    rotate: async () => {
      keys = await makeKeys(crypto.randomUUID());
    },
    /** The paths that were asked for since the last call. */
    asked: () => asked.splice(0, asked.length),
    /** The redirect back that answers the way there. */
    redirect: (to: string): string => {
      const asking = new URL(to).searchParams;
      nonce = asking.get("nonce") ?? "";
      const back = new URL(asking.get("redirect_uri") ?? "");
      back.search = new URLSearchParams({ code: "code", state: asking.get("state") ?? "" }).toString();
      return back.href;
    },
    close: async () => {
      asked = [];
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function makeKeys(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { privateKey, published: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}
