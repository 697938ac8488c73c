// What came in: the surface, the HTTP request behind it, and its input once validated.
import type { ContentHost } from "./content_hosts.ts";

/** The surface through which a call came in; `workflow` for one that a server makes as somebody asked it to. */
export type Via = "web" | "api" | "mcp" | "scim" | "workflow" | "system";

/** The parts of the HTTP request that an operation may look at; a tool call carries those of its own request. */
export interface RequestFacts {
  id: string;
  method: string;
  url: URL;
  /** The host of documents that it came to, whose documents alone are there; for what came to the app host the shared one. */
  content_host: ContentHost;
  headers: Headers;
  /** The client's address, resolved through the trusted proxies. */
  ip: string;
  /** What throttles count by: the address, for IPv6 its /64, since one customer holds all of that. */
  network: string;
  /** Ends when the client goes away. */
  signal: AbortSignal;
  body: ReadableStream<Uint8Array> | null;
  /** Instead of `body`, all of it as Bun gathers it: for a body whose declared length is known to be small enough. */
  whole?(): Promise<Uint8Array<ArrayBuffer>>;
}

/** A request's input after validation. */
export interface Input<P = Record<string, unknown>, Q = Record<string, unknown>, B = unknown, F = unknown> {
  params: P;
  query: Q;
  body: B;
  form: F;
  /** Members of the body that a neighbouring operation takes, where it brings any. */
  elsewhere?: Readonly<Record<string, unknown>>;
}
