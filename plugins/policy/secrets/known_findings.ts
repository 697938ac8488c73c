// Where the texts of documents look like secrets, remembered by what their files hold:
// bytes that were looked through say the same again.
import { LRUCache } from "lru-cache";
import { type Port, port } from "../../../kernel/plugin.ts";
import type { FoundSecret } from "./looking.ts";

/** Of one document's files; never what was found, only where. */
export interface KnownFindings {
  find(files: readonly { path: string; blob_id: number }[], look: () => Promise<FoundSecret[]>): Promise<FoundSecret[]>;
}

export const knownFindingsPort: Port<KnownFindings> = port("policy.findings");

/** Of documents and what was found in them, together. */
const KEPT_MAX = 20_000;

export function createKnownFindings(): KnownFindings {
  const known = new LRUCache<string, FoundSecret[]>({ maxSize: KEPT_MAX, sizeCalculation: ({ length }) => length + 1 });
  /** What is being looked through: whoever asks meanwhile waits for the same. */
  const looking = new Map<string, Promise<FoundSecret[]>>();
  return {
    find: async (files, look) => {
      const text = JSON.stringify(files.map(({ path, blob_id }) => [path, blob_id]));
      const key = new Bun.CryptoHasher("sha256").update(text).digest("hex");
      const begun = looking.get(key);
      // Where another's look fails, that may be for something of their own, such as a limit.
      const found = known.get(key) ?? (begun && (await begun.catch(() => null)));
      if (found) return found;
      const looked = look();
      looking.set(key, looked);
      try {
        known.set(key, await looked);
      } finally {
        looking.delete(key);
      }
      return looked;
    },
  };
}
