// The kernel's door for plugins to letters, and what becomes of them.

export { isRefusedForGood, MAIL_TRIES, type MailMessage, queueMail, sendUnlessRefused } from "../mail/mail.ts";
