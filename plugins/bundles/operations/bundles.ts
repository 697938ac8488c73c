// Bundles: a folder of documents as one zip, asked for by one call and downloaded once by another
// (rules: bundles/links).
import { type Actor, anyone, type Call, demandActor, type Permit, refuse, t } from "../../../kernel/plugin.ts";
import { authorOf, identifyAuthor, readSessionClaims, sessionClaims } from "../../../kernel/ports/access.ts";
import { attachment, tellRead } from "../../documents/port/read.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { parseFolder, ROOT_WORDS, type RootRow, rootNamed } from "../../places/port.ts";
import { directoriesOf, entriesOf, entriesOfFolders, placeFolders, type ZippedDocument } from "../contents.ts";
import { metaOf } from "../meta.ts";
import { safeName } from "../names.ts";
import { plainZipStream } from "../plain_zip.ts";
import {
  type BundleOptions,
  type BundleRow,
  claimDownload,
  findBundle,
  insertBundle,
  listBundled,
  listBundledFolders,
  listFolders,
  listWanted,
  weigh,
} from "../store/bundles.ts";
import { jsonEntry, type ZipEntry } from "../zip_entry.ts";

const { bundle_bytes: BYTES_MAX, bundle_entries: ENTRIES_MAX } = manifest.caps;
const PURPOSE = "bundle";

const BundleLink = t.Object(
  {
    url: t.String({ description: "Downloads the zip, once; whoever has it may." }),
    expires_at: t.Instant(),
    bytes: t.Integer({ description: "Of all files, before they are compressed." }),
    doc_count: t.Integer(),
    file_count: t.Integer({ description: "Files of documents; the zip adds a meta.json for each and an index.json." }),
    skipped: t.Integer({ description: "Documents of the folder that you may not open." }),
    folder: t.String(),
    recursive: t.Boolean(),
    filename: t.String(),
    curl: t.String({ description: "A command that downloads it." }),
  },
  { $id: "BundleLink" },
);

export const createBundle = operation({
  id: "bundle.create",
  route: "POST /api/bundles",
  tool: {
    name: "download_bundle",
    wording: "Get a link that downloads a folder of documents as one zip, once and within 10 minutes.",
  },
  summary: "Bundle a folder's documents into a zip",
  description:
    "The bundle holds the current version of every document that you may open under the folder, as they are now; what is closed to you before the download is left out. At most 500 MiB before compression.",
  body: t.Object({
    folder: t.Optional(t.String({ maxLength: 1024, description: 'The folder; "" or nothing is everything.' })),
    recursive: t.Optional(t.Boolean({ default: true, description: "Its subfolders too." })),
    include_team: t.Optional(
      t.Boolean({ default: false, description: "Without root: what is listed to the team or shared with you too." }),
    ),
    root: t.Optional(t.Nullable(t.String(), { description: ROOT_WORDS })),
  }),
  output: BundleLink,
  status: 201,
  rules: ({ body }) => void parseFolder(body.folder ?? ""),
  permit: ({ body }) => bundled(body),
  connection_limit: "places",
  opens: null,
  quota: "bundle",
  audit: "doc.bundle",
  refuses: [409, 413],
  run: async (call, { body }) => {
    const { sql, actor, now, runtime, subject } = call;
    const { root, skipped } = subject;
    const { folder, recursive, include_team } = optionsOf(body);
    const options: BundleOptions = { actor, now, root, folder, recursive, include_team };
    const folders = await listFolders(sql, options);
    const documents = (await listWanted(sql, options)).map((one) => ({
      ...one,
      meta: metaOf(runtime, one),
    }));
    const files = documents.flatMap((one) => one.files);
    const bytes = files.reduce((sum, file) => sum + file.size_bytes, 0);
    // Others may have written between the two looks.
    refuseWeight({ docs: documents.length, folders: folders.length, files: files.length, bytes }, options);
    const filename = filenameOf(options);
    const kept = await insertBundle(sql, { ...options, filename, skipped, folders, documents });
    if (!kept) throw refuse.conflict("documents were removed while the bundle was made; ask for it again");
    const ticket = runtime.signer.sign(
      PURPOSE,
      { id: kept.bundle_id, ...sessionClaims(authorOf(call)) },
      kept.expires_at,
    );
    const url = `${runtime.config.base_url}/api/bundles/${ticket}`;
    call.note("doc.bundle", {
      target_type: root ? "root" : "user",
      target_id: root ? root.root_id : actor.user_id,
      meta: { folder: options.folder, recursive, include_team, docs: documents.length, files: files.length, bytes },
    });
    return {
      url,
      expires_at: kept.expires_at.toISOString(),
      bytes,
      doc_count: documents.length,
      file_count: files.length,
      skipped,
      folder: options.folder,
      recursive,
      filename,
      curl: `curl -fSo '${filename.replaceAll("'", "_")}' '${url}'`,
    };
  },
});

interface SentOptions {
  folder?: string;
  recursive?: boolean;
  include_team?: boolean;
  root?: string | null;
}

function optionsOf({ folder = "", recursive = true, include_team = false }: SentOptions) {
  return { folder: parseFolder(folder), recursive, include_team };
}

/** A folder of which something can be bundled, with the documents in it that are closed to the caller. */
function bundled(sent: SentOptions): Permit<{ root: RootRow | null; skipped: number }> {
  const named = rootNamed(sent.root);
  return {
    needs: named.needs,
    check: async (call, input) => {
      const root = await named.check(call, input);
      const options: BundleOptions = { actor: demandActor(call.actor), now: call.now, root, ...optionsOf(sent) };
      const weight = await weigh(call.sql, options);
      refuseWeight({ ...weight, folders: (await listFolders(call.sql, options)).length }, options);
      return { root, skipped: weight.skipped };
    },
  };
}

