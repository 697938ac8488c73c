// All words of the plugin stars on pages of the app.
import { words } from "../../app/port/words.ts";

export const starWords = words(
  { starred: "Starred", star: "Star it", unstar: "Take the star away" },
  { starred: "Mit Stern", star: "Mit Stern merken", unstar: "Stern wegnehmen" },
);
