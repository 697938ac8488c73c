// Addresses that people have us send to:
// what one has to look like, where its host has to lie, and what the operator opens beside that.

import { refuse } from "../base/refusal.ts";
import type { Config } from "../config/config.ts";
import { openedOutside } from "./opened_networks.ts";
import { findAddress, NotPublicError, type Outside } from "./outside.ts";

const LOOK_UP_MS = 5000;
const SHOWN_CHARS = 200;

/**
 * The address as it is kept. Throws 400 for one that nothing can be sent to, whatever lies there; `what` it is comes first in the
 * refusal: "webhook url".
 */
export function readChosenAddress(text: string, what: string): URL {
  const shown = text.slice(0, SHOWN_CHARS);
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw refuseAddress(what, `"${shown}" is not an http or https address; send one such as https://example.com/hook`);
  }
  if (url.hostname === "") throw refuseAddress(what, `"${shown}" has no host name`);
  if (url.port === "0") throw refuseAddress(what, "port 0 cannot be connected to; leave it out or name another");
  if (url.username !== "" || url.password !== "") {
    throw refuseAddress(
      what,
      "the address holds a user name or password, which everybody who sees it would read; leave them out",
    );
  }
  url.hash = "";
  return url;
}

/** The world as it is sent to from this server: the public internet, and what the operator opens. */
export function chosenOutside({ webhook_allow }: Pick<Config, "webhook_allow">): Outside {
  return { ...openedOutside(webhook_allow), allows_http: true };
}

/** Throws 400 for a host that does not lie where anything may be sent to; of a name it does not say where that is. */
export async function demandReachable(url: URL, outside: Outside, what: string): Promise<void> {
  try {
    await findAddress(url, outside, AbortSignal.timeout(LOOK_UP_MS));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const wayOut =
      error instanceof NotPublicError ? "; whoever runs this server can open one of their own with WEBHOOK_ALLOW" : "";
    throw refuseAddress(what, `${url.hostname} is not publicly reachable: ${reason}${wayOut}`);
  }
}

function refuseAddress(what: string, message: string): Error {
  return refuse.invalid(`${what}: ${message}`);
}
