// Lengths count characters on every surface:
// every bounded text of the catalogue, and what is checked by hand beside the schemas.
import { expect, test } from "bun:test";
import { compileValidator, innerSchema } from "../../kernel/host.ts";
import { Refusal, type TSchema, t } from "../../kernel/plugin.ts";
import type { TObject } from "../../kernel/ports/base.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();
const FACE = "😀";

/** Every text with an upper bound in a schema, at whatever depth, by where it stands. */
function* boundedTexts(schema: TSchema | undefined, at: string): Generator<[at: string, schema: TSchema]> {
  if (!schema) return;
  const declared = innerSchema(schema) ?? schema;
  if (declared["type"] === "string" && typeof declared["maxLength"] === "number") yield [at, declared];
  for (const [name, member] of Object.entries<TSchema>(declared["properties"] ?? {}))
    yield* boundedTexts(member, `${at}.${name}`);
  for (const branch of declared["anyOf"] ?? []) yield* boundedTexts(branch, at);
  if (declared["items"]) yield* boundedTexts(declared["items"], `${at}[]`);
}

function refusalOf(schema: TSchema, value: unknown): string | null {
  try {
    compileValidator(t.Object({ text: schema })).check({ text: value }, "body");
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

test("every bounded text of every operation takes as many characters as its schema says, and one more is refused by its count", () => {
  const operations = plugins.flatMap((plugin) => plugin.operations);
  const seen: string[] = [];
  const faults: string[] = [];
  for (const { id, params, query, body, form } of operations) {
    for (const part of [params, query, body, form] as (TObject | null | undefined)[]) {
      for (const [at, schema] of boundedTexts(part ?? undefined, id)) {
        const most = schema["maxLength"];
        const isFree = schema["pattern"] === undefined || schema["pattern"] === "\\S";
        if (!isFree || schema["format"] !== undefined) continue;
        seen.push(at);
        const taken = refusalOf(schema, FACE.repeat(most));
        if (taken !== null) faults.push(`${at} refuses ${most} characters: ${taken}`);
        const refused = refusalOf(schema, FACE.repeat(most + 1));
        if (!refused?.includes(`has ${most + 1} characters; at most ${most} are allowed`))
          faults.push(`${at} says of ${most + 1} characters: ${refused}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(seen.length).toBeGreaterThan(100);
});

test("a text with a lower bound needs that many characters, and not halves of pairs", () => {
  const schema = t.String({ minLength: 2 });
  expect(refusalOf(schema, FACE)).toBe("text is too short; at least 2 characters are needed");
  expect(refusalOf(schema, FACE + FACE)).toBeNull();
  expect(refusalOf(t.Nullable(t.String({ maxLength: 2 })), FACE.repeat(2))).toBeNull();
  expect(refusalOf(t.Union([t.String({ maxLength: 2 }), t.Integer()]), FACE.repeat(3))).toBe(
    "text has 3 characters; at most 2 are allowed",
  );
});

/** A letter of two units, for what takes letters alone. */
const LETTER = "𝒜";
const { caps } = manifest;

interface Case {
  what: string;
  most: number;
  route: string;
  json: (text: string) => object;
}

const CASES: Case[] = [
  { what: "tag", most: caps.tag_chars, route: "POST /api/docs", json: (tag) => ({ html: "x", tags: [tag] }) },
  {
    what: "folder segment",
    most: 64,
    route: "POST /api/docs",
    json: (folder) => ({ html: "x", folder }),
  },
  {
    what: "folder path",
    most: caps.folder_path_chars,
    route: "POST /api/folders",
    json: (text) => ({ path: text.replaceAll(/(.{63})./gu, "$1/").replace(/.$/u, LETTER) }),
  },
  { what: "comment", most: caps.comment_chars, route: "POST /api/docs/{doc}/comments", json: (body) => ({ body }) },
  { what: "title", most: 500, route: "POST /api/docs", json: (title) => ({ html: "x", title }) },
  {
    what: "label of an entry",
    most: caps.navigation_label_chars,
    route: "POST /api/navigations/{nav}/entries",
    json: (label) => ({ label }),
  },
  {
    what: "description of a folder",
    most: caps.folder_description_chars,
    route: "PUT /api/folder-meta?path=",
    json: (description) => ({ description }),
  },
  {
    what: "path of a file",
    most: 200,
    route: "PUT /api/docs/{doc}/files/{text}",
    json: () => ({ content: "x" }),
  },
];

for (const { what, most, route, json } of CASES) {
  test(`a ${what} has as many characters as its bound says, whatever they take`, async () => {
    const as = await h.person();
    const doc = (await h.call("POST /api/docs", { as, json: { html: "x" } })).body.doc_id;
    const nav = (await h.call("POST /api/navigations", { as, json: { name: "N" } })).body.id;
    const send = (text: string) => {
      const to = route.replace("{doc}", doc).replace("{nav}", nav).replace("{text}", encodeURIComponent(text));
      return h.call(to, { as, json: json(text) });
    };
    const taken = await send(LETTER.repeat(most));
    expect([what, taken.status < 300, taken.body.error]).toEqual([what, true, undefined]);
    const refused = await send(LETTER.repeat(most + 1));
    expect([what, refused.status]).toEqual([what, 400]);
  });
}

test("what is made of long titles is never cut within a character", async () => {
  const as = await h.person();
  const title = FACE.repeat(500);
  const { body } = await h.call("POST /api/docs", { as, json: { html: "x", title } });
  const copy = await h.call(`POST /api/docs/${body.doc_id}/duplicate`, { as, json: {} });
  expect([copy.status, copy.body.title]).toEqual([201, `${FACE.repeat(493)} (copy)`]);
  const [{ message }] = (await h.call(`GET /api/docs/${copy.body.doc_id}/versions`, { as })).body.versions;
  expect([message.isWellFormed(), [...message].length]).toEqual([true, 500]);
  const heading = await h.call("POST /api/docs", { as, json: { markdown: `# ${FACE.repeat(301)}\n` } });
  expect(heading.body.title).toBe(FACE.repeat(300));
});
