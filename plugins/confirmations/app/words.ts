// All words of confirmations in the app.
import { words } from "../../app/port/words.ts";

export const confirmationWords = words(
  {
    gone: "somebody who is gone",
    owner: "owner",
    admin: "admin",
    member: "member",
    is_to_be: (email: string, role: string) => `${email} is to be ${role}`,
    set_with: (means: string) => `Set with ${means}`,
    look: "Look and decide",
    look_named: (title: string) => `Look and decide: ${title}`,
  },
  {
    gone: "jemand, den es nicht mehr gibt",
    owner: "Inhaber",
    admin: "Admin",
    member: "Mitglied",
    is_to_be: (email: string, role: string) => `${email} soll ${role} sein`,
    set_with: (means: string) => `Gesetzt mit: ${means}`,
    look: "Ansehen und entscheiden",
    look_named: (title: string) => `Ansehen und entscheiden: ${title}`,
  },
);
