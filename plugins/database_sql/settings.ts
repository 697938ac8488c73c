// How many statements over databases run at once, each in a Postgres of its own.
import { settings, t } from "../../kernel/plugin.ts";

export const sandboxSettings = settings(
  "SQL over databases",
  t.Object({
    SQL_SANDBOXES: t.Integer({
      default: 2,
      minimum: 1,
      maximum: 32,
      description:
        "Postgres processes for statements that each process of the server begins at most, as they are needed; each runs one statement at a time, and each workspace has one at a time.",
    }),
  }),
);
