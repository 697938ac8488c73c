// Inputs of the permission matrix for editing documents in part, for leases and for their history.
import type { Input, Inputs, Made } from "./input.ts";
import { made, type Stage } from "./stage.ts";

/** Of "x". */
const HASH = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
const FILE = { path: "x.txt", sha256: HASH, size: 1 };

export const EDITING_INPUTS: Inputs = {
  "doc.edit": document(() => ({ json: { path: "index.html", old_string: "<", new_string: "< ", replace_all: true } })),
  "doc.file.edit": document(() => ({
    params: { path: "index.html" },
    json: { old_string: "<", new_string: "< ", replace_all: true },
  })),
  "doc.patch": document(() => ({ json: { diff: "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n" } })),
  "doc.text": document(() => ({ query: { path: "index.html" } })),
  "doc.duplicate": document(() => ({ json: { root: "~" } })),
  "doc.commit.begin": document(() => ({ json: { files: [FILE] } })),
  "doc.commit.send": document(async (stage) => ({
    params: { commit_id: await commitOf(stage), hash: HASH },
    body: "x",
  })),
  "doc.commit.finalize": document(async (stage) => ({ params: { commit_id: await commitOf(stage) }, json: {} })),
  "doc.history": document(() => ({ query: { path: "index.html" } })),
  "doc.diff": document(() => ({ query: { path: "index.html", from: "1" } })),
  "doc.blame": document(() => ({ query: { path: "index.html" } })),
  "doc.rendered": document(),
  "doc.version.label": document(() => ({ params: { version: 1 }, json: { label: "first" } })),
  "doc.version.activate": document(() => ({ params: { version: 1 }, json: { base_version: 1 } })),
  "render.markdown": { make: () => ({ json: { content: "# Words" } }) },
  "lock.get": document(),
  "lock.take": document(() => ({ json: {} })),
  "lock.renew": document(async (stage) => ({ json: { token: await leaseOf(stage) } })),
  "lock.release": document(async (stage) => ({ json: { token: await leaseOf(stage) } })),
  "lock.release_tool": document(async (stage) => ({ json: { token: await leaseOf(stage) } })),
};

function document(make: (stage: Stage) => Made | Promise<Made> = () => ({})): Input {
  return {
    about: "document",
    make: async (stage) => {
      const { params = {}, ...rest } = await make(stage);
      return { ...rest, params: { doc_id: stage.doc.doc_id, ...params } };
    },
  };
}

/** The token of a lease that the owner has just taken. */
async function leaseOf({ h, doc, people }: Stage): Promise<string> {
  const lease = await made(h.call(`POST /api/docs/${doc.doc_id}/lock`, { as: people.owner, json: {} }));
  return lease.token;
}

/** A commit that the owner has begun. */
async function commitOf({ h, doc, people }: Stage): Promise<number> {
  const json = { files: [FILE] };
  return (await made(h.call(`POST /api/docs/${doc.doc_id}/commits`, { as: people.owner, json }))).commit_id;
}
