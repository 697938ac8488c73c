// Does what the plan says, one action at a time, and writes each into the journal as soon as it is done.
import { type Action, agreed } from "./actions.ts";
import { createDocument } from "./create.ts";
import { exactName, joinPath, namesOf } from "./names.ts";
import { tellPartsLeft } from "./parts_left.ts";
import { contentsOf, type Files, filesIn, type LocalFile, type LocalUnit, mainOf, type RemoteDoc } from "./trees.ts";
import { keepAgreement, type Work } from "./work.ts";

/** Throws CallError, ChangedMeanwhile or an Error with the reason. */
export async function apply(work: Work, action: Action): Promise<void> {
  const { state, report, folder, remote } = work;
  switch (action.do) {
    case "refuse":
      throw new Error(action.reason);
    case "settle":
      return state.together(() => {
        state.synced.put(action.synced.doc_id, action.synced);
        state.sending.drop(action.path);
      });
    case "forget":
      return forget(work, action.doc_id);
    case "keep": {
      const kept = await folder.keep(action.unit);
      forget(work, action.doc_id);
      return report.tell("trash", action.path, `${action.reason}; kept in ${kept}`);
    }
    case "move":
      return moveHere(work, action);
    case "conflict":
      await folder.move(action.unit, { path: action.to, shape: action.unit.shape, main: "", aside: action.unit.path });
      return report.tell("conflict", action.path, `changed on both sides; yours is now ${action.to}`);
    case "move_folder":
      return moveFolder(work, action);
    case "relabel":
      return relabel(work, action);
    case "create":
      return createDocument(work, action);
    case "fetch":
      return fetchDocument(work, action);
    case "merge":
      return mergeDocument(work, action);
    case "remove":
      await remote.remove(action.remote.doc_id, action.remote.version);
      state.together(() => {
        state.synced.drop(action.remote.doc_id);
        state.remote.drop(action.remote.doc_id);
      });
      return report.tell("delete", action.path, "to the server's trash");
  }
}

function forget({ state }: Work, docId: string): void {
  state.together(() => {
    state.synced.drop(docId);
    state.left.drop(docId);
  });
}

type Of<Name extends Action["do"]> = Extract<Action, { do: Name }>;

async function moveHere({ state, folder, report }: Work, { unit, to, shape, is_suffixed, was, doc_id }: Of<"move">) {
  const before = state.synced.get(doc_id);
  const { name, filename, exact, dirs, mark } = was;
  const place = { ...{ path: to, shape, is_suffixed }, ...{ name, filename, exact, dirs, mark, folder: was.folder } };
  // The journal knows the new name before the file has it, or the file would be a new one after a crash.
  state.together(() => {
    if (before) state.synced.put(doc_id, { ...before, path: unit.path, shape: unit.shape });
    state.moving.put(doc_id, place);
  });
  await folder.move(unit, { path: to, shape, main: mainOf(was), aside: doc_id });
  state.together(() => {
    state.synced.put(doc_id, { ...was, ...place });
    state.moving.drop(doc_id);
  });
  report.tell("move", unit.path, `to ${to}`);
}

/** The server moves all of it at once; what the folder holds beside the synced documents goes along. */
async function moveFolder({ state, remote, report, pairing }: Work, { path, to, relabels }: Of<"move_folder">) {
  await remote.moveFolder({ root: pairing.root, path, new_path: to });
  state.together(() => {
    for (const { was, unit, path: at, folder = "" } of relabels) {
      const known = state.synced.get(was.doc_id) ?? was;
      const there = state.remote.get(was.doc_id);
      state.synced.put(was.doc_id, { ...known, folder, path: at, shape: unit.shape });
      if (there) state.remote.put(was.doc_id, { ...there, folder });
    }
  });
  report.tell("move", path, `to ${to} with ${relabels.length} documents, on the server`);
}

