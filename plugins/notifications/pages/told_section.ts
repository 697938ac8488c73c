// The part of the notifications page that shows what a person was told, the newest first.
import { type Html, html, momentOf } from "../../../kernel/plugin.ts";
import { readingAddress } from "../../documents/port/read.ts";
import { SETTINGS_PATH } from "../settings_path.ts";
import { authorBeside, type ShownNotification } from "../showing.ts";

export interface Told {
  notices: readonly (ShownNotification & { visibility: string | null })[];
  /** How many are unread in all. */
  unread: number;
  /** Where older ones begin; null where there are none. */
  next_cursor: string | null;
  /** The page begins after others. */
  is_later_page: boolean;
}

export function toldSection(told: Told): Html {
  const { notices, unread, next_cursor, is_later_page } = told;
  return html`
    <section aria-labelledby="told"><h2 id="told">What you were told${unread > 0 && html` <span class="mark">${unread} new</span>`}</h2>
      ${notices.length === 0 ? html`<p class="soft">${is_later_page ? "There is nothing older." : "Nothing yet."}</p>` : html`<ul class="told">${notices.map(item)}</ul>`}
      ${unread > 0 && !is_later_page && notices[0] && readForm(notices[0].id)}
      ${
        (next_cursor !== null || is_later_page) &&
        html`
      <nav class="row" aria-label="Pages of what you were told">
        ${is_later_page && html`<a href="${SETTINGS_PATH}">The newest</a>`}
        ${next_cursor !== null && html`<a rel="next" href="${SETTINGS_PATH}?older=${encodeURIComponent(next_cursor)}">Older ones</a>`}
      </nav>`
      }
    </section>`;
}

/** What comes while the page is read is not on it, and stays unread. */
function readForm(newest: number): Html {
  return html`
      <form method="post" action="${SETTINGS_PATH}/read">
        <input type="hidden" name="upto" value="${newest}">
        <button class="plain">Mark all as read</button>
      </form>`;
}

function item(notice: Told["notices"][number]): Html {
  const { title, body, created_at, read_at, visibility } = notice;
  const { url } = notice.target;
  const author = authorBeside(notice);
  const shown = html`<bdi>${title ?? "About a document that you may not open any more"}</bdi>`;
  const href = url === null ? null : readingAddress({ url, visibility: visibility ?? "" });
  return html`
        <li>
          <p>${href === null ? shown : html`<a href="${href}">${shown}</a>`}${read_at === null && html` <span class="mark">new</span>`}</p>
          ${body !== null && html`<blockquote dir="auto">${body}</blockquote>`}
          <p class="soft">${author !== null && html`<bdi>${author}</bdi>, `}<time datetime="${created_at}">${momentOf(new Date(created_at))}</time></p>
        </li>`;
}
