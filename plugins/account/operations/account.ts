// Leaving with everything:
// the export of one's own documents, and the end of the account (rules: accounts/leaving, accounts/last_owner, bundles/exports).

import {
  type Actor,
  type Call,
  disablePerson,
  findPerson,
  lockWorkspaces,
  PRODUCT,
  personLeaveHook,
  refuse,
  signedIn,
  t,
} from "../../../kernel/plugin.ts";
import { clearSession, revokeTokensOf } from "../../../kernel/ports/auth.ts";
import {
  directoriesOf,
  entriesOf,
  entriesOfFolders,
  furtherFilesHook,
  jsonEntry,
  metaOf,
  placeFolders,
  type ZipEntry,
  zip64Stream,
} from "../../bundles/port.ts";
import { countDocumentsFor } from "../../documents/port/read.ts";
import { trashAccount } from "../../documents/port/write.ts";
import { endInvitesOfLast } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { listFolderRows } from "../../places/port.ts";
import { countOthers, GRACE_DAYS, insertDeletion, listOwn } from "../store.ts";

const PAGE = 50;

export const exportAccount = operation({
  id: "account.export",
  route: "GET /api/export",
  summary: "Download everything that is yours as a zip",
  description:
    "One directory for each live document of your My documents, in the folder that it has, with `meta.json` and every file of its current version, a database also with `database.json`, the folders in which nothing lies, and an `index.json`. It is made while it is sent and may be of any size.",
  raw: "download",
  permit: signedIn(),
  connection_limit: "places",
  run: (call) => {
    const headers = {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${PRODUCT.name.toLowerCase()}-export.zip"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    };
    if (call.request.method === "HEAD") return new Response(null, { headers });
    return new Response(zip64Stream(entriesOfAccount(call)), { headers });
  },
});

/** The index comes last: it names what was written. */
async function* entriesOfAccount({ runtime, actor, now, callHook }: Call<Actor>): AsyncGenerator<ZipEntry> {
  const { sql } = runtime.database;
  const tree = { workspace_id: actor.workspace.id, root: null, owner_id: actor.user_id };
  const rows = await listFolderRows(sql, actor, { ...tree, path: "" });
  const place_ids = rows.map((row) => row.place_id);
  const counts = await countDocumentsFor(sql, { actor, place_ids, now });
  const shown = rows.filter((row) => row.stands || counts.has(row.place_id));
  const directories = directoriesOf(shown.map((row) => row.path));
  const standing = shown.filter((row) => row.stands && row.path !== "").map((row) => row.path);
  const folders = placeFolders(standing, directories);
  yield* entriesOfFolders(folders, now);
  const docs: { path: string; doc_id: string; title: string; version: number }[] = [];
  for (let after = 0; ; ) {
    const page = await listOwn(sql, { actor, now, after, limit: PAGE });
    const further = await callHook(furtherFilesHook, { runtime, actor, now, documents: page });
    for (const document of page) {
      const path = directories.take(document);
      const meta = metaOf(runtime, document);
      yield* entriesOf({ sql, runtime }, { ...document, meta }, path);
      const added = further.flatMap((files) => files.get(document.document_id) ?? []);
      yield* added.map((entry) => ({ ...entry, name: `${path}/${entry.name}` }));
      docs.push({ path, doc_id: document.doc_id, title: document.title, version: document.version });
      after = document.document_id;
    }
    if (page.length < PAGE) break;
  }
  yield jsonEntry("index.json", { generated_at: now.toISOString(), email: actor.email, folders, docs }, now);
}

export const deleteAccount = operation({
  id: "account.delete",
  route: "DELETE /api/account",
  decides: "membership",
  summary: "Delete your account",
  description:
    "Switches the account off at once, with its sessions and tokens, and moves your documents to the trash; after 7 days all of it is removed for good. Signing in before then leads to a page that takes the deletion back. When you are the only one in the workspace, the documents of its roots go too, and open invites to it end.",
  body: t.Object({
    confirm: t.String({ maxLength: 320, description: "Your e-mail address, exactly as your account has it." }),
  }),
  output: t.Object({
    deleted: t.Literal(true),
    email: t.String(),
    purge_at: t.Instant(),
    grace_days: t.Integer(),
  }),
  permit: signedIn(),
  opens: null,
  audit: ["account.delete", "invite.revoke"],
  // What is being written at this moment belongs to what goes.
  alone: true,
  refuses: [409, 423],
  run: async (call, { body }) => {
    const { sql, actor, now } = call;
    const { user_id, email, workspace } = actor;
    if (body.confirm !== email) {
      throw refuse.invalid(`confirm does not match: send your e-mail address exactly, ${email}`);
    }
    await lockWorkspaces(sql, [workspace.id]);
    // Behind the lock: they may have been made the owner while it was waited for.
    const role = (await findPerson(sql, user_id))?.role;
    const others = await countOthers(sql, { user_id, workspace_id: workspace.id });
    if (role === "owner" && others > 0) {
      throw refuse.conflict(
        `you own "${workspace.name}", which still has ${others} other active ${others === 1 ? "member" : "members"}; hand it over or remove them first`,
        { members: others },
      );
    }
    const docs = await trashAccount(call, { roots: others === 0 });
    const purgeAt = await insertDeletion(sql, { user_id, workspace_id: workspace.id, now });
    await call.callHook(personLeaveHook, { sql, now, workspace_id: workspace.id, user_id });
    await revokeTokensOf(sql, { user_id, now });
    await disablePerson(sql, user_id, now);
    await endInvitesOfLast(call, { user_id, by: { user_id, email, workspace_id: workspace.id } });
    call.note("account.delete", { target_type: "user", target_id: user_id, meta: { docs } });
    call.reply.headers.append("set-cookie", clearSession());
    return { deleted: true as const, email, purge_at: purgeAt.toISOString(), grace_days: GRACE_DAYS };
  },
});
