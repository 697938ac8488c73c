// What the addresses of sites have in common.
import { anyone, t } from "../../../kernel/mod.ts";
import { manifest } from "../../manifest.ts";

export const SITE = {
  host: "content",
  anonymous: true,
  permit: anyone(),
  raw: "page",
  dialect: "content",
  also: [301, 304],
  refuses: [404, 429],
} as const;

export const workspace = t.String({ maxLength: 100, description: "The workspace's slug." });

export const SEARCH_QUERY = t.Object({
  q: t.Optional(
    t.String({ maxLength: manifest.caps.ranked_query_chars, description: "The words to find, where it is searched." }),
  ),
  format: t.Optional(t.OneOf(["json"], { description: "What is found, for a list below the field." })),
});
