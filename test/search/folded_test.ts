// Ranked search finds letters as people write them who have no key for them, and the pictures of a title.
import { expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { indexAll, rank } from "./found.ts";

const h = await openHarness();

async function titles(as: Person, q: string): Promise<string[]> {
  return (await rank(h, as, { q })).results.map((one: { title: string }) => one.title).sort();
}

const as = await h.person();
for (const title of ["Łódź", "Smørrebrød", "Đorđe", "Ærøskøbing", "Œuvre", "Straße STRAẞE", "Þórr", "Ilık"])
  await publish(h, { title, markdown: "letters" }, { as });
for (const title of ["🚀 Launch", "Team 👩🏽‍💻", "Flag 🇳🇴", "Love ❤️", "Two 🎉🎊"])
  await publish(h, { title, markdown: "pictures" }, { as });
await publish(h, { title: "Plain", markdown: "a rocket 🚀 in Łódź, spelled Lodz" }, { as });

test.each([true, false])(
  "letters are found as they are and as they are written elsewhere, indexed: %p",
  async (indexed) => {
    if (indexed) await indexAll(h);
    for (const [title, ...queries] of [
      ["Smørrebrød", "smorrebrod", "SMØRREBRØD", "smørre"],
      ["Đorđe", "dorde", "đorđe"],
      ["Ærøskøbing", "aeroskobing", "ærøskøbing"],
      ["Œuvre", "oeuvre", "œuvre"],
      ["Straße STRAẞE", "strasse", "straße", "STRASSE"],
      ["Þórr", "thorr", "þórr"],
      ["Ilık", "ilik", "ILIK", "ılık"],
    ] as const)
      for (const q of queries) expect([q, await titles(as, q)]).toEqual([q, [title]]);
    for (const q of ["lodz", "łódź", "Łodz"]) expect([q, await titles(as, q)]).toEqual([q, ["Plain", "Łódź"]]);
  },
);

test.each([
  ["🚀", ["Plain", "🚀 Launch"]],
  ["🚀 launch", ["🚀 Launch"]],
  ["👩‍💻", ["Team 👩🏽‍💻"]],
  ["🇳🇴", ["Flag 🇳🇴"]],
  ["❤", ["Love ❤️"]],
  ["❤️", ["Love ❤️"]],
  ["🎊", ["Two 🎉🎊"]],
  ["🎈", []],
])("%s finds %j", async (q, found) => {
  expect(await titles(as, q)).toEqual(found);
});

test("what is found is marked as it stands in the text", async () => {
  const { results } = await rank(h, as, { q: "lodz" });
  const html = results.find((one: { title: string }) => one.title === "Plain")?.snippet_html;
  expect(html).toBe("a rocket 🚀 in <mark>Łódź</mark>, spelled <mark>Lodz</mark>");
});

test("what an earlier release indexed is indexed anew where it holds such letters, and nothing else is", async () => {
  const { sql } = h.runtime.database;
  const plain = await publish(h, { title: "Untouched", markdown: "ascii alone" }, { as });
  await indexAll(h);
  await sql`update search_files set words = to_tsvector('simple', 'former')`;
  const migration = await Bun.file(
    new URL("../../plugins/search/migrations/0005_folded_letters.sql", import.meta.url),
  ).text();
  await h.runtime.database.withTransaction(async (tx) => void (await tx.unsafe(migration)));
  await indexAll(h);
  expect(await titles(as, "smorrebrod")).toEqual(["Smørrebrød"]);
  expect(await titles(as, "🎊")).toEqual(["Two 🎉🎊"]);
  const [row] = await sql<{ words: string }[]>`
    select f.words::text as words from search_files f join documents d using (document_id) where d.doc_id = ${plain.doc.doc_id}`;
  expect(row?.words).toBe("'former':1");
});
