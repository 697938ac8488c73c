// Names of tags, folders and files that look the same are the same, whichever way their letters are put together.
import { describe, expect, test } from "bun:test";
import { innerSchema, isNameSchema, type TSchema } from "../../kernel/base/schema.ts";
import { formOf, publish } from "../documents/published.ts";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();

/** One name: composed, and as some systems take it apart. */
const NFC = "Grün".normalize("NFC");
const NFD = "Grün".normalize("NFD");

test("a folder is the same in both forms, in every operation that names one", async () => {
  const as = await h.person();
  const send = (call: string, json?: object) => h.call(call, { as, ...(json ? { json } : {}) });
  const made = await must(send("POST /api/folders", { path: `a/${NFD}` }));
  expect(made.body.path).toBe(`a/${NFC}`);
  const { doc, at } = await publish(h, { html: "x", folder: `a/${NFD}` }, { as });
  expect(doc.folder).toBe(`a/${NFC}`);
  const paths = async () =>
    (await send("GET /api/folders")).body.folders.map((folder: { path: string }) => folder.path);
  expect(await paths()).toEqual(["a", `a/${NFC}`]);
  for (const form of [NFC, NFD]) {
    const name = encodeURIComponent(`a/${form}`);
    for (const address of [`docs?folder=${name}`, `tree?folder=${name}`, `changes?folder=${name}`]) {
      expect(JSON.stringify((await must(send(`GET /api/${address}`))).body)).toContain(doc.doc_id);
    }
    await must(send(`GET /api/folder-meta?path=${name}`));
    await must(send(`GET /api/folder-view?path=${name}`));
    await must(send(`GET /api/folders/access?path=${name}`));
    await must(send("POST /api/stars", { folder: `a/${form}` }));
    await must(send("PUT /api/icons/target", { target: `folder:a/${form}`, icon: "emoji:U+1F680" }));
    await must(send(`PUT /api/folder-meta?path=a`, { child_order: [`f:${form}`] }));
  }
  expect((await send("GET /api/stars")).body.stars).toHaveLength(1);
  expect((await send("GET /api/folder-meta?path=a")).body.child_order).toEqual([`f:${NFC}`]);
  expect((await send(`PATCH ${at}`, { folder: NFD })).body.folder).toBe(NFC);
  await must(send("PATCH /api/folders", { path: NFD, new_path: `b/${NFD}` }));
  expect(await paths()).toContain(`b/${NFC}`);
});

test("a tag is the same in both forms", async () => {
  const as = await h.person();
  const { doc, at } = await publish(h, { html: "x", tags: [NFD, NFC, `${NFD}2`] }, { as });
  const tag = NFC.toLowerCase();
  expect(doc.tags).toEqual([tag, `${tag}2`]);
  for (const form of [NFC, NFD]) {
    const list = await h.call(`GET /api/docs?tag=${encodeURIComponent(form)}`, { as });
    expect(list.body.docs).toHaveLength(1);
    const changed = await h.call(`PATCH ${at}`, { as, json: { tags: [form] } });
    expect(changed.body.tags).toEqual([tag]);
    const json = { target: `tag:${form}`, description: "words" };
    await must(h.call("PUT /api/icons/description", { as, json }));
  }
  expect((await h.call("GET /api/icons", { as })).body.tags).toMatchObject([{ tag, description: "words" }]);
  expect((await h.call("GET /api/tags", { as })).body.tags).toEqual([{ tag, count: 1 }]);
});

const FILE = `Bilder/${NFC}.txt`;

