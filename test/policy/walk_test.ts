// Every operation of the catalogue that declares to publish or open something,
// under a policy that allows nothing it could do (rules: policy/retention).
import { expect, test } from "bun:test";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { INPUTS } from "../permission/inputs.ts";
import { send } from "../permission/matrix.ts";
import { made, openStage, withDocument } from "../permission/stage.ts";

const h = await openHarness();

const BESIDE = "writes beside documents, or about folders";
const GRANTS = "gives access by name, which a visibility does not say";
const NO_CHANGE = "the least valid input changes nothing that the policy is about; asked below with one that does";

/** What is let through, and why; another operation that comes to be here has to say so. */
const FREE: Record<string, string> = {
  "doc.restore": NO_CHANGE,
  "doc.version.activate": NO_CHANGE,
  "doc.keep": NO_CHANGE,
  "doc.version.label": BESIDE,
  "doc.commit.begin": "promises a version; its end is asked about",
  "doc.commit.finalize": NO_CHANGE,
  "access.grant": GRANTS,
  "access.revoke": GRANTS,
  "access.folder.grant": GRANTS,
  "access_request.decide": GRANTS,
  "root.update": GRANTS,
  "root.delete": GRANTS,
  "root.access.grant": GRANTS,
  "root.access.inherit": GRANTS,
  "folder.create": BESIDE,
  "folder.rename": BESIDE,
  "folder.delete": BESIDE,
  "folder.settings.set": BESIDE,
  "shortcut.create": BESIDE,
  "shortcut.update": BESIDE,
  "doc.alias.set": BESIDE,
  "icon.set": BESIDE,
  "icon.describe": BESIDE,
  "comment.create": BESIDE,
  "comment.update": BESIDE,
  // What is proposed becomes content when it is approved, which is held.
  "agent.propose": BESIDE,
};

/** What is about documents lies in places; the workspace's own settings and people do not. */
const isHandled = ({ effect, connection_limit, identify, publishes, opens }: Entry) =>
  effect === "write" &&
  connection_limit === "places" &&
  !identify &&
  ((publishes ?? null) !== null || (opens ?? null) !== null);

const stage = await openStage(h, "My documents");
const { owner, "workspace owner": boss } = stage.people;
const setPolicy = (json: object) => made(h.call("PUT /api/policy", { as: boss, json }));
const TABLES = ["documents", "document_versions", "document_files"] as const;

test(
  "each is held to the policy and leaves nothing, or is known to touch no document's content, readers, place or end",
  async () => {
    const calls = [];
    for (const entry of h.runtime.catalogue.entries.filter(isHandled)) {
      const input = INPUTS[entry.id];
      const on = await withDocument(stage, input?.document);
      calls.push({ entry, sent: (await input?.make(on, "owner")) ?? {} });
    }
    await setPolicy({ allowed_visibilities: ["password"] });
    const free: string[] = [];
    for (const { entry, sent } of calls) {
      const before = await h.rows(...TABLES);
      const { status, body } = await send(h, { entry, as: owner, made: sent });
      const isHeld = status === 400 && JSON.stringify(body).includes("policy");
      if (isHeld) expect([entry.id, await h.rows(...TABLES)]).toEqual([entry.id, before]);
      else free.push(entry.id);
    }
    await setPolicy({ allowed_visibilities: null });
    expect(free.toSorted()).toEqual(Object.keys(FREE).toSorted());
  },
  RANDOM_MS_MAX,
);

test("what comes back from the trash may take a visibility that is allowed, and a retention is brought within the bounds", async () => {
  const id = await openDocument();
  await made(h.call(`DELETE /api/docs/${id}`, { as: owner }));
  await setPolicy({ allowed_visibilities: ["password"], max_retention_days: 90 });
  const back = (json: object) => h.call(`POST /api/docs/${id}/undelete`, { as: owner, json });
  const refused = [await back({}), await back({ visibility: "workspace" }), await back({ visibility: "password" })];
  const answer = await back({ visibility: "password", password: "open sesame" });
  await setPolicy({ allowed_visibilities: null, max_retention_days: null });
  expect(refused.map((one) => [one.status, one.body.error])).toEqual([
    [400, expect.stringContaining("send visibility along")],
    [400, expect.stringContaining("send one of: password")],
    [400, expect.stringContaining("needs a password")],
  ]);
  expect([answer.status, answer.body.visibility, answer.body.retention_days]).toEqual([200, "password", 90]);
  const row = (await h.audit()).findLast((one) => one.action === "doc.visibility");
  expect(row).toMatchObject({ target_id: id, meta: { from: "unlisted", to: "password" } });
  expect((await h.call(`GET /api/docs/${id}`, { as: owner })).body.visibility).toBe("password");
});

