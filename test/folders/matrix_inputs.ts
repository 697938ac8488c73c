// Inputs of the permission matrix for folders and shortcuts.
import {
  document,
  type Input,
  type Inputs,
  type Made,
  type NamedFolder,
  ownDocument,
  place,
  plain,
  rootOf,
} from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

let folders = 0;

export const INPUTS: Inputs = {
  "folder.find": plain({ query: { q: "plans" } }),
  "folder.page.top": place((stage) => ({ with_cookie: true, params: { root: rootOf(stage)["root"] ?? "~" } })),
  "folder.page": {
    ...place((stage) => ({ with_cookie: true, params: { root: rootOf(stage)["root"] ?? "~", path: "plans" } })),
    in_folder: [({ root, folder }) => ({ with_cookie: true, params: { root, path: folder } })],
  },
  "folder.list": place((stage) => ({ query: rootOf(stage) })),
  "folder.create": place((stage) => ({ json: { path: "made", ...rootOf(stage) } })),
  "folder.rename": {
    ...inFolder((stage, path) => ({ json: { path, new_path: `${path} renamed`, ...rootOf(stage) } })),
    in_folder: [
      ({ root, folder }) => ({ json: { root, path: folder, new_path: `elsewhere ${++folders}` } }),
      async (named) => ({ json: { root: named.root, path: await another(named), new_path: named.folder } }),
      async (named) => ({ json: { root: named.root, path: await another(named), new_path: `${named.folder}/in` } }),
    ],
  },
  "folder.delete": {
    ...inFolder((stage, path) => ({ query: { path, ...rootOf(stage) } })),
    in_folder: [
      ({ root, folder }) => ({ query: { root, path: folder } }),
      ({ root, folder }) => ({ query: { root, path: folder, force: "true" } }),
    ],
  },
  "folder.tree": {
    ...place((stage) => ({ query: { ...rootOf(stage), depth: "0" } })),
    in_folder: [
      ({ root, folder }) => ({ query: { root, folder } }),
      ({ root, folder }) => ({ query: { root, folder, include_team: "true" } }),
    ],
  },
  "folder.settings.get": inFolder((stage, path) => ({ query: { path, ...rootOf(stage) } })),
  "folder.settings.set": {
    ...inFolder((stage, path) => ({ query: { path, ...rootOf(stage) }, json: { description: "x" } })),
    in_folder: [
      ({ root, folder }) => ({ query: { root, path: folder }, json: { description: "x" } }),
      ({ root, folder }) => ({ query: { root, path: folder }, json: { published: false } }),
    ],
  },
  "folder.view": inFolder((stage, path) => ({ query: { path, ...rootOf(stage) } })),
  "doc.neighbours": document(),
  "shortcut.list": inFolder((stage, folder) => ({ query: { folder, ...rootOf(stage) } })),
  "shortcut.create": {
    ...inFolder((stage, folder) => ({
      json: { folder, ...rootOf(stage), target: { doc_id: stage.doc.doc_id } },
    })),
    in_folder: [
      async (named) => {
        const { doc_id } = await ownDocument(named);
        return { json: { root: named.root, folder: named.folder, target: { doc_id } } };
      },
      ({ root, folder }) => ({ json: { root, folder: "", target: { root, folder } } }),
    ],
  },
  "shortcut.update": onShortcut(() => ({ json: { label: "x" } })),
  "shortcut.delete": onShortcut(() => ({})),
};

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

/** A folder of the root with a document in it, to be moved. */
async function another({ stage: { h, people }, root }: NamedFolder): Promise<string> {
  const path = `other ${++folders}`;
  await made(h.call("POST /api/docs", { as: people.owner, json: { html: "x", root, folder: path } }));
  return path;
}
