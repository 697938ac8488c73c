// Every way of putting something at a place, held against what PATCH answers for the same caller and the same place.
import { describe, expect, test } from "bun:test";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { send } from "./matrix.ts";
import { openPlacing, type Said, said, type Where } from "./placing.ts";
import { fileOf, made, openStage, type Stage, withDocument } from "./stage.ts";
import { unlimited } from "./unlimited.ts";

const h = await openHarness({ manifest: unlimited });

const { stage: inRoot, close, compare, moveOf, own } = await openPlacing(h);

const SOURCES = ["My documents", "a shared root"] as const;

describe.each(SOURCES)("a document in %s", (source) => {
  const stage: Stage = { ...inRoot, where: source };
  const document = async () => (await withDocument(stage)).doc;

  test("comes back from the trash to where whoever asks might have moved it", async () => {
    const told = await compare(async (as, where) => {
      const moved = await moveOf(await document(), as, where);
      const { doc_id } = await document();
      await made(h.call(`DELETE /api/docs/${doc_id}`, { as: stage.people.owner }));
      const asked = said(await h.call(`POST /api/docs/${doc_id}/undelete`, { as, json: where }));
      const back = await h.call(`POST /api/docs/${doc_id}/undelete`, { as, json: {} });
      // Who may not bring it back at all is not told that it is there.
      const isHidden = back.status === 404 && moved.status >= 400;
      return { asked, moved: isHidden ? { status: 404, why: "document not found" } : moved };
    });
    expect(told).toEqual([]);
  });
});

describe("something new lands where its maker might have moved a document of theirs:", () => {
  const ways: [string, (as: Person, where: Where) => Promise<Said>][] = [
    ["a page", async (as, where) => said(await h.call("POST /api/docs", { as, json: { html: "x", ...where } }))],
    [
      "a snippet",
      async (as, where) => said(await h.call("POST /api/snippets", { as, json: { content: "x", ...where } })),
    ],
    [
      "a file",
      async (as, { root, folder }) =>
        said(await h.call("POST /api/files", { as, form: fileOf("file", { root, folder }) })),
    ],
    [
      "a raw upload",
      async (as, where) => {
        const query = new URLSearchParams({ filename: "a.txt", ...where });
        return said(await h.call(`PUT /api/upload?${query}`, { as, body: "x" }));
      },
    ],
    [
      "an upload ticket",
      async (as, where) => said(await h.call("POST /api/uploads", { as, json: { filename: "a.txt", ...where } })),
    ],
    [
      "a file of a tool",
      async (as, where) => {
        const entry = h.runtime.catalogue.byId.get("doc.publish_file_content");
        if (!entry) throw new Error("there is no such operation");
        return said(await send(h, { entry, as, made: { json: { filename: "a.txt", content: "x", ...where } } }));
      },
    ],
    [
      "a copy",
      async (as, where) =>
        said(await h.call(`POST /api/docs/${(await own(as)).doc_id}/duplicate`, { as, json: where })),
    ],
  ];
  test.each(ways)("%s", async (_, put) => {
    const told = await compare(async (as, where) => ({
      moved: await moveOf(await own(as), as, where),
      asked: await put(as, where),
    }));
    expect(told).toEqual([]);
  });

  test("a folder", async () => {
    const told = await compare(async (as, { root, folder }) => {
      const path = folder === "" ? "made" : `${folder}/made`;
      const moved = await moveOf(await own(as), as, { root, folder: path });
      return { moved, asked: said(await h.call("POST /api/folders", { as, json: { root, path } })) };
    });
    expect(told).toEqual([]);
  });

  test("what comes by a ticket whose maker lost the place meanwhile does not", async () => {
    const { people, root } = inRoot;
    const json = { filename: "a.txt", root: root.slug, folder: "soon closed" };
    const { upload_url } = await made(h.call("POST /api/uploads", { as: people.editor, json }));
    await close(people["workspace owner"], root.slug, "soon closed");
    const sent = await h.call(`PUT ${new URL(upload_url).pathname}`, { body: "x" });
    expect(sent.status).toBe(403);
  });
});

describe("a folder's documents go along where whoever asks might have moved each of them:", () => {
  const rootOf = () => inRoot.root.slug;
  let folders = 0;
  /** A folder of the root's with a document in it, both the owner's. */
  async function filled(path: string): Promise<ParsedBody> {
    const as = inRoot.people.owner;
    return made(h.call("POST /api/docs", { as, json: { html: "x", root: rootOf(), folder: path } }));
  }

  test("with the folder", async () => {
    const told = await compare(
      async (as, { root, folder }) => {
        const [from, other] = [`from ${++folders}`, `from ${++folders}`];
        const to = (name: string) => (folder === "" ? `to ${name}` : `${folder}/${name}`);
        const moved = await moveOf(await filled(from), as, { root, folder: to(from) });
        await filled(other);
        const json = { root, path: other, new_path: to(other) };
        const asked = said(await h.call("PATCH /api/folders", { as, json }));
        return { moved: { ...moved, why: null }, asked: { ...asked, why: null } };
      },
      ({ root }) => root === rootOf(),
    );
    expect(told).toEqual([]);
  });

  test("into the folder above, when theirs is removed", async () => {
    const { people, root } = inRoot;
    const boss = people["workspace owner"];
    await close(boss, root.slug, "shut");
    for (const as of Object.values(people)) {
      const [one, other] = [`shut/open ${++folders}`, `shut/open ${++folders}`];
      for (const folder of [one, other]) {
        for (const email of [people.editor.email, people.owner.email]) {
          const json = { subject_type: "user", subject: email, level: "edit", folder };
          await made(h.call(`POST /api/roots/${root.slug}/access`, { as: boss, json }));
        }
      }
      const moved = await moveOf(await filled(one), as, { root: root.slug, folder: "shut" });
      await filled(other);
      const query = new URLSearchParams({ root: root.slug, path: other, force: "true" });
      const asked = said(await h.call(`DELETE /api/folders?${query}`, { as }));
      expect({ as: as.email, status: asked.status }).toEqual({ as: as.email, status: moved.status });
    }
  });

  test("into General, when their root is deleted", async () => {
    for (const caller of ["root manager", "admin", "workspace owner"] as const) {
      for (const folder of ["closed", "plain"]) {
        const stage = await openStage(h, "a shared root");
        await close(stage.people["workspace owner"], "general", "closed");
        const as = stage.people[caller];
        const json = { html: "x", root: stage.root.slug, folder };
        const doc = await made(h.call("POST /api/docs", { as: stage.people.owner, json }));
        const asked = said(await h.call(`DELETE /api/roots/${stage.root.slug}?force=true`, { as }));
        const listed = await made(h.call(`GET /api/docs?root=general`, { as: stage.people["workspace owner"] }));
        const isMoved = listed.docs.some((one: { doc_id: string }) => one.doc_id === doc.doc_id);
        const other = await made(h.call("POST /api/docs", { as, json: { html: "x" } }));
        const moved = await moveOf(other, as, { root: "general", folder });
        expect({ caller, folder, status: asked.status, isMoved }).toEqual({
          ...{ caller, folder },
          ...{ status: moved.status, isMoved: moved.status === 200 },
        });
      }
    }
  });
});
