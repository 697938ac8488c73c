// Setting and clearing what a document, a folder, a tag or part of a navigation is shown with (rules: folders/icons).
import { type Static, t } from "../../../kernel/plugin.ts";
import type { WriteCall } from "../../documents/port/write.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { ICON_GRAMMAR, resolveIcon } from "../../places/port.ts";
import { changeable, describe, opennessOfTarget, parseTarget, type Target } from "../targets.ts";

const DESCRIPTION_CHARS_MAX = manifest.caps.icon_description_chars;

const target = t.String({
  maxLength: 1100,
  description: "doc:<id>, folder:<path>, tag:<slug>, nav:<entry_id> or navigation:<slug>.",
});
const root = t.Optional(
  t.Nullable(t.String(), { description: "With a folder or a tag, its root: ~, or nothing, for your My documents." }),
);

const Iconed = t.Object({ target: t.String(), icon: t.Nullable(t.String()) }, { $id: "IconTarget" });

export const setIcon = operation({
  id: "icon.set",
  route: "PUT /api/icons/target",
  tool: { name: "set_icon", wording: "Give a document, folder, tag or navigation an icon.", idempotent: true },
  summary: "Set an icon",
  body: t.Object({
    target,
    icon: t.String({ minLength: 1, maxLength: 100, description: `${ICON_GRAMMAR}.` }),
    root,
  }),
  output: Iconed,
  rules: ({ body }) => void parseTarget(body.target),
  permit: ({ body }) => changeable(body),
  connection_limit: "places",
  publishes: (_input, target) => opennessOfTarget(target),
  audit: "icon.set",
  run: async (call, { body }) => change(call, body.target, await resolveIcon(call, body.icon)),
});

export const clearIcon = operation({
  id: "icon.clear",
  route: "DELETE /api/icons/target",
  tool: {
    name: "clear_icon",
    wording: "Take an icon away from a document, folder, tag or navigation.",
    idempotent: true,
  },
  summary: "Clear an icon",
  query: t.Object({ target, root: t.Optional(t.String({ description: "With a folder or a tag, its root." })) }),
  output: Iconed,
  rules: ({ query }) => void parseTarget(query.target),
  permit: ({ query }) => changeable(query),
  connection_limit: "places",
  opens: null,
  audit: "icon.set",
  run: (call, { query }) => change(call, query.target, null),
});

async function change(
  call: WriteCall & { subject: Target },
  name: string,
  icon: string | null,
): Promise<Static<typeof Iconed>> {
  if (await describe(call, call.subject, { icon })) call.note("icon.set", noteOf(call.subject, name, { icon }));
  return { target: name, icon };
}

export const setDescription = operation({
  id: "icon.describe",
  route: "PUT /api/icons/description",
  summary: "Describe a folder or a tag",
  description: "Null, or an empty text, clears it.",
  body: t.Object({
    target: t.String({ maxLength: 1100, description: "folder:<path> or tag:<slug>." }),
    description: t.Nullable(t.String({ maxLength: DESCRIPTION_CHARS_MAX }), { description: "What it is for." }),
    root,
  }),
  output: t.Object({ target: t.String(), description: t.Nullable(t.String()) }),
  rules: ({ body }) => void parseTarget(body.target, ["folder", "tag"]),
  permit: ({ body }) => changeable(body),
  connection_limit: "places",
  publishes: (_input, target) => opennessOfTarget(target),
  audit: "icon.describe",
  run: async (call, { body }) => {
    const description = body.description || null;
    if (await describe(call, call.subject, { description })) {
      call.note("icon.describe", noteOf(call.subject, body.target, { description }));
    }
    return { target: body.target, description };
  },
});

function noteOf(found: Target, name: string, meta: Record<string, unknown>) {
  if (found.kind === "doc") return { target_type: "doc", target_id: found.document.doc_id, meta };
  if (found.kind === "other") {
    const { target_type, target_id } = found.owner;
    return { target_type, target_id, meta: { target: name, ...meta } };
  }
  const { root: foundRoot, path } = found.at;
  const where = { root: foundRoot?.slug ?? "~", target: name };
  return { target_type: found.kind, target_id: found.kind === "tag" ? found.tag : path, meta: { ...where, ...meta } };
}
