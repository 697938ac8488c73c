// Where a webhook may lead: what an address has to look like, and where its host has to lie.
import ipaddr from "ipaddr.js";
import {
  findAddress,
  type House,
  INTERNET,
  isPublicAddress,
  NotPublicError,
  type Outside,
  refuse,
  splitList,
} from "../../kernel/mod.ts";
import { webhookSettings } from "./settings.ts";

const LOOK_UP_MS = 5000;

/** The address as it is kept. Throws 400 for one that nothing can be sent to, whatever lies there. */
export function readAddress(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw refuseAddress(
      `"${text.slice(0, 200)}" is not an http or https address; send one such as https://example.com/hook`,
    );
  }
  if (url.hostname === "") throw refuseAddress(`"${text.slice(0, 200)}" has no host name`);
  if (url.port === "0") throw refuseAddress("port 0 cannot be connected to; leave it out or name another");
  if (url.username !== "" || url.password !== "") {
    throw refuseAddress(
      "the address holds a user name or password, which everybody who sees the webhook would read; leave them out, and let the receiver check the signature",
    );
  }
  url.hash = "";
  return url;
}

/** The world as webhooks of this server see it: the public internet, and what the operator opens. */
export function outsideOf(house: House): Outside {
  const entries = splitList(house.settings(webhookSettings).WEBHOOK_ALLOW ?? "");
  const names = new Set(entries.filter((one) => !isRange(one)).map((one) => one.toLowerCase()));
  const ranges = entries.filter(isRange).map(readRange);
  const isOpened = (address: string) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
  };
  return {
    resolve: INTERNET.resolve,
    allows_http: true,
    isPublic: (address, host) => isPublicAddress(address) || names.has(host.toLowerCase()) || isOpened(address),
  };
}

/** Throws 400, naming the address, for a host that does not lie where events may be sent to. */
export async function demandReachable(url: URL, outside: Outside): Promise<void> {
  try {
    await findAddress(url, outside, AbortSignal.timeout(LOOK_UP_MS));
  } catch (error) {
    if (error instanceof NotPublicError) {
      throw refuseAddress(
        `${url.hostname} is not publicly reachable: it is at ${error.address}; whoever runs this server can open it with WEBHOOK_ALLOW`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw refuseAddress(`${url.hostname} is not publicly reachable: ${reason}`);
  }
}

function refuseAddress(message: string): Error {
  return refuse.invalid(`webhook url: ${message}`);
}

function isRange(entry: string): boolean {
  return ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
}

function readRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = ipaddr.process(entry);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
