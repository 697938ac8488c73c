// All words of the page of one's own account.
import { words } from "../../app/port/words.ts";

export const accountWords = words(
  {
    profile: "Your account",
    told: (email: string) => `You sign in as ${email}.`,
    seen_as: "How others see you",
    name: "Name",
    name_hint: "It stands beside your address wherever others see you.",
    save: "Save",
    saved: "Your name is saved.",
    looks: "In this browser",
    language: "Language",
    as_browser: "As the browser asks",
    theme: "Light or dark",
    as_system: "As the system",
    light: "Light",
    dark: "Dark",
    time_zone: "Time zone",
    time_zone_hint: "Times on pages are of this zone.",
    as_browser_has: "As the browser has it",
    sessions: "Signed in elsewhere?",
    sessions_told:
      "This ends every session of yours, this one included. Tokens and connections go on until you revoke them.",
    sign_out_everywhere: "Sign out everywhere",
    take: "Take your documents along",
    take_told: "A zip of all that lies in My documents, each with its files, its folder and what is known of it.",
    take_it: "Download the zip",
    leave: "Delete your account",
    leave_told: (days: number) =>
      `You are signed out everywhere, and your tokens and connections end. Sign in within ${days} days to take it back; after that your account is gone for good.`,
    leave_docs: (count: number) =>
      count === 0
        ? "There is nothing in your My documents."
        : count === 1
          ? "The document in your My documents goes to the trash, and to nobody else; those with whom it is shared lose it."
          : `The ${count} documents in your My documents go to the trash, and to nobody else; those with whom they are shared lose them.`,
    leave_spaces: "What you wrote in spaces stays there.",
    leave_last: "Nobody else is in the workspace, so the documents of its spaces go too.",
    leave_held: "You own the workspace, and others are in it.",
    leave_hand_over: "Hand it over on the page of one of them, then come back.",
    leave_open: "Delete account…",
    leave_confirm: "Your e-mail address",
    leave_hint: "Type it as it stands above, so that this happens to nobody by mistake.",
    leave_it: "Delete my account",
  },
  {
    profile: "Dein Konto",
    told: (email: string) => `Du meldest dich als ${email} an.`,
    seen_as: "Wie andere dich sehen",
    name: "Name",
    name_hint: "Er steht neben deiner Adresse, wo andere dich sehen.",
    save: "Speichern",
    saved: "Dein Name ist gespeichert.",
    looks: "In diesem Browser",
    language: "Sprache",
    as_browser: "Wie der Browser fragt",
    theme: "Hell oder dunkel",
    as_system: "Wie das System",
    light: "Hell",
    dark: "Dunkel",
    time_zone: "Zeitzone",
    time_zone_hint: "Zeiten auf Seiten sind aus dieser Zone.",
    as_browser_has: "Wie sie der Browser hat",
    sessions: "Anderswo angemeldet?",
    sessions_told:
      "Das beendet alle deine Sitzungen, auch diese. Tokens und Verbindungen gelten weiter, bis du sie widerrufst.",
    sign_out_everywhere: "Überall abmelden",
    take: "Deine Dokumente mitnehmen",
    take_told:
      "Ein Zip von allem unter Meine Dokumente, jedes mit seinen Dateien, seinem Ordner und dem, was darüber bekannt ist.",
    take_it: "Zip herunterladen",
    leave: "Dein Konto löschen",
    leave_told: (days: number) =>
      `Du wirst überall abgemeldet, und deine Tokens und Verbindungen enden. Melde dich innerhalb von ${days} Tagen an, um es zurückzunehmen; danach ist dein Konto endgültig weg.`,
    leave_docs: (count: number) =>
      count === 0
        ? "Unter Meine Dokumente liegt nichts."
        : count === 1
          ? "Das Dokument unter Meine Dokumente kommt in den Papierkorb und an niemanden sonst; wem es freigegeben ist, verliert es."
          : `Die ${count} Dokumente unter Meine Dokumente kommen in den Papierkorb und an niemanden sonst; wem sie freigegeben sind, verliert sie.`,
    leave_spaces: "Was du in Bereichen geschrieben hast, bleibt dort.",
    leave_last: "Sonst ist niemand im Arbeitsbereich, also gehen auch die Dokumente seiner Bereiche.",
    leave_held: "Dir gehört der Arbeitsbereich, und andere sind darin.",
    leave_hand_over: "Übergib ihn auf der Seite einer dieser Personen und komm dann wieder.",
    leave_open: "Konto löschen…",
    leave_confirm: "Deine E-Mail-Adresse",
    leave_hint: "Schreib sie, wie sie oben steht, damit das niemandem aus Versehen geschieht.",
    leave_it: "Mein Konto löschen",
  },
);
