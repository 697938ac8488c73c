// Bodies that leave with their headers: whole, whatever their length and letters, and in one piece where they are long.

import { afterAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { answerBody } from "./long_body.ts";

const KIB = 1024;
const HEADERS = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`x-header-${n}`, `value ${n}`]));

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async ({ url }) => {
    await Bun.sleep(1);
    return new Response(answerBody(textOf(Number(new URL(url).searchParams.get("bytes")))), { headers: HEADERS });
  },
});
afterAll(() => server.stop(true));

function textOf(bytes: number): string {
  return "ä".repeat(bytes / 2) + "x".repeat(bytes % 2);
}

test.each([0, 1, 15 * KIB - 1, 15 * KIB, 16 * KIB, 300 * KIB])("%d bytes arrive as they are", async (bytes) => {
  const answer = await fetch(`${server.url}?bytes=${bytes}`);
  expect(answer.headers.get("x-header-11")).toBe("value 11");
  expect(await answer.text()).toBe(textOf(bytes));
  expect(await new Response(answerBody(Buffer.from(textOf(bytes)))).text()).toBe(textOf(bytes));
});

test.each([100, 15 * KIB, 16 * KIB, 300 * KIB])("the headers before %d bytes are one write", async (bytes) => {
  expect(await firstPiece(`GET /?bytes=${bytes} HTTP/1.1\r\nhost: a\r\n\r\n`)).toContain("\r\n\r\n");
});

/** What a client reads first, who reads as soon as there is something. */
function firstPiece(request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" }, () => socket.write(request));
  socket.once("data", (bytes) => resolve(bytes.toString("latin1"))).once("error", reject);
  return promise.finally(() => socket.destroy());
}
