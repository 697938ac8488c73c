// Inputs of the permission matrix for folders, links between documents, and icons.
import type { Input, Inputs, Made } from "./input.ts";
import { document, place } from "./inputs_documents.ts";
import { made, type Stage } from "./stage.ts";

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';

export const FOLDER_INPUTS: Inputs = {
  "folder.list": place((stage) => ({ query: rootOf(stage) })),
  "folder.create": place((stage) => ({ json: { path: "made", ...rootOf(stage) } })),
  "folder.rename": inFolder((stage, path) => ({ json: { path, new_path: `${path} renamed`, ...rootOf(stage) } })),
  "folder.delete": inFolder((stage, path) => ({ query: { path, ...rootOf(stage) } })),
  "folder.tree": place((stage) => ({ query: { ...rootOf(stage), depth: "0" } })),
  "folder.settings.get": inFolder((stage, path) => ({ query: { path, ...rootOf(stage) } })),
  "folder.settings.set": inFolder((stage, path) => ({ query: { path, ...rootOf(stage) }, json: { description: "x" } })),
  "folder.view": inFolder((stage, path) => ({ query: { path, ...rootOf(stage) } })),
  "shortcut.list": inFolder((stage, folder) => ({ query: { folder, ...rootOf(stage) } })),
  "shortcut.create": inFolder((stage, folder) => ({
    json: { folder, ...rootOf(stage), target: { doc_id: stage.doc.doc_id } },
  })),
  "shortcut.update": onShortcut(() => ({ json: { label: "x" } })),
  "shortcut.delete": onShortcut(() => ({})),
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
  "account.export": { make: () => ({}) },
  // Nobody's address, so that the people of the stage stay.
  "account.delete": { make: () => ({ json: { confirm: "nobody@example.org" } }) },
  "bundle.create": place((stage) => ({ json: rootOf(stage) })),
  "bundle.download": { make: () => ({ params: { token: "unknown" } }) },
  "changes.list": place((stage) => ({ query: { ...rootOf(stage), include_team: "true" } })),
  "doc.links": document(),
  "icon.list": { make: () => ({}) },
  "icon.upload": { make: () => ({ json: { name: "Dot", svg: DRAWING } }) },
  "icon.delete": {
    make: async ({ h, people }) => {
      const { id } = await made(h.call("POST /api/icons", { as: people.owner, json: { name: "Dot", svg: DRAWING } }));
      return { params: { icon_id: id } };
    },
  },
  "icon.set": place(({ doc }) => ({ json: { target: `doc:${doc.doc_id}`, icon: "lucide:rocket" } })),
  "icon.clear": place(({ doc }) => ({ query: { target: `doc:${doc.doc_id}` } })),
  "icon.describe": place((stage) => ({ json: { target: "tag:x", description: "y", ...rootOf(stage) } })),
  "icon.serve": { make: () => ({ params: { workspace_slug: "nobody", icon_id: 1 } }) },
  "link.resolve": {
    ...place(() => ({ query: { ref: "nobody" } })),
    naming: ({ doc }) => ({ query: { ref: `doc:${doc.doc_id}` } }),
  },
  "link.follow": { make: () => ({ params: { ref: "nobody" } }) },
  "link.follow_path": { make: () => ({ params: { ref: "nobody", path: "x" } }) },
};

function rootOf(stage: Stage): Record<string, string> {
  return stage.where === "a shared root" ? { root: stage.root.slug } : {};
}

let folders = 0;

/** A folder of the owner's that nobody else changes. */
function inFolder(make: (stage: Stage, path: string) => Made | Promise<Made>): Input {
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

/** A shortcut of the owner's in a folder of its own, to the document. */
function onShortcut(make: () => { json?: unknown }): Input {
  return inFolder(async (stage, folder) => {
    const json = { folder, ...rootOf(stage), target: { doc_id: stage.doc.doc_id } };
    const { id } = await made(stage.h.call("POST /api/shortcuts", { as: stage.people.owner, json }));
    return { ...make(), params: { shortcut_id: id } };
  });
}
