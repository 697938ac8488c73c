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

const DOCUMENTS_MAX = 2000;

export function createKnownFindings(): KnownFindings {
  const known = new LRUCache<string, FoundSecret[]>({ max: DOCUMENTS_MAX });
  return {
    find: async (files, look) => {
      const text = JSON.stringify(files.map(({ path, blob_id }) => [path, blob_id]));
      const key = new Bun.CryptoHasher("sha256").update(text).digest("hex");
      const found = known.get(key) ?? (await look());
      known.set(key, found);
      return found;
    },
  };
}
