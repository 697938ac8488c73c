// Texts made to be costly go every way that a text can go:
// each is taken, or refused by a limit that is named, and nobody else waits for it.
// A few go, small; DEPTH=deep also sends a sixteenth of them at 2 MiB, each one way, and others with the next seeds.
import { expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { readUsage } from "../../kernel/workers/usage.ts";
import { pickByDepth, sample } from "../harness/depth.ts";
import { HONEST } from "./honest_texts.ts";
import { HOSTILE_MARKDOWN } from "./hostile_texts.ts";
import { compare, grep, type Outcome, publishSnippet, type Sender, WAYS, type Way } from "./hostile_ways.ts";
import { HOSTILE_CODE, HOSTILE_PAIRS, HOSTILE_PATTERNS } from "./hostile_work.ts";
import { childrenOf } from "./process_tree.ts";
import { openStand } from "./stand.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const SMALL_BYTES = 8 * KIB;
const BYTES = pickByDepth({ small: SMALL_BYTES, deep: 2 * MIB });
const CODE_BYTES = pickByDepth({ small: 8 * KIB, deep: 255 * KIB });
/** Near the limit of 2 MiB what they take depends on who else is at work on the machine; `bench/hostile.ts` tells it. */
const HONEST_BYTES = pickByDepth({ small: 64 * KIB, deep: MIB / 2 });
const SNIPPET_BYTES = pickByDepth({ small: 300 * KIB, deep: 20 * MIB });
const TEST_MS_MAX = pickByDepth({ small: 5, deep: 240 }) * 60_000;
const FEW = ["emphasis that crosses", "macros that grow", "quotes deeper than allowed", "formatting that crosses"];
const WORKER = fileURLToPath(import.meta.resolve("../../kernel/workers/process_entry.ts"));

const unlimited = ["MARKDOWN_RENDER", "DOCUMENT_RENDER", "SEARCH", "GREP", "DIFF", "BLAME"];
const stand = await openStand(Object.fromEntries(unlimited.map((name) => [`QUOTA_${name}`, "1000000"])));
const { base_url } = stand.place;
const attacker: Sender = { base_url, token: await stand.tokenOf("attacker@example.org") };
const other: Sender = { base_url, token: await stand.tokenOf("other@example.org") };

/** A few small ones go every way. Deep, one large text of sixteen goes one way too, and the others with the next seeds. */
function textsFor(way: Way): { name: string; text: string }[] {
  const few = HOSTILE_MARKDOWN.filter(({ name }) => FEW.includes(name));
  const large = sample(HOSTILE_MARKDOWN, 16 * WAYS.length, 16 * WAYS.indexOf(way));
  const most = Math.min(BYTES, way.bytes_max ?? BYTES);
  return [
    ...few.map(({ name, make }) => ({ name, text: make(SMALL_BYTES) })),
    ...pickByDepth({ small: [], deep: large }).map(({ name, make }) => ({ name, text: make(most) })),
  ];
}

/** A fault, unless it was answered with success or with a refusal that names a number: of bytes, seconds, levels, or of a line. */
function faultOf({ status, says }: Outcome, what: string): string[] {
  if (status < 300) return [];
  return [400, 413, 422, 429].includes(status) && /\d/.test(says) ? [] : [`${what}: ${status} ${says}`];
}

async function publishLine(): Promise<number> {
  return (await WAYS[0]?.send(other, "one line"))?.status ?? 0;
}

test("there are texts for every way, and ways for every text", () => {
  expect(new Set(HOSTILE_MARKDOWN.map(({ name }) => name)).size).toBe(HOSTILE_MARKDOWN.length);
  expect(HOSTILE_MARKDOWN.length).toBeGreaterThanOrEqual(55);
  for (const { make } of HOSTILE_MARKDOWN) expect(Buffer.byteLength(make(BYTES))).toBeLessThanOrEqual(BYTES);
  expect(HOSTILE_MARKDOWN.filter(({ name }) => FEW.includes(name))).toHaveLength(FEW.length);
});

for (const way of WAYS) {
  const { name, send } = way;
  test(
    `hostile texts ${name} are taken or refused by a limit, and another account publishes meanwhile`,
    async () => {
      const faults: string[] = [];
      for (const { name: what, text } of textsFor(way)) {
        const [outcome, line] = await Promise.all([send(attacker, text), publishLine()]);
        faults.push(...faultOf(outcome, what));
        expect(line).toBe(201);
      }
      expect(faults).toEqual([]);
    },
    TEST_MS_MAX,
  );
}

test(
  "large texts as people write them are rendered",
  async () => {
    const rendered = WAYS.find(({ name }) => name === "rendered");
    for (const { name, make } of HONEST) {
      const outcome = await rendered?.send(attacker, make(HONEST_BYTES));
      expect([name, outcome?.status, outcome?.says]).toEqual([name, 200, ""]);
    }
  },
  TEST_MS_MAX,
);

test(
  "code made for the highlighter is shown, coloured or plain",
  async () => {
    const faults: string[] = [];
    const code = sample(HOSTILE_CODE, pickByDepth({ small: 41, deep: 20 }));
    for (const { name, language, make } of code) {
      const outcome = await publishSnippet(attacker, { content: make(CODE_BYTES), language });
      faults.push(...faultOf(outcome, name));
    }
    for (const letter of ["a", "\n", "<"]) {
      const outcome = await publishSnippet(attacker, { content: letter.repeat(SNIPPET_BYTES), language: "javascript" });
      faults.push(...faultOf(outcome, `a long snippet of ${JSON.stringify(letter)}`));
    }
    expect(faults).toEqual([]);
  },
  TEST_MS_MAX,
);

test(
  "patterns made to be costly are answered with what was found in time",
  async () => {
    const faults: string[] = [];
    const patterns = sample(HOSTILE_PATTERNS, pickByDepth({ small: 4, deep: 2 }));
    for (const { name, make, ...query } of patterns) {
      const outcomes = await grep(attacker, make(Math.min(BYTES, MIB)), query);
      faults.push(...outcomes.flatMap((outcome) => faultOf(outcome, name)));
    }
    expect(faults).toEqual([]);
  },
  TEST_MS_MAX,
);

test(
  "texts made to be costly to compare are compared, traced back and edited",
  async () => {
    const faults: string[] = [];
    const pairs = sample(HOSTILE_PAIRS, pickByDepth({ small: 4, deep: 2 }));
    for (const { name, before, after } of pairs) {
      const bytes = Math.min(BYTES, MIB);
      const { written, diff, blame, edit } = await compare(attacker, before(bytes), after(bytes));
      faults.push(...[written, diff, blame].flatMap((outcome) => faultOf(outcome, name)));
      // It matches nowhere, which is the one refusal here that is about no limit.
      expect(edit.status).toBe(400);
    }
    expect(faults).toEqual([]);
  },
  TEST_MS_MAX,
);

test("JSON nested deeply is refused with the depth that is too much", async () => {
  const body = `{"html":"a","attrs":{"a":${"[".repeat(BYTES / 2)}${"]".repeat(BYTES / 2)}}}`;
  const headers = { authorization: `Bearer ${attacker.token}`, "content-type": "application/json" };
  const response = await fetch(`${base_url}/api/docs`, { method: "POST", headers, body });
  expect(response.status).toBe(422);
  expect(await response.text()).toMatch(/\d/);
});

test("afterwards the server is small, its workers are few and small, and nothing was logged as a fault", async () => {
  const workers = childrenOf(stand.server.pid, WORKER);
  expect(workers.length).toBeWithin(1, 17);
  const usages = await Promise.all([stand.server.pid, ...workers].map(readUsage));
  expect(usages.reduce((sum, usage) => sum + (usage?.memory_bytes ?? 0), 0)).toBeLessThan(1024 * MIB);
  expect(await publishLine()).toBe(201);
  expect(await stand.killAndReadErrors()).toEqual([]);
});
