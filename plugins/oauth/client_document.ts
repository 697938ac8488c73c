// Clients whose id is the https address of their own description (OAuth Client ID Metadata Document):
// nothing to register.
import { HOUR_MS, isJsonObject, later } from "../../kernel/plugin.ts";
import type { Outside } from "../../kernel/ports/outbound.ts";
import { readClientName } from "./client_name.ts";
import { fetchDocument } from "./fetch_document.ts";
import { faultOfRedirect, REDIRECTS_MAX } from "./redirects.ts";
import type { Client } from "./store/clients.ts";

const ID_CHARS_MAX = 512;
export const FRESH_MS = 24 * HOUR_MS;

/** Whether a client id is the address of a description: https, with a path, without anything that could be written two ways. */
export function isDocumentId(clientId: string): boolean {
  if (clientId.length > ID_CHARS_MAX || !clientId.startsWith("https://") || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  return url.href === clientId && url.pathname !== "/" && !url.hash && !url.username && !url.password;
}

/** The client as its description says. Throws an Error in words for one that cannot be fetched or used. */
export async function describeClient(clientId: string, now: Date, outside?: Outside): Promise<Client> {
  const document = await fetchDocument(new URL(clientId), outside);
  return readDocument(clientId, document, now);
}

/** Holds a description to the rules. Throws an Error in words. */
export function readDocument(clientId: string, document: unknown, now: Date): Client {
  if (!isJsonObject(document)) throw new Error("it is not a JSON object");
  // Else anybody could speak for a client by hosting a copy.
  if (document["client_id"] !== clientId) throw new Error("its client_id is not its own address");
  const method = document["token_endpoint_auth_method"] ?? "none";
  if (method !== "none" || "client_secret" in document) throw new Error("it asks for a client secret; use none");
  const uris = document["redirect_uris"];
  if (!Array.isArray(uris) || uris.length < 1 || uris.length > REDIRECTS_MAX) {
    throw new Error(`it must list 1 to ${REDIRECTS_MAX} redirect_uris`);
  }
  const redirectUris = uris.filter((uri) => typeof uri === "string");
  if (redirectUris.length < uris.length || redirectUris.some((uri) => faultOfRedirect(uri) !== null)) {
    throw new Error("one of its redirect_uris cannot be used");
  }
  return {
    client_id: clientId,
    kind: "document",
    name: readClientName(document["client_name"] ?? new URL(clientId).hostname),
    redirect_uris: redirectUris,
    fresh_until: later(now, FRESH_MS),
  };
}
