// The icon library of a workspace: listed, added to, removed from, and sent to readers (rules: folders/icons).

import {
  anyone,
  isManager,
  nextCursor,
  type Permit,
  paging,
  refuse,
  type Static,
  sha256Hex,
  sharedWorkers,
  signedIn,
  t,
} from "../../../kernel/plugin.ts";
import { clearIcon } from "../../documents/port/write.ts";
import { clearFolderIcon } from "../../folders/port.ts";
import { manifest } from "../../manifest.ts";
import { capOf, operation } from "../../operation.ts";
import { clearRootIcon, ICON_COLOURS, ICON_GRAMMAR, LUCIDE_NAMES } from "../../places/port.ts";
import type { tasks } from "../drawing_worker.ts";
import { iconEndHook } from "../port.ts";
import {
  clearTagIcon,
  countIcons,
  deleteIcon,
  findDrawing,
  ICONS,
  type IconRow,
  insertIcon,
  listIcons,
  listTagSettings,
} from "../store.ts";

const SVG_BYTES_MAX = manifest.caps.icon_svg_bytes;

const LibraryIcon = t.Object(
  {
    id: t.Integer(),
    icon: t.String({ description: "How it is named as an icon: svg:<id>." }),
    name: t.String(),
    url: t.String(),
    bytes: t.Integer({ description: "Of the picture as it is sent." }),
    sha256: t.String({ description: "Of what was uploaded." }),
    uploaded_by: t.Nullable(t.String({ description: "E-mail address." })),
    created_at: t.Instant(),
  },
  { $id: "LibraryIcon" },
);

export const readIcons = operation({
  id: "icon.list",
  route: "GET /api/icons",
  tool: {
    name: "list_icons",
    wording: "List the icons that may be used, and the workspace's own pictures.",
    idempotent: true,
  },
  summary: "List the icons",
  description: "Pages are of the workspace's own pictures; the rest stands in the first one alone.",
  query: t.Object({ ...paging({ maximum: 500 }) }),
  output: t.Object({
    lucide: t.Array(t.String()),
    colors: t.Array(t.String()),
    library: t.Array(LibraryIcon),
    ...nextCursor,
    library_available: t.Boolean({ description: "Whether the workspace's plan lets it add pictures." }),
    grammar: t.String(),
    tags: t.Array(
      t.Object({
        tag: t.String(),
        root: t.Nullable(t.String({ description: "The root's slug; null in your My documents." })),
        icon: t.Nullable(t.String()),
        description: t.Nullable(t.String()),
      }),
      { description: "Tags with an icon or a description." },
    ),
  }),
  permit: signedIn(),
  run: async ({ sql, actor, runtime }, { query }) => {
    const isFirst = query.cursor === undefined;
    const [found, tags] = await Promise.all([
      listIcons(sql, { workspace_id: actor.workspace.id, ...ICONS.options(query) }),
      isFirst ? listTagSettings(sql, actor) : [],
    ]);
    const { rows, next } = ICONS.page(found, query);
    return {
      lucide: isFirst ? [...LUCIDE_NAMES] : [],
      colors: isFirst ? [...ICON_COLOURS] : [],
      library: rows.map((row) => showIcon(row, { runtime, workspace: actor.workspace.slug })),
      ...next,
      library_available: runtime.plans.carries("icon_library", actor.workspace.plan),
      grammar: ICON_GRAMMAR,
      tags,
    };
  },
});

export const uploadIcon = operation({
  id: "icon.upload",
  route: "POST /api/icons",
  tool: { name: "upload_icon", wording: "Add an SVG picture to the workspace's icon library.", idempotent: true },
  summary: "Add a picture to the icon library",
  description:
    "Identical bytes answer the entry that is there. A picture with scripts, embedded or outside parts is refused with the reason.",
  body: t.Object({
    name: t.String({ minLength: 1, maxLength: 100, pattern: "\\S", description: "What people call it." }),
    svg: t.String({ minLength: 1, maxLength: SVG_BYTES_MAX, description: "The SVG file, at most 32 KiB." }),
  }),
  output: LibraryIcon,
  status: 201,
  rules: ({ body }) => {
    const bytes = Buffer.byteLength(body.svg);
    if (bytes > SVG_BYTES_MAX) throw refuse.invalid(`svg has ${bytes} bytes; at most ${SVG_BYTES_MAX} are allowed`);
  },
  permit: signedIn(),
  gate: "icon_library",
  publishes: () => "workspace",
  audit: "icon.upload",
  refuses: [429],
  prepare: async ({ actor, request }, { body }) => {
    const worker = sharedWorkers().module<typeof tasks>(new URL("../drawing_worker.ts", import.meta.url));
    const words = { doing: "checking the SVG", instead: "send a simpler drawing" };
    const asker = { owner: `user:${actor.user_id}`, lane: "publish" as const, signal: request.signal };
    const cleaned = await worker("clean", { source: body.svg }, { ...asker, bytes: body.svg.length, words });
    if ("reason" in cleaned) throw refuse.invalid(`the SVG is refused: ${cleaned.reason}`);
    return cleaned.svg;
  },
  run: async ({ sql, actor, now, runtime, note }, { body }, svg) => {
    const { id: workspace_id, slug: workspace } = actor.workspace;
    const sha256 = sha256Hex(body.svg);
    const [existing] = await listIcons(sql, { workspace_id, sha256 });
    if (existing) return showIcon(existing, { runtime, workspace });
    const most = capOf(runtime, "library_icons");
    if ((await countIcons(sql, workspace_id)) >= most) {
      throw refuse.invalid(`the icon library holds ${most} pictures; remove one first`);
    }
    const name = body.name.trim();
    const made = await insertIcon(sql, { actor, now, name, svg, sha256 });
    if (made !== null) note("icon.upload", { target_type: "icon", target_id: made, meta: { name } });
    const [row] = await listIcons(sql, { workspace_id, sha256 });
    if (!row) throw new Error("an icon that was added is gone");
    return showIcon(row, { runtime, workspace });
  },
});

