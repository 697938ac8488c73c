// A sync that goes on: what either side does arrives by itself, a server that is away is waited for,
// and it ends when told.
import { afterAll, expect, test } from "bun:test";
import { createServer } from "node:net";
import { openSyncPlace, type Synced } from "./sync_fixture.ts";

const ENTRY = new URL("../../hosts/docsvc.ts", import.meta.url).pathname;
const PATIENCE_MS = 120_000;
const here = await openSyncPlace();
afterAll(here.close);

/** The command with --watch in a process of its own. */
function watch(folder: Synced) {
  const words = [process.execPath, ENTRY, "sync", ...folder.words("--watch")];
  const child = Bun.spawn(words, { stdin: "ignore", stdout: "pipe", stderr: "pipe", env: { ...process.env } });
  const said: string[] = [];
  const heard = Promise.all([child.stdout, child.stderr].map((stream) => listen(stream, said)));
  return {
    said: () => said.join(""),
    end: async (signal?: "SIGINT") => {
      if (signal) child.kill(signal);
      const code = await child.exited;
      await heard;
      return { code, said: said.join("") };
    },
  };
}

async function listen(stream: ReadableStream<Uint8Array<ArrayBuffer>>, said: string[]): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) said.push(next.value);
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await holds()); await Bun.sleep(100)) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
  }
}

test("edits go up and come down by themselves, a second process is refused, and Ctrl-C ends it with the sum", async () => {
  const folder = here.folder("watched");
  folder.write("a.md", "one\n");
  const watching = watch(folder);
  await until("the file is up", () => watching.said().includes("up        a.md"));
  const { data } = await here.api.GET("/api/docs", { params: { query: { folder: "watched" } } });
  const doc_id = data?.docs[0]?.doc_id ?? "";
  const params = { path: { doc_id, path: "source.md" } };

  await here.api.PUT("/api/docs/{doc_id}/files/{path}", { params, body: { content: "two\n" } });
  await until("their edit is here", () => folder.read("a.md") === "two\n");
  folder.write("a.md", "three\n");
  await until("our edit is there", async () => {
    const got = await here.api.GET("/api/docs/{doc_id}/files/{path}", { params, parseAs: "text" });
    return got.data === "three\n";
  });

  await expect(folder.sync()).rejects.toThrow("another docsvc sync is at work");
  const { code, said } = await watching.end("SIGINT");
  expect({ code, sum: said.trim().split("\n").at(-1) }).toEqual({ code: 0, sum: "2 up, 1 down" });
});

/** Stands where the server stood, and hangs up on whoever comes, so many times. */
async function failAttempts(count: number): Promise<void> {
  let attempts = 0;
  const listener = createServer((socket) => {
    attempts += 1;
    socket.on("error", () => {});
    socket.destroy();
  });
  const { port } = new URL(here.place.base_url);
  await new Promise<void>((resolve) => listener.listen(Number(port), "127.0.0.1", resolve));
  await until("it has tried again", () => attempts >= count);
  await new Promise((resolve) => listener.close(resolve));
}

test("a server that is away is waited for, and told of once", async () => {
  const folder = here.folder("away");
  folder.write("a.md", "one\n");
  const watching = watch(folder);
  await until("the file is up", () => watching.said().includes("up        a.md"));
  await here.restart(async () => {
    folder.write("b.md", "two\n");
    await until("it is told", () => watching.said().includes("trying again until it works"));
    await failAttempts(3);
  });
  await until("the file is up after all", () => watching.said().includes("up        b.md"));
  await until("it says so", () => watching.said().includes("the server answers again"));
  const { said } = await watching.end("SIGINT");
  expect(said.split("trying again until it works")).toHaveLength(2);
});

test("a server that has had enough for now is waited for: what it took counts once, and the rest follows", async () => {
  const folder = here.folder("limited");
  folder.write("a.md", "one\n");
  let isLimited = false;
  let refused = 0;
  // Stands before the server as one that limits writes, which else takes thousands of files.
  const gate = Bun.serve({
    port: 0,
    idleTimeout: 120,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      if (isLimited && request.method !== "GET" && ++refused)
        return Response.json({ error: "too many writes", retry_after: 1 }, { status: 429 });
      const at = new URL(pathname + search, here.place.base_url);
      const headers = new Headers(request.headers);
      headers.set("host", at.host);
      return fetch(new Request(at, { method: request.method, headers, body: request.body }), { decompress: false });
    },
  });
  try {
    const through = (flags: string[]) => folder.words("--server", gate.url.origin, ...flags);
    const watching = watch({ ...folder, words: (...flags) => through(flags) });
    await until("the file is up", () => watching.said().includes("up        a.md"));
    isLimited = true;
    for (const name of ["b.md", "c.md"]) folder.write(name, `${name}\n`);
    await until("it is told", () => watching.said().includes("trying again until it works"));
    await until("it has tried again", () => refused > 2);
    isLimited = false;
    for (const name of ["b.md", "c.md"])
      await until(`${name} is up`, () => watching.said().includes(`up        ${name}`));
    const { said } = await watching.end("SIGINT");
    expect([said.split("trying again until it works").length, said.includes("failed")]).toEqual([2, false]);
    expect(Object.keys(await here.listed("limited")).sort()).toEqual(["a", "b", "c"]);
  } finally {
    await gate.stop(true);
  }
});

test("a token that is revoked ends it with the reason", async () => {
  const folder = here.folder("revoked");
  const token = await here.place.runHere("token", "create", "owner@example.org", "--name", "short");
  folder.write("a.md", "one\n");
  const watching = watch({ ...folder, words: (...flags) => folder.words("--token", token, ...flags) });
  await until("the file is up", () => watching.said().includes("up        a.md"));
  const { data } = await here.api.GET("/api/tokens");
  const token_id = data?.tokens.find((one) => one.name === "short")?.id ?? 0;
  await here.api.POST("/api/tokens/{token_id}/revoke", { params: { path: { token_id } } });
  folder.write("a.md", "two\n");
  const { code, said } = await watching.end();
  expect(code).toBe(1);
  expect(said).toContain("the server does not take this token any more: make a new one and start again");
});
