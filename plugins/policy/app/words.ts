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

export const secretWords = words(
  {
    heading: "This looks like a secret",
    told: "Whoever may read this document reads it too. Take it out of the text, and make a new one where it is used: earlier versions keep it.",
    found: (line: number, what: string) => `Line ${line} looks like ${what}`,
    found_in: (path: string, line: number, what: string) => `${path}, line ${line}, looks like ${what}`,
    more: (count: number) => `and ${count} more`,
    not_all: "The document is long: only its first files were looked through.",
  },
  {
    heading: "Das sieht nach einem Geheimnis aus",
    told: "Wer dieses Dokument lesen darf, liest auch das. Nimm es aus dem Text und erneuere es dort, wo es benutzt wird: frühere Versionen behalten es.",
    found: (line: number, what: string) => `Zeile ${line} sieht nach ${what} aus`,
    found_in: (path: string, line: number, what: string) => `${path}, Zeile ${line}, sieht nach ${what} aus`,
    more: (count: number) => `und ${count} weitere`,
    not_all: "Das Dokument ist lang: nur seine ersten Dateien wurden durchgesehen.",
  },
);
