// All words of the pages of sign-in.
import { dayOf, type Html, html } from "../../kernel/plugin.ts";
import { words } from "../../kernel/ports/pages.ts";

const LINK_COMMAND = "npm run docsvc -- login-link";

export const signInWords = words(
  {
    sign_in: "Sign in",
    sign_in_again: "Sign in again",
    again_told: "What you were about to do asks who sits here. Afterwards you are back where you were.",
    join: (workspace: string) => html`Join <bdi>${workspace}</bdi>`,
    invited: (inviter: Html, workspace: string) =>
      html`${inviter} invites you to the workspace <strong><bdi>${workspace}</bdi></strong>. Sign in with the address that was invited.`,
    left_since: "Somebody who has left since",
    ways_in: "Your address is all it takes: you get a link by mail, and no password to remember.",
    continue_with: (provider: string) => `Continue with ${provider}`,
    or: "or",
    email: "E-mail",
    send_link: "Send me a sign-in link",
    make_link: "Make me a sign-in link",
    new_here: "New here? The link makes your account.",
    no_mail: html`<strong>Mail is not set up on this server</strong>, so links do not reach anybody by themselves. Ask whoever runs it to pass yours on:`,
    no_mail_known: (address: string) =>
      html`for somebody who has an account or an invitation, typed in the server's folder: <code>${LINK_COMMAND} ${address}</code>`,
    no_mail_others: html`for anybody else, the link that is asked for here lies in the folder <code>outbox</code> of the server's data, and in its log`,
    no_account: html`<strong>Nobody has an account on this server yet.</strong> Its start printed a link that makes the first one; typed in the server's folder, this prints a new one: <code>npm run docsvc -- setup-link</code>`,
    on_to: (workspace: string) => html`On to <bdi>${workspace}</bdi>`,
    taken_there: (email: string, workspace: string, seconds: number) =>
      html`<strong>${email}</strong> signs in through the provider of <strong><bdi>${workspace}</bdi></strong>. You are being taken there${seconds > 0 && html` in ${seconds} seconds`}.`,
    go_on: "Continue",
    other_address: "Use another address",
    link_instead: "Send me a sign-in link instead",
    ask_for_link: "Ask for your link",
    link_made: (email: string, minutes: number) =>
      html`If <strong>${email}</strong> may come in, a sign-in link was made. It works once, for ${minutes} minutes, in this browser.`,
    ask_again: "Use another address, or ask again",
    check_mail: "Check your mail",
    on_its_way: (email: string) => html`A sign-in link is on its way to <strong>${email}</strong>.`,
    perhaps_on_its_way: (email: string) =>
      html`If <strong>${email}</strong> has an account here, a sign-in link is on its way.`,
    works_once: (minutes: number) =>
      `It works once, for ${minutes} minutes, in this browser. Nothing there? Look in the spam folder.`,
    send_again: "Use another address, or send it again",
    code_wrong: "That code does not fit",
    code_wrong_told: (minutes: number, tries: number) =>
      `It works for ${minutes} minutes and ${tries} tries, in the browser that asked for it. The last one sent counts.`,
    code: "Code of the mail",
    code_hint: (digits: number) => `${digits} digits, where you read the mail on another device.`,
    code_again: "Get a new one",
    welcome_back: "Welcome back",
    about_to: (email: string) => html`You are about to sign in as <strong>${email}</strong>.`,
    make_account: "Make your account",
    belongs_to: (email: string) => html`It will belong to <strong>${email}</strong>.`,
    name: "Your name",
    name_hint: "Shown to the people you share with. You may leave it empty.",
    make_and_sign_in: "Make account and sign in",
    other_browser_title: "Another browser",
    other_browser: "Open this link where you asked for it",
    other_browser_told:
      "A sign-in link works only in the browser that asked for it, so that nobody else can use your mail.",
    other_browser_way:
      "Copy its address into that browser, type the code of the mail there, or ask for a link from here.",
    link_here: "Get a link for this browser",
    not_signed_in: "You are not signed in",
    to_sign_in: "To the sign-in page",
    used_up: "This link is used up",
    used_up_told: (minutes: number) => `A sign-in link works once and for ${minutes} minutes.`,
    new_link: "Get a new link",
    set_up_title: "Set up",
    set_up: "Set up this server",
    set_up_told: "This makes the first account, which owns the workspace. The link ends when it is done.",
    your_email: "Your e-mail",
    your_email_hint: "You sign in with it.",
    workspace: "Workspace",
    workspace_hint: "Your team's or company's name.",
    set_up_it: "Set up and sign in",
    made_link: (maker: string, email: string) =>
      html`<strong>${maker}</strong> made this link for <strong>${email}</strong>. It works once, in this browser.`,
    made_before: "Links before this one",
    made_held: "For a day this session makes no token, exports, hands over and deletes nothing.",
    made_title: "Links made for you",
    made_for_you: "Somebody made a way into your account",
    made_told:
      "Owners and admins may make a sign-in link where the server sends no mail. If you did not ask for one, ask them why, and sign out everywhere.",
    made_seen: "I have seen it",
    on_day: (at: Date) => dayOf(at),
    used: (at: Html) => html`used ${at}`,
    not_used: "not used",
    made_unusable: "This link does not sign you in",
    made_elsewhere: "It was opened in another browser first, and works in that one alone. Ask for another.",
    made_ended: (minutes: number) =>
      `It was used, is older than ${minutes} minutes, or was taken back. Ask for another.`,
  },
  {
    sign_in: "Anmelden",
    sign_in_again: "Noch einmal anmelden",
    again_told: "Was du tun wolltest, fragt danach, wer hier sitzt. Danach bist du wieder, wo du warst.",
    join: (workspace) => html`<bdi>${workspace}</bdi> beitreten`,
    invited: (inviter, workspace) =>
      html`${inviter} lädt dich in den Arbeitsbereich <strong><bdi>${workspace}</bdi></strong> ein. Melde dich mit der Adresse an, die eingeladen wurde.`,
    left_since: "Jemand, der inzwischen gegangen ist,",
    ways_in: "Deine Adresse genügt: Du bekommst einen Link per E-Mail und musst dir kein Passwort merken.",
    continue_with: (provider) => `Weiter mit ${provider}`,
    or: "oder",
    email: "E-Mail",
    send_link: "Schick mir einen Anmeldelink",
    make_link: "Mach mir einen Anmeldelink",
    new_here: "Neu hier? Der Link legt dein Konto an.",
    no_mail: html`<strong>Auf diesem Server ist kein E-Mail-Versand eingerichtet</strong>, also erreichen Links niemanden von selbst. Bitte, wer ihn betreibt, deinen weiterzugeben:`,
    no_mail_known: (address) =>
      html`für alle mit Konto oder Einladung, im Ordner des Servers eingegeben: <code>${LINK_COMMAND} ${address}</code>`,
    no_mail_others: html`für alle anderen liegt der Link, um den hier gebeten wird, im Ordner <code>outbox</code> der Daten des Servers und in seinem Log`,
    no_account: html`<strong>Auf diesem Server hat noch niemand ein Konto.</strong> Sein Start gab einen Link aus, der das erste anlegt; im Ordner des Servers eingegeben, gibt dies einen neuen aus: <code>npm run docsvc -- setup-link</code>`,
    on_to: (workspace) => html`Weiter zu <bdi>${workspace}</bdi>`,
    taken_there: (email, workspace, seconds) =>
      html`<strong>${email}</strong> wird über den Anbieter von <strong><bdi>${workspace}</bdi></strong> angemeldet. Du wirst ${seconds > 0 && html`in ${seconds} Sekunden `}dorthin gebracht.`,
    go_on: "Weiter",
    other_address: "Eine andere Adresse nehmen",
    link_instead: "Schick mir stattdessen einen Anmeldelink",
    ask_for_link: "Lass dir deinen Link geben",
    link_made: (email, minutes) =>
      html`Wenn <strong>${email}</strong> hereindarf, ist ein Anmeldelink gemacht. Er gilt einmal, ${minutes} Minuten lang, in diesem Browser.`,
    ask_again: "Eine andere Adresse nehmen oder noch einmal fragen",
    check_mail: "Sieh in deine E-Mails",
    on_its_way: (email) => html`Ein Anmeldelink ist unterwegs an <strong>${email}</strong>.`,
    perhaps_on_its_way: (email) =>
      html`Wenn <strong>${email}</strong> hier ein Konto hat, ist ein Anmeldelink unterwegs.`,
    works_once: (minutes) =>
      `Er gilt einmal, ${minutes} Minuten lang, in diesem Browser. Nichts da? Sieh im Spam-Ordner nach.`,
    send_again: "Eine andere Adresse nehmen oder noch einmal senden",
    code_wrong: "Dieser Code passt nicht",
    code_wrong_told: (minutes, tries) =>
      `Er gilt ${minutes} Minuten und ${tries} Versuche lang, in dem Browser, der um ihn gebeten hat. Es zählt der zuletzt gesendete.`,
    code: "Code aus der E-Mail",
    code_hint: (digits) => `${digits} Ziffern, falls du die E-Mail auf einem anderen Gerät liest.`,
    code_again: "Einen neuen holen",
    welcome_back: "Willkommen zurück",
    about_to: (email) => html`Du meldest dich gleich als <strong>${email}</strong> an.`,
    make_account: "Leg dein Konto an",
    belongs_to: (email) => html`Es gehört dann <strong>${email}</strong>.`,
    name: "Dein Name",
    name_hint: "Ihn sehen die Menschen, mit denen du teilst. Du darfst ihn weglassen.",
    make_and_sign_in: "Konto anlegen und anmelden",
    other_browser_title: "Ein anderer Browser",
    other_browser: "Öffne diesen Link dort, wo du um ihn gebeten hast",
    other_browser_told:
      "Ein Anmeldelink gilt nur in dem Browser, der um ihn gebeten hat, damit niemand sonst deine E-Mails nutzen kann.",
    other_browser_way:
      "Kopiere seine Adresse in jenen Browser, gib dort den Code aus der E-Mail ein, oder hol dir hier einen Link.",
    link_here: "Einen Link für diesen Browser holen",
    not_signed_in: "Du bist nicht angemeldet",
    to_sign_in: "Zur Anmeldung",
    used_up: "Dieser Link ist verbraucht",
    used_up_told: (minutes) => `Ein Anmeldelink gilt einmal und ${minutes} Minuten lang.`,
    new_link: "Einen neuen Link holen",
    set_up_title: "Einrichten",
    set_up: "Richte diesen Server ein",
    set_up_told: "Dies legt das erste Konto an, dem der Arbeitsbereich gehört. Der Link endet, wenn das getan ist.",
    your_email: "Deine E-Mail-Adresse",
    your_email_hint: "Mit ihr meldest du dich an.",
    workspace: "Arbeitsbereich",
    workspace_hint: "Der Name deines Teams oder deiner Firma.",
    set_up_it: "Einrichten und anmelden",
    made_link: (maker, email) =>
      html`<strong>${maker}</strong> hat diesen Link für <strong>${email}</strong> gemacht. Er gilt einmal, in diesem Browser.`,
    made_before: "Links vor diesem",
    made_held: "Einen Tag lang macht diese Sitzung kein Token, exportiert nichts, übergibt nichts und löscht nichts.",
    made_title: "Für dich gemachte Links",
    made_for_you: "Jemand hat einen Weg in dein Konto gemacht",
    made_told:
      "Inhaber und Admins dürfen einen Anmeldelink machen, wo der Server keine E-Mails sendet. Wenn du um keinen gebeten hast, frag sie, warum, und melde dich überall ab.",
    made_seen: "Ich habe es gesehen",
    on_day: (at) => dayOf(at, "de"),
    used: (at) => html`benutzt am ${at}`,
    not_used: "nicht benutzt",
    made_unusable: "Dieser Link meldet dich nicht an",
    made_elsewhere: "Er wurde zuerst in einem anderen Browser geöffnet und gilt nur in jenem. Bitte um einen anderen.",
    made_ended: (minutes) =>
      `Er wurde benutzt, ist älter als ${minutes} Minuten oder wurde zurückgenommen. Bitte um einen anderen.`,
  },
);

export type SignInWords = ReturnType<typeof signInWords>;
