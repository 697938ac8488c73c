// All words of the plugin activity on pages of the app.
import { words } from "../../app/port/words.ts";

const DONE = {
  en: {
    view: "read it",
    download: "downloaded it",
    edit: "changed it",
    comment: "commented on it",
    share: "changed who may open it",
  },
  de: {
    view: "hat es gelesen",
    download: "hat es heruntergeladen",
    edit: "hat es geändert",
    comment: "hat es kommentiert",
    share: "hat geändert, wer es öffnen darf",
  },
};

export const activityWords = words(
  {
    heading: "What happened lately",
    none: "Nobody has read or changed it lately.",
    somebody: "Somebody",
    times: (count: number) => `${count} times`,
    done: (kind: keyof typeof DONE.en) => DONE.en[kind],
  },
  {
    heading: "Was zuletzt geschah",
    none: "Niemand hat es in letzter Zeit gelesen oder geändert.",
    somebody: "Jemand",
    times: (count: number) => `${count} Mal`,
    done: (kind: keyof typeof DONE.de) => DONE.de[kind],
  },
);