async function relabel({ state, remote, report }: Work, { path, was, unit, ...asked }: Of<"relabel">) {
  const { filename, folder, mark } = asked;
  const names = { ...(filename === undefined ? {} : { filename }), ...(folder === undefined ? {} : { folder }) };
  const now = await remote.change(was.doc_id, { ...names, ...(mark === undefined ? {} : { mark }) });
  const known = state.synced.get(was.doc_id) ?? was;
  const label = { ...namesOf(now), folder: now.folder };
  const there = state.remote.get(was.doc_id);
  state.together(() => {
    const is_suffixed = known.is_suffixed && known.path === path;
    state.synced.put(was.doc_id, { ...known, ...label, path, shape: unit.shape, is_suffixed });
    if (there) state.remote.put(was.doc_id, { ...there, ...label });
    state.sending.drop(path);
  });
  if (was.path !== path) report.tell("move", was.path, `to ${path}, on the server`);
}

/** All files of a document come into a place where nothing is. */
async function fetchDocument(work: Work, { path, remote, shape, is_suffixed, again }: Of<"fetch">) {
  const { state, report } = work;
  for (const name of Object.keys(remote.files)) {
    await bring(work, remote, { name, path: shape === "folder" ? joinPath(path, name) : path, before: undefined });
  }
  state.synced.put(remote.doc_id, agreed(remote, { path, shape, is_suffixed }));
  const called = calledThere(remote, { path, shape, top: work.pairing.folder });
  const said = [again, called].filter((one) => one !== null).join("; ");
  report.tell("down", path, ...(said === "" ? [] : [said]));
}

/** What to say of a file whose own name or folder this file system cannot hold, or is taken here; null for one that has its own. */
function calledThere(
  remote: RemoteDoc,
  { path, shape, top }: { path: string; shape: "file" | "folder"; top: string },
): string | null {
  const folders = remote.folder.slice(top === "" ? 0 : top.length + 1);
  const segments = folders === "" ? [] : folders.split("/");
  const dirs = remote.dirs.slice(Math.max(0, remote.dirs.length - segments.length));
  const exact = joinPath(...segments.slice(0, segments.length - dirs.length), ...dirs, exactName(remote, shape));
  const isTitle = remote.filename === null && exact === path;
  return exact === path || isTitle ? null : `it is called "${exact}" elsewhere`;
}

async function bring(
  { remote: server, folder }: Work,
  { doc_id, version, files }: RemoteDoc,
  { name, path, before }: { name: string; path: string; before: LocalFile | undefined },
): Promise<void> {
  const promised = files[name];
  if (!promised) return;
  const stream = await server.bytes(doc_id, { path: name, version });
  await folder.place(await folder.receive(stream, promised), { path, before });
}

/** What changed there comes, then what changed here is sent as one version made on theirs. */
async function mergeDocument(work: Work, { path, remote, unit, down, up }: Of<"merge">) {
  const { state, folder, report } = work;
  const local = filesIn(unit, remote);
  const files: Record<string, { sha256: string; size: number }> = { ...contentsOf(local) };
  for (const name of down) {
    const at = unit.shape === "folder" ? joinPath(path, name) : path;
    const before = local[name];
    const there = remote.files[name];
    if (there) {
      await bring(work, remote, { name, path: at, before });
      files[name] = there;
    } else if (before) {
      await folder.keepFile(at, before);
      delete files[name];
    }
  }
  const was = state.synced.get(remote.doc_id);
  const place = { path, shape: unit.shape, is_suffixed: was?.is_suffixed ?? false };
  if (down.length > 0) {
    state.synced.put(remote.doc_id, agreed(remote, place));
    report.tell("down", path);
  }
  if (up.length > 0) {
    await sendEdit(work, { remote, unit, local, up, files });
    report.tell("up", path);
    const left = await tellPartsLeft(unit);
    if (left !== null) report.remark(left);
  }

  async function sendEdit(
    { state, remote: server }: Work,
    sent: { remote: RemoteDoc; unit: LocalUnit; local: Record<string, LocalFile>; up: string[]; files: Files },
  ) {
    const { doc_id, version } = sent.remote;
    state.sending.put(doc_id, { key: doc_id, files: sent.files, idempotency_key: "" });
    const put = Object.fromEntries(sent.up.flatMap((name) => (sent.local[name] ? [[name, sent.local[name]]] : [])));
    const remove = sent.up.filter((name) => !sent.local[name]);
    const now: RemoteDoc = {
      ...sent.remote,
      files: sent.files,
      version: await server.edit(doc_id, { base_version: version, put, remove }),
    };
    keepAgreement(state, agreed(now, place), doc_id);
  }
}
