// No page of sign-in says in German what it says in English, and each is light or dark as its reader chose.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness({ env: { PASSWORDS: "on" } });

const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function ask(route: string, { language, form }: { language: string; form?: Record<string, string> | undefined }) {
  const headers = { accept: "text/html", "accept-language": language, ...(form && FORM) };
  const body = form && new URLSearchParams(form).toString();
  const answer = await h.call(route, { headers, ...(body !== undefined && { body }) });
  return { status: answer.status, body: String(answer.body) };
}

/** What people read of a page, and what is read out to them. */
function textsOf(body: string): string[] {
  const shown = body
    .replace(/<style>[\s\S]*?<\/style>/, "")
    .replace(/<(p|ul)\b[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, "");
  const said = [...shown.matchAll(/ (?:aria-label|title|placeholder|data-none|data-failed)="([^"]*)"/g)];
  return [...shown.split(/<[^>]*>/), ...said.map(([, text = ""]) => text)]
    .map((text) => text.trim())
    .filter((text) => /\p{L}/u.test(text));
}

/** Written alike in both languages: names, addresses, and what is typed into a terminal. */
const ALIKE = ["docsvc", "ann@example.org", "outbox", "404"];
const isAlike = (text: string) => ALIKE.includes(text) || text.startsWith("npm run") || /^[0-9a-f-]{36}$/.test(text);

const email = "ann@example.org";
const pages: [string, { status: number; form?: Record<string, string> }][] = [
  ["GET /auth/login?next=/app", { status: 200 }],
  ["POST /auth/login", { status: 200, form: { email } }],
  ["POST /auth/code", { status: 403, form: { email, code: "12345678" } }],
  ["POST /auth/password", { status: 403, form: { email, password: "not the right one" } }],
  ["GET /auth/link/no-such-link", { status: 410 }],
  ["GET /auth/setup/no-such-link", { status: 410 }],
  ["GET /auth/member-link/no-such-link", { status: 410 }],
  ["POST /auth/passkey", { status: 403, form: { ticket: "none", credential: "{}" } }],
  ["GET /no/such/page", { status: 404 }],
];

test.each(pages)("%s speaks German to a browser that asks for German", async (route, { status, form }) => {
  const [english, german] = [
    await ask(route, { language: "en", form }),
    await ask(route, { language: "de-AT,en", form }),
  ];
  expect([english.status, german.status]).toEqual([status, status]);
  expect([english.body.includes('<html lang="en"'), german.body.includes('<html lang="de"')]).toEqual([true, true]);
  const said = textsOf(english.body);
  expect(said.length).toBeGreaterThan(2);
  expect(textsOf(german.body).filter((text) => said.includes(text) && !isAlike(text))).toEqual([]);
});

test("a page of sign-in is light or dark as the person chose it in this browser, and as the system is without", async () => {
  const themed = async (cookie?: string) => {
    const headers = { accept: "text/html", ...(cookie && { cookie }) };
    const body = String((await h.call("GET /auth/login", { headers })).body);
    return /<html [^>]*data-theme="(\w+)"/.exec(body)?.[1] ?? null;
  };
  expect([await themed("__Host-docsvc_theme=dark"), await themed("__Host-docsvc_theme=x"), await themed()]).toEqual([
    "dark",
    null,
    null,
  ]);
});
