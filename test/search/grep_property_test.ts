// Grep against a plain search over the same files: random documents, people, patterns and scopes, indexed or not.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { bury, grep, indexAll } from "./found.ts";

const h = await openHarness();
const PEOPLE = 3;

interface Made {
  doc_id: string;
  owner: number;
  folder: string;
  tags: string[];
  listed: boolean;
  files: Record<string, string>;
}

const WORDS = [
  "foo",
  "Foobar",
  "bar",
  "ÄRGER",
  "ärger",
  "ΣΑΣ",
  "σας",
  "σ",
  "会议室",
  "会议",
  "a-b",
  "$x",
  "K",
  "k",
  "x.y",
  "(",
  "%",
  "_",
  "\\",
];
const line = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(" "));
const text = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, end, ends]) => `x${end}${lines.join(end)}${ends ? end : ""}`);
const document = fc.record({
  owner: fc.nat(PEOPLE - 1),
  folder: fc.constantFrom("", "Plans", "Plans/Old", "plans"),
  tags: fc.subarray(["red", "blue"]),
  visibility: fc.constantFrom("restricted", "workspace", "unlisted"),
  listing: fc.constantFrom("private", "team"),
  files: fc.dictionary(fc.constantFrom("a.css", "lib/b.js", "lib/deep/c.txt"), text, { maxKeys: 2 }),
  source: text,
});
const REGEXES = [
  "fo+",
  "^x",
  "b.r$",
  "(foo|bar) ",
  "[a-c]-b",
  "\\bσ",
  "议.$",
  "ärg",
  "k",
  "\\$x",
  "^$",
  "x{1}",
  "(?:foo)?bar",
  "\\(|%",
];
const query = fc.record(
  {
    pattern: fc.oneof(
      fc.record({ text: line.filter((one) => one !== ""), regex: fc.constant(false) }),
      fc.record({ text: fc.constantFrom(...WORDS), regex: fc.constant(false) }),
      fc.record({ text: fc.constantFrom(...REGEXES), regex: fc.constant(true) }),
    ),
    case_sensitive: fc.boolean(),
    include_team: fc.boolean(),
    recursive: fc.boolean(),
    folder: fc.constantFrom("", "Plans", "Nowhere"),
    tag: fc.constantFrom("red", "blue"),
    path_glob: fc.constantFrom("*.css", "lib/*", "lib/**", "**/*.{js,txt}", "[a-b].*", "source.md"),
    context: fc.nat(3),
    asker: fc.nat(PEOPLE - 1),
  },
  { requiredKeys: ["pattern", "asker"] },
);
type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never;

test(
  "grep finds in what a person may find exactly the lines that a plain search finds",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: 6 }),
        fc.array(query, { minLength: 8, maxLength: 8 }),
        fc.nat(6),
        fc.boolean(),
        async (documents, queries, indexed, buried) => {
          const people = [await h.person()];
          for (let index = 1; index < PEOPLE; index += 1) {
            people.push(await h.person({ workspace_id: people[0]?.workspace_id ?? 0, role: "member" }));
          }
          const made: Made[] = [];
          for (const [index, one] of documents.entries()) {
            made.push(await publishOne(people, one));
            if (index === indexed) await indexAll(h);
          }
          if (buried) await bury(h, people[documents[0]?.owner ?? 0] as Person);
          for (const asked of queries) {
            const answer = await grep(h, people[asked.asker] as Person, parametersOf(asked));
            expect({ asked, found: shape(answer.results) }).toEqual({ asked, found: expected(made, asked) });
          }
        },
      ),
      { numRuns: pickByDepth({ small: 12, deep: 40 }), endOnFailure: true },
    );
  },
  RANDOM_MS_MAX,
);

async function publishOne(
  people: readonly Person[],
  one: typeof document extends fc.Arbitrary<infer D> ? D : never,
): Promise<Made> {
  const { source, files, owner, ...fields } = one;
  const as = people[owner] as Person;
  const answer = await h.call("POST /api/docs", { as, json: { ...fields, markdown: source, title: "T" } });
  expect(answer.status).toBe(201);
  for (const [path, content] of Object.entries(files)) {
    const put = await h.call(`PUT /api/docs/${answer.body.doc_id}/files/${path}`, { as, json: { content } });
    expect(put.status).toBe(200);
  }
  const listed = fields.listing === "team" && fields.visibility !== "restricted";
  const { doc_id } = answer.body;
  return { doc_id, owner, folder: fields.folder, tags: fields.tags, listed, files: { ...files, "source.md": source } };
}

function parametersOf({ pattern, asker: _asker, ...others }: Query): Record<string, string | number | boolean> {
  const given = Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { q: pattern.text, regex: pattern.regex, limit: 40, ...Object.fromEntries(given) };
}

function shape(results: ParsedBody[]): string[] {
  return results.map(({ doc_id, path, matches }) => JSON.stringify([doc_id, path, matches])).sort();
}

const GLOBS: Record<string, RegExp> = {
  "*.css": /(^|\/)[^/]*\.css$/,
  "lib/*": /^lib\/[^/]*$/,
  "lib/**": /^lib\/.*$/,
  "**/*.{js,txt}": /\.(js|txt)$/,
  "[a-b].*": /(^|\/)[ab]\.[^/]*$/,
  "source.md": /(^|\/)source\.md$/,
};

function expected(made: readonly Made[], asked: Query): string[] {
  const { pattern, context = 1, include_team = true, recursive = true, folder, tag, path_glob } = asked;
  const source = pattern.regex ? pattern.text : pattern.text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const matcher = new RegExp(source, asked.case_sensitive ? "u" : "iu");
  const found: string[] = [];
  for (const one of made) {
    if (one.owner !== asked.asker && !(one.listed && include_team)) continue;
    if (folder !== undefined) {
      const below = folder === "" || one.folder.startsWith(`${folder}/`);
      if (!(one.folder === folder || (recursive && below))) continue;
    }
    if (tag !== undefined && !one.tags.includes(tag)) continue;
    for (const [path, content] of Object.entries(one.files)) {
      if (path_glob !== undefined && !GLOBS[path_glob]?.test(path)) continue;
      const lines = content.replace(/\r?\n$/, "").split(/\r?\n/);
      const matches = lines.flatMap((text, index) =>
        matcher.test(text)
          ? [
              {
                line: index + 1,
                text,
                before: lines.slice(Math.max(0, index - context), index),
                after: lines.slice(index + 1, index + 1 + context),
              },
            ]
          : [],
      );
      if (matches.length > 0) found.push(JSON.stringify([one.doc_id, path, matches]));
    }
  }
  return found.sort();
}
