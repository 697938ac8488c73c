// Requests that HTTP does not allow, or that try to be two things at once:
// a clear no or a closed connection, never a fault of ours.
import { expect, test } from "bun:test";
import { askRaw, head, openRaw, type RawAnswer } from "./raw_http.ts";
import { openStand } from "./stand.ts";

const stand = await openStand();
const { port } = stand.place;
const { app, content, token } = stand.lines;
const JSON_TYPE = "Content-Type: application/json";
const FORM_TYPE = "Content-Type: multipart/form-data; boundary=x";

const ticket = await makeTicket();
/** Every kind of route that takes a body, by how its body is read. */
const DOORS = {
  "a raw upload": { line: "PUT /api/upload?filename=a.bin HTTP/1.1", more: [app, token] },
  "a raw page": { line: "PUT /api/upload?filename=a.html HTTP/1.1", more: [app, token] },
  "an upload by ticket": { line: `PUT ${ticket} HTTP/1.1`, more: [app] },
  "a JSON body": { line: "POST /api/docs HTTP/1.1", more: [app, token, JSON_TYPE] },
  "a multipart form": { line: "POST /api/files HTTP/1.1", more: [app, token, FORM_TYPE] },
  "an agent's message": { line: "POST /mcp HTTP/1.1", more: [app, token, JSON_TYPE] },
  "a body to the content host": { line: "POST /d/nothing/ HTTP/1.1", more: [content] },
};

async function makeTicket(): Promise<string> {
  const response = await fetch(`${stand.place.base_url}/api/uploads`, {
    method: "POST",
    headers: { ...stand.headers, "content-type": "application/json" },
    body: JSON.stringify({ filename: "by-ticket.bin" }),
  });
  return new URL((await response.json()).upload_url).pathname;
}

/** A body that would be good on its own, so that only the framing can be what is refused. */
function bodyFor(line: string): string {
  if (line.includes("/api/files")) {
    return '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n';
  }
  return line.includes("/api/docs") ? '{"html":"<p>hello</p>"}' : "hello";
}

function expectRefused(answer: RawAnswer | null, wanted: readonly (number | null)[] = []): void {
  const status = answer?.status ?? null;
  if (wanted.length > 0) expect(wanted).toContain(status);
  else expect(status === null || (status >= 400 && status < 500)).toBe(true);
}

