// What servers that mean harm can do to whoever asks them: little, for a short while, and nothing elsewhere.
import { afterAll, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { makeCertificate } from "../../test/harness/certificate.ts";
import { fetchOutside, isPublicAddress, type Outside } from "./outside.ts";

let speak: (socket: Socket) => void = () => {};
let requests = 0;
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.on("error", () => {});
  socket.on("data", () => {
    requests += 1;
    speak(socket);
  });
});
const listening = Promise.withResolvers<number>();
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  listening.resolve(typeof address === "object" && address ? address.port : 0);
});
const port = await listening.promise;
afterAll(() => void server.close());

const AT = new URL(`http://hook.test:${port}/hook`);
const OUTSIDE: Outside = {
  resolve: async () => ["127.0.0.1"],
  isPublic: () => true,
  allows_http: true,
  time_ms_max: 60_000,
};
const ASKING = { method: "POST" as const, body: "{}", bytes_max: 100, excess: "cut" as const };

/** Goes on saying it until the other side has had enough. */
function repeat(socket: Socket, text: string, every: number): void {
  const timer = setInterval(() => socket.write(text), every);
  socket.on("close", () => clearInterval(timer));
}

test.each([
  ["says nothing", () => {}],
  ["drips its head", (socket: Socket) => repeat(socket, "H", 10)],
  [
    "drips its body",
    (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      repeat(socket, "x", 10);
    },
  ],
  [
    "floods with 1xx",
    (socket: Socket) => repeat(socket, "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(50), 1),
  ],
])("a server that %s is left when the time is over, after one request", async (_what, answer) => {
  speak = answer;
  const before = requests;
  // On a busy machine the time may be over before the request has come there, which is another one's to try.
  const brief = { ...OUTSIDE, time_ms_max: 300 };
  while (requests === before) await expect(fetchOutside(AT, ASKING, brief)).rejects.toThrow();
  expect(requests).toBe(before + 1);
});

test("a connection that breaks off is an error after one request", async () => {
  speak = (socket) => void socket.destroy();
  const before = requests;
  await expect(fetchOutside(AT, ASKING, OUTSIDE)).rejects.toThrow("the connection broke off");
  expect(requests).toBe(before + 1);
});

test.each([
  ["another protocol than HTTP", "http", "SSH-2.0-OpenSSH\r\n", "its answer is no HTTP"],
  ["a status of five digits", "http", "HTTP/1.1 99999 Odd\r\n\r\n", "its answer is no HTTP"],
  [
    "two megabytes of headers",
    "http",
    `HTTP/1.1 200 OK\r\n${`x-a: ${"y".repeat(1000)}\r\n`.repeat(2000)}\r\n`,
    "its answer is no HTTP",
  ],
  [
    "an upgrade that nobody asked for",
    "http",
    "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
    "another protocol",
  ],
  ["less than it announced", "http", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nfine", "it broke off"],
  ["a broken chunk", "http", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\nfine\r\n", "it broke off"],
  ["plain text where TLS is asked", "https", "HTTP/1.1 200 OK\r\n\r\n", "it speaks no TLS that we understand"],
])("%s is an error in words on the first connection", async (_what, scheme, said, words) => {
  speak = (socket) => void socket.end(said);
  const before = connections;
  await expect(fetchOutside(new URL(`${scheme}://hook.test:${port}/`), ASKING, OUTSIDE)).rejects.toThrow(words);
  expect(connections).toBe(before + 1);
});

test.each([
  ["that closes the connection", "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nfine", 200, "fine"],
  ["of HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nfine", 200, "fine"],
  ["behind a 100", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", 204, ""],
  [
    "with another behind it",
    "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n",
    200,
    "",
  ],
  [
    "that leads elsewhere",
    "HTTP/1.1 307 Elsewhere\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n",
    307,
    "",
  ],
])("an answer %s counts by its status, on the first connection", async (_what, said, status, text) => {
  speak = (socket) => void socket.end(said);
  const before = connections;
  const answer = await fetchOutside(AT, ASKING, OUTSIDE);
  expect([answer.status, Buffer.from(answer.bytes).toString()]).toEqual([status, text]);
  expect(connections).toBe(before + 1);
});

test("of a very long answer the beginning is taken", async () => {
  speak = (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${10 * 1024 * 1024}\r\n\r\n`);
    repeat(socket, "x".repeat(65_536), 1);
  };
  const { status, bytes } = await fetchOutside(AT, ASKING, OUTSIDE);
  expect([status, bytes.byteLength]).toEqual([200, 100]);
});

test("a name is looked up once, and the connection goes to what was looked at", async () => {
  speak = (socket) => void socket.end("HTTP/1.1 204 No Content\r\n\r\n");
  const answers = [["127.0.0.1"], ["10.0.0.1"]];
  let lookups = 0;
  const resolve = async () => answers[lookups++] ?? [];
  const { status } = await fetchOutside(AT, ASKING, { ...OUTSIDE, resolve });
  expect({ status, lookups }).toEqual({ status: 204, lookups: 1 });
  const guarded = { ...OUTSIDE, resolve, isPublic: isPublicAddress };
  await expect(fetchOutside(AT, ASKING, guarded)).rejects.toThrow("cannot be found on the public internet");
});

test("a certificate for another host is an error that repeats nothing of the address", async () => {
  const { cert, key } = makeCertificate("other.test");
  const secure = Bun.serve({ port: 0, hostname: "127.0.0.1", tls: { cert, key }, fetch: () => new Response("ok") });
  const at = new URL(`https://hook.test:${secure.port}/s3cret`);
  const asked = fetchOutside(at, ASKING, { ...OUTSIDE, ca: cert });
  await expect(asked).rejects.toThrow("it cannot be fetched: its certificate is for another host");
  await secure.stop(true);
});
