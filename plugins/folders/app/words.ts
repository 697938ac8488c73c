// All words of folders in the app.
import { words } from "../../app/port/words.ts";

export const folderWords = words(
  {
    empty: "Nothing lies here yet",
    empty_told: "What is published into this folder appears here.",
    more: "More of this folder",
  },
  {
    empty: "Hier liegt noch nichts",
    empty_told: "Was in diesen Ordner veröffentlicht wird, erscheint hier.",
    more: "Mehr aus diesem Ordner",
  },
);
