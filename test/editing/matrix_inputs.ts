// Inputs of the permission matrix for changing documents in part, and leases.
import { document, type Inputs } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

/** Of "x". */
const HASH = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";

const FILE = { path: "x.txt", sha256: HASH, size: 1 };

export const INPUTS: Inputs = {
  "doc.edit": document(() => ({ json: { path: "index.html", old_string: "<", new_string: "< ", replace_all: true } })),
  "doc.file.edit": document(() => ({
    params: { path: "index.html" },
    json: { old_string: "<", new_string: "< ", replace_all: true },
  })),
  "doc.patch": document(() => ({ json: { diff: "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n" } })),
  "doc.text": document(() => ({ query: { path: "index.html" } })),
  "doc.commit.begin": document(() => ({ json: { files: [FILE] } })),
  "doc.commit.send": document(async (stage) => ({
    params: { commit_id: await commitOf(stage), hash: HASH },
    body: "x",
  })),
  "doc.commit.finalize": document(async (stage) => ({ params: { commit_id: await commitOf(stage) }, json: {} })),
  "lock.get": document(),
  "lock.take": document(() => ({ json: {} })),
  "lock.renew": document(async (stage) => ({ json: { token: await leaseOf(stage) } })),
  "lock.release": document(async (stage) => ({ json: { token: await leaseOf(stage) } })),
  "lock.release_tool": document(async (stage) => ({ json: { token: await leaseOf(stage) } })),
};

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
