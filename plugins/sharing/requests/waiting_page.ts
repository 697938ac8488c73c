// Runs on the page of a pending request:
// looks as often as the server says, and lets the server show what has become of it.
const WAITING_MS_MIN = 1000;

const waiting = document.querySelector<HTMLElement>("[data-waiting]");
if (waiting) void watch(waiting.dataset["slug"] ?? "", Number(waiting.dataset["poll"]));

async function watch(slug: string, seconds: number): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(WAITING_MS_MIN, seconds * 1000)));
    // Nobody looks at a tab in the background; it catches up when somebody does.
    if (!document.hidden && (await isOver(slug))) return location.reload();
  }
}

async function isOver(slug: string): Promise<boolean> {
  try {
    const answer = await fetch(`/api/access-requests/status?slug=${encodeURIComponent(slug)}`);
    // Signed out meanwhile: the page itself leads through sign-in.
    if (answer.status === 401) return true;
    return answer.ok && (await answer.json()).status !== "pending";
  } catch {
    return false;
  }
}