export const removeIcon = operation({
  id: "icon.delete",
  route: "DELETE /api/icons/{icon_id}",
  summary: "Remove a picture from the icon library",
  description:
    "Whoever uploaded it and the workspace's owners and admins may. Everything that shows it is without an icon then.",
  params: t.Object({ icon_id: t.Id({ description: "The picture's id." }) }),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: ({ params }) => removable(params.icon_id),
  opens: null,
  audit: "icon.delete",
  run: async (call, { params: { icon_id } }) => {
    const { sql, actor } = call;
    const workspace_id = actor.workspace.id;
    if (!(await deleteIcon(sql, { workspace_id, icon_id }))) throw refuseMissingIcon();
    const icon = `svg:${icon_id}`;
    await clearIcon(call, icon);
    await clearFolderIcon(sql, { workspace_id, icon });
    await clearRootIcon(sql, { workspace_id, icon });
    await clearTagIcon(sql, { workspace_id, icon });
    await call.callHook(iconEndHook, { sql, workspace_id, icon });
    call.note("icon.delete", { target_type: "icon", target_id: icon_id, meta: { name: call.subject.name } });
    return { id: icon_id, deleted: true as const };
  },
});

/** A picture that the caller uploaded, or any for those who manage the workspace. */
function removable(icon_id: number): Permit<IconRow> {
  return {
    needs: "having uploaded the picture, or managing the workspace",
    check: async ({ actor, sql }) => {
      const [row] = actor ? await listIcons(sql, { workspace_id: actor.workspace.id, icon_id }) : [];
      if (!actor || !row) throw refuseMissingIcon();
      if (row.uploaded_by === actor.user_id || isManager(actor)) return row;
      throw refuse.forbidden("only who uploaded the picture, and workspace owners and admins, may remove it");
    },
  };
}

function refuseMissingIcon(): Error {
  return refuse.notFound("icon not found");
}

export const serveIcon = operation({
  id: "icon.serve",
  route: "GET /icons/{workspace_slug}/{icon_id}.svg",
  host: "content",
  summary: "Open a picture of an icon library",
  description: "On a workspace's own domain its own pictures alone.",
  params: t.Object({
    workspace_slug: t.String({ description: "The workspace's slug." }),
    icon_id: t.Id({ description: "The picture's id." }),
  }),
  anonymous: true,
  permit: anyone(),
  raw: "download",
  error_format: "content",
  also: [304],
  refuses: [404, 429],
  run: async ({ sql, runtime, request, now }, { params: { workspace_slug: workspace, icon_id } }) => {
    const svg = await findDrawing(sql, { workspace, within: request.content_host.workspace_id, icon_id });
    if (svg === null) {
      // Counted by address, so that nobody can try numbers at leisure.
      await runtime.quotas.takeFor("content_missing", { request, now });
      throw refuse.notFound("not found");
    }
    return new Response(svg, {
      headers: {
        "content-type": "image/svg+xml",
        "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        "cache-control": "public, max-age=86400",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "cross-origin",
        "access-control-allow-origin": "*",
      },
    });
  },
});

function showIcon(
  row: IconRow,
  { runtime, workspace }: { runtime: { config: { content_url: string } }; workspace: string },
): Static<typeof LibraryIcon> {
  const { icon_id: id, name, bytes, sha256, uploader } = row;
  return {
    ...{ id, icon: `svg:${id}`, name, bytes, sha256 },
    url: `${runtime.config.content_url}/icons/${workspace}/${id}.svg`,
    uploaded_by: uploader,
    created_at: row.created_at.toISOString(),
  };
}
