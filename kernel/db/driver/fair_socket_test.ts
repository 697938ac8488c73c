// What arrives on many connections at once is handed on in turns of the loop, each connection's in its order.
import { afterAll, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { FairSocket } from "./fair_socket.ts";

const peers: Socket[] = [];
const server = createServer((peer) => void peers.push(peer));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;

afterAll(() => {
  for (const peer of peers) peer.destroy();
  server.close();
});

/** Two ends of a connection. */
async function connect(): Promise<{ socket: FairSocket; peer: Socket }> {
  const known = peers.length;
  const socket = new FairSocket();
  await new Promise<void>((resolve) => socket.connect(port, "127.0.0.1", resolve));
  while (peers.length === known) await Bun.sleep(1);
  const peer = peers[known];
  if (!peer) throw new Error("nobody answered");
  return { socket, peer };
}

/** Keeps the loop for longer than a turn has. */
function workHard(): void {
  for (const until = performance.now() + 8; performance.now() < until; );
}

/** As bytes come, without waiting for a network between. */
const receive = (socket: FairSocket, text: string) => socket.emit("data", Buffer.from(text));

test("bytes that are worked on for long leave the loop its turns", async () => {
  const all = await Promise.all(Array.from({ length: 5 }, connect));
  const seen: string[] = [];
  for (const [index, { socket }] of all.entries()) {
    socket.on("data", () => {
      seen.push(`data ${index}`);
      workHard();
    });
  }
  for (const { socket } of all) receive(socket, "x");
  // None, where other connections of this process have used up the turn already.
  expect(seen.length).toBeLessThanOrEqual(1);
  while (seen.length < 5) {
    const before = seen.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen.length - before).toBeLessThanOrEqual(1);
  }
  expect(seen.toSorted()).toEqual(["data 0", "data 1", "data 2", "data 3", "data 4"]);
});

test("each connection's bytes come in their order, and its end after them", async () => {
  const { socket, peer } = await connect();
  const seen: string[] = [];
  socket.on("data", (chunk: Buffer) => {
    seen.push(chunk.toString());
    workHard();
  });
  const closed = new Promise<void>((resolve) => {
    socket.on("end", () => void seen.push("end"));
    socket.on("close", () => {
      seen.push("close");
      resolve();
    });
  });
  for (const text of ["a", "b", "c"]) receive(socket, text);
  peer.end("d");
  await closed;
  expect(seen).toEqual(["a", "b", "c", "d", "end", "close"]);
});

test("a short answer is not held up by a long one that came before it", async () => {
  const long = await connect();
  const short = await connect();
  let parts = 0;
  long.socket.on("data", () => {
    parts += 1;
    workHard();
  });
  for (let part = 0; part < 20; part += 1) receive(long.socket, "x");
  const { promise, resolve } = Promise.withResolvers<number>();
  short.socket.on("data", () => resolve(parts));
  receive(short.socket, "y");
  expect(await promise).toBeLessThan(5);
});
