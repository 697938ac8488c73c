// Ending the digest from its mail:
// GET shows a button, POST ends, since mail scanners open links (RFC 8058; rules: requests/gets_change_nothing).
import { answerPage } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { unsubscribePage } from "../pages/unsubscribe_page.ts";
import { findChannel, setMail } from "../store/channels.ts";
import { readerOfMail } from "../unsubscribing.ts";

export const showUnsubscribe = operation({
  id: "notification.unsubscribe.show",
  route: "GET /u/notifications/{token}",
  summary: "The page behind the link that ends a digest",
  description: "The link is the credential. Changes nothing.",
  raw: "page",
  anonymous: true,
  permit: readerOfMail(),
  refuses: [404, 410, 429],
  async run({ subject: { user_id, email }, sql }) {
    const mail = await findChannel(sql, { user_id, channel: "email" });
    return answerPage(unsubscribePage({ email, is_on: mail?.is_on ?? true }));
  },
});

export const unsubscribe = operation({
  id: "notification.unsubscribe",
  route: "POST /u/notifications/{token}",
  summary: "Ends the digest",
  description:
    "As the page's button does it, and the one click of a mail program. Once it is ended, doing it again is no error.",
  raw: "page",
  // Mail programs send it from wherever their own page is (RFC 8058).
  other_origins: true,
  anonymous: true,
  permit: readerOfMail(),
  opens: null,
  audit: "notification.settings",
  refuses: [404, 410, 413, 429],
  async run({ subject: { user_id, email, workspace }, sql, note }) {
    const isChanged = await setMail(sql, { workspace_id: workspace.id, user_id, is_on: false });
    if (isChanged) {
      const by = { user_id, email, workspace_id: workspace.id };
      const meta = { kinds: [], digest: false };
      note("notification.settings", { target_type: "user", target_id: user_id, meta, by });
    }
    return answerPage(unsubscribePage({ email, is_on: false }));
  },
});
