// What kind of document a file makes, and how each kind of file is named and sent (rules: documents/kinds).
import { refuse } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";

export const KINDS = manifest.kinds;
export type Kind = (typeof KINDS)[number];

/** Kinds whose page is made by the service from a payload. */
export const SHARE_KINDS: readonly Kind[] = ["image", "pdf", "audio", "video", "file"];

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  htm: "text/html; charset=utf-8",
  xhtml: "application/xhtml+xml",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  json: "application/json",
  map: "application/json",
  webmanifest: "application/manifest+json",
  xml: "application/xml",
  svg: "image/svg+xml",
  md: "text/markdown; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  tsv: "text/tab-separated-values; charset=utf-8",
  ics: "text/calendar; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  ico: "image/x-icon",
  pdf: "application/pdf",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  weba: "audio/webm",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  mov: "video/quicktime",
  wasm: "application/wasm",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
  zip: "application/zip",
  gz: "application/gzip",
  tar: "application/x-tar",
  "7z": "application/x-7z-compressed",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  epub: "application/epub+zip",
  sqlite: "application/vnd.sqlite3",
};

/** Source code and configuration: text to every reader, a program to no browser. */
const CODE_ENDINGS =
  "bash bat c cc clj cpp cs dart diff erl ex fs go gradle graphql groovy h hpp hs ini java jl jsx kt less lisp log lua nix patch php pl properties proto ps1 py r rb rs sass scala scss sh sql swift tex toml ts tsx vb vue yaml yml zig";
const CODE: ReadonlySet<string> = new Set(CODE_ENDINGS.split(" "));

/** The lower-case ending of a path without its dot; `""` when it has none. */
export function endingOf(path: string): string {
  const name = path.split("/").at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

/** The content type that a path is stored and sent with. The name decides, never what the sender claims. */
export function contentTypeOf(path: string): string {
  const ending = endingOf(path);
  return TYPES[ending] ?? (CODE.has(ending) ? "text/plain; charset=utf-8" : "application/octet-stream");
}

/** What a published file becomes. SVG can carry script, so it is shared as a file and never as a picture page. */
export function kindOfFile(filename: string, options: { render: boolean }): Kind {
  const ending = endingOf(filename);
  if (ending === "html" || ending === "htm") return "html";
  if (ending === "md" || ending === "markdown") return options.render ? "markdown" : "file";
  if (ending === "svg") return "file";
  const type = contentTypeOf(filename);
  if (type === "application/pdf") return "pdf";
  const family = type.split("/")[0];
  if (family === "image" || family === "audio" || family === "video") return family;
  return "file";
}

/** Endings that a browser runs as part of a page; uploads of these are held to the small limit (rules: uploads/one_request). */
export function isWebCode(filename: string): boolean {
  return ["html", "htm", "js", "mjs", "css"].includes(endingOf(filename));
}

const LANGUAGE_ENDINGS: Readonly<Record<string, string>> = {
  typescript: "ts",
  javascript: "js",
  python: "py",
  rust: "rs",
  ruby: "rb",
  bash: "sh",
  shell: "sh",
  markdown: "md",
  kotlin: "kt",
  csharp: "cs",
  "c++": "cpp",
  "c#": "cs",
  plaintext: "txt",
  text: "txt",
  yaml: "yml",
  haskell: "hs",
  perl: "pl",
};

/** The name under which a snippet's source is kept: `source.<ext>`. Throws 400 for a language that makes no ending. */
export function snippetPath(language: string | null): string {
  if (language === null || language === "") return "source.txt";
  const named = language.toLowerCase();
  const ending = LANGUAGE_ENDINGS[named] ?? named;
  if (!/^[a-z0-9][a-z0-9_-]{0,15}$/.test(ending)) {
    throw refuse.invalid(
      `language "${language.slice(0, 40)}" is not a name of a language; use one such as "typescript", "python" or "sql"`,
    );
  }
  // A source that browsers run, or that the page itself is called, is kept as text.
  return ["html", "htm", "md", "markdown"].includes(ending) ? `source.${ending}.txt` : `source.${ending}`;
}
