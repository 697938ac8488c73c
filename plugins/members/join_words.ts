// All words of an invite's own pages.
import { type Html, html, PRODUCT } from "../../kernel/plugin.ts";
import { words } from "../../kernel/ports/pages.ts";

export const joinWords = words(
  {
    join_title: (workspace: string) => `Join ${workspace}`,
    join: (workspace: string) => html`Join <bdi>${workspace}</bdi>`,
    join_asked: (workspace: string) => html`Join <bdi>${workspace}</bdi>?`,
    left_since: "Somebody who has left since",
    invites: (inviter: Html, workspace: string) =>
      html`${inviter} invites you to the workspace <strong><bdi>${workspace}</bdi></strong>.`,
    invites_as: (inviter: Html, workspace: string, email: string) =>
      html`${inviter} invites you to the workspace <strong><bdi>${workspace}</bdi></strong>, as <strong>${email}</strong>.`,
    one_at_a_time: (email: string, present: string) =>
      html`An account is in one workspace at a time. Yours, <strong>${email}</strong>, leaves <strong><bdi>${present}</bdi></strong>.`,
    comes_along: "Comes along",
    stays: "Stays",
    closed: "What you shared with people there, and they with you, is closed. Links that you gave out keep working.",
    leave_and_join: "Leave and join",
    stay: "Stay where I am",
    nothing_before: `If you do not know who invites you, stay: nothing happens on ${PRODUCT.name} until you press the first button.`,
    name: "Your name",
    name_hint: "Shown to the people you work with. You may leave it empty.",
    join_it: "Join",
    has_account: "Where this address has an account already, you sign in to it first. The link works once.",
  },
  {
    join_title: (workspace) => `${workspace} beitreten`,
    join: (workspace) => html`<bdi>${workspace}</bdi> beitreten`,
    join_asked: (workspace) => html`<bdi>${workspace}</bdi> beitreten?`,
    left_since: "Jemand, der inzwischen gegangen ist,",
    invites: (inviter, workspace) =>
      html`${inviter} lädt dich in den Arbeitsbereich <strong><bdi>${workspace}</bdi></strong> ein.`,
    invites_as: (inviter, workspace, email) =>
      html`${inviter} lädt dich in den Arbeitsbereich <strong><bdi>${workspace}</bdi></strong> ein, als <strong>${email}</strong>.`,
    one_at_a_time: (email, present) =>
      html`Ein Konto ist immer in einem Arbeitsbereich. Deines, <strong>${email}</strong>, verlässt <strong><bdi>${present}</bdi></strong>.`,
    comes_along: "Kommt mit",
    stays: "Bleibt",
    closed:
      "Was du dort mit Menschen geteilt hast und sie mit dir, ist zu. Links, die du weitergegeben hast, gelten weiter.",
    leave_and_join: "Verlassen und beitreten",
    stay: "Bleiben, wo ich bin",
    nothing_before: `Wenn du nicht weißt, wer dich einlädt, bleib: Auf ${PRODUCT.name} geschieht nichts, bis du den ersten Knopf drückst.`,
    name: "Dein Name",
    name_hint: "Ihn sehen die Menschen, mit denen du arbeitest. Du darfst ihn weglassen.",
    join_it: "Beitreten",
    has_account: "Hat diese Adresse schon ein Konto, meldest du dich zuerst darin an. Der Link gilt einmal.",
  },
);
