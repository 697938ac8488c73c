// Places: roots, the folders in them and grants, with the rule of who may do what there.
// The plugins above add the routes.
import { groupEndHook, handle, type Plugin, personEndHook, personMoveHook, removalHook } from "../../kernel/plugin.ts";
import { dropSubject, endPerson, moveOwnPlaces, readPlaceFacts } from "./store/departures.ts";

export const places: Plugin = {
  name: "places",
  operations: [],
  lends: ["access.grant", "access.leave", "access.revoke"],
  handles: ({ callHook }) => [
    handle(personMoveHook, (move) => moveOwnPlaces(move, callHook)),
    handle(personEndHook, (end) => endPerson(end, callHook)),
    handle(removalHook, readPlaceFacts),
    handle(groupEndHook, ({ sql, workspace_id, group_id }) =>
      dropSubject({ sql, callHook }, { workspace_id, subject_type: "group", subject_id: group_id }),
    ),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
