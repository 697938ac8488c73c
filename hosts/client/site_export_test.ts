// docsvc site export, stopped while the site comes: what it began is gone again, and its exit code says so.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packTar } from "modern-tar";
import { until } from "../../test/until.ts";

const place = mkdtempSync(join(tmpdir(), "docsvc-stopped-"));
const SIZE = 1024 * 1024;
const tar = await packTar([{ header: { name: "index.html", size: SIZE, type: "file" }, body: new Uint8Array(SIZE) }]);

/** A site that comes a little at a time, and in this test's time never whole. */
function trickle(): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(tar.slice(at, at + 1024));
      at += 1024;
      await Bun.sleep(20);
    },
  });
}

/** Knows everybody, and sends that site. */
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) =>
    new URL(request.url).pathname === "/api/me" ? Response.json({ email: "a@x.example" }) : new Response(trickle()),
});
afterAll(async () => {
  await server.stop(true);
  rmSync(place, { recursive: true });
});

test("Ctrl-C leaves nothing of the folder or the zip behind", async () => {
  const program = join(import.meta.dir, "main.ts");
  const options = ["--server", server.url.origin, "--token", "dsk_x"];
  for (const more of [[], ["--zip"]]) {
    const command = ["site", "export", "to", ...options, ...more];
    const child = Bun.spawn([process.execPath, program, ...command], { cwd: place, stdout: "pipe", stderr: "pipe" });
    await until(() => readdirSync(place).length > 0);
    child.kill("SIGINT");
    expect([await child.exited, readdirSync(place)]).toEqual([130, []]);
    expect(await new Response(child.stderr).text()).toContain("nothing is left behind");
  }
});
