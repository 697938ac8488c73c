// All words of the plugin links on pages of the app.
import { words } from "../../app/port/words.ts";

export const aliasWords = words(
  {
    heading: "Alias",
    alias: "Alias",
    example: "handbook",
    told: (alias: string) => `Small letters, digits and single hyphens. Pages link to it by [[${alias}]].`,
    save: "Save",
    saved: "Saved.",
    clear: "Take it away",
    cleared: "The alias is taken away. Links by it lead nowhere now.",
  },
  {
    heading: "Alias",
    alias: "Alias",
    example: "handbuch",
    told: (alias: string) =>
      `Kleinbuchstaben, Ziffern und einzelne Bindestriche. Seiten verweisen darauf mit [[${alias}]].`,
    save: "Speichern",
    saved: "Gespeichert.",
    clear: "Wegnehmen",
    cleared: "Der Alias ist weg. Links mit ihm führen jetzt nirgendwohin.",
  },
);
