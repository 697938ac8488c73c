// The words of documents as rows of lists: who may open each.
import { words } from "../../app/port/words.ts";

export const rowWords = words(
  {
    link: "Anybody with the link",
    password: "Anybody with the password",
    everybody: (workspace: string) => `Everybody at ${workspace}`,
    space: (space: string) => `People of ${space}`,
    you: "You, and people you chose",
    shared: "Who it is shared with",
    mine: "My documents",
    of: (owner: string) => `Shared by ${owner}`,
  },
  {
    link: "Alle mit dem Link",
    password: "Alle mit dem Passwort",
    everybody: (workspace: string) => `Alle bei ${workspace}`,
    space: (space: string) => `Leute von ${space}`,
    you: "Du, und wen du ausgewählt hast",
    shared: "Mit wem es geteilt ist",
    mine: "Meine Dokumente",
    of: (owner: string) => `Geteilt von ${owner}`,
  },
);