for (const [name, { line, more }] of Object.entries(DOORS)) {
  const body = bodyFor(line);
  const size = Buffer.byteLength(body);
  const chunked = `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const framings: [string, string[], string][] = [
    ["a negative length", [`Content-Length: -${size}`], body],
    ["a signed length", [`Content-Length: +${size}`], body],
    ["a hexadecimal length", [`Content-Length: 0x${size.toString(16)}`], body],
    ["a length with a tail", [`Content-Length: ${size}abc`], body],
    ["an empty length", ["Content-Length:"], body],
    ["a length past every integer", ["Content-Length: 18446744073709551621"], body],
    ["a length past every cap", ["Content-Length: 99999999999999"], body],
    ["two lengths that differ", [`Content-Length: ${size}`, `Content-Length: ${size + 1}`], `${body}x`],
    ["a list of lengths", [`Content-Length: ${size}, ${size}`], body],
    ["a length and chunks", [`Content-Length: ${size}`, "Transfer-Encoding: chunked"], chunked],
    ["chunks and a length", ["Transfer-Encoding: chunked", `Content-Length: ${size}`], chunked],
    ["an unknown transfer coding", ["Transfer-Encoding: xchunked"], chunked],
    ["two transfer codings", ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], chunked],
    ["a space before the colon", ["Transfer-Encoding : chunked"], chunked],
    ["a chunk size that is no number", ["Transfer-Encoding: chunked"], `zz\r\n${body}\r\n0\r\n\r\n`],
    ["a negative chunk size", ["Transfer-Encoding: chunked"], `-5\r\n${body}\r\n0\r\n\r\n`],
    ["a chunk size past every integer", ["Transfer-Encoding: chunked"], `fffffffffffffffff\r\n${body}\r\n0\r\n\r\n`],
    ["a chunk that is longer than it says", ["Transfer-Encoding: chunked"], `1\r\n${body}\r\n0\r\n\r\n`],
  ];
  for (const [framing, lines, sent] of framings) {
    test(`${name} with ${framing} is refused and leaves nothing`, async () => {
      const before = await stand.traces();
      expectRefused(await askRaw(port, head(line, [...more, ...lines]), sent));
      await stand.expectTraces(before);
    });
  }

  test(`${name} whose later chunk is broken is refused and leaves nothing`, async () => {
    const before = await stand.traces();
    const connection = await openRaw(port);
    connection.send(head(line, [...more, "Transfer-Encoding: chunked", "Expect: 100-continue"]));
    const first = await connection.next();
    connection.send("5\r\nhello\r\n", "zz\r\nhello\r\n0\r\n\r\n");
    expectRefused(first?.status === 100 ? await connection.next() : first);
    await connection.cut();
    await stand.expectTraces(before);
  });
}

test("a body that holds a request is never taken for one", async () => {
  const hidden = head("DELETE /api/docs/doc_x HTTP/1.1", [app, token, "X-Hidden: 1"]);
  const size = Buffer.byteLength(hidden);
  const framings = [
    [`Content-Length: ${size}`, "Transfer-Encoding: chunked"],
    ["Transfer-Encoding: chunked", "Content-Length: 0"],
    ["Content-Length: 0", `Content-Length: ${size}`],
    [`Content-Length: ${size}, 0`],
  ];
  for (const framing of framings) {
    const connection = await openRaw(port);
    connection.send(head("POST /api/docs HTTP/1.1", [app, token, JSON_TYPE, ...framing]), `0\r\n\r\n${hidden}`);
    connection.socket.end();
    expectRefused(await connection.next());
    expect(await connection.next()).toBeNull();
    await connection.cut();
  }
});

test("a request that was refused for its length leaves the connection fit for the next one, or closed", async () => {
  const connection = await openRaw(port);
  const body = "x".repeat(100_000);
  connection.send(head("PUT /api/upload?filename= HTTP/1.1", [app, token, `Content-Length: ${body.length}`]), body);
  expectRefused(await connection.next(), [400]);
  connection.send(head("GET /healthz HTTP/1.1", [app]));
  const next = await connection.next();
  if (next) expect([next.status, next.body]).toEqual([200, '{"status":"ok"}']);
  await connection.cut();
});

const HEADS: [string, string, string[], (number | null)[]][] = [
  ["a missing Host", "GET /api/me HTTP/1.1", [token], [400]],
  ["an empty Host", "GET /api/me HTTP/1.1", ["Host:", token], [400, 404]],
  ["an unknown Host", "GET /api/me HTTP/1.1", ["Host: elsewhere.example", token], [404]],
  ["two Hosts", "GET /api/me HTTP/1.1", [app, "Host: elsewhere.example", token], [400, 404]],
  ["a Host that is no name", "GET /healthz HTTP/1.1", ["Host: a b/c?d#e@["], [400, 404]],
  ["a Host with a user", "GET /api/me HTTP/1.1", [app.replace("localhost", "me@localhost"), token], [400, 404]],
  ["an address of 128 KiB", `GET /api/docs?q=${"a".repeat(131_072)} HTTP/1.1`, [app, token], [414, 431]],
  ["an address of 1 MiB", `GET /api/docs?q=${"a".repeat(1024 ** 2)} HTTP/1.1`, [app, token], [414, 431, null]],
  ["a long address of a document", `GET /d/${"a".repeat(12_000)}/ HTTP/1.1`, [content], [404]],
  ["a header of 128 KiB", "GET /api/me HTTP/1.1", [app, token, `X-A: ${"a".repeat(131_072)}`], [431]],
  ["300 headers", "GET /api/me HTTP/1.1", [app, token, ...many("X-A: a", 300)], [431]],
  ["a header without a colon", "GET /api/me HTTP/1.1", [app, token, "garbage"], [400]],
  ["a folded header", "GET /api/me HTTP/1.1", [app, token, "X-A: 1\r\n b"], [400]],
  ["a header with NUL", "GET /api/me HTTP/1.1", [app, token, "X-A: 1\0b"], [400]],
  ["a header with a bare line feed", "GET /api/me HTTP/1.1", [app, token, "X-A: 1\nX-B: 2"], [400]],
  ["a header with a bare return", "GET /api/me HTTP/1.1", [app, token, "X-A: 1\rX-B: 2"], [400]],
  ["a token that is no text", "GET /api/me HTTP/1.1", [app, "Authorization: Bearer \xff\xfe"], [401]],
  ["a cookie that is no text", "GET /api/me HTTP/1.1", [app, "Cookie: =;;docs_session=%ff%00;\xff"], [401]],
  ["broken percent-encoding in the API", "GET /api/docs/%zz%ff HTTP/1.1", [app, token], [400]],
  ["NUL in an id", "GET /api/docs/%00 HTTP/1.1", [app, token], [400, 404]],
  ["broken percent-encoding on the content host", "GET /d/%zz%ff/ HTTP/1.1", [content], [404]],
  ["broken percent-encoding in a file's path", "GET /d/abc/%zz%ff HTTP/1.1", [content], [404]],
  ["NUL in a file's path", "GET /d/abc/%00 HTTP/1.1", [content], [404]],
  ["bytes that are no text in the path", "GET /d/abc/\xff\xfe HTTP/1.1", [content], [400, 404]],
  ["dots that leave the folder", "GET /d/../../etc/passwd HTTP/1.1", [content], [404]],
  ["two slashes and a host", "GET //elsewhere.example/api/me HTTP/1.1", [app, token], [404]],
  ["a target without a slash", "GET api/me HTTP/1.1", [app, token], [400]],
  ["a tunnel", "CONNECT localhost:80 HTTP/1.1", [app], [400, 404, 405, null]],
  ["the whole server as its target", "OPTIONS * HTTP/1.1", [app], [400, 404, 405]],
  ["an unknown method", "BREW /api/docs HTTP/1.1", [app, token], [400, 405, 501, null]],
  ["a known method that nothing offers", "TRACE /api/docs HTTP/1.1", [app, token], [405]],
  ["HTTP/2 in words", "PRI * HTTP/2.0", [app], [400, 505, null]],
  ["no version", "GET /healthz", [], [400, 505, null]],
  ["a line break in a value", "GET /d/a%0d%0aSet-Cookie:%20a=b/ HTTP/1.1", [content], [404]],
];

function many(line: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => line.replace(":", `${index}:`));
}

for (const [name, line, lines, wanted] of HEADS) {
  test(`a request with ${name} is answered ${wanted.map((status) => status ?? "by hanging up").join(" or ")}`, async () => {
    const answer = await askRaw(port, Buffer.from(head(line, lines), "latin1"));
    expectRefused(answer, wanted);
    expect(answer?.headers.get("set-cookie") ?? null).toBeNull();
  });
}

test("a description in the address is taken up to its cap, and refused beyond it with words", async () => {
  const send = async (description: string) => {
    const target = `/api/upload?filename=a.bin&description=${encodeURIComponent(description)}`;
    const answer = await askRaw(port, head(`PUT ${target} HTTP/1.1`, [app, token, "Content-Length: 5"]), "hello");
    return { status: answer?.status, said: JSON.parse(answer?.body ?? "null") };
  };
  expect(await send("語".repeat(5461))).toMatchObject({ status: 201 });
  expect(await send("語".repeat(5462))).toMatchObject({
    status: 400,
    said: { detail: expect.stringContaining("16384"), code: "invalid" },
  });
});

test("an absolute target is served by what the Host header names, as an origin form is", async () => {
  const asked = (target: string, host: string) => askRaw(port, head(`GET ${target} HTTP/1.1`, [host, token]));
  expect((await asked("http://elsewhere.example/api/me", app))?.status).toBe(200);
  expect((await asked(`http://localhost:${port}/api/me`, content))?.status).toBe(404);
});

