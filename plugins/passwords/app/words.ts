// All words of the password on the page of one's ways to sign in, and of signing in by it.
import { words } from "../../app/port/words.ts";

export const passwordWords = words(
  {
    heading: "Password",
    none: "You have none.",
    set_on: "Set",
    rests: "It rests while your company signs you in.",
    new: "New password",
    hint: (count: number) =>
      `At least ${count} characters; several words are easy to keep. Other sessions of yours end.`,
    save: "Set password",
    saved: "Your password is set. Everywhere else you are signed out.",
    remove: "Remove",
    remove_told: "It signs nobody in any more. Links and passkeys stay.",
    remove_it: "Remove password",
    removed: "Your password is removed.",
    sign_in: "Sign in",
    or_link: "Leave it empty to get a link instead.",
    not_signed_in: "You are not signed in",
    wrong: "The address or the password is not right. After ten tries the next is taken in a quarter of an hour.",
    forgotten: "Forgotten? A link by mail signs you in.",
    set_another: "Then set another",
    forgotten_no_mail: "Forgotten? Whoever runs this server can let you in again.",
    try_again: "Try again",
  },
  {
    heading: "Passwort",
    none: "Du hast keines.",
    set_on: "Gesetzt",
    rests: "Es ruht, solange deine Firma dich anmeldet.",
    new: "Neues Passwort",
    hint: (count: number) =>
      `Mindestens ${count} Zeichen; mehrere Wörter merken sich leicht. Anderswo wirst du abgemeldet.`,
    save: "Passwort setzen",
    saved: "Dein Passwort ist gesetzt. Überall sonst bist du abgemeldet.",
    remove: "Entfernen",
    remove_told: "Es meldet niemanden mehr an. Links und Passkeys bleiben.",
    remove_it: "Passwort entfernen",
    removed: "Dein Passwort ist entfernt.",
    sign_in: "Anmelden",
    or_link: "Lass es leer, um stattdessen einen Link zu bekommen.",
    not_signed_in: "Du bist nicht angemeldet",
    wrong:
      "Die Adresse oder das Passwort stimmt nicht. Nach zehn Versuchen wird der nächste erst nach einer Viertelstunde angenommen.",
    forgotten: "Vergessen? Ein Link per E-Mail meldet dich an.",
    set_another: "Dann setze ein anderes",
    forgotten_no_mail: "Vergessen? Wer diesen Server betreibt, kann dich wieder hereinlassen.",
    try_again: "Noch einmal versuchen",
  },
);
