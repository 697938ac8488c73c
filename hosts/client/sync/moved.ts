// Finds documents whose files were renamed here: a file that is gone, and a new one with the same content.
import { dirOf, splitName } from "./names.ts";
import { filesIn, isSameFiles, type LocalUnit, type SyncedDoc } from "./trees.ts";

/** By document: where its file lies now. */
export function findMoved(missing: readonly SyncedDoc[], fresh: readonly LocalUnit[]): Map<string, LocalUnit> {
  const found = new Map<string, LocalUnit>();
  const free = new Set(fresh);
  // The surest first: content that others have too says little, unless its name or its place stayed.
  for (const isAlike of [isSameName, isSamePlace, isOnlyOne]) {
    for (const document of missing) {
      if (found.has(document.doc_id)) continue;
      const candidates = [...free].filter((unit) => mayBe(document, unit));
      const unit = candidates.find((one) => isAlike(document, one, candidates));
      if (!unit) continue;
      found.set(document.doc_id, unit);
      free.delete(unit);
    }
  }
  return found;
}

function mayBe(document: SyncedDoc, unit: LocalUnit): boolean {
  if (unit.shape === "file" && document.shape === "file" && endingOf(document) !== endingOf(unit)) return false;
  return isSameFiles(filesIn(unit, document), document.files);
}

function endingOf({ path, shape }: Pick<LocalUnit, "path" | "shape">): string {
  return splitName(path, shape).ending.toLowerCase();
}

function isSameName(document: SyncedDoc, unit: LocalUnit): boolean {
  return splitName(document.path, document.shape).stem === splitName(unit.path, unit.shape).stem;
}

function isSamePlace(document: SyncedDoc, unit: LocalUnit): boolean {
  return dirOf(document.path) === dirOf(unit.path) && !isEmpty(document);
}

function isOnlyOne(document: SyncedDoc, _unit: LocalUnit, candidates: readonly LocalUnit[]): boolean {
  return candidates.length === 1 && !isEmpty(document);
}

/** All empty files are alike. */
function isEmpty({ files }: SyncedDoc): boolean {
  return Object.values(files).every(({ size }) => size === 0);
}
