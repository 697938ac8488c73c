// What can be watched: how a target is written, and that one may watch only what one may open.
import { type Permit, refuse, t } from "../../kernel/plugin.ts";
import { knownFolder, viewable } from "../documents/port/read.ts";
import { isPersonal, parseFolder } from "../places/port.ts";
import type { WatchTarget } from "./store/watches.ts";

/** The members that name a target, in a body as in a query. */
export const targetMembers = {
  target: t.String({
    minLength: 1,
    maxLength: 1100,
    description: "What to watch: doc:<id>, folder:<path>, folder:<root>:<path>, or root:<slug>.",
    examples: ["doc:<doc_id>"],
  }),
  root: t.Optional(
    t.Nullable(t.String({ maxLength: 100 }), {
      description: "Of a folder, its root: ~, or nothing, for My documents.",
    }),
  ),
};

export interface TargetNamed {
  target: string;
  root?: string | null | undefined;
}

type Parsed = { kind: "doc"; name: string } | { kind: "folder"; folder: string; root: string | null | undefined };

/** A target, found and open to the caller. */
export interface Found {
  key: WatchTarget;
  /** As the audit log and answers name it. */
  shown: { doc_id: string | null; folder: string | null; root_id: number | null };
}

/** Throws 400 for a text that no target is written as. */
export function parseTarget({ target, root }: TargetNamed): Parsed {
  const cut = target.indexOf(":");
  const kind = target.slice(0, cut);
  const name = target.slice(cut + 1);
  if (cut < 1 || name === "" || !["doc", "folder", "root"].includes(kind)) {
    throw refuse.invalid(
      `target "${target.slice(0, 80)}" is not one; send doc:<id>, folder:<path>, folder:<root>:<path> or root:<slug>`,
    );
  }
  if (kind !== "folder" && root !== undefined && root !== null) {
    throw refuse.invalid(`root goes with folder:<path>; target "${target.slice(0, 80)}" needs none`);
  }
  if (kind === "doc") return { kind, name };
  if (kind === "root") {
    if (isPersonal(name)) throw refuse.invalid("My documents cannot be watched; name a folder in it, or a shared root");
    return { kind: "folder", folder: "", root: name };
  }
  // No folder's name has a colon.
  const colon = name.indexOf(":");
  if (colon >= 0 && root !== undefined && root !== null) {
    throw refuse.invalid(`target "${target.slice(0, 80)}" names its root already; leave root out`);
  }
  const folder = parseFolder(name.slice(colon + 1));
  if (folder === "") throw refuse.invalid('target "folder:/" names no folder; send root:<slug> for a whole root');
  return { kind: "folder", folder, root: colon < 0 ? root : name.slice(0, colon) };
}

/** The target, which the caller may view. Throws 404 for one that they may not open. */
export function watchable(named: TargetNamed): Permit<Found> {
  const parsed = parseTarget(named);
  if (parsed.kind === "doc") {
    const permit = viewable(parsed.name);
    return {
      needs: permit.needs,
      check: async (call, input) => {
        const { doc_id } = await permit.check(call, input);
        return { key: { doc_id }, shown: { doc_id, folder: null, root_id: null } };
      },
    };
  }
  const permit = knownFolder("view", parsed);
  return {
    needs: permit.needs,
    check: async (call, input) => {
      const { place_id, path, root } = await permit.check(call, input);
      return { key: { place_id }, shown: { doc_id: null, folder: path, root_id: root?.root_id ?? null } };
    },
  };
}
