// Inputs of the permission matrix for folders, links between documents, and icons.
import type { Inputs } from "./inputs.ts";
import { document, place } from "./inputs_documents.ts";
import { made, type Stage } from "./stage.ts";

export const FOLDER_INPUTS: Inputs = {
  "folder.list": place((stage) => ({ query: rootOf(stage) })),
  "folder.create": place((stage) => ({ json: { path: "made", ...rootOf(stage) } })),
  "folder.rename": inFolder((stage, path) => ({ json: { path, new_path: `${path} renamed`, ...rootOf(stage) } })),
  "folder.delete": inFolder((stage, path) => ({ query: { path, ...rootOf(stage) } })),
  "folder.tree": place((stage) => ({ query: { ...rootOf(stage), depth: "0" } })),
  "doc.alias.set": document((stage) => ({
    json: {
      alias: `name-${stage.doc.doc_id
        .slice(-8)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, "x")}`,
      force: true,
    },
  })),
  "doc.alias.clear": document(),
  "doc.links": document(),
  "link.resolve": {
    ...place(() => ({ query: { ref: "nobody" } })),
    naming: ({ doc }) => ({ query: { ref: `doc:${doc.doc_id}` } }),
  },
  "link.follow": { make: () => ({ params: { ref: "nobody", path: "" } }) },
};

function rootOf(stage: Stage): Record<string, string> {
  return stage.where === "a shared root" ? { root: stage.root.slug } : {};
}

let folders = 0;

/** A folder of the owner's that nobody else changes. */
function inFolder(make: (stage: Stage, path: string) => ReturnType<Inputs[string]["make"]>): Inputs[string] {
  return {
    about: "document",
    make: async (stage) => {
      const path = `folder ${++folders}`;
      const json = { path, ...rootOf(stage) };
      await made(stage.h.call("POST /api/folders", { as: stage.people.owner, json }));
      return make(stage, path);
    },
  };
}
