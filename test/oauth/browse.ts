// A browser with a person's session, as far as a client's authorization needs one.
import type { Person } from "../harness/harness.ts";
import { ticketOf } from "./oauth_server.ts";

/** Goes where a client sends it, consents as `person`, and answers the address where it ends up. */
export async function browse(person: Person, address: URL): Promise<URL> {
  const headers = { cookie: person.cookie, accept: "text/html" };
  const page = await fetch(address, { headers, redirect: "manual" });
  if (page.status === 302) return new URL(page.headers.get("location") ?? "");
  const ticket = ticketOf({
    status: page.status,
    headers: page.headers,
    body: await page.text(),
    bytes: new Uint8Array(),
  });
  const answer = await fetch(new URL("/oauth/authorize", address), {
    method: "POST",
    headers: { ...headers, origin: address.origin },
    body: new URLSearchParams({ ticket, action: "approve" }),
    redirect: "manual",
  });
  return new URL(answer.headers.get("location") ?? "");
}
