// How a password document opens: by HTTP Basic, by the capability of its page, and to nobody who guesses.
import { expect, test } from "bun:test";
import { AS_PART, basic, openContentServer, PAGE, type Published } from "./published.ts";

const runtime = await openContentServer();

const password = "pässword: with a colon";

test("asks for the password with an empty 401 and opens with it, whatever the user name", async () => {
  const document = await runtime.publish({ visibility: "password", password });
  const none: Record<string, string> = {};
  for (const headers of [
    none,
    basic("wrong"),
    { authorization: "Basic !!!" },
    { authorization: "Basic bm9jb2xvbg==" },
  ]) {
    const answer = await runtime.open(document.at, { headers });
    expect(answer.status).toBe(401);
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers.get("www-authenticate")).toBe(`Basic realm="docsvc-${document.slug}"`);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  }
  for (const user of ["", "anna", "x y"]) {
    const shown = await runtime.open(document.at, { headers: basic(password.normalize("NFD"), user) });
    expect([shown.status, shown.body]).toEqual([200, PAGE]);
    expect(shown.headers.get("cache-control")).toBe("private, no-cache");
    expect(shown.headers.get("content-security-policy")).toStartWith("sandbox allow-scripts");
    expect(shown.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  }
});

const BROWSER = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "none",
};

test("answers at once where nothing has to be asked for from the sandbox: a page alone, and clients that load no parts", async () => {
  const alone = await runtime.publish({ visibility: "password", password });
  const whole = await runtime.publish({ visibility: "password", password }, { "app.js": "1" });
  const old = { "user-agent": BROWSER["user-agent"] };
  const curl = { "user-agent": "curl/8.9.1", accept: "*/*" };
  const open = async (document: typeof alone, headers: Record<string, string>, method = "GET") =>
    (await runtime.open(document.at, { method, headers: { ...basic(password), ...headers } })).status;
  expect(await open(alone, BROWSER)).toBe(200);
  const others: Record<string, string>[] = [curl, { "user-agent": "python-requests/2.32" }, {}];
  for (const headers of others) {
    expect([headers, await open(whole, headers)]).toEqual([headers, 200]);
    expect(await open(whole, headers, "HEAD")).toBe(200);
  }
  for (const headers of [BROWSER, old]) expect([headers, await open(whole, headers)]).toEqual([headers, 302]);
  await runtime.call(`PUT /api/docs/${alone.doc_id}/files/late.js`, { as: runtime.anna, json: { content: "1" } });
  expect(await open(alone, BROWSER)).toBe(302);
  expect(await open(alone, curl)).toBe(200);
});

test("the address of its parts asks everybody else for the password", async () => {
  const document = await runtime.publish({ visibility: "password", password }, { "app.js": "1" });
  const headers = { ...BROWSER, ...basic(password) };
  const page = (await runtime.open(document.at, { headers })).headers.get("location") ?? "";
  expect((await runtime.open(page, { headers })).status).toBe(200);
  expect((await runtime.open(page, { headers: BROWSER })).status).toBe(401);
});

/** Where a browser is sent for a page with parts. */
async function pageOf(document: Published): Promise<string> {
  const headers = { "sec-fetch-dest": "document", ...basic(password) };
  return (await runtime.open(document.at, { headers })).headers.get("location") ?? "";
}

test("its parts open by the capability, its other files by the password, with 304, ranges and HEAD", async () => {
  const document = await runtime.publish({ visibility: "password", password }, { "digits.txt": "0123456789" });
  const page = await pageOf(document);
  expect((await runtime.open(`${page}digits.txt`, { headers: AS_PART })).body).toBe("0123456789");
  const open = (headers: Record<string, string>, method = "GET") =>
    runtime.open(`${document.at}digits.txt`, { method, headers: { ...basic(password), ...headers } });
  const whole = await open({});
  expect([whole.status, whole.body]).toEqual([200, "0123456789"]);
  expect((await open({ "if-none-match": whole.headers.get("etag") ?? "" })).status).toBe(304);
  expect((await open({ range: "bytes=0-1" })).body).toBe("01");
  expect((await open({ range: "bytes=10-" })).status).toBe(416);
  expect((await open({}, "HEAD")).headers.get("content-length")).toBe("10");
  expect((await open({ "sec-fetch-site": "cross-site", "sec-fetch-dest": "script" })).status).toBe(404);
});

test("after ten wrong passwords in 15 minutes the address is refused with 429, for this document alone", async () => {
  const document = await runtime.publish({ visibility: "password", password });
  const other = await runtime.publish({ visibility: "password", password });
  const tries = await Promise.all(
    Array.from({ length: 14 }, (_, n) => runtime.open(document.at, { headers: basic(`guess ${n}`) })),
  );
  expect(tries.filter((answer) => answer.status === 401)).toHaveLength(10);
  const refused = tries.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(4);
  for (const { body } of refused) expect(body).toMatchObject({ error: "too many attempts" });
  expect((await runtime.open(document.at, { headers: basic(password) })).status).toBe(429);
  expect((await runtime.open(document.at)).status).toBe(401);
  expect((await runtime.open(other.at, { headers: basic(password) })).status).toBe(200);
  runtime.clock.advance(15 * 60_000);
  expect((await runtime.open(document.at, { headers: basic(password) })).status).toBe(200);
});

test("a page's many requests with the right password are one try", async () => {
  const document = await runtime.publish({ visibility: "password", password }, { "a.txt": "a" });
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => runtime.open(`${document.at}a.txt`, { headers: basic(password) })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
});

test("a new password ends the old one, what it opened, and leaves nothing of it in any answer", async () => {
  const document = await runtime.publish({ visibility: "password", password }, { "a.txt": "a" });
  const page = await pageOf(document);
  await runtime.patch(document, { password: "another one" });
  expect((await runtime.open(`${page}a.txt`, { headers: AS_PART })).status).toBe(404);
  expect((await runtime.open(`${document.at}a.txt`, { headers: basic(password) })).status).toBe(401);
  const open = await runtime.open(`${document.at}a.txt`, { headers: basic("another one") });
  expect(open.status).toBe(200);
  expect(page).not.toContain(Buffer.from(password).toString("base64url"));
});
