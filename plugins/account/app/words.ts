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
    language: "Language",
    language_told: "In this browser.",
    as_browser: "As the browser asks",
    take: "Take your documents along",
    take_told: "A zip of all that lies in My documents, each with its files, its folder and what is known of it.",
    take_it: "Download the zip",
    leave: "Delete your account",
    leave_told: (days: number) =>
      `You are signed out, your tokens and connections end, and what lies in My documents goes to the trash. Sign in within ${days} days to take it back; after that all of it is gone for good. What you wrote in spaces stays there.`,
    leave_last: "Where nobody else is in the workspace, the documents of its spaces go too.",
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
    language: "Sprache",
    language_told: "In diesem Browser.",
    as_browser: "Wie der Browser fragt",
    take: "Deine Dokumente mitnehmen",
    take_told:
      "Ein Zip von allem unter Meine Dokumente, jedes mit seinen Dateien, seinem Ordner und dem, was darüber bekannt ist.",
    take_it: "Zip herunterladen",
    leave: "Dein Konto löschen",
    leave_told: (days: number) =>
      `Du wirst abgemeldet, deine Tokens und Verbindungen enden, und was unter Meine Dokumente liegt, kommt in den Papierkorb. Melde dich innerhalb von ${days} Tagen an, um es zurückzunehmen; danach ist alles endgültig weg. Was du in Bereichen geschrieben hast, bleibt dort.`,
    leave_last: "Wo sonst niemand im Arbeitsbereich ist, gehen auch die Dokumente seiner Bereiche.",
    leave_open: "Konto löschen…",
    leave_confirm: "Deine E-Mail-Adresse",
    leave_hint: "Schreib sie, wie sie oben steht, damit das niemandem aus Versehen geschieht.",
    leave_it: "Mein Konto löschen",
  },
);