/** A document of two versions and a candidate, `unlisted`. */
async function openDocument(): Promise<string> {
  const json = { html: "<p>one</p>", visibility: "unlisted" };
  const { doc_id } = await made(h.call("POST /api/docs", { as: owner, json }));
  await made(h.call(`PATCH /api/docs/${doc_id}`, { as: owner, json: { html: "<p>two</p>" } }));
  const candidate = { content: "three", activate: false };
  await made(h.call(`PUT /api/docs/${doc_id}/files/a.txt`, { as: owner, json: candidate }));
  return doc_id;
}

test.each<[string, (id: string) => Promise<[string, object]> | [string, object]]>([
  ["an edit that leaves the visibility alone", (id) => [`PATCH /api/docs/${id}`, { json: { html: "<p>four</p>" } }]],
  ["a visibility", (id) => [`PATCH /api/docs/${id}`, { json: { visibility: "workspace" } }]],
  ["a move", (id) => [`PATCH /api/docs/${id}`, { json: { folder: "elsewhere" } }]],
  ["a listing", (id) => [`PATCH /api/docs/${id}`, { json: { listing: "team" } }]],
  ["a retention", (id) => [`PATCH /api/docs/${id}`, { json: { retention_days: 400 } }]],
  ["a restore", (id) => [`POST /api/docs/${id}/versions/1/restore`, {}]],
  ["an activation", (id) => [`POST /api/docs/${id}/versions/3/activate`, { json: { base_version: 2 } }]],
  [
    "a proposal that is approved",
    async () => {
      const agent = await made(h.call("POST /api/brains", { as: owner, json: { name: "Walked" } }));
      await made(h.call(`PATCH /api/docs/${agent.doc_id}`, { as: owner, json: { visibility: "unlisted" } }));
      const json = { files: [{ path: "a.md", content: "a" }] };
      const { proposal_id } = await made(h.call(`POST /api/brains/${agent.doc_id}/proposals`, { as: owner, json }));
      const decide = `POST /api/brain-proposals/${proposal_id}/decide`;
      return [decide, { with_cookie: true, json: { decision: "approve" } }];
    },
  ],
  [
    "what comes back from the trash",
    async (id) => {
      await made(h.call(`DELETE /api/docs/${id}`, { as: owner }));
      return [`POST /api/docs/${id}/undelete`, { json: {} }];
    },
  ],
])(
  "%s of a document that no longer fits is a 400 that names what is allowed, and changes nothing",
  async (_what, act) => {
    const id = await openDocument();
    const [route, sent] = await act(id);
    await setPolicy({ allowed_visibilities: ["restricted"], max_retention_days: 90 });
    const before = await h.rows(...TABLES);
    const answer = await h.call(route, { as: owner, ...sent });
    await setPolicy({ allowed_visibilities: null, max_retention_days: null });
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      400,
      "policy_refused",
      expect.stringMatching(/restricted|1 to 90/),
    ]);
    expect(await h.rows(...TABLES)).toEqual(before);
  },
);

test("a policy that is made stricter between a commit's beginning and its end holds for the end, which goes through once it allows it", async () => {
  const id = await openDocument();
  const content = "committed";
  const sha256 = new Bun.CryptoHasher("sha256").update(content).digest("hex");
  const json = { files: [{ path: "b.txt", sha256, size: content.length }] };
  const { commit_id } = await made(h.call(`POST /api/docs/${id}/commits`, { as: owner, json }));
  await made(h.call(`PUT /api/docs/${id}/commits/${commit_id}/blobs/${sha256}`, { as: owner, body: content }));
  const finalize = () => h.call(`POST /api/docs/${id}/commits/${commit_id}/finalize`, { as: owner, json: {} });
  await setPolicy({ allowed_visibilities: ["restricted"] });
  const before = await h.rows(...TABLES);
  const refused = await finalize();
  expect([refused.status, refused.body.code, await h.rows(...TABLES)]).toEqual([400, "policy_refused", before]);
  await setPolicy({ allowed_visibilities: null });
  expect((await finalize()).status).toBe(200);
});

test("a policy that is made stricter between a ticket and its upload holds for the upload", async () => {
  const json = { filename: "a.txt", visibility: "unlisted" };
  const { upload_url } = await made(h.call("POST /api/uploads", { as: owner, json }));
  await setPolicy({ allowed_visibilities: ["restricted"] });
  const put = await h.call(`PUT ${new URL(upload_url).pathname}`, { body: "hello" });
  await setPolicy({ allowed_visibilities: null });
  expect([put.status, put.body.code]).toEqual([400, "policy_refused"]);
});
