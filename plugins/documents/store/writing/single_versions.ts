// The next version of a document as the one statement of its write,
// for a writer who has read the document as it still is.
import type { Gathered, Single, SingleParts } from "../../../../kernel/ports/operation.ts";
import type { NotingCall } from "../../model/calls.ts";
import type { FileRow, LoadedDocument } from "../../model/rows.ts";
import type { ContentFile } from "../../write/content_file.ts";
import { showAnew } from "../../write/showing.ts";
import { countMaxima, refusalOfCount, tellChange } from "../counting/counters.ts";
import { documentCachePort } from "../reading/document_cache.ts";
import { takesMore } from "./new_documents.ts";
import { expiryOf, growthOf } from "./updates.ts";
import { type BegunVersion, callVersions, sendVersion, type WrittenVersion } from "./versions_together.ts";
import { type NextVersion, nameFile, sortFiles, totalBytes, type Written } from "./writes.ts";

/** With more files that come or go a version is a transaction of its own, which keeps nobody else waiting for so many rows. */
const FILES_MAX = 20;

/** Whether that statement can write what comes to the document and what goes. */
export function isSingleVersion(
  { files }: Pick<LoadedDocument, "files">,
  { kept, fresh }: { kept: readonly FileRow[]; fresh: readonly ContentFile[] },
): boolean {
  return Math.max(fresh.length, files.length - kept.length) <= FILES_MAX && !fresh.some(takesMore);
}

/**
 * The statement, once everybody has been asked, by itself or with those of others. `finish` notes the version and answers the write;
 * files that are new have no keys of their rows then. It writes nothing where the document is not what was read any more, or where a candidate took the next number.
 */
export function singleVersion<T>(
  call: NotingCall,
  document: LoadedDocument & { stamp: string },
  content: NextVersion,
  finish: (written: Written) => T,
): Single<T> {
  const { retention_days } = document;
  const version = document.version + 1;
  const files = sortFiles([...content.kept, ...content.fresh.map((file) => nameFile(file, 0))]);
  const size = totalBytes(files);
  const ending = { retention_days, expires_at: expiryOf(document, call.now), released_at: null };
  const written: Written = { version, files, title: content.title, size_bytes: size, ...ending };
  const foretold = finish(written);
  tellChange(call);
  let done: WrittenVersion | null = null;
  call.afterCommit(() => {
    const by = { actor: call.actor, doc_id: document.doc_id };
    const cache = call.use(documentCachePort);
    if (done) cache.remember(by, { ...document, ...written, ...asWritten(files, done), updated_at: call.now });
    else cache.forget(by);
  });
  showAnew(call, document.slug);
  const maxima = countMaxima(call);
  const begun: BegunVersion = { call, document, content, written, grown: growthOf(document, size).bytes };
  const send = async ({ sql, noted, has_lock_timeout }: SingleParts) => {
    const [sent] = await callVersions(sql, [begun], { noted, has_lock_timeout, bytes_max: maxima.bytes_max }).catch(
      (error: unknown) => {
        throw refusalOfCount(call, error, maxima);
      },
    );
    done = sent ?? null;
    return done && { value: foretold };
  };
  const gathered: Gathered = (database, { noted, alone, done: answer }) => {
    const finished = (sent: WrittenVersion | null) => {
      done = sent;
      return sent && answer();
    };
    return sendVersion(database, { begun, noted, bytes_max: maxima.bytes_max, alone, finish: finished });
  };
  return Object.assign(send, { foretold, gathered });
}

/** Files with the keys of the rows that those have which are new. */
function asWritten(files: readonly FileRow[], { stamp, blobs }: WrittenVersion): { stamp: string; files: FileRow[] } {
  return { stamp, files: files.map((file) => ({ ...file, blob_id: file.blob_id || (blobs.get(file.sha256) ?? 0) })) };
}