/** Throws 400 for nothing and 413 for too much (rules: bundles/contents). */
function refuseWeight(
  { docs, folders, files, bytes }: { docs: number; folders: number; files: number; bytes: number },
  { folder }: BundleOptions,
): void {
  const where = folder === "" ? "here" : `in folder "${folder}"`;
  if (docs === 0) throw refuse.invalid(`nothing can be bundled: there is no document ${where} that you may open`);
  if (bytes > BYTES_MAX) {
    throw refuse.tooLarge(
      `the documents hold ${bytes} bytes; a bundle takes at most ${BYTES_MAX} (500 MiB): bundle subfolders one by one`,
      { bytes, limit_bytes: BYTES_MAX },
    );
  }
  const entries = files + folders + docs + 1;
  if (entries > ENTRIES_MAX) {
    throw refuse.tooLarge(
      `the bundle would hold ${entries} files and folders; at most ${ENTRIES_MAX}: bundle subfolders one by one`,
    );
  }
}

function filenameOf({ root, folder }: BundleOptions): string {
  const last = folder.slice(folder.lastIndexOf("/") + 1) || root?.slug || "documents";
  return `${safeName(last)}.zip`;
}

export const downloadBundle = operation({
  id: "bundle.download",
  route: "GET /api/bundles/{token}",
  summary: "Download a bundle, once",
  description:
    "The address is the credential and ends with the token or the session that asked for it. Folders in which nothing lies are in it too. `index.json` lists what the zip holds; a document that its maker may not open any more is counted there as skipped.",
  raw: "download",
  // Taking the one download is a write.
  effect: "write",
  anonymous: true,
  permit: anyone(),
  opens: null,
  audit: "doc.bundle_download",
  refuses: [403, 404, 410],
  run: async (call, { params }) => {
    const { sql, now, runtime, actor, request } = call;
    const claims = runtime.signer.verify(PURPOSE, params.token, now);
    const bundle = typeof claims?.["id"] === "number" ? await findBundle(sql, claims["id"]) : null;
    if (!claims || !bundle) throw refuseLink();
    const token_id = bundle.made_with?.id ?? null;
    const author = await identifyAuthor(call, { ...bundle, token_id, session: readSessionClaims(claims) });
    if (typeof author === "string") throw refuseLink();
    if (actor && actor.user_id !== bundle.user_id) {
      throw refuse.forbidden("this bundle was made by somebody else; sign in as who made it, or make one of your own");
    }
    const headers = {
      "content-type": "application/zip",
      "content-disposition": attachment(bundle.filename),
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    };
    if (bundle.downloaded_at) throw refuseDownloaded();
    // Whoever only asks what it is does not take it.
    if (request.method === "HEAD") return new Response(null, { headers });
    if (!(await claimDownload(sql, bundle, now))) throw refuseDownloaded();
    call.note("doc.bundle_download", {
      target_type: "user",
      target_id: author.user_id,
      meta: { folder: bundle.folder, filename: bundle.filename },
      by: { user_id: author.user_id, email: author.email, workspace_id: bundle.workspace_id },
    });
    return new Response(plainZipStream(await entriesOfBundle(call, { bundle, author })), {
      headers,
    });
  },
});

function refuseLink(): Error {
  return refuse.notFound("this bundle link is not valid or has expired; ask for a new bundle");
}

function refuseDownloaded(): Error {
  return refuse.gone("this bundle has been downloaded already; ask for a new one");
}

async function entriesOfBundle(
  { sql, runtime, now, via }: Call<null, true>,
  { bundle, author }: { bundle: BundleRow; author: Actor },
): Promise<AsyncIterable<ZipEntry>> {
  const rows = await listBundled(sql, { bundle, actor: author, now });
  const open = rows.filter((row) => row.is_open).map(({ meta, files }) => ({ ...readMeta(meta), meta, files }));
  for (const { document_id, is_open } of rows) {
    const { workspace_id } = bundle;
    if (is_open) tellRead({ runtime, actor: author, via, now }, { workspace_id, document_id }, "download");
  }
  const standing = await listBundledFolders(sql, { bundle, actor: author });
  const directories = directoriesOf([...standing, ...open.map((document) => document.folder)]);
  const folders = placeFolders(standing, directories);
  const placed = open.map((document) => ({ document, path: directories.take(document) }));
  const index = {
    folder: bundle.folder,
    recursive: bundle.recursive,
    generated_at: now.toISOString(),
    folders,
    docs: placed.map(({ path, document: { doc_id, title, version } }) => ({ path, doc_id, title, version })),
    skipped: { docs: bundle.skipped + rows.length - open.length },
  };
  const context = { sql: runtime.database.sql, runtime };
  return (async function* () {
    yield jsonEntry("index.json", index, now);
    yield* entriesOfFolders(folders, now);
    for (const { document, path } of placed) yield* entriesOf(context, document, path);
  })();
}

function readMeta(
  meta: ZippedDocument["meta"],
): Pick<ZippedDocument, "doc_id" | "title" | "folder" | "version" | "updated_at"> {
  return {
    doc_id: String(meta["doc_id"]),
    title: String(meta["title"]),
    folder: String(meta["folder"]),
    version: Number(meta["version"]),
    updated_at: new Date(String(meta["updated_at"])),
  };
}
