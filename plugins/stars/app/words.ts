// All words of the plugin stars on pages of the app.
import { words } from "../../app/port/words.ts";

export const starWords = words(
  { star: "Star it", unstar: "Take the star away" },
  { star: "Mit Stern merken", unstar: "Stern wegnehmen" },
);
