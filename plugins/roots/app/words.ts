// All words of spaces in the app.
import { words } from "../../app/port/words.ts";

export const rootWords = words(
  { spaces: "Spaces", mine: "My documents" },
  { spaces: "Bereiche", mine: "Meine Dokumente" },
);
