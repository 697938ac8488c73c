// What the page of a database is made with.
import type { Runtime } from "../../../kernel/plugin.ts";
import type { LivePageAsked } from "../../content/port.ts";
import type { ShownDatabase } from "../store/shown.ts";

export interface PageCall extends LivePageAsked {
  runtime: Runtime;
  shown: ShownDatabase;
}
