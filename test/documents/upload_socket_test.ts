// Uploads over real sockets: lengths that lie and clients that go away.
import { afterAll, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { openHarness } from "../harness/harness.ts";
import { countTraces } from "./traces.ts";

const MIB = 1024 ** 2;
let serve: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 });
const listener = Bun.serve({
  port: 0,
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  idleTimeout: 60,
  fetch: (request) => serve(request),
});
const h = await openHarness({
  env: { BASE_URL: `http://localhost:${listener.port}`, CONTENT_URL: `http://127.0.0.1:${listener.port}` },
});
afterAll(() => listener.stop(true));
const owner = await h.person();

interface Exchange {
  socket: Socket;
  /** Resolves when the server has the request's head. */
  arrived: Promise<void>;
  /** The status that the server came to, whether or not anybody was there to read it. */
  settled: Promise<number>;
  /** All that came back until the connection closed. */
  heard: Promise<string>;
}

/** Opens a connection, sends the head and these first bytes of a body, and leaves the rest to the test. */
async function begin(target: string, headers: string[], bytes: Uint8Array | string): Promise<Exchange> {
  const arrived = Promise.withResolvers<void>();
  const settled = Promise.withResolvers<number>();
  serve = async (request) => {
    arrived.resolve();
    const response = await h.fetch(request);
    settled.resolve(response.status);
    return response;
  };
  const socket = connect(listener.port ?? 0, "localhost");
  const heard = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => {});
  socket.on("close", () => heard.resolve(Buffer.concat(chunks).toString()));
  const head = [`PUT ${target} HTTP/1.1`, `host: localhost:${listener.port}`, ...headers];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(bytes);
  return { socket, arrived: arrived.promise, settled: settled.promise, heard: heard.promise };
}

const bearer = `authorization: Bearer ${owner.token}`;
const some = new Uint8Array(MIB).fill(97);

async function makeTicket(json: Record<string, unknown>) {
  const { body } = await h.call("POST /api/uploads", { as: owner, json });
  return { ticket_id: body.ticket_id as number, path: new URL(body.upload_url).pathname };
}

const CUT: [name: string, filename: string, headers: string[], bytes: Uint8Array | string][] = [
  ["a stream to the store", "a.bin", [`content-length: ${10 * MIB}`], some],
  ["a page", "a.html", [`content-length: ${10 * MIB}`], some],
  ["a first byte", "a.bin", ["content-length: 10"], "a"],
  ["a body in chunks", "a.bin", ["transfer-encoding: chunked"], "5\r\nhello\r\n"],
  ["a page in chunks", "a.html", ["transfer-encoding: chunked"], "5\r\nhello\r\n"],
];

test.each(CUT)(
  "a client that goes away in the middle of %s leaves nothing",
  async (_name, filename, headers, bytes) => {
    const before = await countTraces(h);
    const { socket, arrived, settled } = await begin(`/api/upload?filename=${filename}`, [bearer, ...headers], bytes);
    await arrived;
    socket.destroy();
    expect(await settled).toBe(400);
    expect(await countTraces(h)).toEqual(before);
  },
);

test("a client that closes its side before the declared length leaves nothing", async () => {
  const before = await countTraces(h);
  const { socket, arrived, settled } = await begin(
    "/api/upload?filename=a.bin",
    [bearer, "content-length: 100"],
    "short",
  );
  await arrived;
  socket.end();
  expect(await settled).toBe(400);
  expect(await countTraces(h)).toEqual(before);
});

test("bytes behind the declared length are refused as a request that is none, and are never part of the file", async () => {
  const { heard } = await begin("/api/upload?filename=longer.txt", [bearer, "content-length: 5"], "hello and more");
  expect(await heard).toStartWith("HTTP/1.1 400");
  const sizes = await h.runtime.database
    .sql`select size_bytes from document_files where path = 'longer.txt' and size_bytes <> 5`;
  expect([...sizes]).toEqual([]);
});

test.each(["abc", "-5", "5, 6", "1e3", "99999999999999999999"])(
  "a content-length of %s is a 4xx that leaves nothing",
  async (length) => {
    const before = await countTraces(h);
    const { socket, heard, settled } = await begin(
      "/api/upload?filename=a.txt",
      [bearer, `content-length: ${length}`],
      "hello",
    );
    const status = await Promise.race([heard.then((text) => Number(text.split(" ")[1])), settled]);
    socket.destroy();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await countTraces(h)).toEqual(before);
  },
);

test.each([2049, 9000])(
  "a declared length of %d MiB is answered with our 413 while the client still sends",
  async (mib) => {
    const before = await countTraces(h);
    const headers = [bearer, `content-length: ${mib * MIB}`, "connection: close"];
    const { socket, heard } = await begin("/api/upload?filename=a.zip", headers, some);
    const text = await firstAnswer(socket, heard);
    expect(text).toStartWith("HTTP/1.1 413");
    expect(text).toContain('{"detail":"request body too large');
    expect(await countTraces(h)).toEqual(before);
  },
);

/** The answer, although the request's body has not ended. */
async function firstAnswer(socket: Socket, heard: Promise<string>): Promise<string> {
  const first = new Promise<string>((resolve) => socket.once("data", (chunk: Buffer) => resolve(chunk.toString())));
  const text = await Promise.race([first, heard]);
  socket.destroy();
  return text;
}

test("a connection goes on after a refusal that left its body unread", async () => {
  const body = "not wanted";
  const second = `GET /healthz HTTP/1.1\r\nhost: localhost:${listener.port}\r\nconnection: close\r\n\r\n`;
  const { heard } = await begin("/api/upload", [bearer, `content-length: ${body.length}`], body + second);
  const statuses = (await heard).match(/HTTP\/1\.1 \d+/g);
  expect(statuses).toEqual(["HTTP/1.1 400", "HTTP/1.1 200"]);
});

test("a ticket's sender who goes away leaves nothing, the ticket says so, and can be used again", async () => {
  const ticket = await makeTicket({ filename: "a.bin" });
  const before = await countTraces(h);
  const { socket, arrived, settled } = await begin(ticket.path, [`content-length: ${10 * MIB}`], some);
  await arrived;
  socket.destroy();
  expect(await settled).toBe(400);
  expect(await countTraces(h)).toEqual(before);
  const { body } = await h.call(`GET /api/uploads/${ticket.ticket_id}`, { as: owner });
  expect(body).toMatchObject({ state: "failed", error: expect.stringContaining("disconnected") });
  expect((await h.call(`PUT ${ticket.path}`, { body: "bytes" })).status).toBe(201);
});

test("a part that breaks off, the last one too, is no failure: the sender goes on from the part before it", async () => {
  const ticket = await makeTicket({ filename: "a.bin" });
  const send = (range: string, body: string) =>
    h.call(`PUT ${ticket.path}`, { body, headers: { "content-range": `bytes ${range}` } });
  await send("0-3/12", "abcd");
  for (const range of ["4-7/12", "4-11/12"]) {
    const before = await countTraces(h);
    const headers = [`content-range: bytes ${range}`, "transfer-encoding: chunked"];
    const { socket, arrived, settled } = await begin(ticket.path, headers, "1\r\ne\r\n");
    await arrived;
    socket.destroy();
    expect(await settled).toBe(400);
    expect(await countTraces(h)).toEqual(before);
    const { body } = await h.call(`GET /api/uploads/${ticket.ticket_id}`, { as: owner });
    expect(body).toEqual({ state: "receiving" });
  }
  expect((await send("4-11/12", "efghijkl")).status).toBe(201);
});
