// How many secrets the rules find,
// and how often they cry over documentation, measured on made-up keys and on a real book.
import { expect, test } from "bun:test";
import { SECRET_RULES, scanText } from "./scanning.ts";

/** Draws the same numbers every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const draw = numbers(20261122);
const among = <T>(many: readonly T[]): T => many[Math.floor(draw() * many.length)] as T;

/** The same form with other content: what is no mark has its letters and digits dealt anew. */
function variantOf({ example, marks }: (typeof SECRET_RULES)[number]): string {
  const isFixed = (piece: string) =>
    piece.length < 8 || /BEGIN|KEY-/.test(piece) || marks.some((mark) => mark.includes(piece) || piece.includes(mark));
  return example.map((piece) => (isFixed(piece) ? piece : dealAnew(piece))).join("");
}

function dealAnew(text: string): string {
  const drawn = [...text.replace(/[^A-Za-z0-9]/g, "")];
  for (let index = drawn.length - 1; index > 0; index -= 1) {
    const other = Math.floor(draw() * (index + 1));
    [drawn[index], drawn[other]] = [drawn[other] as string, drawn[index] as string];
  }
  return text.replace(/[A-Za-z0-9]/g, () => drawn.shift() ?? "");
}

const CONTEXTS: ((secret: string) => string)[] = [
  (secret) => `VALUE=${secret}`,
  (secret) => `{"value": "${secret}"}`,
  (secret) => `export VALUE='${secret}'`,
  (secret) => `Authorization: Bearer ${secret}`,
  (secret) => `It was \`${secret}\`, and then we changed it.`,
  (secret) => `<td>${secret}</td>`,
];

const BASE62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const randomOf = (alphabet: string, length: number) => Array.from({ length }, () => among([...alphabet])).join("");

const ASSIGNED: (() => string)[] = [
  () => `CLIENT_SECRET=${randomOf(BASE62, 32)}`,
  () => `api_key: "${randomOf("0123456789abcdef", 40)}"`,
  () => `const token = '${randomOf(`${BASE62}-_`, 43)}';`,
  () => `"password" => "${randomOf(BASE62, 24)}",`,
  () => `SESSION_SECRET=${btoa(randomOf(BASE62, 32))}`,
];

/** What documentation is full of. */
const HARMLESS = [
  ["AKIA", "IOSFODNN7EXAMPLE"].join(""),
  "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  `ghp_${"x".repeat(36)}`,
  "postgres://user:password@localhost:5432/app and mysql://root:secret@db/app",
  "https://user:pass@example.com/path",
  "redis://:<password>@cache.internal.acme.io:6379",
  "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
  "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "token_hash = 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  'integrity="sha512-z9KQ1mVx8RtB4nWc7LyD5sHg3PjF6uQaT1eYiKoN0wMzXbCvJrSpGdUhEfAl2k9A=="',
  "password: your-password-here, api_key: <YOUR_API_KEY>, token: $TOKEN",
  "secret = process.env.SESSION_SECRET_V2 ?? readSecretFromFile2024(path)",
  "const privateKey = generateKeyPairSync2048WithOptions(options);",
  "request_id=6f1c2b7e-3d4a-4f5b-8c6d-7e8f9a0b1c2d token=6f1c2b7e-3d4a-4f5b-8c6d-7e8f9a0b1c2d",
  "commit 7f3a9c1e5b2d8046e9a7c3f1b5d20e84a6c7f93e",
  'cache_key = "a8f5f167f44f4964e6c998dee827110c"',
  'idempotency_key: "8e03978e40d54a8b9c5f6a7b8c9d0e1f"',
  "next_page_token: CAUQAAxRk8mZ3pQw7LtY2vBn5Kd",
  '"nextPageToken": "CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA4"',
  'site_key: "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI"',
  "signing-key: 9DC858229FC7DD38854AE2D88D81803C0EBFCD88",
  "ssh_host_key = AAAAC3NzaC1lZDI1NTE5AAAAIJ8w3Qp7Zk2mVx9RtB4nWc8LyD5sHg3PjF6uQaT1eYiK",
  "pub_key = 04a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90",
  "csrf_token: IjQ0ZjM5YjZkYzU4M2Y1ZGZmZjVkMTZlNDA5YmRjNjk4Ig.ZkT1aA",
  'token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"',
  `<img src="data:image/png;base64,${btoa("a picture of a key and a token").repeat(4)}">`,
];