test("HTTP/1.0 is answered, and the connection closed after it", async () => {
  const connection = await openRaw(port);
  connection.send(head("GET /healthz HTTP/1.0", [app]));
  expect((await connection.next())?.status).toBe(200);
  await connection.closed;
});

test("Expect: 100-continue is told to go on, and the upload succeeds", async () => {
  const connection = await openRaw(port);
  const lines = [app, token, "Content-Length: 5", "Expect: 100-continue"];
  connection.send(head("PUT /api/upload?filename=a.bin HTTP/1.1", lines));
  expect((await connection.next())?.status).toBe(100);
  connection.send("hello");
  expect((await connection.next())?.status).toBe(201);
  await connection.cut();
});

test("requests that are sent without waiting are answered in their order, or not at all", async () => {
  const connection = await openRaw(port);
  const body = '{"html":"<p>in order</p>"}';
  connection.send(
    head("GET /healthz HTTP/1.1", [app]) +
      head("POST /api/docs HTTP/1.1", [app, token, JSON_TYPE, `Content-Length: ${body.length}`]) +
      body +
      head("GET /d/nothing/ HTTP/1.1", [content]) +
      head("GET /healthz HTTP/1.1", [content]),
  );
  const statuses: number[] = [];
  for (let answer = await connection.next(); answer; answer = await connection.next()) {
    if (statuses.push(answer.status) === 4) break;
  }
  // The listener hangs up on a client that asks again before it was answered: such a client sends the rest anew.
  expect([200, 201, 404, 200].slice(0, statuses.length)).toEqual(statuses);
  await connection.cut();
});

test("a ticket that saw every broken request still takes its file", async () => {
  const response = await fetch(`${stand.place.base_url}${ticket}`, { method: "PUT", body: "hello" });
  expect(response.status).toBe(201);
});

test("none of it was logged as a fault of the server", async () => {
  expect(await stand.stopAndReadErrors()).toEqual([]);
});
