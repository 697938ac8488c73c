// What a person opened last in the app: kept beside the answer, and shown to them alone (rules: documents/recent).
import { handle, type Plugin, personEndHook, personMoveHook, provide } from "../../kernel/plugin.ts";
import { documentOpenedHook } from "../app/port/slots.ts";
import { createOpenings, openingsPort } from "./openings.ts";
import { clearRecent, listRecent } from "./operations.ts";
import { forgetPerson, movePerson } from "./store.ts";

export const recent: Plugin = {
  name: "recent",
  operations: [listRecent, clearRecent],
  provides: (runtime) => [provide(openingsPort, createOpenings(runtime))],
  handles: (runtime) => [
    handle(documentOpenedHook, runtime.use(openingsPort).add),
    handle(personMoveHook, movePerson),
    handle(personEndHook, forgetPerson),
  ],
  dispatchers: (runtime) => [runtime.use(openingsPort)],
  migrations: new URL("./migrations/", import.meta.url),
};
