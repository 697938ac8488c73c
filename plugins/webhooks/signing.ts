// How a receiver tells that a request is ours:
// signatures over time and body, in the contract's header and in those of Standard Webhooks.
import { hmacSha256 } from "../../kernel/plugin.ts";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new signing secret: the part behind `whsec_` is base64, since verifiers of Standard Webhooks take the bytes that it stands for. */
export function makeSecret(): string {
  return SECRET_PREFIX + Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("base64");
}

/** What is signed. */
export interface Signed {
  event_id: number;
  body: string;
  at: Date;
}

/** The headers that sign a request, with one signature for each secret. */
export function signatureHeaders({ event_id, body, at }: Signed, secrets: readonly string[]): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const id = String(event_id);
  const ours = secrets.map((secret) => `v1=${Buffer.from(hmacSha256(secret, `${seconds}.${body}`)).toString("hex")}`);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${Buffer.from(hmacSha256(key, `${id}.${seconds}.${body}`)).toString("base64")}`;
  });
  return {
    "x-service-signature": [`t=${seconds}`, ...ours].join(","),
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": standard.join(" "),
  };
}