test.each(SECRET_RULES.map((rule) => [rule.id, rule] as const))(
  "the example of %s is found by it alone, on its line",
  (id, rule) => {
    expect(scanText(`first\nsecond\n${rule.example.join("")}\nlast`)).toEqual([{ line: 3, rule: id }]);
    expect(rule.source).not.toBe("");
  },
);

test("recall on made-up keys is above 97 in a hundred, and nothing harmless is called a secret", async () => {
  const made = SECRET_RULES.flatMap((rule) =>
    CONTEXTS.flatMap((context) => Array.from({ length: 5 }, () => context(variantOf(rule)))),
  );
  const assigned = ASSIGNED.flatMap((make) => Array.from({ length: 60 }, make));
  const all = [...made, ...assigned];
  const missed = all.filter((text) => scanText(text).length === 0);
  const recall = 1 - missed.length / all.length;
  const texts = [...HARMLESS, ...(await documentation())];
  const alarms = texts.filter((text) => scanText(text).length > 0);
  console.info(
    `secrets: recall ${(recall * 100).toFixed(1)} % of ${all.length}; false alarms ${alarms.length} in ${texts.length} texts of documentation`,
  );
  expect(recall).toBeGreaterThan(0.97);
  expect(alarms).toEqual([]);
});

test("names that open nothing are told from those that end alike", () => {
  for (const name of ["website_secret", "host_password", "page_secret", "api_key", "access_token", "cache_password"]) {
    expect([name, scanText(`${name} = "${randomOf(BASE62, 32)}"`).length]).toEqual([name, 1]);
  }
});

test("a finding never holds what was found, and one place is named once", () => {
  const [rule] = SECRET_RULES;
  const secret = rule?.example.join("") ?? "";
  const findings = scanText(`client_secret = "${secret}" # ${secret}\n`.repeat(2));
  expect(findings.map(({ line }) => line)).toEqual([1, 1, 2, 2]);
  expect(JSON.stringify(findings)).not.toContain(secret);
});

test.each<[string, string]>([
  ["marks", "sk-"],
  ["beginnings of names", 'secret_key_token_password_ = "'],
  ["addresses", "postgres://a:"],
  ["headers of keys", "-----BEGIN PRIVATE KEY-----\n"],
  ["one long word", "A"],
  ["spaces after a name", "secret        "],
])("a text of nothing but %s is read in a time that grows with its length alone", (_what, piece) => {
  const text = piece.repeat(Math.ceil((256 * 1024) / piece.length));
  // Processor time, since other programs may have the machine for longer.
  const timeOf = (one: string) => {
    const started = process.cpuUsage();
    scanText(one);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };
  timeOf(text);
  // Four times as much takes four times as long; squared it would be sixteen times. The second is to survive a busy machine.
  expect(timeOf(text.repeat(4))).toBeLessThan(10 * timeOf(text) + 1000);
});

/** The documentation that the repository carries. */
async function documentation(): Promise<string[]> {
  const top = `${import.meta.dir}/../../..`;
  const globs = [
    "*.md",
    "bench/*.md",
    "hosts/**/*.md",
    "plugins/**/*.md",
    "openapi/openapi.json",
    "test/walks/permission_matrix.md",
  ];
  const paths = (await Promise.all(globs.map((glob) => Array.fromAsync(new Bun.Glob(glob).scan(top))))).flat();
  expect(paths.length).toBeGreaterThan(20);
  return Promise.all(paths.map((path) => Bun.file(`${top}/${path}`).text()));
}
