// Tells what of a folder's pages leads nowhere,
// and what of them is not read as the program reads it that they were written for.
import { tellUnknown } from "../../../plugins/rendering/extensions/extensions.ts";
import type { Done } from "./documents.ts";
import type { Report } from "./report.ts";

const SHOWN = 10;
const LOST_SHOWN = 40;

export function tellUnread(report: Report, { unread, texts, embeds }: Done): void {
  if (unread.length > 0) {
    const shown = unread.slice(0, SHOWN).map(({ what, files }) => `${what} (${files})`);
    const more = unread.length > SHOWN ? ", ..." : "";
    report.remark(`front matter that is not read, with the number of files that have it: ${shown.join(", ")}${more}`);
  }
  const all = [...texts.values()];
  const unknown = new Set(all.flatMap((text) => text.unknown));
  if (unknown.size > 0) report.remark(tellUnknown([...unknown].slice(0, SHOWN)));
  const unchosen = Map.groupBy(
    all.flatMap((text) => text.unchosen),
    (name) => name,
  );
  if (unchosen.size > 0) {
    const counts = [...unchosen]
      .toSorted()
      .map(([name, found]) => `${name} (${found.length})`)
      .join(", ");
    const how = `--markdown, or "markdown:" in a file's front matter, chooses it`;
    report.remark(`syntax that is shown as it is written, with the number of files that have it: ${counts}; ${how}`);
  }
  if (embeds.embeds > 0) {
    const where = `${embeds.embeds} in ${embeds.files} ${embeds.files === 1 ? "file" : "files"}`;
    report.remark(`embedded notes, ![[Note]], are links to the note here and do not show its text: ${where}`);
  }
}

export function tellLost(report: Report, { lost }: Done): void {
  if (lost.length === 0) return;
  report.remark(`links that lead to nothing in this folder: ${lost.length}`);
  for (const { path, line, url } of lost.slice(0, LOST_SHOWN)) report.remark(`  ${path}:${line}  ${url.slice(0, 200)}`);
  if (lost.length > LOST_SHOWN) report.remark(`  and ${lost.length - LOST_SHOWN} more`);
}
