// Every word of a screen is there in both languages, and the frame shows nobody who reads German an English one.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Glob } from "bun";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();
const ROOT = new URL("../../plugins/", import.meta.url).pathname;

type Said = Readonly<Record<string, unknown>>;
const asked = (language: string) => ({ request: { headers: new Headers({ "accept-language": language }) } });

/** The words that a file exports, by language; every plugin's stand in files that are called so. */
async function wordsOf(path: string): Promise<{ name: string; en: Said; de: Said }[]> {
  const file: Record<string, unknown> = await import(ROOT + path);
  return Object.entries(file).flatMap(([name, words]) => {
    if (typeof words !== "function" || !name.endsWith("Words")) return [];
    return [{ name, en: words(asked("en")) as Said, de: words(asked("de")) as Said }];
  });
}

/** Files of words import the function that makes them. */
const paths = [...new Glob("**/*words.ts").scanSync(ROOT)]
  .filter((path) =>
    /import \{[^}]*\bwords\b[^}]*\} from "[^"]*(port\/words|ports\/pages)\.ts"/.test(readFileSync(ROOT + path, "utf8")),
  )
  .sort();

test("there are files of words to hold", () => expect(paths.length).toBeGreaterThan(8));

test.each(paths)("%s says the same things in both languages, none of them empty", async (path) => {
  for (const { name, en, de } of await wordsOf(path)) {
    expect([name, Object.keys(de).sort()]).toEqual([name, Object.keys(en).sort()]);
    for (const [key, value] of Object.entries(de)) {
      expect([key, typeof value]).toEqual([key, typeof en[key]]);
      if (typeof value === "string") expect([key, value.trim() === ""]).toEqual([key, false]);
      if (typeof value === "function") expect([key, value.length]).toEqual([key, (en[key] as () => string).length]);
    }
  }
});

/** What stands in the frame around a page: its texts and the labels that are read out. */
function frameOf(body: string): string[] {
  const around = body.replace(/<main[\s\S]*<\/main>/, "").replace(/<svg[\s\S]*?<\/svg>/g, "");
  const texts = around
    .slice(around.indexOf("<body"))
    .split(/<[^>]*>/)
    .map((text) => text.trim());
  const labels = [...around.matchAll(/(?:aria-label|title|placeholder)="([^"]*)"/g)].map(([, label = ""]) => label);
  return [...texts, ...labels].filter((text) => text !== "");
}

test("the frame has no word in German that it has in English", async () => {
  const as = await h.person({ role: "owner" });
  const frame = async (language: string) => {
    const headers = { accept: "text/html", "accept-language": language };
    return frameOf(String((await h.call("GET /app", { as, with_cookie: true, headers })).body));
  };
  const [english, german] = [await frame("en"), await frame("de")];
  // Names of people's own things, keys, and what is written alike in both.
  const alike = ["Ctrl K", "docsvc", "General", as.email, "T"];
  const kept = german.filter((text) => english.includes(text) && !alike.includes(text) && !text.startsWith("Team "));
  expect(kept).toEqual([]);
});

test("the door says in German that somebody is signed out, and keeps what they wrote", async () => {
  const answer = await h.call("POST /app/do/me.update", {
    body: new URLSearchParams({ name: "Ann", "~back": "/app/settings/me/profile" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", "accept-language": "de" },
  });
  expect(answer.status).toBe(401);
  for (const words of ["Du bist abgemeldet", '<html lang="de">', "Ann"]) expect(answer.body).toContain(words);
});
