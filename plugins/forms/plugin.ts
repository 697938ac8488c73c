// Forms: pages that put what people answer into a database's table.
import type { Plugin } from "../../kernel/mod.ts";

export const forms: Plugin = {
  name: "forms",
  operations: [],
  migrations: new URL("./migrations/", import.meta.url),
};
