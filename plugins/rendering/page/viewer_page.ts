// The page of a shared file:
// a picture, a player, a PDF, its text, or a card with what the file is, and always the download.
import type { Element } from "hast";
import { toHtml } from "hast-util-to-html";
import { element } from "../html/element.ts";
import { pageShell } from "./page_shell.ts";
import { plainName } from "./plain_name.ts";
import { describe, withPreview } from "./preview.ts";
import { type TextStage, textStage } from "./text_stage.ts";

/** What a viewer page shows. `file.path` lies beside the page; `size` is in bytes. */
export interface ViewerInput {
  /** `image`, `pdf`, `audio` and `video` are shown in place, every other kind as text if it is one, else as a card. */
  kind: string;
  title: string;
  /** Plain text; blank lines part paragraphs. */
  description: string;
  file: { path: string; size: number; content_type: string };
}

/** Renders the page in UTF-8. `bytes` are the file's where its text is to be shown, if it turns out to be one. */
export function renderViewerPage(
  { kind, title: called, description, file }: ViewerInput,
  bytes: Uint8Array | null = null,
): Uint8Array<ArrayBuffer> {
  const title = plainName(called);
  const address = file.path.split("/").map(encodeURIComponent).join("/");
  const shown = showFile({ kind, title, address });
  const text = shown ? null : bytes && textStage(bytes, file.path);
  const about = paragraphsOf(description);
  const card = [fileCard(file, address), ...about];
  // As a picture of a page it runs nothing, whatever it holds; opened by itself it is in a sandbox.
  const drawn = /\.svg$/i.test(file.path) ? showFile({ kind: "image", title, address }) : null;
  const rest = text ? showText(text, { about, file }) : card;
  const content = shown ? [shown, ...about, factsLine(factsOf(file))] : [...(drawn ? [drawn] : []), ...rest];
  const download = element("a", { className: ["button"], href: address, download: "" }, "Download");
  const header = element("header", {}, element("h1", { dir: "auto" }, title), shown || text ? download : null);
  const page = pageShell({ title, lang: null, toc: [], kind: "viewer", content: [header, ...content] });
  const html = toHtml(page, { allowDangerousHtml: true });
  return new TextEncoder().encode(withPreview(html, { title, description: describe(description), lang: null }));
}

/** A text may be long: what is to be said about it comes before it. */
function showText(
  { content, facts, choices = [] }: TextStage,
  { about, file }: { about: Element[]; file: ViewerInput["file"] },
): Element[] {
  // A name that is written from the right must not turn what is said of the file.
  const name = element("bdi", {}, plainName(file.path));
  return [...about, factsLine([name, ...facts, formatSize(file.size)], choices), ...content];
}

function factsLine(facts: (string | Element)[], choices: Element[] = []): Element {
  const line = facts.flatMap((fact, index) => (index === 0 ? [fact] : [" · ", fact]));
  return element("p", { className: ["facts"] }, element("span", {}, ...line), ...choices);
}

interface Shown {
  kind: string;
  title: string;
  address: string;
}

function showFile({ kind, title, address }: Shown): Element | null {
  const stage = (shown: Element) => element("figure", { className: ["stage"] }, shown);
  if (kind === "image") return stage(element("a", { href: address }, element("img", { src: address, alt: title })));
  if (kind === "video") {
    return stage(element("video", { src: address, controls: true, preload: "metadata", ariaLabel: title }));
  }
  if (kind === "audio")
    return stage(element("audio", { src: address, controls: true, preload: "metadata", ariaLabel: title }));
  if (kind !== "pdf") return null;
  // Browsers that show no PDF, such as those of phones, show what stands inside the object.
  const otherwise = element(
    "div",
    { className: ["card"] },
    element("p", {}, "This browser does not show PDF files in a page."),
    element("p", {}, element("a", { href: address }, "Open the file")),
  );
  return stage(element("object", { data: address, type: "application/pdf", ariaLabel: title }, otherwise));
}

function fileCard(file: ViewerInput["file"], address: string): Element {
  const dot = file.path.lastIndexOf(".");
  const ending = dot > 0 ? plainName(file.path.slice(dot + 1)) : "";
  return element(
    "div",
    { className: ["card"] },
    ending === "" || ending.length > 12
      ? null
      : element("p", { className: ["ending"], ariaHidden: "true" }, ending.toUpperCase()),
    element("p", {}, element("strong", {}, plainName(file.path))),
    factsLine(factsOf(file)),
    element("p", {}, element("a", { className: ["button"], href: address, download: "" }, "Download")),
  );
}

function factsOf({ size, content_type }: ViewerInput["file"]): string[] {
  return [content_type.split(";")[0] ?? "", formatSize(size)];
}

function paragraphsOf(description: string): Element[] {
  const paragraphs = description
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return paragraphs.map((paragraph) => element("p", { className: ["about"], dir: "auto" }, paragraph));
}

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** A size as people read it: `812 bytes`, `1.4 MiB`. */
export function formatSize(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  if (unit === 0) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  return `${value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${UNITS[unit]}`;
}
