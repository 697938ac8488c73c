// Reading tools keep to the length that was asked for, and going on by `next` brings everything once.
import { afterAll, describe, expect, test } from "bun:test";
import { compileValidator } from "../../kernel/host.ts";
import type { ToolEntry } from "../../kernel/ports/plugin.ts";
import { pagingsOf } from "../../plugins/mcp/parts/paging.ts";
import { answerWithin } from "../../plugins/mcp/parts/within_budget.ts";
import { databasesOf } from "../databases/made.ts";
import type { ParsedBody } from "../harness/harness.ts";
import { withBothClients } from "./both_clients.ts";
import { openToyServer } from "./toy_server.ts";

const server = await openToyServer({ QUOTA_PUBLISH: "1000" });
afterAll(() => server.close());
const h = server.harness;
const owner = await h.person();
const { catalogue } = h.runtime;

async function publish(json: Record<string, unknown>): Promise<ParsedBody> {
  return (await h.call("POST /api/docs", { as: owner, json })).body;
}

async function ask(name: string, args: Record<string, unknown>): Promise<ParsedBody> {
  const { body } = await server.call(owner.token, name, args);
  return body.result;
}

/** Every part of an answer, from the first to the last. */
async function partsOf(name: string, args: Record<string, unknown>): Promise<ParsedBody[]> {
  const parts: ParsedBody[] = [];
  let next: string | undefined;
  do {
    const result = await ask(name, { ...args, ...(next === undefined ? {} : { next }) });
    expect(result.isError ?? false).toBe(false);
    const part = result.structuredContent;
    expect(JSON.parse(result.content[0].text)).toEqual(part);
    expect(result.content[0].text.length).toBeLessThanOrEqual(Number(args["max_chars"] ?? 24_000));
    const output = catalogue.tools.get(name)?.entry.output;
    if (output && !catalogue.tools.get(name)?.tool.gives) {
      expect(compileValidator(output).explain(part)).toBeNull();
    }
    parts.push(part);
    next = part.next ?? undefined;
    expect(parts.length).toBeLessThan(300);
  } while (next !== undefined);
  return parts;
}

const LINES = Array.from({ length: 900 }, (_, number) => `line ${number} holds the word needle and a few more`);

test("every reading tool takes max_chars and next, and may answer next", () => {
  const without: string[] = [];
  for (const { tool, entry, shape } of catalogue.tools.values()) {
    if (entry.effect !== "read" || !shape.outputSchema || tool.name.endsWith("_toy")) continue;
    const { max_chars, next } = shape.inputSchema.properties;
    if (!max_chars || !next || !shape.outputSchema.properties["next"]) without.push(tool.name);
  }
  expect(without).toEqual([]);
});

/** What an operation with 120 items of a kilobyte answers, whichever of its arguments says where the page begins. */
function answerPage(called: ToolEntry, sent: Readonly<Record<string, unknown>>) {
  const members = Object.entries(called.shape.outputSchema?.properties ?? {});
  const list = members.find(([, { type }]) => type === "array")?.[0] ?? "";
  const ways = pagingsOf(called);
  const begins = Number(ways.map(({ argument }) => sent[argument] ?? null).find((given) => given !== null) ?? 0);
  const ends = Math.min(120, begins + Number(sent["limit"] ?? 50));
  const items = Array.from({ length: ends - begins }, (_, at) => ({ number: begins + at, words: "w".repeat(950) }));
  const next = ends < 120 ? Object.fromEntries(ways.map(({ member }) => [member, ends])) : {};
  return { [list]: items, has_more: ends < 120, ...next };
}

