// The protocol's official inspector, run from its command line as somebody who tries out a server would.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openToyServer } from "./toy_server.ts";

const PROGRAM = "../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";

const server = await openToyServer();
const { token } = await server.harness.person();
const home = mkdtempSync(join(tmpdir(), "docsvc-inspector-"));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
  return server.close();
});

async function inspect(...words: string[]) {
  const target = [`${server.origin}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${token}`];
  const program = new URL(PROGRAM, import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, program, "--cli", ...target, "--method", ...words], {
    env: { PATH: process.env["PATH"] ?? "", HOME: home },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, printed: out.trimStart().startsWith("{") ? JSON.parse(out) : out, err };
}

test("it lists every tool and finds no schema that a client may stumble over", async () => {
  const { code, printed, err } = await inspect("tools/list", "--strict");
  // Its warnings are about nullable values, which the protocol allows.
  expect({ code, errors: err.match(/^Error: .*/gm) ?? [] }).toEqual({ code: 0, errors: [] });
  const { result } = (await server.post(token, { jsonrpc: "2.0", id: 1, method: "tools/list" })).body;
  expect(printed.tools).toEqual(result.tools);
});

test("it calls a tool and reads the data of the answer", async () => {
  const { code, printed } = await inspect("tools/call", "--tool-name", "get_toy", "--tool-arg", "toy_id=t1");
  expect(code).toBe(0);
  expect(printed.structuredContent).toEqual({ toy_id: "t1", title: "A toy", url: "/toys/t1" });
});

test("it tells a refusal from an answer", async () => {
  const { code, printed, err } = await inspect("tools/call", "--tool-name", "get_toy", "--tool-arg", "toy_id=none");
  expect(code).toBe(5);
  expect(printed).toMatchObject({ isError: true, content: [{ text: "toy not found" }] });
  expect(err).toContain("tool_is_error");
});
