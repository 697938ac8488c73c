// What this plugin lays behind its port.
import { ensurePlace } from "../places/port.ts";
import type { Folders } from "./port.ts";
import { clearFolderIcon, findSettings, NO_SETTINGS, saveSettings } from "./store/settings.ts";

export function provideFolders(): Folders {
  return {
    describe: async (sql, { tree, path, changes }) => {
      const { workspace_id } = tree;
      const place_id = await ensurePlace(sql, { ...tree, path });
      const before = (await findSettings(sql, { workspace_id, place_ids: [place_id] })).get(place_id) ?? NO_SETTINGS;
      if (Object.entries(changes).every(([name, value]) => Reflect.get(before, name) === value)) return false;
      await saveSettings(sql, { workspace_id, place_id }, changes);
      return true;
    },
    clearIcon: clearFolderIcon,
  };
}
