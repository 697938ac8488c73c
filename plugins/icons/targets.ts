// What can carry an icon or a description: how a target is written, and who may change it (rules: folders/icons).

import { type Call, demandActor, type Openness, type Permit, refuse } from "../../kernel/plugin.ts";
import { documentNamed, type LoadedDocument, normaliseTag, writablePlace } from "../documents/port/read.ts";
import { changeIcon, opennessOf, type WriteCall } from "../documents/port/write.ts";
import { describeFolder, type Existing, existingFolder, opennessOfFolder } from "../folders/port.ts";
import { opennessAt, type PlaceFound, parseFolder } from "../places/port.ts";
import { type IconOwner, iconOwnerHook } from "./port.ts";
import { describeTag } from "./store.ts";

const KINDS = ["doc", "folder", "tag", "nav", "navigation"] as const;
type Kind = (typeof KINDS)[number];

/** A target, found and open to be changed. */
export type Target =
  | { kind: "doc"; document: LoadedDocument }
  | { kind: "folder"; at: Existing }
  | { kind: "tag"; at: PlaceFound; tag: string }
  | { kind: "other"; owner: IconOwner };

/** Throws 400 for a text that no target is written as; with `only`, for another kind as well. */
export function parseTarget(target: string, only: readonly Kind[] = KINDS): { kind: Kind; name: string } {
  const cut = target.indexOf(":");
  const kind = only.find((one) => one === target.slice(0, cut));
  const name = target.slice(cut + 1);
  if (kind === undefined || name === "") {
    const forms = {
      doc: "doc:<id>",
      folder: "folder:<path>",
      tag: "tag:<slug>",
      nav: "nav:<entry_id>",
      navigation: "navigation:<slug>",
    };
    throw refuse.invalid(
      `target "${target.slice(0, 80)}" is not one; send ${only.map((one) => forms[one]).join(", ")}`,
    );
  }
  if (kind === "tag") return { kind, name: normaliseTag(name) };
  if (kind === "folder") {
    const path = parseFolder(name);
    if (path === "") throw refuse.invalid('target "folder:/" names no folder');
    return { kind, name: path };
  }
  return { kind, name };
}

/** The target that the caller may change: a document and a folder by edit, a tag by edit at the top of its root. */
export function changeable({ target, root }: { target: string; root?: string | null | undefined }): Permit<Target> {
  const { kind, name } = parseTarget(target);
  const needs = "edit on the target";
  if (kind === "doc") {
    const permit = documentNamed("edit", name);
    return { needs, check: async (call, input) => ({ kind, document: await permit.check(call, input) }) };
  }
  if (kind === "folder") {
    const permit = existingFolder("edit", { root, folder: name });
    return { needs, check: async (call, input) => ({ kind, at: await permit.check(call, input) }) };
  }
  if (kind === "tag") {
    const permit = writablePlace({ root, folder: "" });
    return { needs, check: async (call, input) => ({ kind, at: await permit.check(call, input), tag: name }) };
  }
  return {
    needs,
    check: async (call) => {
      demandActor(call.actor);
      const [owner] = (await call.runtime.callHook(iconOwnerHook, { call, kind, name })).flatMap((one) => one ?? []);
      if (owner) return { kind: "other", owner };
      throw refuse.notFound(`${kind === "nav" ? "entry" : "navigation"} "${name.slice(0, 80)}" is not found`);
    },
  };
}

/** Who reads what is said of a target: of a tag, whoever sees its root. */
export function opennessOfTarget(target: Target): Openness {
  if (target.kind === "doc") return opennessOf(target.document);
  if (target.kind === "other") return target.owner.openness;
  return target.kind === "folder" ? opennessOfFolder(target.at) : opennessAt(target.at);
}

/** Sets what is said of a target; false when it was like that already. */
export async function describe(
  call: WriteCall & Pick<Call<unknown>, "use">,
  target: Target,
  changes: { icon?: string | null; description?: string | null },
): Promise<boolean> {
  const { sql } = call;
  if (target.kind === "doc") return changeIcon(call, target.document, changes.icon ?? null);
  if (target.kind === "other") return target.owner.set(call, changes.icon ?? null);
  const { at } = target;
  if (target.kind === "folder") return describeFolder(sql, { tree: at, path: at.path, changes });
  const { workspace_id, root, owner_id } = at;
  return describeTag(sql, { workspace_id, root_id: root?.root_id ?? null, owner_id, tag: target.tag }, changes);
}
