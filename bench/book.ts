// What benches of a book as a wiki share:
// it is published by the command that people call, and its longest chapter is looked for.
import { readdirSync } from "node:fs";
import { type Place, senderAt } from "./servers.ts";

/** A book in the layout of mdBook or MkDocs. */
const BOOK = process.env["BENCH_BOOK"] ?? "";
const ENTRY = new URL("../hosts/docsvc.ts", import.meta.url).pathname;

if (BOOK === "" || !readdirSync(BOOK).length)
  throw new Error("say in BENCH_BOOK which folder holds a book, such as one of mdBook");

/** Publishes it into a shared root as the wiki of a new workspace and as a folder site; answers the wiki, and what sends more. */
export async function openBook(place: Pick<Place, "makeTokens" | "database" | "ours">) {
  const [token = ""] = await place.makeTokens(1);
  await place.database.sql`update users set role = 'owner'`;
  const send = senderAt(place.ours, token);
  await send("POST", "/api/roots", { name: "Handbook" });
  const into = ["--root", "handbook", "--folder", "book", "--visibility", "unlisted", "--navigation", "The book"];
  const args = ["publish", BOOK, ...into, "--server", place.ours.base_url, "--token", token];
  const publish = Bun.spawn([process.execPath, ENTRY, ...args], { stdout: "ignore", stderr: "inherit" });
  if ((await publish.exited) !== 0) throw new Error(`publishing ended with ${publish.exitCode}`);
  await send("PUT", "/api/folder-meta?root=handbook&path=book", { published: true });
  const wiki = await send("PUT", "/api/wiki-site", { enabled: true, navigation: "the-book", title: "The book" });
  return { send, token, url: String(wiki.url) };
}

/** The chapter of a wiki's tree whose page has most bytes. */
export async function findLongest(home: string): Promise<string> {
  const text = await (await fetch(home)).text();
  const chapters = new Set(
    [...text.matchAll(/href="(\/w\/[^"#?]*doc_[^"#?]+)"/g)].map(([, path = ""]) => new URL(path, home).href),
  );
  let longest = { address: home, bytes: 0 };
  for (const address of chapters) {
    const bytes = (await (await fetch(address)).bytes()).length;
    if (bytes > longest.bytes) longest = { address, bytes };
  }
  return longest.address;
}
