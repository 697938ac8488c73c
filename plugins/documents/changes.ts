// Tells plugins in this process that documents have changed, so that they need not wait for their next look.
import { type Port, port } from "../../kernel/plugin.ts";

/** Changes of documents as this process commits them: a hint, since other processes change documents too. */
export interface DocumentChanges {
  /** Calls `watcher` after every commit that changed a document; it must return at once. */
  watch(watcher: (workspace_id: number) => void): void;
  tell(workspace_id: number): void;
}

export const documentChangesPort: Port<DocumentChanges> = port("documents.changes");

export function createChanges(): DocumentChanges {
  const watchers: ((workspace_id: number) => void)[] = [];
  return {
    watch: (watcher) => void watchers.push(watcher),
    tell: (workspace_id) => {
      for (const watcher of watchers) watcher(workspace_id);
    },
  };
}
