// Reading a request's input: forms, texts that become numbers, and bodies that are not what they say.
import { describe, expect, test } from "bun:test";
import { signedIn } from "../access/permits.ts";
import { Refusal } from "../base/refusal.ts";
import { t } from "../base/schema.ts";
import { operationFor } from "../operation/operation_for.ts";
import { buildCatalogue, type Entry } from "../plugin/catalogue.ts";
import { readInput } from "./input.ts";

const operation = operationFor<never, never>();
const send = operation({
  id: "thing.send",
  route: "POST /api/things/{thing_id}/{part}",
  summary: "Send a thing",
  params: t.Object({ thing_id: t.Id() }),
  query: t.Object({ size: t.Optional(t.Integer({ minimum: 0, maximum: 9 })), deep: t.Optional(t.Boolean()) }),
  body: t.Object({ name: t.String() }),
  form: t.Object({ file: t.FilePart(), files: t.Optional(t.Array(t.FilePart())), title: t.Optional(t.String()) }),
  permit: signedIn(),
  opens: null,
  audit: "thing.send",
  run: () => undefined,
});
/** Takes a form alone, as the pages' own buttons do. */
const press = operation({
  id: "thing.press",
  route: "POST /things/{thing_id}/{part}",
  summary: "Press a thing",
  params: t.Object({ thing_id: t.Id() }),
  form: t.Object({ name: t.Optional(t.String()) }),
  raw: "page",
  permit: signedIn(),
  opens: null,
  audit: "thing.press",
  run: () => new Response(),
});
const manifest = { plugins: {}, editions: {}, gates: {}, allowances: {}, quotas: {}, caps: {} };
const [entry, pressed] = buildCatalogue([{ name: "things", operations: [send, press] }], manifest).entries;

interface Sent {
  id?: string;
  search?: string;
  body: RequestInit["body"];
  type?: string;
  max?: number;
}

async function read(options: Sent, by = entry) {
  const request = new Request("http://x.example/", { method: "POST", body: options.body });
  if (options.type) request.headers.set("content-type", options.type);
  const sent = {
    params: { thing_id: options.id ?? "7", part: "a b" },
    search: new URLSearchParams(options.search),
    headers: request.headers,
    stream: request.body,
  };
  try {
    return await readInput(by as Entry, sent, options.max ?? 10_000);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: error.kind, says: error.fields?.[0] ?? error.message };
  }
}

const json = '{"name":"kite"}';

function formOf(parts: [name: string, value: string | Blob, filename?: string][]): FormData {
  const form = new FormData();
  for (const [name, value, filename] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, filename ?? "");
  }
  return form;
}

describe("texts of the address", () => {
  test("become what is declared, and parameters that are not declared stay texts", async () => {
    expect(await read({ search: "size=3&deep=1&other=9", body: json })).toMatchObject({
      params: { thing_id: 7, part: "a b" },
      query: { size: 3, deep: true },
    });
  });

  test("that are no such number or boolean are a 422 that says where", async () => {
    for (const [search, loc] of [
      ["size=three", ["query", "size"]],
      ["size=", ["query", "size"]],
      ["size=0x3", ["query", "size"]],
      ["deep=perhaps", ["query", "deep"]],
    ] as const) {
      expect(await read({ search, body: json })).toMatchObject({ kind: "unprocessable", says: { loc } });
    }
    expect(await read({ id: "seven", body: json })).toMatchObject({ says: { loc: ["path", "thing_id"] } });
  });

  test("beyond what a column holds are a 400 with the bound", async () => {
    for (const id of ["9007199254740992", "99999999999999999999999", "-1", "0"]) {
      expect(await read({ id, body: json })).toMatchObject({
        kind: "invalid",
        says: expect.stringContaining("thing_id"),
      });
    }
  });

  test("given twice are a 422", async () => {
    expect(await read({ search: "size=1&size=1", body: json })).toMatchObject({
      says: { loc: ["query", "size"], type: "repeated" },
    });
  });
});

