// Other names for members of a body: taken on every surface, shown on none, refused where two speak at once.
import { describe, expect, test } from "bun:test";
import { signedIn } from "../access/permits.ts";
import { Refusal } from "../base/refusal.ts";
import { t } from "../base/schema.ts";
import { checkInput } from "../pipeline/input.ts";
import { buildCatalogue, type Entry } from "../plugin/catalogue.ts";
import { readArguments, toArguments } from "../tools/tools.ts";
import type { Operation, Synonym } from "./operation.ts";
import { operationFor } from "./operation_for.ts";

const operation = operationFor<never, never>();
const manifest = { plugins: {}, editions: {}, gates: {}, allowances: {}, quotas: {}, caps: {} };
const base = { summary: "Write it", permit: signedIn(), opens: null, audit: "thing.write", run: () => undefined };

const body = t.Object({
  text: t.Optional(t.String()),
  html: t.Optional(t.String({ minLength: 1 })),
  format: t.Optional(t.OneOf(["html", "markdown"])),
});
const synonyms = {
  html: { is: "text", with: { format: "html" } },
  markdown: { is: "text", with: { format: "markdown" } },
  words: { is: "text" },
} as const;

/** The declaration erased, so that it can say what would not typecheck. */
function build(over: Partial<Operation>) {
  const made = operation({ ...base, id: "thing.write", route: "POST /api/things/{thing_id}", body, synonyms });
  return buildCatalogue([{ name: "things", operations: [{ ...made, ...over }] }], manifest);
}

const catalogue = build({
  tools: [
    { name: "write_markdown", wording: "Write markdown.", takes: ["thing_id", "text"], fixed: { format: "markdown" } },
    { name: "write_any", wording: "Write." },
  ],
});
const entry = catalogue.byId.get("thing.write") as Entry;

async function check(body: unknown, of = entry) {
  const params = { thing_id: "1" };
  return checkInput(of, { params, query: {}, body, form: undefined }).then(
    (input) => input.body,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return { kind: error.kind, says: error.fields?.[0] ?? error.message };
    },
  );
}

describe("in a request", () => {
  test("a member's other name is the member, with what the name says beside it", async () => {
    expect(await check({ text: "a" })).toEqual({ text: "a" });
    expect(await check({ words: "a" })).toEqual({ text: "a" });
    expect(await check({ markdown: "a" })).toEqual({ text: "a", format: "markdown" });
    expect(await check({ html: "a", format: "html" })).toEqual({ text: "a", format: "html" });
  });

  test("two names at once, and a name beside what contradicts it, are a 422 that says so", async () => {
    for (const [sent, named] of [
      [{ text: "a", words: "b" }, "text and words"],
      [{ html: "a", markdown: "b" }, "html and markdown"],
      [{ text: "a", html: "b", words: "c" }, "text, html and words"],
    ] as const) {
      const msg = `${named} are names for the same; send one of them`;
      expect(await check(sent)).toMatchObject({ kind: "unprocessable", says: { msg, type: "exclusive" } });
    }
    const msg = 'markdown goes with format "markdown"; leave format out';
    expect(await check({ markdown: "a", format: "html" })).toMatchObject({ says: { loc: ["body", "format"], msg } });
  });

  test("what is wrong with a value is said of the name under which it came", async () => {
    expect(await check({ markdown: 5 })).toMatchObject({ says: { loc: ["body", "markdown"] } });
    expect(await check({ html: "" })).toEqual({ kind: "invalid", says: "html must not be empty" });
  });

  test("it serves for a member that is required, which is asked for by its own name", async () => {
    const needing = operation({
      ...base,
      id: "thing.needing",
      route: "POST /api/needing/{thing_id}",
      body: t.Object({ text: t.String() }),
      synonyms: { words: { is: "text" } },
      tool: { name: "need_it", wording: "Need." },
    });
    const built = buildCatalogue([{ name: "things", operations: [needing] }], manifest);
    const of = built.byId.get("thing.needing") as Entry;
    expect(await check({ words: "a" }, of)).toEqual({ text: "a" });
    expect(await check({}, of)).toMatchObject({ says: { loc: ["body", "text"], msg: "text is required" } });
    const tool = built.tools.get("need_it");
    if (!tool) throw new Error("no tool");
    expect(tool.shape.inputSchema.required).toEqual(["thing_id", "text"]);
    expect(readArguments(tool, { thing_id: "1", words: "a" }).body).toEqual({ words: "a" });
    expect(() => readArguments(tool, { thing_id: "1" })).toThrow("text is required");
  });
});

describe("in a tool", () => {
  const found = (name: string) => {
    const one = catalogue.tools.get(name);
    if (!one) throw new Error(`no tool ${name}`);
    return one;
  };

  test("one name is shown, the others are taken unless they contradict what the tool fixes", () => {
    const markdown = found("write_markdown");
    expect(Object.keys(markdown.shape.inputSchema.properties)).toEqual(["thing_id", "text", "idempotency_key"]);
    for (const name of ["text", "words", "markdown"]) {
      expect(readArguments(markdown, { thing_id: "1", [name]: "a" }).body).toEqual({ [name]: "a", format: "markdown" });
    }
    expect(() => readArguments(markdown, { thing_id: "1", html: "a" })).toThrow('unknown argument "html"');
    expect(Object.keys(found("write_any").shape.inputSchema.properties)).toContain("format");
    expect(readArguments(found("write_any"), { thing_id: "1", html: "a" }).body).toEqual({ html: "a" });
  });

  test("a request under any of the names is said again by the tools that can", () => {
    const rest = { params: { thing_id: "1" }, query: {}, body: { markdown: "a" } };
    expect(toArguments(found("write_markdown"), rest)).toEqual({ thing_id: "1", markdown: "a" });
    expect(toArguments(found("write_any"), rest)).toEqual({ thing_id: "1", markdown: "a", format: "markdown" });
    expect(toArguments(found("write_markdown"), { ...rest, body: { html: "a" } })).toBeNull();
  });
});

test("a name that is another's, or leads nowhere, refuses to boot", () => {
  for (const [synonyms, why] of [
    [{ words: { is: "nothing" } }, 'stands for "nothing", which its body does not have'],
    [{ words: { is: "html" }, html: { is: "text" } }, 'stands for "html", which is a synonym itself'],
    [{ thing_id: { is: "text" } }, "is a parameter"],
    [{ idempotency_key: { is: "text" } }, "is a parameter"],
    [{ words: { is: "text", with: { nothing: 1 } } }, 'says "nothing", which its body does not have'],
    [{ words: { is: "text", with: { format: "pdf" } } }, "says what its body does not take"],
    [{ format: { is: "text" } }, "is of another kind"],
  ] as [Record<string, Synonym>, string][]) {
    expect(() => build({ synonyms })).toThrow(why);
  }
  const filled = t.Object({ size: t.Optional(t.String({ default: "small" })) });
  expect(() => build({ body: filled, synonyms: { width: { is: "size" } } })).toThrow("which has a default");
  const takes = { name: "bad", wording: "Bad.", takes: ["thing_id", "html"] };
  expect(() => build({ tools: [takes] })).toThrow('tool "bad" names "html", which is a synonym for "text"');
});
