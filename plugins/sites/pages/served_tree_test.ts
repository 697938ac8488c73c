// The tree beside a page of a site with very many pages has what lies around the page, and links to the rest.
import { expect, test } from "bun:test";
import { writeHtml } from "../../../kernel/plugin.ts";
import { indexPages, type Site, type SiteNode, type SitePage } from "../model/site.ts";
import { servedTree } from "./served_tree.ts";

const BASE = "/w/@a/r/shelf/";

function nodeAt(label: string, href: string, children: readonly SiteNode[] = []): SiteNode {
  const kind = children.length > 0 ? "folder" : "document";
  const none = { icon: null, doc_id: null, entry_id: null, is_collapsed: false, has_sign_in_hint: false };
  return { ...none, kind, label, href, children };
}

function siteOf(folders: number, { has_sign_in_hint = false, is_cut = false } = {}): Site {
  const nodes = Array.from({ length: folders }, (_, part) => {
    const href = `${BASE}Part%20${part}/`;
    const pages = Array.from({ length: 50 }, (_, n) => nodeAt(`Page ${part}-${n}`, `${href}p${n}`));
    return nodeAt(`Part ${part}`, href, pages);
  });
  const pages = nodes.flatMap(({ children }) =>
    children.map(
      ({ label: title, href }): SitePage => ({
        ...{ document_id: 1, doc_id: title, slug: title, alias: null, title, icon: null, kind: "markdown", version: 1 },
        ...{ updated_at: new Date(0), is_public: true, expires_at: null, description: null, file: null, trail: [] },
        href: href ?? "",
      }),
    ),
  );
  const head = { title: "Shelf", tagline: null, home: BASE, base: BASE, accent: null, logo: null, footer: null };
  return { ...head, is_indexable: false, workspace_id: 1, nodes, has_sign_in_hint, is_cut, ...indexPages(pages) };
}

const HERE = { href: `${BASE}Part%203/p7`, doc_id: null };

test("a site of many pages has the folder of the page open, and a link to each other one", () => {
  const text = writeHtml(servedTree(siteOf(100), HERE));
  expect(text.match(/<li/g)).toHaveLength(100 + 50);
  expect(text).toContain(`<a href="${HERE.href}" aria-current="page">`);
  expect(text).toContain(`href="${BASE}Part%2099/"`);
  expect(text).not.toContain("Page 4-1");
});

test("a site of fewer has all of them, as has one that says where there is more for people who sign in", () => {
  expect(writeHtml(servedTree(siteOf(20), HERE)).match(/<li/g)).toHaveLength(20 * 51);
  const hinted = writeHtml(servedTree(siteOf(100, { has_sign_in_hint: true }), HERE));
  expect(hinted.match(/<li/g)).toHaveLength(100 * 51);
  expect(hinted).toContain("Sign in to see more pages.");
});

test("a site that holds fewer pages than there are says so, folded or whole", () => {
  for (const folders of [20, 100]) {
    const told = [false, true].map((is_cut) =>
      writeHtml(servedTree(siteOf(folders, { is_cut }), HERE)).includes("more pages"),
    );
    expect([folders, told]).toEqual([folders, [false, true]]);
  }
});
