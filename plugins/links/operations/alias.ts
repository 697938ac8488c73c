// The operations on a document's name (rules: links/aliases, links/taken_aliases).

import { type Static, t } from "../../../kernel/plugin.ts";
import { documentAddress, documentWith, type LoadedDocument } from "../../documents/port/read.ts";
import { changeAlias, forItsReaders, type WriteCall } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { ALIAS_CHARS_MAX, ALIAS_PATTERN } from "../../rendering/port.ts";

const Aliased = t.Object(
  {
    doc_id: t.String(),
    alias: t.Nullable(t.String()),
    url: t.String({ description: "Where the document is served." }),
    link_url: t.Nullable(
      t.String({ description: "The path on the content host that follows the name, wherever it leads." }),
    ),
  },
  { $id: "Aliased" },
);

type Options = { alias: string | null; force: boolean };

export const setAlias = operation({
  id: "doc.alias.set",
  route: "PUT /api/docs/{doc_id}/alias",
  tool: {
    name: "set_alias",
    wording: "Give a document a name, under which [[name]] in markdown and /x/name lead to it.",
    idempotent: true,
  },
  summary: "Give a document an alias",
  description:
    "An alias belongs to one live document of the workspace; force takes it from the one that has it, where you may set that one's alias.",
  body: t.Object({
    alias: t.String({
      minLength: 1,
      maxLength: ALIAS_CHARS_MAX,
      pattern: ALIAS_PATTERN,
      description: "Lower case letters, digits and single hyphens.",
    }),
    force: t.Optional(
      t.Boolean({
        default: false,
        description: "True takes it from a document that has it and whose alias you may set.",
      }),
    ),
  }),
  output: Aliased,
  permit: documentWith("settings"),
  connection_limit: "places",
  publishes: forItsReaders,
  audit: "doc.alias",
  refuses: [409],
  run: (call, { body }) => change(call, { alias: body.alias, force: body.force ?? false }),
});

export const clearAlias = operation({
  id: "doc.alias.clear",
  route: "DELETE /api/docs/{doc_id}/alias",
  tool: {
    name: "clear_alias",
    wording: "Take a document's name away; links by that name lead nowhere then.",
    idempotent: true,
  },
  summary: "Take a document's alias away",
  output: Aliased,
  permit: documentWith("settings"),
  connection_limit: "places",
  opens: null,
  audit: "doc.alias",
  run: (call) => change(call, { alias: null, force: false }),
});

async function change(
  call: WriteCall & { subject: LoadedDocument },
  options: Options,
): Promise<Static<typeof Aliased>> {
  const { subject, runtime } = call;
  const { changed, taken_from, previous } = await changeAlias(call, subject, options);
  const { alias } = options;
  if (changed) {
    const meta = { alias, previous, ...(taken_from !== null && { taken_from }) };
    call.note("doc.alias", { target_type: "doc", target_id: subject.doc_id, meta });
  }
  return {
    doc_id: subject.doc_id,
    alias,
    url: documentAddress(runtime, subject),
    link_url: alias === null ? null : `/x/${alias}`,
  };
}
