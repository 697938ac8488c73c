// Finds out, at the start of a round, how far the one before came that was stopped in the middle.
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { asidePath } from "./local_files.ts";
import type { State } from "./state.ts";
import { isSameFiles } from "./trees.ts";

export function recover(state: State, root: string): void {
  state.together(() => {
    for (const [doc_id, to] of state.moving.entries()) {
      const document = state.synced.get(doc_id);
      bringBack(asidePath(root, doc_id), join(root, to.path));
      const isMoved = document && !existsSync(join(root, document.path)) && existsSync(join(root, to.path));
      if (isMoved) state.synced.put(doc_id, { ...document, ...to });
      state.moving.drop(doc_id);
    }
    // A version that this folder was sending is no change by somebody else.
    for (const [key, sent] of state.sending.entries()) {
      const [document, remote] = [state.synced.get(key), state.remote.get(key)];
      if (!document || !remote || !isSameFiles(sent.files, remote.files)) continue;
      state.synced.put(key, { ...document, files: remote.files, version: remote.version });
      state.sending.drop(key);
    }
  });
}

/** A file that lay aside while a folder of its own name was made goes on into it. */
function bringBack(aside: string, target: string): void {
  if (!existsSync(aside) || existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  renameSync(aside, target);
}
