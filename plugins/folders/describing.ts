// Gives folders what they are told apart by: an icon and a description.
import type { Sql } from "../../kernel/plugin.ts";
import { ensurePlace, type Tree } from "../places/port.ts";
import { findSettings, NO_SETTINGS, saveSettings } from "./store/settings.ts";

/** Gives an existing folder an icon or a description, null for none; false when it was like that already. */
export async function describeFolder(
  sql: Sql,
  options: { tree: Tree; path: string; changes: { icon?: string | null; description?: string | null } },
): Promise<boolean> {
  const { tree, path, changes } = options;
  const { workspace_id } = tree;
  const place_id = await ensurePlace(sql, { ...tree, path });
  const before = (await findSettings(sql, { workspace_id, place_ids: [place_id] })).get(place_id) ?? NO_SETTINGS;
  if (Object.entries(changes).every(([name, value]) => Reflect.get(before, name) === value)) return false;
  await saveSettings(sql, { workspace_id, place_id }, changes);
  return true;
}
