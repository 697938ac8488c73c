// All words of the page of a workspace's plan and storage.
import { words } from "../../app/port/words.ts";

export const billingWords = words(
  {
    plan_and_storage: "Plan and storage",
    storage: "Storage",
    storage_used: "Storage used",
    paid: "Thank you. The plan changes as soon as the payment is confirmed, mostly within a minute: load this page again.",
    members: (count: number) => (count === 1 ? "1 member." : `${count} members.`),
    ends: "Cancelled: it ends",
    renewed: "Renewed",
    compare: "Compare the plans",
    used: (used: string) => `${used} GiB used`,
    used_of: (used: string, cap: string) => `${used} of ${cap} GiB used`,
    by_the_hour: (gib: number, limit: string, cost: string) =>
      `By the hour: at most ${gib} GiB above the plan and ${limit} a month; ${cost} so far.`,
    buy: "Buy",
    change: "Change or end what was bought",
    number: (value: number) => value.toLocaleString("en"),
  },
  {
    plan_and_storage: "Tarif und Speicher",
    storage: "Speicher",
    storage_used: "Belegter Speicher",
    paid: "Danke. Der Tarif wechselt, sobald die Zahlung bestätigt ist, meist binnen einer Minute: Lade die Seite dann neu.",
    members: (count: number) => (count === 1 ? "1 Mitglied." : `${count} Mitglieder.`),
    ends: "Gekündigt: Er endet",
    renewed: "Verlängert sich",
    compare: "Tarife vergleichen",
    used: (used: string) => `${used} GiB belegt`,
    used_of: (used: string, cap: string) => `${used} von ${cap} GiB belegt`,
    by_the_hour: (gib: number, limit: string, cost: string) =>
      `Stundenweise: höchstens ${gib} GiB über dem Tarif und ${limit} im Monat; bisher ${cost}.`,
    buy: "Kaufen",
    change: "Gekauftes ändern oder beenden",
    number: (value: number) => value.toLocaleString("de"),
  },
);
