// The count of what is unread, renewed while somebody looks.

const UNREAD = "/api/notifications/unread";
const UNREAD_MS = 5000;

/** What is unread, while somebody looks; the inbox is shown anew where nobody is at work in it. */
async function renewUnread(showInbox: () => void): Promise<void> {
  const counts = [...document.querySelectorAll<HTMLElement>("[data-unread]")];
  if (document.hidden || counts.length === 0) return;
  const response = await fetch(UNREAD).catch(() => null);
  if (!response?.ok) return;
  const { unread }: { unread: number } = await response.json();
  const shown = unread > 99 ? "99+" : String(unread || "");
  const isNews = counts.some((count) => count.textContent !== shown);
  for (const count of counts) {
    count.hidden = unread === 0;
    count.textContent = shown;
    count.ariaLabel = (count.ariaLabel ?? "").replace(/\d+/, String(unread));
  }
  const isFree = document.activeElement === document.body || document.activeElement?.id === "main";
  if (isNews && isFree && location.pathname === "/app/inbox") showInbox();
}

/** From now on; `showInbox` shows it anew. */
export function watchUnread(showInbox: () => void): void {
  setInterval(() => void renewUnread(showInbox), UNREAD_MS);
  void renewUnread(showInbox);
}
