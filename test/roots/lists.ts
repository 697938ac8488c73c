// What a person is shown of roots: the access list of a place, and the folders of the documents that they see.
import type { Harness, Person } from "../harness/harness.ts";
import { must, type Space } from "./space.ts";

export function readLists(h: Harness) {
  return {
    /** The list of a folder of the space's root, or of the root. */
    access: async (space: Space, folder = "", as: Person = space.owner) =>
      (await must(h.call(`GET ${space.at}/access?folder=${encodeURIComponent(folder)}`, { as }))).body,
    /** The folders of all documents in a root, or the status of the refusal. */
    foldersOf: async (as: Person, root = "plans") => {
      const answer = await h.call(`GET /api/docs?root=${root}`, { as });
      return answer.status === 200
        ? answer.body.docs.map((doc: { folder: string }) => doc.folder).sort()
        : answer.status;
    },
  };
}