describe("a JSON body", () => {
  test("that is no JSON, cut off, or not UTF-8 is a 422", async () => {
    for (const body of ["{", "{'name':1}", '{"name":"a"', "nothing", new Uint8Array([0x7b, 0xff, 0x7d])]) {
      expect(await read({ body })).toMatchObject({
        kind: "unprocessable",
        says: { loc: ["body"], type: "json_invalid" },
      });
    }
  });

  test("nested a hundred thousand deep is refused and breaks nothing", async () => {
    const body = `{"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(await read({ body, max: 1_000_000 })).toMatchObject({ kind: "unprocessable" });
  });

  test("beyond the cap is a 413, declared or not", async () => {
    const long = JSON.stringify({ name: "x".repeat(200) });
    expect(await read({ body: long, max: 100 })).toMatchObject({ kind: "tooLarge" });
    const streamed = new Blob([long]).stream();
    expect(await read({ body: streamed, max: 100 })).toMatchObject({ kind: "tooLarge" });
  });
});

describe("a form", () => {
  const file = new Blob(["hello"], { type: "text/plain" });

  test("gives files as plain bytes with the name as it was sent", async () => {
    const { form } = Object(
      await read({
        body: formOf([
          ["file", file, "a/b c.txt"],
          ["title", "T"],
        ]),
      }),
    );
    expect(form).toMatchObject({
      title: "T",
      file: { filename: "a/b c.txt", bytes: new TextEncoder().encode("hello") },
    });
    expect(form.file.bytes.constructor).toBe(Uint8Array);
  });

  test("with the file missing, sent as text or sent twice is a 422 at the body", async () => {
    for (const [parts, msg] of [
      [[["title", "T"]], "file is required"],
      [[["file", "text"]], "file must be a file"],
      [
        [
          ["file", file, "a"],
          ["file", file, "b"],
        ],
        "file is given 2 times; send it once",
      ],
      [
        [
          ["file", file, "a"],
          ["title", "1"],
          ["title", "2"],
        ],
        "title is given 2 times; send it once",
      ],
      [
        [
          ["file", file, "a"],
          ["title", file, "b"],
        ],
        "title must be a string",
      ],
    ] as [[string, string | Blob, string?][], string][]) {
      expect(await read({ body: formOf(parts) })).toMatchObject({ kind: "unprocessable", says: { msg } });
    }
  });

  test("without a boundary or cut off is a 422", async () => {
    expect(await read({ body: "x", type: "multipart/form-data" })).toMatchObject({ kind: "unprocessable" });
    const cut = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhel';
    expect(await read({ body: cut, type: "multipart/form-data; boundary=b" })).toMatchObject({ kind: "unprocessable" });
  });

  test("with too many parts or a text beyond 1 MiB is a 413", async () => {
    const parts = Array.from({ length: 2200 }, () => ["title", "x"] as [string, string]);
    expect(await read({ body: formOf(parts), max: 10_000_000 })).toMatchObject({ kind: "tooLarge" });
    const long = formOf([
      ["file", file, "a"],
      ["title", "x".repeat(1024 * 1024 + 1)],
    ]);
    expect(await read({ body: long, max: 10_000_000 })).toMatchObject({ kind: "tooLarge" });
  });

  test("alone is empty without a body, whatever that says to be, and a 422 as anything else", async () => {
    const nothing = () => new ReadableStream({ start: (controller) => controller.close() });
    for (const sent of [{ body: null }, { body: "" }, { body: "", type: "application/json" }, { body: nothing() }])
      expect(await read(sent, pressed)).toMatchObject({ form: {} });
    for (const sent of [{ body: "name=x" }, { body: "{}", type: "application/json" }])
      expect(await read(sent, pressed)).toMatchObject({ kind: "unprocessable", says: { type: "form_expected" } });
  });
});
