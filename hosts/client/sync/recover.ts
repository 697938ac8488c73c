// Finds out, at the start of a round, how far the one before came that was stopped in the middle.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { State } from "./state.ts";
import { isSameFiles } from "./trees.ts";

export function recover(state: State, root: string): void {
  state.together(() => {
    for (const [doc_id, to] of state.moving.entries()) {
      const document = state.synced.get(doc_id);
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
