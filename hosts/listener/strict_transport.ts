// Tells browsers to come to a host over https alone from their first visit on,
// so that nobody on the way can lead them to plain http (RFC 6797).
import { isIP } from "node:net";
import type { RunningServer } from "../../kernel/host.ts";

const HEADER = "strict-transport-security";
/** A year. Nothing of hosts below or beside this one, which are others' to decide, and no list that nobody gets off again. */
const VALUE = "max-age=31536000";

/** Tells, by the name that a request has its host by, whether people reach it over https alone. */
export function heldToTls({
  config,
  contentHosts,
}: Pick<RunningServer, "config" | "contentHosts">): (sent: string) => boolean {
  const { base_url, content_url } = config;
  const own = new Map([base_url, content_url].map((origin) => [new URL(origin).host, isHeldToTls(origin)]));
  return (sent) => {
    const host = sent.endsWith(":443") ? sent.slice(0, -4) : sent;
    return own.get(host) ?? isHeldToTls(contentHosts.named(host)?.origin ?? null);
  };
}

/** Puts the header on an answer. */
export function withStrictTransport(answer: Response | Promise<Response>): Response | Promise<Response> {
  return answer instanceof Promise ? answer.then(mark) : mark(answer);
}

function mark(answer: Response): Response {
  answer.headers.set(HEADER, VALUE);
  return answer;
}

/**
 * Browsers hold a name to it on every port: beside an https port of its own, other servers of the machine would be cut off from
 * their plain http ones, as all that somebody tries on localhost would.
 */
function isHeldToTls(origin: string | null): boolean {
  if (origin === null) return false;
  const { protocol, port, hostname } = new URL(origin);
  const isOfThisMachine = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" && port === "" && !isOfThisMachine && isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
}
