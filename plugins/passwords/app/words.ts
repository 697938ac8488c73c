// All words of the password on the page of one's ways to sign in.
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
  },
);
