// The next version of a document as the one statement of its write, for a writer who has read the document as it still is.
import { type Expression, noteTaken, type Single, type SingleParts } from "../../../kernel/mod.ts";
import type { NotingCall } from "../model/calls.ts";
import type { LoadedDocument } from "../model/rows.ts";
import type { ContentFile } from "../write/content_file.ts";
import { showAnew } from "../write/showing.ts";
import { type CountMaxima, countMaxima, refusalOfCount, tellChange } from "./counters.ts";
import { linksParameter } from "./links.ts";
import { SINGLE_FILES_MAX, takesMore } from "./new_documents.ts";
import { expiryOf, forgetAfter, growthOf } from "./updates.ts";
import { linkingSources, type NextVersion, nameFile, sortFiles, totalBytes, type Written } from "./writes.ts";

/** Whether that statement can write these new files. */
export function isSingleVersion(fresh: readonly ContentFile[]): boolean {
  return fresh.length <= SINGLE_FILES_MAX && !fresh.some(takesMore);
}

/**
 * The statement, once everybody has been asked. Files that are new are answered without the keys of their rows. It writes nothing
 * where the document is not what was read any more, or where a candidate took the next number.
 */
export function singleVersion<T>(
  call: NotingCall,
  document: LoadedDocument,
  content: NextVersion,
  finish: { note(version: number): void; answer(written: Written): T },
): Single<T> {
  const version = document.version + 1;
  const fresh = content.fresh.toSorted((one, other) => (one.stored.sha256 < other.stored.sha256 ? -1 : 1));
  const files = sortFiles([...content.kept, ...fresh.map((file) => nameFile(file, 0))]);
  const size = totalBytes(files);
  const expires_at = expiryOf(document, call.now);
  finish.note(version);
  tellChange(call);
  forgetAfter(call, document);
  showAnew(call, document.slug);
  const maxima = countMaxima(call);
  const { title } = content;
  const ending = { retention_days: document.retention_days, expires_at, released_at: null };
  const foretold = finish.answer({ version, files, title, size_bytes: size, ...ending });
  const send = async ({ sql, noted }: SingleParts) => {
    const next = { ...content, fresh, version, size, expires_at };
    const [answer] = await callReplace({ ...call, sql }, document, next, { noted, ...maxima }).catch(
      (error: unknown) => {
        throw refusalOfCount(call, error, maxima);
      },
    );
    if (!answer?.made) return null;
    const taken = fresh.map(({ stored }, at) => ({
      sha256: stored.sha256,
      blob_id: 0,
      storage_key: answer.kept?.[at] ?? "",
    }));
    noteTaken(
      fresh.map((file) => file.stored),
      taken,
    );
    return { value: foretold };
  };
  return Object.assign(send, { foretold });
}

type Next = NextVersion & { version: number; size: number; expires_at: Date | null };

/** Answers one row: the version, null where nothing was written, and the keys of the new contents in their order. */
async function callReplace(
  { sql, actor, now, via }: NotingCall,
  document: LoadedDocument,
  { kept, fresh, version, title, message, size, expires_at }: Next,
  { noted, bytes_max }: { noted: Expression } & CountMaxima,
): Promise<{ made: number | null; kept: string[] | null }[]> {
  const [first, other] = fresh;
  const named = [...kept, ...fresh.map((file) => nameFile(file, null))];
  const files = JSON.stringify(named);
  const links = linksParameter(linkingSources<(typeof named)[number]>(fresh, named));
  return sql<{ made: number | null; kept: string[] | null }[]>`
    call replace_files(${actor.user_id}, ${actor.workspace.id}, ${now}, ${via}, ${document.document_id}, ${document.owner_id},
      ${document.stamp ?? null}, ${version}, ${title}, ${document.retention_days}, ${expires_at}, ${message}, ${size},
      ${growthOf(document, size).bytes}, ${files}::text::jsonb,
      ${fresh.map(({ stored }) => stored.sha256)}::text[], ${fresh.map(({ stored }) => stored.size_bytes)}::bigint[],
      ${fresh.map(({ stored }) => stored.key)}::text[], ${first?.stored.bytes ?? null}, ${other?.stored.bytes ?? null},
      ${noted}, ${links}::text::jsonb, ${bytes_max}, null, null)`;
}