describe("every tool whose answer says where the next page begins", () => {
  const paged = [...catalogue.tools.values()].flatMap((called) => {
    const members = Object.keys(called.entry.output?.["properties"] ?? {}).filter(
      // A time is no place.
      (name) => name.startsWith("next_") && !name.endsWith("_at"),
    );
    return called.shape.is_budgeted ? members.map((member) => ({ called, member, name: called.tool.name })) : [];
  });

  test("takes that place as an argument, in whichever part of its input", () => {
    expect(paged.length).toBeGreaterThan(30);
    const unknown = paged.filter(({ called, member }) => !pagingsOf(called).some((one) => one.member === member));
    expect(unknown.map(({ name, member }) => `${name}.${member}`)).toEqual([]);
  });

  test.each(paged.map(({ name, member }) => [name, member]))(
    "%s loses and repeats nothing by %s",
    async (name, member) => {
      const called = catalogue.tools.get(name);
      const argument = called && pagingsOf(called).find((one) => one.member === member)?.argument;
      if (!called || !argument) throw new Error(`${name} does not take ${member}`);
      const seen: unknown[] = [];
      let place: unknown = null;
      let next: unknown = null;
      for (let calls = 0; calls < 20; calls += 1) {
        const given = { limit: 50, [argument]: place, ...(next === null ? {} : { next }) };
        const part = await answerWithin(called, given, async (sent) => answerPage(called, sent));
        expect(JSON.stringify(part).length).toBeLessThanOrEqual(24_000);
        const lists = Object.values(part).filter((value) => Array.isArray(value));
        seen.push(...lists.flat().map((item) => Object(item).number));
        next = part[member] === undefined ? (part["next"] ?? null) : null;
        place = part[member] ?? place;
        if (part[member] === undefined && next === null) break;
      }
      expect(seen).toEqual(Array.from({ length: 120 }, (_, number) => number));
    },
  );
});

describe("a table of a database", () => {
  const { makeDatabase, addRecord } = databasesOf(h);
  const filled = makeDatabase({ as: owner }).then(async (made) => {
    for (let number = 0; number < 120; number += 1)
      await addRecord(made, { name: `Number ${number}`, notes: "n".repeat(900) });
    return { database_id: made.doc_id, table_id: made.table.id };
  });
  const NAMES = Array.from({ length: 120 }, (_, number) => `Number ${number}`);
  const namesOf = (part: ParsedBody): string[] => part.records.map((one: ParsedBody) => one.data.name);

  test.each([
    ["offset", "next_offset"],
    ["cursor", "next_cursor"],
  ])("is read to its end by %s with every record once, however short the answers are", async (argument, member) => {
    const at = await filled;
    for (const args of [{ limit: 50 }, {}, { limit: 120, max_chars: 5000 }]) {
      const seen: string[] = [];
      let place: Record<string, unknown> = {};
      for (;;) {
        const part = (await ask("query_records", { ...at, ...args, ...place })).structuredContent;
        seen.push(...namesOf(part));
        expect([part.total, part.has_more]).toEqual([120, seen.length < 120]);
        if (part[member] === undefined) break;
        place = { [argument]: part[member] };
      }
      expect(seen).toEqual(NAMES);
    }
  });

  test("is read to its end by next, from an offset too", async () => {
    const parts = await partsOf("query_records", { ...(await filled), limit: 50, offset: 30 });
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.flatMap(namesOf)).toEqual(NAMES.slice(30));
  });

  test("says of one record that is too long where it goes on, and not where the next one is", async () => {
    const made = await makeDatabase({ as: owner });
    for (const name of ["One", "Two"]) await addRecord(made, { name, notes: "long line\n".repeat(900) });
    const at = { database_id: made.doc_id, table_id: made.table.id, max_chars: 2000 };
    const first = (await ask("query_records", at)).structuredContent;
    expect(Object.keys(first).filter((name) => name.startsWith("next"))).toEqual(["next"]);
    expect(first.has_more).toBe(true);
    const notes: Record<string, string> = {};
    for (const part of await partsOf("query_records", at))
      for (const { data } of part.records) notes[data.name] = (notes[data.name] ?? "") + data.notes;
    expect(notes).toEqual({ One: "long line\n".repeat(900), Two: "long line\n".repeat(900) });
  });

  test("that is asked by SQL counts the rows that are shown, and says that there are more", async () => {
    const { database_id } = await filled;
    const sql = "select _id, name, notes from orders order by _id";
    const whole = await ask("sql_query", { database_id, sql, limit: 120, max_chars: 200_000 });
    expect(whole.structuredContent).toMatchObject({ row_count: 120, truncated: false });
    const parts = await partsOf("sql_query", { database_id, sql, limit: 120 });
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      expect([part.row_count, part.truncated]).toEqual([part.rows.length, part.next !== undefined]);
    }
    expect(parts.flatMap((part) => part.rows.map((row: unknown[]) => row[1]))).toEqual(NAMES);
    const cut = await partsOf("sql_query", { database_id, sql, limit: 60 });
    expect(cut.map((part) => part.truncated)).toEqual(cut.map(() => true));
  });
});

