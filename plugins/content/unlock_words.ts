// All words of the page that asks for a document's password.
import { words } from "../../kernel/ports/pages.ts";

export const unlockWords = words(
  {
    title: "Password",
    needs: "This document needs a password",
    who_knows: "Whoever sent you the link can tell it to you.",
    wrong: "That is not the password. Look at capital letters and spaces, and try again.",
    password: "Password",
    open: "Open the document",
    too_many: (minutes: number) =>
      `Too many wrong passwords came from here. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  },
  {
    title: "Passwort",
    needs: "Dieses Dokument braucht ein Passwort",
    who_knows: "Wer dir den Link geschickt hat, kann es dir sagen.",
    wrong: "Das ist nicht das Passwort. Achte auf Großbuchstaben und Leerzeichen, und versuch es noch einmal.",
    password: "Passwort",
    open: "Dokument öffnen",
    too_many: (minutes) =>
      `Von hier kamen zu viele falsche Passwörter. Versuch es in ${minutes} ${minutes === 1 ? "Minute" : "Minuten"} noch einmal.`,
  },
);