/** Every way of writing a file, in the form that is taken apart. */
const WRITES: Record<string, (as: Person, doc: { doc_id: string; at: string }) => Promise<Answer>> = {
  "PUT file": (as, { at }) =>
    h.call(`PUT ${at}/files/${encodeURI(FILE.normalize("NFD"))}`, { as, json: { content: "new" } }),
  "POST files": (as, { at }) =>
    h.call(`POST ${at}/files`, { as, form: formOf([["files", new Blob(["new"]), FILE.normalize("NFD")]]) }),
  "POST files with a path": (as, { at }) =>
    h.call(`POST ${at}/files`, {
      as,
      form: formOf([
        ["file", new Blob(["new"]), "a.txt"],
        ["path", FILE.normalize("NFD")],
      ]),
    }),
  patch: (as, { at }) => {
    const path = FILE.normalize("NFD");
    const diff = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file\n`;
    return h.call(`POST ${at}/patch`, { as, json: { diff } });
  },
  "a quoted patch": (as, { at }) => {
    const octal = [...new TextEncoder().encode(FILE.normalize("NFD"))]
      .map((byte) => (byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`))
      .join("");
    const diff = `--- "a/${octal}"\n+++ "b/${octal}"\n@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file\n`;
    return h.call(`POST ${at}/patch`, { as, json: { diff } });
  },
  edit: (as, { at }) =>
    h.call(`POST ${at}/edit`, { as, json: { path: FILE.normalize("NFD"), old_string: "old", new_string: "new" } }),
  "an upload": (as, { doc_id }) => {
    const path = encodeURIComponent(FILE.normalize("NFD"));
    return h.call(`PUT /api/upload?filename=x&doc_id=${doc_id}&path=${path}&base_version=2`, { as, body: "new" });
  },
  "a commit": async (as, { at }) => {
    const sha256 = new Bun.CryptoHasher("sha256").update("new").digest("hex");
    const json = { files: [{ path: FILE.normalize("NFD"), sha256, size: 3 }], mode: "merge" };
    const begun = (await must(h.call(`POST ${at}/commits`, { as, json }))).body;
    for (const { url } of begun.put) await must(h.call(`PUT ${new URL(url).pathname}`, { as, body: "new" }));
    return h.call(`POST ${at}/commits/${begun.commit_id}/finalize`, { as, json: {} });
  },
  "a tool": async (as, { doc_id }) => {
    const result = await callTool(h, as, {
      name: "put_file",
      arguments: { doc_id, path: FILE.normalize("NFD"), content: "new" },
    });
    return { ...(await h.call("GET /api/me", { as })), status: result.isError ? 400 : 200 };
  },
};

describe("a file is the same in both forms", () => {
  test.each(Object.entries(WRITES))("through %s", async (_name, write) => {
    const { as, doc, at } = await publish(h, { html: "x", visibility: "unlisted" });
    await must(h.call(`PUT ${at}/files/${encodeURI(FILE)}`, { as, json: { content: "old" } }));
    await must(write(as, { doc_id: doc.doc_id, at }));
    const { manifest } = (await h.call(`GET ${at}/manifest`, { as })).body;
    expect(Object.keys(manifest).sort()).toEqual([FILE, "index.html"]);
    for (const form of ["NFC", "NFD"]) {
      const path = FILE.normalize(form);
      expect((await h.call(`GET ${at}/files/${encodeURI(path)}`, { as })).body).toBe("new");
      expect(new TextDecoder().decode((await h.open(`/d/${doc.slug}/${encodeURI(path)}`)).bytes)).toBe("new");
      for (const read of ["text", "history", "diff", "blame", "rendered", "grep"]) {
        const more = read === "grep" ? "&pattern=new" : read === "diff" ? "&from=2" : "";
        await must(h.call(`GET ${at}/${read}?path=${encodeURIComponent(path)}${more}`, { as }));
      }
    }
    const found = await h.call(`GET /api/search?q=new&path_glob=${encodeURIComponent(FILE.normalize("NFD"))}`, { as });
    expect(found.body.count).toBe(1);
    await must(h.call(`DELETE ${at}/files?path=${encodeURIComponent(FILE.normalize("NFD"))}`, { as }));
  });

  test("as the payload of a share, by its name", async () => {
    const form = formOf([["file", new Blob(["bytes"]), `${NFD}.bin`]]);
    const { doc } = await publish(h, {}, { form, route: "POST /api/files" });
    expect(doc.title).toBe(NFC);
    expect(doc.files).toContainEqual(expect.objectContaining({ path: `${NFC}.bin` }));
    const raw = await h.call(`PUT /api/upload?filename=${encodeURIComponent(`${NFD}.bin`)}`, {
      as: await h.person(),
      body: "bytes",
    });
    expect(raw.body.files).toContainEqual(expect.objectContaining({ path: `${NFC}.bin` }));
  });
});