describe("a list", () => {
  test("of documents comes in parts with every document once, with and without a page size", async () => {
    const ids: string[] = [];
    for (let number = 0; number < 90; number += 1) {
      h.clock.advance(1000);
      ids.push((await publish({ markdown: `# Number ${number}`, folder: "many" })).doc_id);
    }
    for (const args of [{}, { limit: 40 }, { max_chars: 5000 }, { max_chars: 1000, limit: 7 }]) {
      const parts = await partsOf("list_docs", { folder: "many", ...args });
      const pages = [...parts];
      // Without a cut the page size alone ends a page, and its cursor goes on.
      for (let cursor = parts.at(-1)?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
        pages.push(...(await partsOf("list_docs", { folder: "many", ...args, cursor })));
      }
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.flatMap((part) => part.docs.map((one: ParsedBody) => one.doc_id))).toEqual(ids.toReversed());
    }
  });

  test("loses and repeats nothing that is published or changed between two parts", async () => {
    const first = (await ask("list_docs", { folder: "many", max_chars: 5000 })).structuredContent;
    const given = first.docs.map((one: ParsedBody) => one.doc_id);
    h.clock.advance(1000);
    const late = await publish({ markdown: "# Late", folder: "many" });
    await h.call(`PATCH /api/docs/${given[1]}`, { as: owner, json: { title: "Renamed" } });
    const rest = await partsOf("list_docs", { folder: "many", next: first.next });
    const seen = [...given, ...rest.flatMap((part) => part.docs.map((one: ParsedBody) => one.doc_id))];
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(90);
    expect(seen).not.toContain(late.doc_id);
  });

  test("of changes goes on by its own cursor", async () => {
    const whole = await partsOf("list_changes", { max_chars: 200_000, folder: "many" });
    const parts = await partsOf("list_changes", { max_chars: 3000, folder: "many" });
    expect(parts.length).toBeGreaterThan(5);
    const ids = (all: ParsedBody[]) => all.flatMap((part) => part.changes.map((one: ParsedBody) => one.doc_id));
    expect(ids(parts)).toEqual(ids(whole));
  });
});

