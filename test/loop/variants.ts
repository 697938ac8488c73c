// The same request made as costly as its declaration lets anybody: headers, addresses and bodies full to their bounds.
import { innerSchema } from "../../kernel/host.ts";
import type { TSchema } from "../../kernel/plugin.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import type { Made } from "../permission/input.ts";

export interface Variant {
  name: string;
  change(made: Made): Made;
}

const MIB = 1024 * 1024;
/** The listener takes 128 KiB of address and headers together. */
const HEADER_CHARS = 20_000;
const QUERY_CHARS = 100_000;
/** Enough to show what grows with a body, and little enough for every operation to be sent it. */
const BODY_CHARS = 4 * MIB;
/** As many values as a JSON body may hold, nearly. */
const VALUES = 19_900;

function filled(chars: number, piece: (index: number) => string): string {
  let text = "";
  for (let index = 0; text.length < chars; index += 1) text += piece(index);
  return text;
}

const HEADERS: Record<string, string> = {
  cookie: filled(HEADER_CHARS, (index) => `a${index}=1; `),
  "if-none-match": filled(HEADER_CHARS, (index) => `"${index}", W/"x", `),
  range: `bytes=${filled(HEADER_CHARS, (index) => `${index}-${index + 1},`)}0-1`,
  accept: filled(HEADER_CHARS, (index) => `text/x${index};q=0.${index % 10}, `),
  "x-mcp-tools": filled(HEADER_CHARS, (index) => `tool${index},`),
};

/** All of them for one operation. */
export function variantsOf(entry: Entry): Variant[] {
  const variants: Variant[] = [{ name: "as it is", change: (made) => made }];
  if (entry.path !== null) variants.push(...addressesOf(entry));
  if (entry.body) variants.push(...bodiesOf(entry.body));
  if (entry.form) variants.push(...formsOf(entry.form));
  if (entry.raw === "upload") {
    variants.push({ name: "upload of tags", change: (made) => ({ ...made, body: "<".repeat(19 * MIB) }) });
  }
  return variants;
}

function addressesOf(entry: Entry): Variant[] {
  const names = Object.fromEntries(Array.from({ length: QUERY_CHARS / 8 }, (_, index) => [`q${index}`, ""]));
  const long: Record<string, string> = {};
  for (const name of Object.keys(entry.query?.properties ?? {})) long[name] = filled(QUERY_CHARS, () => "a");
  return [
    { name: "long headers", change: (made) => ({ ...made, headers: { ...HEADERS, ...made.headers } }) },
    { name: "query of many names", change: (made) => ({ ...made, query: { ...made.query, ...names } }) },
    ...Object.entries(long).map(([name, text]) => ({
      name: `query ${name} of letters`,
      change: (made: Made) => ({ ...made, query: { ...made.query, [name]: text } }),
    })),
  ];
}

function bodiesOf(schema: TSchema): Variant[] {
  const members: Record<string, TSchema> = schema["properties"];
  return [
    withMembers("body with a text of escapes", { junk: "\n".repeat(BODY_CHARS) }),
    withMembers("body with many members", manyMembers()),
    ...Object.entries(members).flatMap(([name, member]) =>
      valuesOf(member).map(([what, value]) => withMembers(`body ${name} of ${what}`, { [name]: value })),
    ),
  ];
}

function withMembers(name: string, members: object): Variant {
  return { name, change: (made) => ({ ...made, json: { ...Object(made.json ?? {}), ...members } }) };
}

function manyMembers(): Record<string, number> {
  return Object.fromEntries(Array.from({ length: VALUES }, (_, index) => [`k${index}`, index]));
}

function valuesOf(schema: TSchema): [string, unknown][] {
  const declared = innerSchema(schema) ?? schema;
  const { type, maxLength = BODY_CHARS, items } = declared;
  if (type === "string") {
    const size = Math.min(maxLength, BODY_CHARS);
    return [
      ["escapes", "\n".repeat(size)],
      ["wide letters", "é".repeat(size)],
    ];
  }
  if (type === "array") return [["what it holds", Array.from({ length: 4000 }, (_, index) => sampleOf(items, index))]];
  return [["many members", manyMembers()]];
}

function sampleOf(schema: TSchema | undefined, index: number): unknown {
  const declared = (schema && innerSchema(schema)) ?? schema ?? {};
  const { type, properties = {} }: { type?: unknown; properties?: Record<string, TSchema> } = declared;
  if (type === "integer") return index + 1;
  if (type !== "object") return `a${index}`;
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, sampleOf(member, index)]));
}

const BOUNDARY = "x-boundary";

function formsOf(schema: TSchema): Variant[] {
  const names = Object.keys(schema["properties"]);
  const [name = "x"] = names;
  const parts = Array.from({ length: 2000 }, (_, index) => part("files", "x", `f${index}.txt`));
  const encoded = "application/x-www-form-urlencoded";
  return [
    withBody("form of many fields", { type: encoded, text: filled(250_000, () => "a=&") }),
    withBody("form of one field", { type: encoded, text: `${name}=${filled(250_000, () => "%C3%A9+")}` }),
    multipart("form of many parts", parts),
    ...names.map((one) => multipart(`form ${one} as file`, [part(one, "\r\n--x".repeat(BODY_CHARS / 5), "a.html")])),
  ];
}

function withBody(name: string, { type, text }: { type: string; text: string }): Variant {
  return {
    name,
    change: ({ form: _form, ...made }) => ({ ...made, body: text, headers: { ...made.headers, "content-type": type } }),
  };
}

function multipart(name: string, parts: readonly string[]): Variant {
  const text = `${parts.join("")}--${BOUNDARY}--\r\n`;
  return withBody(name, { type: `multipart/form-data; boundary=${BOUNDARY}`, text });
}

function part(name: string, value: string, filename: string): string {
  const head = `content-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: text/plain`;
  return `--${BOUNDARY}\r\n${head}\r\n\r\n${value}\r\n`;
}
