// Every way of putting something at a place, held against what PATCH answers for the same caller and the same place.
import { beforeAll, describe, expect, test } from "bun:test";
import { type Answer, openHarness, type ParsedBody, type Person } from "../harness.ts";
import { send } from "./matrix.ts";
import { fileOf, made, openStage, type Stage, withDocument } from "./stage.ts";
import { unlimited } from "./unlimited.ts";

const h = await openHarness({ manifest: unlimited });

interface Where {
  root: string;
  folder: string;
}

/** What puts a document or a folder somewhere. */
const TRIED = [
  ...[
    "doc.publish",
    "doc.publish_snippet",
    "doc.publish_file",
    "doc.publish_file_content",
    "doc.upload",
    "upload.create",
  ],
  ...["doc.update", "doc.duplicate", "doc.undelete", "folder.create", "folder.rename", "folder.delete"],
];
/** What says something about a place, or reads it. */
const PUTTING_NOTHING = [
  ...["bundle.create", "doc.trash.empty", "folder.settings.set", "icon.clear", "icon.describe", "icon.set"],
  ...[
    "connection.page.send",
    "oauth.consent",
    "root.access.grant",
    "root.access.inherit",
    "shortcut.create",
    "star.create",
  ],
];

const SOURCES = ["My documents", "a shared root"] as const;
let stages: Stage[] = [];
let places: Map<string, Where> = new Map();

beforeAll(async () => {
  const inRoot = await openStage(h, "a shared root");
  stages = SOURCES.map((where) => ({ ...inRoot, where }));
  const { people, root } = inRoot;
  const boss = people["workspace owner"];
  const hidden = await made(h.call("POST /api/roots", { as: boss, json: { name: "Hidden" } }));
  for (const at of [root.slug, "general"]) await close(boss, at, "closed");
  places = new Map([
    ["My documents", { root: "~", folder: "x" }],
    ["General", { root: "general", folder: "x" }],
    ["a closed folder of General", { root: "general", folder: "closed" }],
    ["the top of the root", { root: root.slug, folder: "" }],
    ["a new folder of the root", { root: root.slug, folder: "new" }],
    ["a closed folder of the root", { root: root.slug, folder: "closed" }],
    ["a folder below that", { root: root.slug, folder: "closed/below" }],
    ["a root that only managers see", { root: hidden.slug, folder: "x" }],
    ["a root that is not there", { root: "nowhere", folder: "x" }],
  ]);
});

/** A folder with an access list of its own, which names nobody. */
async function close(as: Person, root: string, folder: string): Promise<void> {
  await made(h.call("POST /api/folders", { as, json: { root, path: folder } }));
  const json = { subject_type: "user", subject: as.email, folder };
  const { grants } = await made(h.call(`POST /api/roots/${root}/access`, { as, json }));
  for (const { id } of grants) await made(h.call(`DELETE /api/roots/${root}/access/${id}`, { as }));
}

interface Said {
  status: number;
  why: string | null;
}

/** What matters of an answer: done, or why not. */
function said({ status, body }: Answer): Said {
  return status < 300 ? { status: 200, why: null } : { status, why: body.error ?? body.detail };
}

const everyone = () => Object.entries(stages[0]?.people ?? {});

/** Whoever asks for a document of the owner's wherever it may go, and gets another answer than for moving one there. */
async function compare(
  ask: (as: Person, where: Where) => Promise<{ asked: Said; moved: Said }>,
  among: (where: Where) => boolean = () => true,
): Promise<string[]> {
  const told: string[] = [];
  for (const [caller, as] of everyone()) {
    for (const [name, where] of places) {
      if (!among(where)) continue;
      const { asked, moved } = await ask(as, where);
      if (!Bun.deepEquals(asked, moved))
        told.push(`${caller}, to ${name}: ${JSON.stringify(asked)} and not ${JSON.stringify(moved)}`);
    }
  }
  return told;
}

async function moveOf(doc: ParsedBody, as: Person, where: Where): Promise<Said> {
  return said(await h.call(`PATCH /api/docs/${doc.doc_id}`, { as, json: where }));
}

/** A new page in the caller's My documents. */
async function own(as: Person): Promise<ParsedBody> {
  return made(h.call("POST /api/docs", { as, json: { html: "<p>own</p>" } }));
}

describe.each(SOURCES)("a document in %s", (source) => {
  const stage = () => stages[SOURCES.indexOf(source)] as Stage;
  const document = async () => (await withDocument(stage())).doc;

  test("comes back from the trash to where whoever asks might have moved it", async () => {
    const told = await compare(async (as, where) => {
      const moved = await moveOf(await document(), as, where);
      const { doc_id } = await document();
      await made(h.call(`DELETE /api/docs/${doc_id}`, { as: stage().people.owner }));
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
        const entry = h.house.catalogue.byId.get("doc.publish_file_content");
        if (!entry) throw new Error("there is no such operation");
        const { status, body } = await send(h, {
          entry,
          as,
          made: { json: { filename: "a.txt", content: "x", ...where } },
        });
        return status < 300 ? { status: 200, why: null } : { status, why: body };
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
    const { people, root } = stages[0] as Stage;
    const json = { filename: "a.txt", root: root.slug, folder: "soon closed" };
    const { upload_url } = await made(h.call("POST /api/uploads", { as: people.editor, json }));
    await close(people["workspace owner"], root.slug, "soon closed");
    const sent = await h.call(`PUT ${new URL(upload_url).pathname}`, { body: "x" });
    expect(sent.status).toBe(403);
  });
});

describe("a folder's documents go along where whoever asks might have moved each of them:", () => {
  const rootOf = () => (stages[0] as Stage).root.slug;
  let folders = 0;
  /** A folder of the root's with a document in it, both the owner's. */
  async function filled(path: string): Promise<ParsedBody> {
    const as = (stages[0] as Stage).people.owner;
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
    const { people, root } = stages[0] as Stage;
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
        const held = await made(h.call(`GET /api/docs?root=general`, { as: stage.people["workspace owner"] }));
        const isMoved = held.docs.some((one: { doc_id: string }) => one.doc_id === doc.doc_id);
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

test("the operations that name a place are those that are tried here, and those that put nothing there", () => {
  const named = h.house.catalogue.entries.filter((entry) => {
    const names = [entry.query, entry.body, entry.form].flatMap((schema) => Object.keys(schema?.properties ?? {}));
    return entry.effect === "write" && (names.includes("folder") || names.includes("root"));
  });
  expect(named.map((entry) => entry.id).sort()).toEqual([...TRIED, ...PUTTING_NOTHING].sort());
});
