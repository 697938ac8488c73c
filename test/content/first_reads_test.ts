// What a page costs that this server has not sent before, or not for long: one statement, or one for many;
// and that it is the right page all the same.
import { expect, test } from "bun:test";
import { createHosts } from "../../hosts/listener/hosts.ts";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { countStatements, fewestStatements } from "../permission/statements.ts";
import { basic, openContentServer, PAGE, type Published } from "./published.ts";

const server = await openContentServer();
const other = await server.twin();
const { sql } = server.runtime.database;

/** Too long for a row of its own, so that a file of the store holds it. */
const LONG = `${PAGE}${"<p>words of a page that is long</p>".repeat(1000)}`;

const publish = (fields: object = {}, files?: Record<string, string>) =>
  server.publish({ visibility: "unlisted", ...fields }, files);

test("a page, a long one and a file of it are each read in one statement, and what a password opens with the count of tries in two", async () => {
  const password = "correct horse battery";
  const kinds: [string, () => Promise<{ at: string }>, string, Record<string, string>, number][] = [
    ["page", () => publish(), "", {}, 1],
    ["long page", () => publish({ html: LONG }), "", {}, 1],
    ["file", () => publish({}, { "a/b.txt": "some text" }), "a/b.txt", {}, 1],
    ["markdown", () => publish({ html: undefined, markdown: "# Words" }), "", {}, 1],
    ["locked", () => publish({ visibility: "password", password }), "", basic(password), 2],
  ];
  for (const [kind, make, path, headers, due] of kinds) {
    const open = async () => {
      const { at } = await make();
      const { value, statements } = await countStatements(() => server.open(at + path, { headers }));
      expect([kind, value.status]).toEqual([kind, 200]);
      return statements;
    };
    let least = Number.POSITIVE_INFINITY;
    // Whatever is done in the background may fall into any of them.
    for (let run = 0; run < 20 && least > due; run++) least = Math.min(least, await open());
    expect([kind, least]).toEqual([kind, due]);
  }
});

test("pages that are asked for at once are read in one statement", async () => {
  const pages = await Promise.all(
    Array.from({ length: 8 }, () => publish({ html: `<h1>${crypto.randomUUID()}</h1>` })),
  );
  const openAll = () => Promise.all(pages.map(({ at }) => other.open(at)));
  const { value, statements } = await countStatements(openAll);
  expect(value.map(({ status }) => status)).toEqual(pages.map(() => 200));
  // The first of them may go alone, as may those that come when two are under way.
  expect(statements).toBeLessThanOrEqual(4);
  expect(await fewestStatements(0, openAll)).toBe(0);
});

test("pages that nobody read for long are all looked at in one statement, and what changed unheard is read anew", async () => {
  const pages: Published[] = [];
  for (let n = 0; n < 12; n++) pages.push(await publish({ html: `<h1>${n}</h1>` }, { "a.txt": `text ${n}` }));
  const open = async (path: string) => (await server.open(path)).body;
  for (const { at } of pages) expect([await open(at), await open(`${at}a.txt`)]).toEqual(expect.anything());
  const openAll = async () => {
    for (const [n, { at }] of pages.entries()) {
      expect([await open(at), await open(`${at}a.txt`)]).toEqual([`<h1>${n}</h1>`, `text ${n}`]);
    }
  };
  const least = await fewestStatements(1, async () => {
    server.clock.advance(MINUTE_MS + 1);
    await openAll();
  });
  expect(least).toBe(1);
  const [closed, retitled, gone, moved] = pages;
  await sql`update documents set visibility = 'restricted' where slug = ${closed?.slug ?? ""}`;
  await sql`update documents set title = 'Another' where slug = ${retitled?.slug ?? ""}`;
  await sql`update documents set deleted_at = ${server.clock.now()} where slug = ${gone?.slug ?? ""}`;
  await sql`update document_files set blob_id = (select f.blob_id from document_files f join documents d using (document_id)
      where d.slug = ${retitled?.slug ?? ""} and f.path = 'a.txt' and f.version = d.version),
    sha256 = (select f.sha256 from document_files f join documents d using (document_id)
      where d.slug = ${retitled?.slug ?? ""} and f.path = 'a.txt' and f.version = d.version)
    where path = 'a.txt' and document_id = (select document_id from documents where slug = ${moved?.slug ?? ""})`;
  server.clock.advance(MINUTE_MS + 1);
  expect((await server.open(closed?.at ?? "")).status).toBe(302);
  expect(await open(retitled?.at ?? "")).toBe("<h1>1</h1>");
  expect((await server.open(gone?.at ?? "")).status).toBe(404);
  expect(await open(`${moved?.at}a.txt`)).toBe("text 1");
  expect(await open(pages[11]?.at ?? "")).toBe("<h1>11</h1>");
});

test("a long page goes out as a file of the disk: whole, in part, known already, and not at all once the disk has lost it", async () => {
  const document = await publish({ html: LONG });
  const etag = (await server.open(document.at)).headers.get("etag") ?? "";
  for (const _ of ["as it was read", "from memory"]) {
    const whole = await server.open(document.at);
    expect([whole.status, whole.body, whole.headers.get("content-length")]).toEqual([200, LONG, String(LONG.length)]);
    const head = await server.open(document.at, { method: "HEAD" });
    expect([head.status, head.bytes.length, head.headers.get("content-length")]).toEqual([200, 0, String(LONG.length)]);
    const part = await server.open(document.at, { headers: { range: "bytes=0-14" } });
    expect([part.status, part.body]).toEqual([206, LONG.slice(0, 15)]);
    const known = await server.open(document.at, { headers: { "if-none-match": etag } });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
  }
  const [{ storage_key = "" } = {}] = await sql<{ storage_key: string }[]>`
    select b.storage_key from blobs b join document_files f using (blob_id) join documents d using (document_id)
    where d.slug = ${document.slug} and f.path = 'index.html'`;
  await server.runtime.blobs.remove(storage_key);
  const lost = await server.open(document.at);
  expect(lost.status).toBe(500);
  expect(lost.bytes.toString()).not.toContain("words of a page");
  // What is written anew is there again.
  await server.patch(document, { html: `${LONG}<p>again</p>` });
  expect((await server.open(document.at)).body).toBe(`${LONG}<p>again</p>`);
});

test("a page in memory is answered without looking for the peer, but once where a browser reads it", async () => {
  const { at } = await publish();
  const hosts = createHosts(server.runtime);
  let looked = 0;
  const open = async (agent: string) => {
    looked = 0;
    const headers = { host: new URL(server.content_url).host, "user-agent": agent };
    const answer = hosts.fetch(new Request(server.content_url + at, { headers }), () => {
      looked += 1;
      return "192.0.2.1";
    });
    expect([(await answer).status, await (await answer).text()]).toEqual([200, PAGE]);
    return answer instanceof Promise ? "pipeline" : looked;
  };
  expect(await open("wrk/4.2")).toBe("pipeline");
  expect(await open("wrk/4.2")).toBe(0);
  expect(await open("")).toBe(0);
  expect(await open("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0")).toBe(1);
});
