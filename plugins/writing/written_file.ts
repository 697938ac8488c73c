// Which files of a document are written as text in the app. Pure.

interface Document {
  kind: string;
  doc_type: string;
}

export interface WrittenFile {
  path: string;
  size: number;
  content_type: string;
}

/** Whether a document is made of a text of its own, rather than of a file, of records or of questions. */
export function isWritten({ kind, doc_type }: Document): boolean {
  return doc_type === "document" && ["markdown", "html", "snippet"].includes(kind);
}

/** Made by the service from the source, and never written. */
const PAGE_PATH = "index.html";
const TEXT = /^(?:text\/|image\/svg|application\/(?:json|manifest\+json|xml|xhtml|yaml|toml|javascript))/;

/** The files that can be written here, the one that the document is made of first. */
export function writtenFiles(document: Document, files: readonly WrittenFile[]): WrittenFile[] {
  const isMade = ({ path }: WrittenFile) => path === PAGE_PATH && document.kind !== "html";
  const isSource = ({ path }: WrittenFile) => isSourcePath(document, path);
  const texts = files.filter((file) => !isMade(file) && (isSource(file) || TEXT.test(file.content_type)));
  return [...texts.filter(isSource), ...texts.filter((file) => !isSource(file))];
}

function isSourcePath({ kind }: Document, path: string): boolean {
  if (kind === "markdown") return path === "source.md";
  return kind === "html" ? path === PAGE_PATH : /^source(?:\.[^/]+)?$/.test(path);
}

/** How a file's text is read by people: as sentences, which have a spelling and a direction of their own, or as code. */
export function isProse(path: string): boolean {
  return /\.(?:md|markdown|txt)$/i.test(path);
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}
