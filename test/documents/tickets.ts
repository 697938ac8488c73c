// What the tests of upload tickets do over and over: have one made, send to its address, look how it stands.
import { expect } from "bun:test";
import type { Harness, Person } from "../harness/harness.ts";

/** Tickets of `owner`, unless somebody else is named. */
export function tickets(h: Harness, owner: Person) {
  function issue(json: Record<string, unknown>, as: Person = owner) {
    return h.call("POST /api/uploads", { as, json });
  }

  async function issued(json: Record<string, unknown>, as: Person = owner) {
    const answer = await issue(json, as);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
    return { ...answer.body, path: new URL(answer.body.upload_url).pathname };
  }

  function send(path: string, body: BodyInit, headers: Record<string, string> = {}) {
    return h.call(`PUT ${path}`, { body, headers });
  }

  async function stateOf(ticket: { ticket_id: number }, as: Person = owner) {
    return (await h.call(`GET /api/uploads/${ticket.ticket_id}`, { as })).body;
  }

  return { issue, issued, send, stateOf };
}
