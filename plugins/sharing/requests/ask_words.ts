// All words of the page on which somebody asks for access to a document, and waits for it.
import { dayOf, html, momentOf } from "../../../kernel/plugin.ts";
import { words } from "../../../kernel/ports/pages.ts";

export const askWords = words(
  {
    waiting_title: "Waiting for access",
    asking_title: "Ask for access",
    signed_in_as: (email: string) => html`You are signed in as <strong>${email}</strong>.`,
    other_account: "Use another account",
    sent: "Your request is sent",
    sent_told: "Leave this page open and it shows the document as soon as you get access.",
    sent_mailed: "You also get a mail.",
    stands_until: (end: Date) => `The request stands until ${dayOf(end)}.`,
    look_again: "Look again",
    denied: "Your request was denied.",
    revoked: "You had access, and it was taken away.",
    expired: "Your earlier request was not answered within 30 days.",
    need: "You need access",
    need_told: "This link opens only for people it was shared with. Ask for access, and whoever manages it is told.",
    message: "Message",
    message_hint: "What you need it for. You may leave it empty.",
    ask: "Ask for access",
    again_from: (start: Date) => `You may ask again from ${momentOf(start)}.`,
  },
  {
    waiting_title: "Warten auf Zugang",
    asking_title: "Um Zugang bitten",
    signed_in_as: (email) => html`Du bist als <strong>${email}</strong> angemeldet.`,
    other_account: "Ein anderes Konto nehmen",
    sent: "Deine Anfrage ist gesendet",
    sent_told: "Lass diese Seite offen: Sie zeigt das Dokument, sobald du Zugang hast.",
    sent_mailed: "Du bekommst auch eine E-Mail.",
    stands_until: (end) => `Die Anfrage gilt bis ${dayOf(end, "de")}.`,
    look_again: "Noch einmal nachsehen",
    denied: "Deine Anfrage wurde abgelehnt.",
    revoked: "Du hattest Zugang, und er wurde dir genommen.",
    expired: "Deine frühere Anfrage wurde in 30 Tagen nicht beantwortet.",
    need: "Du brauchst Zugang",
    need_told:
      "Dieser Link öffnet sich nur für Menschen, mit denen geteilt wurde. Bitte um Zugang, und wer das Dokument verwaltet, erfährt davon.",
    message: "Nachricht",
    message_hint: "Wofür du es brauchst. Du darfst sie weglassen.",
    ask: "Um Zugang bitten",
    again_from: (start) => `Du darfst ab ${momentOf(start, "de")} wieder fragen.`,
  },
);

export type AskWords = ReturnType<typeof askWords>;
