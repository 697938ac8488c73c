// Holds the client to the wire: what a server really receives for paths with slashes, forms, raw bytes and JSON.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createRequestMaker, writeBody, writePath } from "./request.ts";

let server: Bun.Server<undefined>;

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const type = request.headers.get("content-type") ?? "";
      const body = type.startsWith("multipart/") ? Object.fromEntries(await request.formData()) : await request.text();
      const { file, ...fields } = typeof body === "string" ? { file: null } : body;
      return Response.json({
        path: new URL(request.url).pathname,
        type: type.split(";")[0],
        text: body,
        fields,
        file: file instanceof File ? { name: file.name, text: await file.text() } : null,
      });
    },
  });
});

afterAll(async () => {
  await server.stop(true);
});

async function send(body: unknown) {
  const Maker = createRequestMaker();
  const headers = { "content-type": "application/json" };
  const written = writeBody(body);
  const request = new Maker(server.url, {
    method: "POST",
    body: written,
    ...(written instanceof FormData ? {} : { headers }),
  });
  return (await fetch(request)).json();
}

test("a file's path keeps its slashes and encodes each segment", () => {
  expect(writePath("/api/docs/{doc_id}/files/{path}", { doc_id: "a/b", path: "img/ü $&.png" })).toBe(
    "/api/docs/a%2Fb/files/img/%C3%BC%20%24%26.png",
  );
});

test("a path parameter that an address would swallow is refused", () => {
  expect(() => writePath("/api/docs/{doc_id}/files/{path}", { doc_id: "1", path: "../lock" })).toThrow(TypeError);
  expect(() => writePath("/api/docs/{doc_id}", { doc_id: ".." })).toThrow('doc_id holds the segment ".."');
});

test("an object goes out as JSON", async () => {
  expect(await send({ title: "Plan" })).toMatchObject({ type: "application/json", text: '{"title":"Plan"}' });
});

test("an object with a file goes out as a multipart form", async () => {
  const file = new File(["<h1>Plan</h1>"], "plan.html", { type: "text/html" });
  expect(await send({ file, title: "Plan", folder: undefined })).toMatchObject({
    type: "multipart/form-data",
    fields: { title: "Plan" },
    file: { name: "plan.html", text: "<h1>Plan</h1>" },
  });
});

test("raw bytes go out under their own type, and without one as bytes", async () => {
  expect(await send(new Blob(["a,b"], { type: "text/csv" }))).toMatchObject({ type: "text/csv", text: "a,b" });
  expect(await send(new TextEncoder().encode("a,b"))).toMatchObject({ type: "application/octet-stream", text: "a,b" });
});
