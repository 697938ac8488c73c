// Who finds what on the sites of a workspace:
// each kind of reader at each kind of page and document, compared with a table that a reviewer can read.
import { expect, test } from "bun:test";
import { showTable } from "../../hosts/reference/markdown_table.ts";
import { expectGolden } from "../harness/golden.ts";
import { NAME, openCases, READERS, type Reader, type Told } from "./reader_cases.ts";

const GOLDEN = new URL("./readers.golden.md", import.meta.url);
const { told, must, read, readExport, slug } = await openCases();

const HEAD = `# Who finds what on a site

A wiki and a folder site of the same documents, at a domain that crawlers are let in to, read by somebody of each kind.
\`bun test test/sites/readers_matrix_test.ts\` compares it with the server; \`npm run renew\` writes it anew.

- _anonymous_ is nobody known, _stranger_ owns another workspace, _viewer domain_ has an address of a domain that reads along.
- _member_ was given nothing, _shared with_ holds one document by name, _group member_ is in the group; the _owner_ wrote everything.
- 404 is the answer to whoever must not know. "yes" and "no" say whether the document is named there.
- An export of a workspace's site is for its members, and "anonymous" there is what they get as strangers see it.
`;

const SITES = [
  { title: "The wiki", base: "/w/", home: "", query: "" },
  { title: "The folder site", base: "/w/r/handbook/", home: "Book/", query: "&root=handbook" },
] as const;
type Site = (typeof SITES)[number];

const BESIDE = ["search", "sitemap.xml", "feed.xml", "opensearch.xml", "llms.txt", "llms-full.txt"];

test("each reader finds what the golden file readers.golden.md says, and nothing else", async () => {
  const tables = [HEAD];
  for (const site of SITES) tables.push(await tellOfDocuments(site));
  tables.push(await tellOfPages("Pages, at a domain that crawlers are let in to", NAME));
  tables.push(await tellOfPages("Pages, on the shared host", null));
  for (const publishing of ["signed_in", "off"]) {
    await must("PUT /api/policy", { publishing });
    tables.push(await tellOfPages(`Pages, where the workspace's rule of publishing is ${publishing}`, NAME));
  }
  await must("PUT /api/policy", { publishing: "public" });
  await expectGolden(GOLDEN, tables.join("\n"));
});

test("no page of a stranger names a document that they may not open, nor any part that is for others", async () => {
  const open = told.filter(({ what }) => what === "unlisted");
  const closed = told.filter((one) => !open.includes(one));
  for (const { base, home } of SITES) {
    const pages = [base, base + home, ...open.map(({ doc_id }) => base + home + doc_id)];
    for (const path of [...pages, ...[...BESIDE, "search?q=needle", "search?q=for"].map((name) => base + name)]) {
      for (const reader of ["anonymous", "stranger"] as const) {
        const { text } = await read(path, { reader });
        const said = text.replaceAll(/to=[^"]*/g, "");
        const names = closed.filter(({ word, doc_id }) => said.includes(word) || said.includes(doc_id));
        expect([path, reader, names, /For members|For the group|Members\/|Group\//.test(said)]).toEqual([
          ...[path, reader, [], false],
        ]);
      }
    }
  }
});

/** Where each document is named to each reader. */
async function tellOfDocuments({ title, base, home, query }: Site): Promise<string> {
  const listed = new Map<Reader, Map<string, string>>();
  for (const reader of READERS) {
    const texts = new Map<string, string>();
    for (const name of ["sitemap.xml", "feed.xml", "llms.txt", "llms-full.txt"]) {
      texts.set(name, (await read(base + name, { reader })).text);
    }
    texts.set("tree", (await read(base + home, { reader })).text);
    texts.set("search", (await read(`${base}search?q=needle&format=json`, { reader })).text);
    texts.set("export", await readExport(query, reader));
    listed.set(reader, texts);
  }
  const rows: string[][] = [];
  for (const one of told) {
    const statuses = async (suffix: string) =>
      Promise.all(READERS.map(async (reader) => String((await read(pathOf(one, base, suffix), { reader })).status)));
    rows.push([one.what, "page", ...(await statuses(""))]);
    rows.push([one.what, "page as markdown", ...(await statuses("?format=md"))]);
    for (const name of ["tree", "search", "sitemap.xml", "feed.xml", "llms.txt", "llms-full.txt", "export"]) {
      const says = READERS.map((reader) => (names(listed.get(reader)?.get(name) ?? "", one) ? "yes" : "no"));
      // Nobody finds it there: said once for the document, at its page.
      if (says.includes("yes")) rows.push([one.what, name, ...says]);
    }
  }
  return `## ${title}\n\nA row is left out where nobody finds the document.\n\n${showTable([["document", "at", ...READERS], ...rows])}`;
}

function pathOf({ doc_id }: Told, base: string, suffix: string): string {
  return `${base}${doc_id}${suffix}`;
}

function names(text: string, { word, doc_id }: Told): boolean {
  const said = text.replaceAll(/to=[^"]*/g, "");
  return said.includes(word) || said.includes(doc_id);
}

/** What answers each reader, whatever is in it. */
async function tellOfPages(title: string, host: string | null): Promise<string> {
  const at = host === null ? `/w/@${slug}/` : "/w/";
  const rows: string[][] = [];
  const paths = [
    ...["", "doc_nothing", ...BESIDE],
    ...["r/handbook/", "r/handbook/Book/", "r/handbook/Book/Members/", "r/handbook/Book/Group/", "r/handbook/Drafts/"],
    ...BESIDE.map((name) => `r/handbook/${name}`),
  ];
  for (const path of paths) {
    const answers = READERS.map(async (reader) => String((await read(at + path, { reader, host })).status));
    rows.push([`\`${host === null ? "/w/@{workspace}/" : "/w/"}${path}\``, ...(await Promise.all(answers))]);
  }
  return `## ${title}\n\n${showTable([["page", ...READERS], ...rows])}`;
}
