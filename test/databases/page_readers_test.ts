// Who gets the page of a database and what of it:
// by its visibility, from a cache, packed, and with the files that its records name.
import { expect, test } from "bun:test";
import { AS_BROWSER, basic, follow } from "../content/published.ts";
import { openPageServer } from "./page_server.ts";

const { runtime: server, databases, openDatabase, read } = await openPageServer();
const { must, addRecord } = databases;

test("a browser that has the page is told so until a record, a view or the title changes, and no cache gives it to others", async () => {
  const made = await openDatabase();
  const tagOf = async (known = "") => {
    const { status, headers } = await read(made.page, known ? { "if-none-match": known } : {});
    expect(headers.get("cache-control")).toBe("private, no-cache");
    return [status, headers.get("etag") ?? ""] as const;
  };
  const [, first] = await tagOf();
  expect((await tagOf(first))[0]).toBe(304);
  await addRecord(made, { name: "new" });
  const [changed, second] = await tagOf(first);
  expect([changed, (await tagOf(second))[0]]).toEqual([200, 304]);
  await must(server.call(`PATCH /api/docs/${made.doc_id}`, { as: server.anna, json: { title: "Other" } }));
  expect((await tagOf(second))[0]).toBe(200);
});

test("a page brings no style along, and is packed for whoever has the link, and for others when our own page asked", async () => {
  const made = await openDatabase();
  for (let count = 0; count < 30; count++) await addRecord(made, { name: `Someone ${count}` });
  const plain = await read(made.page);
  const packed = (headers: Record<string, string> = {}) =>
    server.open(made.page, { headers: { ...AS_BROWSER, "accept-encoding": "gzip", ...headers } });
  expect([plain.text.includes("<style"), plain.headers.get("content-encoding")]).toEqual([false, null]);
  for (const [, address = ""] of plain.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)) {
    const { status, headers } = await server.open(address);
    expect([status, headers.get("cache-control")]).toEqual([200, expect.stringContaining("immutable")]);
    expect(plain.headers.get("content-security-policy")).toContain(`${server.content_url}${address}`);
  }
  const linked = await packed();
  expect(linked.headers.get("content-encoding")).toBe("gzip");
  expect(linked.headers.get("vary")).toContain("accept-encoding");
  expect(new TextDecoder().decode(Bun.gunzipSync(linked.bytes as Uint8Array<ArrayBuffer>))).toBe(plain.text);
  expect((await packed({ "if-none-match": plain.headers.get("etag") ?? "" })).status).toBe(304);
  const json = { visibility: "password", password: "open sesame" };
  await must(server.call(`PATCH /api/docs/${made.doc_id}`, { as: server.anna, json }));
  for (const [site, encoding] of [
    ["none", null],
    ["cross-site", null],
    ["same-site", null],
    ["same-origin", "gzip"],
  ] as const) {
    const asked = { ...basic("open sesame"), "sec-fetch-site": site, "sec-fetch-dest": "document" };
    const { status, headers } = await packed(asked);
    expect([site, status, headers.get("content-encoding")]).toEqual([site, 200, encoding]);
  }
});

test("a database is shown to those who may open it: by password, to members, and to nobody once it is closed or in the trash", async () => {
  const made = await openDatabase();
  await addRecord(made, { name: "Seen by some" });
  const patch = (json: object) => must(server.call(`PATCH /api/docs/${made.doc_id}`, { as: server.anna, json }));
  const shows = async (headers: Record<string, string> = {}) => {
    const { status, text } = await read(made.page, headers);
    return [status, text.includes("Seen by some")];
  };
  expect(await shows()).toEqual([200, true]);
  await patch({ visibility: "password", password: "open sesame" });
  const known = basic("open sesame");
  expect([(await shows())[0], await shows(known)]).toEqual([401, [200, true]]);
  await patch({ password: "another one" });
  expect((await shows(known))[0]).toBe(401);
  await patch({ visibility: "workspace" });
  expect((await shows())[0]).toBe(302);
  const seen = async (visitor: ReturnType<typeof server.visitor>) => {
    const { response } = await follow(visitor, new URL(made.page, server.runtime.config.content_url).href);
    return [response.status, (await response.text()).includes("Seen by some")];
  };
  const [anna, otto] = [server.visitor(server.anna), server.visitor(server.otto)];
  expect([await seen(anna), await seen(otto)]).toEqual([
    [200, true],
    [200, true],
  ]);
  await patch({ visibility: "restricted" });
  expect(await seen(anna)).toEqual([200, true]);
  expect((await seen(otto))[1]).toBe(false);
  await patch({ visibility: "unlisted" });
  await must(server.call(`DELETE /api/docs/${made.doc_id}`, { as: server.anna }));
  expect(await shows()).toEqual([404, false]);
  expect((await seen(anna))[1]).toBe(false);
});

test("files of records are led to by whoever may open them at that moment", async () => {
  const fields = [
    { key: "name", label: "Name", type: "text" },
    { key: "photo", label: "Photo", type: "attachment" },
  ];
  const made = await openDatabase({ fields });
  const headers = { "x-service-filename": "a.png", "x-service-upload-id": "picture-1", "content-length": "8" };
  const body = Buffer.from("iVBORw0KGgo=", "base64");
  const { file } = await must(server.call(`PUT ${made.in}/media/photo`, { as: server.anna, headers, body }));
  const { id } = await addRecord(made, { name: "x", photo: [file] });
  const closed = await read(made.page);
  expect([closed.text.includes("Not open to you"), closed.text.includes("?file=")]).toEqual([true, false]);
  expect((await read(`${made.page}?file=${id}:photo:0`)).status).toBe(404);
  await must(server.call(`PATCH /api/docs/${file.doc_id}`, { as: server.anna, json: { visibility: "unlisted" } }));
  const open = await read(made.page);
  expect(open.text).toContain(`<img src="${made.page}?file=${id}%3Aphoto%3A0"`);
  const led = await server.open(`${made.page}?file=${id}:photo:0`, { headers: AS_BROWSER });
  expect([led.status, led.headers.get("location")]).toEqual([302, expect.stringMatching(/^\/d\/[^/]+\/a\.png$/)]);
  await must(server.call(`PATCH /api/docs/${file.doc_id}`, { as: server.anna, json: { visibility: "restricted" } }));
  await must(server.call(`PATCH /api/docs/${made.doc_id}`, { as: server.anna, json: { visibility: "workspace" } }));
  const at = new URL(`${made.page}?file=${id}:photo:0`, server.runtime.config.content_url).href;
  const [anna, otto] = [server.visitor(server.anna), server.visitor(server.otto)];
  for (const visitor of [anna, otto]) await follow(visitor, new URL(made.page, at).href);
  const fetched = await follow(anna, at);
  expect([fetched.response.status, fetched.url.pathname.startsWith("/download/")]).toEqual([200, true]);
  expect((await follow(otto, at)).response.status).toBe(404);
});
