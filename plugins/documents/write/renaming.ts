// The page that shows a document's title, its description or the syntax chosen for it:
// made anew where they change, which is no new version.
import { type Attrs, chosenMarkdown, replaceAttrs } from "../model/attrs.ts";
import type { PrepareCall, WriteCall } from "../model/calls.ts";
import type { DocumentRow, FileRow, LoadedDocument } from "../model/rows.ts";
import { renewLater, replacePage } from "../store/writing/pages.ts";
import { PAGE_PATH } from "./content.ts";
import type { ContentFile } from "./content_file.ts";
import { isGenerated, renderPage, sameNaming, sourceOf } from "./page.ts";
import { titleAfter } from "./settings.ts";

/** The page was made from the document that the caller saw; when somebody wrote meanwhile, the renewal makes it again. */
export async function placePage(
  call: WriteCall & { subject: LoadedDocument },
  { before, after, page }: { before: DocumentRow; after: DocumentRow & { files: FileRow[] }; page: ContentFile },
): Promise<FileRow[]> {
  const { subject } = call;
  if (before.version === subject.version && sameNaming(before, subject)) return replacePage(call, after, page);
  await renewLater(call, after);
  return after.files;
}

/** The members of a patch that a page shows. */
interface Naming {
  title?: string;
  filename?: string | null;
  description?: string;
  attrs?: Attrs;
}

/** Whether the page that shows the document is made anew, which takes a rendering as a publish does. */
export function isPageRenamed(document: LoadedDocument, body: Naming): boolean {
  const { description = document.description } = body;
  if (!isGenerated(document, PAGE_PATH)) return false;
  const isNamed = titleAfter(document, body) !== document.title || description !== document.description;
  return isNamed || (document.kind === "markdown" && choosesAnew(document, body));
}

function choosesAnew({ attrs: before }: LoadedDocument, { attrs }: Naming): boolean {
  return attrs !== undefined && chosenMarkdown(replaceAttrs(before, attrs)) !== chosenMarkdown(before);
}

/** A page that shows the title, the description or a choice of syntax is made anew with them; that is no new version (rules: versions/people_count). */
export async function renamedPage(
  call: PrepareCall,
  subject: LoadedDocument,
  body: Naming,
): Promise<ContentFile | null> {
  if (!isPageRenamed(subject, body)) return null;
  const { description = subject.description } = body;
  const title = titleAfter(subject, body);
  const title_set = subject.title_set || body.title !== undefined;
  const attrs = body.attrs ? replaceAttrs(subject.attrs, body.attrs) : subject.attrs;
  const making = { ...call, of_version: subject.version };
  return renderPage(making, { ...subject, title, title_set, description, attrs }, sourceOf(call, subject));
}
