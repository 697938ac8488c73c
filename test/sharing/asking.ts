// What the tests of access requests do over and over: ask for a document, look how the request stands, decide on it.
import { expect } from "bun:test";
import type { Answer, Harness, Person } from "../harness/harness.ts";
import { type Shared, withDocument } from "./team.ts";

export function asking(h: Harness) {
  function ask(document: Shared, as: Person = document.otto, message?: string): Promise<Answer> {
    return h.call("POST /api/access-requests", { as, json: { slug: document.doc.slug, ...(message && { message }) } });
  }

  async function status(document: Shared, as: Person = document.otto) {
    return (await h.call(`GET /api/access-requests/status?slug=${document.doc.slug}`, { as })).body;
  }

  async function list(document: Shared, as: Person = document.anna) {
    return (await h.call(`GET ${document.at}/access-requests`, { as })).body.requests;
  }

  function decide(id: number, as: Person, decision: "approve" | "deny"): Promise<Answer> {
    return h.call(`POST /api/access-requests/${id}/decision`, { as, json: { decision } });
  }

  async function opens(document: { at: string }, as: Person): Promise<boolean> {
    return (await h.call(`GET ${document.at}/access`, { as })).status === 200;
  }

  async function asked(json: Record<string, unknown> = {}): Promise<Shared & { request_id: number }> {
    const document = await withDocument(h, json);
    expect((await ask(document)).status).toBe(201);
    const [request] = await list(document);
    return { ...document, request_id: request.id };
  }

  return { ask, status, list, decide, opens, asked };
}
