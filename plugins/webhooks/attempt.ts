// One attempt: one request to the receiver, and what its answer means (rules: webhooks/attempts).

import { later, type Runtime, SECOND_MS } from "../../kernel/plugin.ts";
import { isCutShort } from "../../kernel/ports/base.ts";
import { fetchOutside, type Outside } from "../../kernel/ports/outbound.ts";
import { connectedDataHook } from "./connections.ts";
import { writePayload } from "./payload.ts";
import { waitAfter } from "./schedule.ts";
import { openSecrets } from "./secrets.ts";
import { signatureHeaders } from "./signing.ts";
import type { ClaimedDelivery, Settlement } from "./store/dispatch.ts";

export const ATTEMPT_MS = 10 * SECOND_MS;
const RESPONSE_BYTES_MAX = 4096;
const ERROR_CHARS_MAX = 300;

/**
 * Sends it once. Never throws: whatever goes wrong is how the attempt ended. Null where our own database was away before anything was
 * sent, which is no attempt: it is taken up again when its lease is over.
 */
export async function attemptDelivery(
  runtime: Pick<Runtime, "callHook" | "clock" | "encrypter">,
  outside: Outside,
  delivery: ClaimedDelivery,
): Promise<Settlement | null> {
  const attemptedAt = runtime.clock.now();
  const started = performance.now();
  const answer = await send(runtime, outside, delivery, attemptedAt);
  if (!answer) return null;
  const now = runtime.clock.now();
  const isOk = answer.status_code !== null && answer.status_code >= 200 && answer.status_code <= 299;
  const wait = isOk ? null : waitAfter(delivery.attempts + 1, delivery.attempts_max);
  return {
    delivery_id: delivery.delivery_id,
    claims: delivery.claims,
    status: isOk ? "ok" : wait === null ? "failed" : "pending",
    ...answer,
    next_attempt_at: wait === null ? null : later(now, wait),
    attempted_at: attemptedAt,
    duration_ms: Math.round(performance.now() - started),
    now,
  };
}

const CLOSED = "the connection's owner may not open the database any more, so nothing was sent";

/** What a connection is sent beside the event; none with a test, which holds no real answer. */
async function dataFor(
  runtime: Pick<Runtime, "callHook">,
  { kind, database_doc_id, table_id, fields, owner_id, ...event }: ClaimedDelivery,
  now: Date,
): Promise<Record<string, unknown> | null | "closed"> {
  if (database_doc_id === null || kind === "test") return null;
  const connection = { database_doc_id, table_id, fields };
  const answers = await runtime.callHook(connectedDataHook, { now, owner_id, connection, event });
  const answer = answers.find((one) => one !== null);
  return answer ? answer.data : "closed";
}

type Heard = Pick<Settlement, "status_code" | "error" | "response">;

async function send(
  runtime: Pick<Runtime, "callHook" | "encrypter">,
  outside: Outside,
  delivery: ClaimedDelivery,
  at: Date,
): Promise<Heard | null> {
  const nothing = new Uint8Array();
  try {
    const data = await dataFor(runtime, delivery, at);
    if (data === "closed") return { status_code: null, error: CLOSED, response: nothing };
    const body = writePayload(delivery, data);
    const secrets = openSecrets(runtime.encrypter, delivery, at);
    const { status, bytes } = await fetchOutside(
      new URL(delivery.url),
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "Service-Webhooks/1",
          "x-service-event": delivery.action,
          "x-service-delivery": String(delivery.delivery_id),
          ...signatureHeaders({ event_id: delivery.event_id, body, at }, secrets),
        },
        body,
        bytes_max: RESPONSE_BYTES_MAX,
        excess: "cut",
      },
      { time_ms_max: ATTEMPT_MS, ...outside },
    );
    return { status_code: status, error: null, response: bytes };
  } catch (error) {
    if (isCutShort(error)) return null;
    const words = error instanceof Error ? error.message : String(error);
    return { status_code: null, error: words.slice(0, ERROR_CHARS_MAX), response: nothing };
  }
}
