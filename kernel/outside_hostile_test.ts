// What servers that mean harm can do to whoever asks them: little, for a short while, and nothing elsewhere.
import { afterAll, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { makeCertificate } from "../test/certificate.ts";
import { fetchOutside, isPublicAddress, type Outside } from "./outside.ts";

let speak: (socket: Socket) => void = () => {};
let requests = 0;
const server = createServer((socket) => {
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
  time_ms_max: 300,
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
  await expect(fetchOutside(AT, ASKING, OUTSIDE)).rejects.toThrow();
  expect(requests).toBe(before + 1);
});

test("a connection that breaks off is an error after one request", async () => {
  speak = (socket) => void socket.destroy();
  const before = requests;
  await expect(fetchOutside(AT, ASKING, OUTSIDE)).rejects.toThrow("the connection broke off");
  expect(requests).toBe(before + 1);
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
  await expect(fetchOutside(AT, ASKING, guarded)).rejects.toThrow("it is at 10.0.0.1");
});

test("a certificate for another host is an error that repeats nothing of the address", async () => {
  const { cert, key } = makeCertificate("other.test");
  const secure = Bun.serve({ port: 0, hostname: "127.0.0.1", tls: { cert, key }, fetch: () => new Response("ok") });
  const at = new URL(`https://hook.test:${secure.port}/s3cret`);
  const asked = fetchOutside(at, ASKING, { ...OUTSIDE, ca: cert });
  await expect(asked).rejects.toThrow("it cannot be fetched: its certificate is for another host");
  await secure.stop(true);
});
