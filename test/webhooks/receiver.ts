// A receiver on loopback that remembers what it is sent and answers as the test says, and a webhook that leads to it.
import { afterAll } from "bun:test";
import type { Harness, ParsedBody, Person } from "../harness/harness.ts";

/** One request that arrived. */
export interface Received {
  headers: Record<string, string>;
  text: string;
  body: ParsedBody;
  path: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** How it answers; 204 unless told. */
  answer: (received: Received) => Response | Promise<Response>;
}

/** What a server is told so that it may send to loopback. */
export const OPENED = { WEBHOOK_ALLOW: "127.0.0.0/8" };

/** Opens it, and closes it after the file's tests. */
export function openReceiver(): Receiver {
  const receiver: Receiver = { url: "", received: [], answer: () => new Response(null, { status: 204 }) };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    fetch: async (asked) => {
      const text = await asked.text();
      const headers = Object.fromEntries(asked.headers);
      const received = { headers, text, body: JSON.parse(text), path: new URL(asked.url).pathname };
      receiver.received.push(received);
      return receiver.answer(received);
    },
  });
  receiver.url = `http://127.0.0.1:${server.port}/hook`;
  afterAll(() => server.stop(true));
  return receiver;
}

/** Tells the listeners what has happened and sends what is due by the clock. */
export async function deliver(h: Harness): Promise<void> {
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
}

/** Makes a webhook of the person's workspace; answers it with its secret. */
export async function hook(h: Harness, as: Person, json: { url: string; events?: string[] }): Promise<ParsedBody> {
  const made = await h.call("POST /api/webhooks", { as, json });
  if (made.status !== 201) throw new Error(`no webhook: ${made.status} ${JSON.stringify(made.body)}`);
  return made.body;
}

/** What was sent to a webhook, newest first. */
export async function deliveriesOf(h: Harness, as: Person, id: number): Promise<ParsedBody[]> {
  return (await h.call(`GET /api/webhooks/${id}/deliveries`, { as })).body.deliveries;
}
