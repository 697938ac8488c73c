// The certificate authority, as ACME has it (RFC 8555): one order for one host name, proven over http.
import { X509Certificate } from "node:crypto";
import { Agent } from "node:https";
import type acmeClient from "acme-client";
import { SECOND_MS } from "../../kernel/plugin.ts";
import { REST_MS_MAX } from "./store/certificates.ts";

/** What an authority answers when it does not give a certificate, in words for the owner of the domain. */
export class OrderFault extends Error {
  override name = "OrderFault";
  /** How long it wants to be left alone, in seconds; 0 when it does not say. */
  readonly wait_seconds: number;

  constructor(message: string, options: { wait_seconds?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.wait_seconds = options.wait_seconds ?? 0;
  }
}

export interface Authority {
  directory_url: string;
  email: string | undefined;
  /** PEM; undefined for the public ones alone. */
  ca: string | undefined;
}

/** One order. */
export interface Order {
  hostname: string;
  /** PEM. */
  account_key: string;
  publish(challenge: { token: string; key_authorization: string }): Promise<void>;
}

export interface Issued {
  chain: string;
  /** PEM. */
  key: string;
  begins_at: Date;
  expires_at: Date;
}

const ANSWER_MS = 30 * SECOND_MS;
const PROBLEM = "urn:ietf:params:acme:error:";
const RATE_LIMIT_SECONDS = 3600;

/** Makes the key of a new account. */
export async function makeAccountKey(): Promise<string> {
  const acme = await load();
  return String(await acme.crypto.createPrivateEcdsaKey());
}

/** Orders a certificate, and waits for it. Throws OrderFault. */
export async function orderCertificate(authority: Authority, order: Order): Promise<Issued> {
  const acme = await load();
  acme.axios.defaults.timeout = ANSWER_MS;
  acme.axios.defaults.httpsAgent = authority.ca === undefined ? undefined : new Agent({ ca: authority.ca });
  const client = new acme.Client({
    directoryUrl: authority.directory_url,
    accountKey: order.account_key,
    backoffMin: SECOND_MS,
  });
  const [key, csr] = await acme.crypto.createCsr(
    { commonName: order.hostname },
    await acme.crypto.createPrivateEcdsaKey(),
  );
  try {
    await findAccount(client);
    const chain = await client.auto({
      csr,
      ...(authority.email === undefined ? {} : { email: authority.email }),
      termsOfServiceAgreed: true,
      // Whether the name leads here was looked up before; asking ourselves over the internet would prove nothing more.
      skipChallengeVerification: true,
      challengePriority: ["http-01"],
      challengeCreateFn: (_authorization, { token }, key_authorization) => order.publish({ token, key_authorization }),
      challengeRemoveFn: async () => {},
    });
    return { chain, key: String(key), ...readValidity(chain, { key: String(key), hostname: order.hostname }) };
  } catch (error) {
    throw error instanceof OrderFault ? error : new OrderFault(wordsOf(error), { cause: error });
  }
}

/** Asked for by its key: telling an authority again what it knows, as the client would, is refused by strict ones (RFC 8555, 7.3.1). */
async function findAccount(client: InstanceType<typeof acmeClient.Client>): Promise<void> {
  await client.createAccount({ onlyReturnExisting: true }).catch((error: unknown) => {
    // There is none yet: the order makes it.
    if (error instanceof OrderFault) throw error;
  });
}

/** What would break every name on the listener is not kept. */
function readValidity(chain: string, of: { key: string; hostname: string }): Pick<Issued, "begins_at" | "expires_at"> {
  const leaf = new X509Certificate(chain);
  if (leaf.checkHost(of.hostname) === undefined) {
    throw new OrderFault(`the authority answered a certificate for ${leaf.subjectAltName ?? "no name"}`);
  }
  return { begins_at: new Date(leaf.validFrom), expires_at: new Date(leaf.validTo) };
}

let loading: Promise<typeof acmeClient> | null = null;

/** Loaded when it is first needed: most servers never order one. */
function load(): Promise<typeof acmeClient> {
  loading ??= import("acme-client").then((acme) => {
    const { response } = acme.axios.interceptors;
    // Its own repeats would hold a job for as long as the authority likes; the next order comes when its time has come.
    response.clear();
    response.use(null, settle);
    return acme;
  });
  return loading;
}

interface Answered {
  response?: { status: number; headers: Record<string, unknown>; data: unknown };
  code?: string;
  message?: string;
}

/** The client's transport calls every answer an error; those that it can read are none. */
function settle({ response, code, message }: Answered): unknown {
  if (!response) throw new OrderFault(`the certificate authority is away (${code ?? message})`);
  const { type, detail } = (response.data ?? {}) as { type?: unknown; detail?: unknown };
  if (response.status !== 429 && type !== `${PROBLEM}rateLimited`) return response;
  throw new OrderFault(`the certificate authority is asked too often: ${detail ?? "try later"}`, {
    wait_seconds: secondsOf(response.headers["retry-after"]),
  });
}

/** Of a `Retry-After` (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: unknown): number {
  const text = String(retryAfter ?? "");
  // A date is the authority's, and this server's clock may be behind.
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / SECOND_MS;
  return seconds > 0 ? Math.min(seconds, REST_MS_MAX / SECOND_MS) : RATE_LIMIT_SECONDS;
}

function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, 500);
}
