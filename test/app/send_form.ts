// A form of the app as a browser sends it, and the page that it leads to.
import { expect } from "bun:test";
import type { Answer, Harness, Person } from "../harness/harness.ts";

type Texts = Readonly<Record<string, string | readonly string[]>>;

/** Sends a form to the one door. */
export function sendForm(h: Harness, operation: string, { as, texts }: { as: Person; texts: Texts }): Promise<Answer> {
  const typed = Object.entries(texts).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  return h.call(`POST /app/do/${operation}`, {
    as,
    with_cookie: true,
    body: new URLSearchParams(typed).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
  });
}

/** Shows the page that a form led to, with what it left for it; `again` is the page on its next load. */
export async function follow(h: Harness, as: Person, sent: Answer): Promise<{ page: Answer; again: Answer }> {
  expect([sent.status, sent.body]).toEqual([303, expect.anything()]);
  const path = sent.headers.get("location") ?? "";
  const left = sent.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const cookie = [as.cookie, ...left].join("; ");
  const page = await h.call(`GET ${path}`, { headers: { cookie } });
  return { page, again: await h.call(`GET ${path}`, { as, with_cookie: true }) };
}