test("every operation that names a file takes its name in one form", () => {
  const loose: string[] = [];
  const walk = (schema: TSchema | null | undefined, at: string) => {
    const declared = schema && (innerSchema(schema) ?? schema);
    if (!declared) return;
    if (declared["items"]) walk(declared["items"], at);
    for (const [name, member] of Object.entries<TSchema>(declared["properties"] ?? {})) {
      const text = innerSchema(member) ?? member;
      const isNamed = /^(path|paths|path_glob|filename|ref)$/.test(name) && text["type"] === "string";
      if (isNamed && !isNameSchema(text)) loose.push(`${at} ${name}`);
      walk(member, at);
    }
  };
  for (const entry of h.runtime.catalogue.entries)
    for (const part of [entry.params, entry.query, entry.body, entry.form]) walk(part, entry.id);
  // Paths of folders, which parseFolder brings into their one form.
  expect(loose.filter((one) => !/^(folder|access\.folder)\./.test(one))).toEqual([]);
});

describe("what was named before", () => {
  /** Runs the migration of that name again, which finds only what this test puts there. */
  async function migrateAgain(): Promise<void> {
    const { sql } = h.runtime.database;
    for (const file of new Bun.Glob("plugins/*/migrations/*_names_in_nfc.sql").scanSync()) {
      await sql.unsafe(await Bun.file(file).text());
    }
  }

  test("takes the form of today, and a folder that meets another one keeps what it holds under a number", async () => {
    const { sql } = h.runtime.database;
    const as = await h.person();
    const put = (folder: string) => publish(h, { html: "x", folder, tags: ["a"] }, { as });
    const [alone, twin, below, here] = [
      await put("Alone/deep"),
      await put("Twin"),
      await put("Twin/deep"),
      await put(NFC),
    ];
    const grant = { subject_type: "workspace", level: "view" };
    await must(h.call("POST /api/folders/access?path=Twin", { as, json: grant }));
    const rename = (from: string, to: string) => sql`
      update places set path = ${to} || substr(path, length(${from}) + 1)
      where owner_id = ${as.user_id} and (path = ${from} or starts_with(path, ${`${from}/`}))`;
    await rename("Alone", `A${NFD}`);
    await rename("Twin", NFD);
    await sql`update documents set tags = ${[NFD, "b", NFC]}::text[] where doc_id = ${alone.doc.doc_id}`;
    await migrateAgain();
    const folderOf = async ({ at }: { at: string }) => (await h.call(`GET ${at}`, { as })).body.folder;
    expect(await Promise.all([alone, twin, below, here].map(folderOf))).toEqual([
      `A${NFC}/deep`,
      `${NFC}-2`,
      `${NFC}-2/deep`,
      NFC,
    ]);
    const grants = await h.call(`GET /api/folders/access?path=${encodeURIComponent(`${NFC}-2`)}`, { as });
    expect(grants.body.grants).toHaveLength(1);
    expect((await h.call(`GET ${alone.at}`, { as })).body.tags).toEqual([NFC, "b"]);
  });

  test("takes the form of today, and a file that meets another one of its version takes a number", async () => {
    const { sql } = h.runtime.database;
    const { as, at, doc } = await publish(h, { html: "x" });
    for (const path of [`${NFC}.txt`, "twin.txt", "alone.txt"]) {
      await must(h.call(`PUT ${at}/files/${encodeURI(path)}`, { as, json: { content: path } }));
    }
    const rename = (from: string, to: string) => sql`
      update document_files set path = ${to} where path = ${from}
        and document_id = (select document_id from documents where doc_id = ${doc.doc_id})`;
    await rename("twin.txt", `${NFD}.txt`);
    await rename("alone.txt", `alone-${NFD}.txt`);
    await migrateAgain();
    const read = async (path: string) => (await h.call(`GET ${at}/files/${encodeURI(path)}`, { as })).body;
    expect(await Promise.all([`${NFC}.txt`, `${NFC}-2.txt`, `alone-${NFC}.txt`].map(read))).toEqual([
      `${NFC}.txt`,
      "twin.txt",
      "alone.txt",
    ]);
  });
});
