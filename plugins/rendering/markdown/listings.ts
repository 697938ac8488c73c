// Turns mdBook's <Listing> into a figure, because its file name, number and caption are content that a reader needs.
import type { Element, Root } from "hast";
import { element, text } from "../html/element.ts";

/** A tree pass for raw HTML; runs before the tree is made safe. */
export function nameListings(tree: Root): void {
  replaceIn(tree);
}

function replaceIn(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    replaceIn(child);
    if (child.tagName === "listing") becomeFigure(child);
  }
}

function becomeFigure(listing: Element): void {
  const number = attribute(listing, "number");
  const caption = attribute(listing, "caption");
  const file = attribute(listing, "file-name");
  listing.tagName = "figure";
  listing.properties = { className: ["listing"] };
  if (file) listing.children.unshift(element("div", { className: ["filename"] }, file));
  if (!number && !caption) return;
  const label = number ? `Listing ${number}${caption ? ": " : ""}` : "";
  listing.children.push(element("figcaption", {}, label || null, ...codeSpans(caption)));
}

function attribute(listing: Element, name: string): string {
  const value = listing.properties[name] ?? listing.properties[name === "file-name" ? "fileName" : name];
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, 1000) : "";
}

/** Captions are markdown that hardly ever holds more than code spans. */
function codeSpans(caption: string) {
  return caption.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : text(part)));
}
