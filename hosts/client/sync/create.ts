// Makes a document of a file, or of a folder that is one,
// so that a run that is stopped in the middle makes no second one.
import { pageOrFile, wordsFor } from "../server/unrendered.ts";
import { type Action, agreed } from "./actions.ts";
import { filenameOf, namesOf, UNIT_ENDING } from "./names.ts";
import { tellPartsLeft } from "./parts_left.ts";
import { filesOfNew } from "./remote.ts";
import { contentsOf, type LocalFile, type LocalUnit, mainIn, type RemoteDoc } from "./trees.ts";
import { keepAgreement, type Work } from "./work.ts";

/** SHA-256 of the line that stands for an empty file until its second version. */
const LINE = new Bun.CryptoHasher("sha256").update("\n").digest("hex");

export async function createDocument(work: Work, action: Extract<Action, { do: "create" }>): Promise<void> {
  const { state, remote, report } = work;
  const { unit, path, folder, mark } = action;
  const { main, file } = beginningOf(unit);
  const filename = filenameOf(path, unit.shape, main);
  const first = file.size === 0 ? { sha256: LINE, size: 1 } : { sha256: file.sha256, size: file.size };
  const before = state.sending.get(path);
  const isSame = before?.files[""]?.sha256 === first.sha256;
  const idempotency_key = isSame ? before.idempotency_key : crypto.randomUUID();
  state.sending.put(path, { key: path, files: { "": first }, idempotency_key });
  const { root, visibility } = work.pairing;
  const options = { filename, folder, mark, root, visibility, file, idempotency_key };
  const { document, reason } = await pageOrFile(filename, (as) =>
    work.remote.create(
      as === "page"
        ? { ...options, render: true }
        : { ...options, render: false, idempotency_key: `${idempotency_key}-file` },
    ),
  );
  const { doc_id, version, kind } = document;
  const made: RemoteDoc = {
    doc_id,
    version,
    kind,
    ...namesOf(document),
    is_published: false,
    folder: document.folder,
    files: filesOfNew(document, first),
  };
  keepAgreement(state, agreed(made, { path, shape: unit.shape, is_suffixed: false }), path);
  const name = Object.keys(made.files)[0] ?? main;
  const all = unit.shape === "folder" ? unit.files : { [name]: file };
  const put = Object.fromEntries(Object.entries(all).filter(([at, one]) => made.files[at]?.sha256 !== one.sha256));
  if (Object.keys(put).length > 0) {
    const next = await remote.edit(doc_id, { base_version: version, put, remove: [] });
    const whole = { ...made, version: next, files: contentsOf(all) };
    keepAgreement(state, agreed(whole, { path, shape: unit.shape, is_suffixed: false }), path);
  }
  report.tell("up", path, ...(reason === null ? [] : [wordsFor(reason)]));
  const left = await tellPartsLeft(unit);
  if (left !== null) report.remark(left);
}

function beginningOf(unit: LocalUnit): { main: string; file: LocalFile } {
  const main = mainIn(unit);
  const file = main === undefined ? undefined : unit.files[main];
  if (main === undefined || !file) {
    throw new Error(`a folder ending in ${UNIT_ENDING} is one document, so it needs source.md or index.html`);
  }
  return { main, file };
}