describe("a long file", () => {
  test("is read, blamed and compared in parts of whole lines", async () => {
    const { doc_id } = await publish({ markdown: LINES.slice(0, 5).join("\n") });
    await h.call(`PUT /api/docs/${doc_id}/files/source.md`, { as: owner, json: { content: LINES.join("\n") } });
    const at = { doc_id, path: "source.md" };
    const read = await partsOf("get_file", { ...at, max_chars: 200_000 });
    const files: string[] = [];
    let next: string | null = null;
    do {
      const part: ParsedBody = (await ask("get_file", { ...at, max_chars: 5000, next })).structuredContent;
      files.push(part.content);
      next = part.next;
    } while (next !== null);
    expect(files.join("")).toBe(read[0].content);
    for (const part of files.slice(0, -1)) expect(part).toEndWith("\n");
    const blame = await partsOf("blame_file", at);
    expect(blame.length).toBeGreaterThan(2);
    expect(blame.flatMap((part) => part.lines.map((one: ParsedBody) => one.text))).toEqual(LINES);
    const diff = await partsOf("diff_versions", { ...at, from: 1, max_chars: 4000 });
    const { unified, hunks } = (await h.call(`GET /api/docs/${doc_id}/diff?path=source.md&from=1`, { as: owner })).body;
    expect(diff.length).toBeGreaterThan(5);
    expect(diff.map((part) => part.unified).join("")).toBe(unified);
    const texts = diff.map((part) => part.unified).filter((text) => text !== "");
    for (const text of texts.slice(0, -1)) expect(text).toEndWith("\n");
    const linesOf = (all: ParsedBody[]) => all.flatMap((hunk) => hunk.lines);
    expect(linesOf(diff.flatMap((part) => part.hunks))).toEqual(linesOf(hunks));
  });

  test("is searched in parts that hold every match once", async () => {
    const { doc_id } = await publish({ markdown: LINES.join("\n") });
    const args = { doc_id, pattern: "needle", context: 0 };
    const whole = await partsOf("grep_doc", { ...args, max_chars: 200_000 });
    const parts = await partsOf("grep_doc", { ...args, max_chars: 3000 });
    const matches = (all: ParsedBody[]) => all.flatMap((part) => part.files.flatMap((one: ParsedBody) => one.matches));
    expect(parts.length).toBeGreaterThan(3);
    expect(matches(parts)).toEqual(matches(whole));
    const found = await partsOf("search_docs", { q: "needle", context: 0, max_chars: 3000 });
    expect(found.length).toBeGreaterThan(3);
  });

  test("that changes between two parts of a comparison is a conflict, not a gap", async () => {
    const { doc_id } = await publish({ markdown: "one" });
    await h.call(`PUT /api/docs/${doc_id}/files/source.md`, { as: owner, json: { content: LINES.join("\n") } });
    const args = { doc_id, path: "source.md", from: 1, max_chars: 4000 };
    const { next } = (await ask("diff_versions", args)).structuredContent;
    const json = { content: `zero\n${LINES.join("\n")}` };
    await h.call(`PUT /api/docs/${doc_id}/files/source.md`, { as: owner, json });
    const refused = await ask("diff_versions", { ...args, next });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "conflict" } } });
    expect(refused.content[0].text).toContain("begin anew");
  });
});

test("both clients take every part against the tool's own output schema", async () => {
  await withBothClients(server.url, owner, async (client) => {
    let next: string | undefined;
    let seen = 0;
    do {
      const result = await client.callTool("list_docs", { folder: "many", ...(next ? { next } : {}) });
      seen += result.structuredContent.docs.length;
      next = result.structuredContent.next;
    } while (next);
    expect(seen).toBeGreaterThanOrEqual(90);
  });
});

test("a next of another tool, of other arguments or of nobody is refused, and lengths out of range are taken as the nearest", async () => {
  const { next } = (await ask("list_docs", { folder: "many" })).structuredContent;
  const refusals: [string, Record<string, unknown>, string][] = [
    ["list_docs", { folder: "other", next }, "other arguments"],
    ["list_trash", { next }, "another tool"],
    ["list_docs", { folder: "many", next: "junk" }, "no text that this tool gave"],
    ["list_docs", { folder: "many", next: Buffer.from('["x",{"root":"~"},[]]').toString("base64url") }, "no text"],
    ["list_docs", { next: 5 }, "next must be"],
    ["list_docs", { max_chars: "many" }, "max_chars must be an integer"],
  ];
  for (const [name, args, words] of refusals) {
    const { isError, content } = await ask(name, args);
    expect({ isError, text: content[0].text }).toMatchObject({ isError: true });
    expect(content[0].text).toContain(words);
  }
  // The call that the refusal shows asks for a length that there is.
  const shown = (await ask("list_docs", { max_chars: "many" })).content[0].text;
  expect(shown).toContain('"max_chars":1000}');
  for (const max_chars of [1, 0, "1000", null, 10 ** 9]) {
    expect((await ask("list_docs", { folder: "many", max_chars })).isError ?? false).toBe(false);
  }
});
