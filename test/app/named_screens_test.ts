// Every sentence that sends people to a screen is a link that a path function made,
// so that no text speaks of a screen that is not there.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { Glob } from "bun";

const ROOT = new URL("../../plugins/", import.meta.url).pathname;

/** How sentences send people somewhere, in both languages: by a preposition and what screens are called. */
const SENDS =
  /\b(?:in|on|under|from|at|to) (?:the|your|its|their|an?) (?:[a-z']+ ){0,3}(?:settings|inbox|page of|screen|menu|app)\b|\bon (?:its|their|your) page\b|\bunder Settings\b|\bsharing settings\b|\b(?:im|in den|in der|unter|auf der|auf den|zur|zum) (?:[a-zäöüß]+ )?(?:Einstellungen|Eingang|Startseite|Seite|Menü|App)\b/i;

/** A link to a page, or its address in a text that cannot hold a link: both by a function or a name that stands for a path. */
const LINKED = /\$\{[^}]*(?:[a-z]Path\(|_path\b|[A-Z]_?PATH\b|pathOf\()/;

/** Words that are all of a link say where it leads; which it is was made elsewhere. */
const LINKS = /<a [^>]*href="\$\{[^}]*\}"[^>]*>[^<]*<\/a>/g;

/** Sentences about screens of somebody else, or that say what is on the page itself. Each has to be found, or it goes from here. */
const OTHERS: readonly string[] = [
  "Add this server to the agent's settings, then ask it to publish what it wrote.",
  "In a file of settings it looks like this:",
  "show a document in a frame of the app",
];

interface Sentence {
  at: string;
  text: string;
}

/** What stands in quotes or as text of markup, of files that people's words come from; what programs and the documentation read is another's. */
function sentencesOf(path: string): Sentence[] {
  const source = readFileSync(ROOT + path, "utf8");
  return source.split("\n").flatMap((line, index) => {
    const code = line.trim();
    if (/^(?:\/\/|\/?\*|import\b|(?:summary|description|wording|purpose|what|says|until|why):)/.test(code)) return [];
    const texts = code.replace(DOCUMENTED, "").match(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|^[^"`]*<.*$|>[^<]*</g) ?? [];
    return texts.map((text) => ({ at: `${path}:${index + 1}`, text }));
  });
}

/** What stands in the documentation, on one line or two. */
const DOCUMENTED = /(?:summary|description|wording|what|purpose):\s*(?:"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;

const files = [...new Glob("**/*.ts").scanSync(ROOT)]
  .filter((path) => !/_test\.ts$|changelog\.ts$|\/browser\//.test(path))
  .sort();

/** The names of words that are the whole of a link: what they say is where it leads. */
function linkedWords(plugin: string): Set<string> {
  const sources = readdirSync(ROOT + plugin, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(`${ROOT}${plugin}/${path}`, "utf8"));
  const links = sources.flatMap((source) => [
    ...source.matchAll(/<a [^>]*href="\$\{[^"]*"[^>]*>(?:<[^>]*>)?\$\{words\.(\w+)/g),
  ]);
  return new Set(links.map(([, name = ""]) => name));
}

function isLinkedWord({ at, text }: Sentence): boolean {
  const [path = "", line = ""] = at.split(":");
  if (!path.endsWith("words.ts")) return false;
  const lines = readFileSync(ROOT + path, "utf8").split("\n");
  const upTo = lines.slice(0, Number(line)).reverse();
  const name = upTo.map((one) => /^\s*(\w+):/.exec(one)?.[1]).find((found) => found !== undefined);
  return text !== "" && name !== undefined && linkedWords(path.split("/")[0] ?? "").has(name);
}

const sent = files.flatMap((path) => {
  const kept = readFileSync(ROOT + path, "utf8").replace(DOCUMENTED, "");
  return sentencesOf(path).filter(({ text }) => SENDS.test(text.replace(LINKS, "")) && kept.includes(text));
});

test("what is excepted is there", () => {
  expect(OTHERS.filter((other) => !sent.some(({ text }) => text.includes(other)))).toEqual([]);
});

test("a text that sends people to a screen links it by the house's paths", () => {
  const named = sent.filter((one) => !LINKED.test(one.text) && !isLinkedWord(one));
  const unknown = named.filter(({ text }) => !OTHERS.some((other) => text.includes(other)));
  expect(unknown).toEqual([]);
});

test.each([
  '"You can take it away in the document\'s sharing settings."',
  '"an owner makes one in the app"',
  "`It stays under Settings, Ways to sign in.`",
  '"Das steht unter Einstellungen."',
  '"Watch it on its page."',
])("a sentence like %s would be found", (text) => {
  expect([SENDS.test(text), LINKED.test(text)]).toEqual([true, false]);
});

test.each([["INBOX_PATH"], ['settingsPath("me/passkeys")']])("a sentence with a link by %s is taken", (path) => {
  const text = `You find it <a href="$${`{${path}}`}">in your inbox</a>.`;
  expect([SENDS.test(text), LINKED.test(text)]).toEqual([true, true]);
});
