// All words of the plugin policy on pages of the app.
import { words } from "../../app/port/words.ts";

export const holdWords = words(
  {
    heading: "Legal hold",
    held: "It is held: nobody can delete it or its versions, and it does not expire. Its content can still change.",
    free: "A hold keeps it and all its versions, whoever deletes it and whatever expires.",
    hold: "Hold it",
    release: "Release it",
    is_held: "It is held.",
    released: "It is released.",
  },
  {
    heading: "Aufbewahrung",
    held: "Es wird aufbewahrt: niemand kann es oder seine Versionen löschen, und es läuft nicht ab. Der Inhalt darf sich ändern.",
    free: "Die Aufbewahrung behält es und alle seine Versionen, wer auch löscht und was auch abläuft.",
    hold: "Aufbewahren",
    release: "Freigeben",
    is_held: "Es wird aufbewahrt.",
    released: "Es ist freigegeben.",
  },
);
