// Texts made to be costly go every way that a text can go: each is taken or refused by a limit that is named, and nobody else waits for it.
// With DEPTH=deep all of them at 2 MiB, which takes hours; else a few, small.
import { expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { HOSTILE_MARKDOWN, type HostileText } from "./hostile_texts.ts";
import { compare, grep, type Outcome, type Sender, WAYS } from "./hostile_ways.ts";
import { HOSTILE_CODE, HOSTILE_PAIRS, HOSTILE_PATTERNS } from "./hostile_work.ts";
import { childrenOf } from "./process_tree.ts";
import { residentBytes } from "./resident.ts";
import { openStand } from "./stand.ts";

const MIB = 1024 * 1024;
const isDeep = process.env["DEPTH"] === "deep";
const BYTES = isDeep ? 2 * MIB : 8 * 1024;
const TEST_MS_MAX = isDeep ? 24 * 3_600_000 : 120_000;
const FEW = ["brackets inside each other", "emphasis that crosses", "quotes deeper than allowed", "formatting that crosses"];
const WORKER = fileURLToPath(import.meta.resolve("../../kernel/workers/process_entry.ts"));

const unlimited = ["MARKDOWN_RENDER", "DOCUMENT_RENDER", "SEARCH", "GREP", "DIFF", "BLAME"];
const stand = await openStand(Object.fromEntries(unlimited.map((name) => [`QUOTA_${name}`, "1000000"])));
const { base_url } = stand.place;
const attacker: Sender = { base_url, token: await stand.tokenOf("attacker@example.org") };
const other: Sender = { base_url, token: await stand.tokenOf("other@example.org") };

/** Deep, each text goes the first way and, in turn, one of the others. */
function textsFor(index: number): readonly HostileText[] {
  if (!isDeep) return HOSTILE_MARKDOWN.filter(({ name }) => FEW.includes(name));
  return HOSTILE_MARKDOWN.filter((_, at) => index === 0 || at % (WAYS.length - 1) === index - 1);
}

/** Answered with success, or with a refusal that names a number: of bytes, seconds, levels or a line. */
function judge(outcome: Outcome, what: string): string[] {
  const { status, says } = outcome;
  if (status < 300) return [];
  return [400, 413, 422, 429].includes(status) && /\d/.test(JSON.parse(says).error ?? says) ? [] : [`${what}: ${status} ${says}`];
}

for (const [index, { name, bytes_max, send }] of WAYS.entries()) {
  test(
    `hostile texts ${name} are taken or refused by a limit, and another account publishes meanwhile`,
    async () => {
      const wrong: string[] = [];
      for (const { name: what, make } of textsFor(index)) {
        const text = make(Math.min(BYTES, bytes_max));
        const [outcome, line] = await Promise.all([send(attacker, text), publishLine()]);
        wrong.push(...judge(outcome, what));
        expect(line).toBe(201);
      }
      expect(wrong).toEqual([]);
    },
    TEST_MS_MAX,
  );
}

test(
  "code made for the highlighter is shown, coloured or plain",
  async () => {
    const wrong: string[] = [];
    const some = isDeep ? HOSTILE_CODE : HOSTILE_CODE.filter((_, index) => index % 41 === 0);
    for (const { name, language, make } of some) {
      const content = make(isDeep ? 255 * 1024 : BYTES);
      const outcome = await snippet(attacker, { content, language });
      wrong.push(...judge(outcome, name));
    }
    wrong.push(...judge(await snippet(attacker, { content: "a".repeat(isDeep ? 20 * MIB - 99 : BYTES) }), "one line"));
    wrong.push(...judge(await snippet(attacker, { content: "\n".repeat(isDeep ? 20 * MIB - 99 : BYTES) }), "line ends"));
    expect(wrong).toEqual([]);
  },
  TEST_MS_MAX,
);

test(
  "patterns made to be costly are answered in time",
  async () => {
    const wrong: string[] = [];
    for (const { name, make, ...query } of HOSTILE_PATTERNS) {
      const outcomes = await grep(attacker, make(Math.min(BYTES, MIB)), query);
      wrong.push(...outcomes.flatMap((outcome) => judge(outcome, name)));
    }
    expect(wrong).toEqual([]);
  },
  TEST_MS_MAX,
);

test(
  "texts made to be costly to compare are compared, traced back and edited in time",
  async () => {
    const wrong: string[] = [];
    for (const { name, before, after } of HOSTILE_PAIRS) {
      const bytes = Math.min(BYTES, MIB);
      const [written, diff, blame, edit] = await compare(attacker, before(bytes), after(bytes));
      for (const outcome of [written, diff, blame]) if (outcome) wrong.push(...judge(outcome, name));
      // What matches nowhere is the one refusal here that is about no limit.
      if (edit?.status !== 400) wrong.push(`${name}, edited: ${edit?.status} ${edit?.says}`);
    }
    expect(wrong).toEqual([]);
  },
  TEST_MS_MAX,
);

test("JSON nested deeply is refused with the depth that is too much", async () => {
  const depth = BYTES / 2;
  const body = `{"html":"a","attrs":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
  const headers = { authorization: `Bearer ${attacker.token}`, "content-type": "application/json" };
  const response = await fetch(`${base_url}/api/docs`, { method: "POST", headers, body });
  expect(response.status).toBe(422);
  expect(await response.text()).toMatch(/\d/);
});

test("afterwards the server is small, its workers are few and small, and nothing was logged as a fault", async () => {
  const workers = childrenOf(stand.server.pid, WORKER);
  expect(workers.length).toBeGreaterThan(0);
  const all = [stand.server.pid, ...workers].reduce((sum, pid) => sum + residentBytes(pid), 0);
  expect(all).toBeLessThan(1024 * MIB);
  expect(await publishLine()).toBe(201);
  expect(await stand.killAndReadErrors()).toEqual([]);
  expect(workers.length).toBeLessThanOrEqual(16);
});

async function publishLine(): Promise<number> {
  const markdown = WAYS[0];
  return (await markdown?.send(other, "one line"))?.status ?? 0;
}

async function snippet({ token }: Sender, body: { content: string; language?: string }): Promise<Outcome> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${base_url}/api/snippets`, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, says: response.status < 300 ? "" : text.slice(0, 1000) };
}
