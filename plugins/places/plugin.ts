// Places: roots, the folders in them and grants, with the rule of who may do what there. The plugins above add the routes.
import { fill, groupEndSlot, type Plugin, personEndSlot, personMoveSlot, removalSlot } from "../../kernel/plugin.ts";
import { dropSubject, endPerson, moveOwnPlaces, readPlaceFacts } from "./store/departures.ts";

export const places: Plugin = {
  name: "places",
  operations: [],
  lends: ["access.grant", "access.leave", "access.revoke"],
  fills: ({ ask }) => [
    fill(personMoveSlot, (move) => moveOwnPlaces(move, ask)),
    fill(personEndSlot, (end) => endPerson(end, ask)),
    fill(removalSlot, readPlaceFacts),
    fill(groupEndSlot, ({ sql, workspace_id, group_id }) =>
      dropSubject({ sql, ask }, { workspace_id, subject_type: "group", subject_id: group_id }),
    ),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
