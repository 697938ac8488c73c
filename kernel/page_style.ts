// The look of the app's own pages: one small stylesheet inside the page, so that a refusal looks finished on a bare server too.

/** Allowed in the page's policy by its hash. Colours and spacing are variables, which a page's own stylesheet may use. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ground: #f6f7f9; --ink: #1c2024; --soft: #5b6470; --line: #dfe3e8;
  --accent: #3457d5; --accent-ink: #ffffff; --accent-soft: #edf1fe; --bad: #b3261e; --bad-soft: #fdecea; --good: #1a7f4b; --good-soft: #e7f6ee;
  --shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 8px 24px rgb(16 24 40 / 6%);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #181b20; --ground: #101216; --ink: #e6e9ee; --soft: #9aa4b2; --line: #2c323b;
    --accent: #8ea6ff; --accent-ink: #0f1424; --accent-soft: #1e2540; --bad: #ff9a92; --bad-soft: #3a1d1c; --good: #7bdca8; --good-soft: #15301f;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 30%);
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", "DejaVu Sans", sans-serif; }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 12px; top: 12px; z-index: 2; background: var(--paper); padding: 8px 12px; border-radius: 8px; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 14px 20px; }
.name { display: inline-flex; align-items: center; gap: 10px; font-weight: 650; font-size: 1.05rem; letter-spacing: -.01em; color: var(--ink); text-decoration: none; }
.name img { display: block; }
main { width: 100%; margin: 0 auto; }
.narrow main { max-width: 27rem; margin: auto; padding: 32px; background: var(--paper); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); }
.narrow { padding-bottom: 72px; }
.wide main { max-width: 64rem; padding: 20px 20px 72px; }
.wide .top { background: var(--paper); border-bottom: 1px solid var(--line); }
h1 { margin: 0 0 8px; font-size: 1.45rem; line-height: 1.25; letter-spacing: -.015em; }
h2 { margin: 0; font-size: 1.1rem; letter-spacing: -.01em; }
p { margin: 0 0 16px; overflow-wrap: break-word; }
.soft, .fine { color: var(--soft); }
.fine { font-size: .85rem; margin: 20px 0 0; }
strong { font-weight: 600; overflow-wrap: anywhere; }
form { margin: 0; }
.field { display: block; margin: 0 0 16px; }
.field > span { display: block; margin-bottom: 6px; font-weight: 550; font-size: .92rem; }
.field > small { display: block; margin-top: 6px; color: var(--soft); font-size: .85rem; }
input, select { width: 100%; min-height: 44px; padding: 9px 12px; font: inherit; color: inherit; background: var(--paper); border: 1px solid color-mix(in srgb, var(--soft) 55%, transparent); border-radius: 10px; }
input:focus-visible, select:focus-visible { border-color: var(--accent); outline-offset: 0; border-radius: 10px; }
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 44px; padding: 9px 18px; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
  color: var(--accent-ink); background: var(--accent); border: 1px solid transparent; border-radius: 10px; }
button:hover, .button:hover { filter: brightness(1.07); }
button:focus-visible, .button:focus-visible { border-radius: 10px; }
button:disabled { opacity: .55; cursor: default; }
.plain { color: var(--ink); background: transparent; border-color: color-mix(in srgb, var(--soft) 45%, transparent); }
.plain:hover { background: var(--ground); filter: none; }
.full { width: 100%; }
.actions { margin: 24px 0 0; }
.or { display: flex; align-items: center; gap: 12px; margin: 20px 0; color: var(--soft); font-size: .88rem; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
.notice { margin: 0 0 20px; padding: 12px 14px; border-radius: 10px; background: var(--accent-soft); overflow-wrap: break-word; }
.notice.bad { background: var(--bad-soft); color: var(--bad); }
.notice.good { background: var(--good-soft); }
code, pre { font-family: var(--mono); font-size: .88em; }
code { overflow-wrap: anywhere; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 480px) {
  .narrow main { max-width: none; margin: 0; flex: 1; padding: 24px 20px; border: 0; border-radius: 0; box-shadow: none; background: none; }
  .narrow { padding-bottom: 0; background: var(--paper); }
  .top { padding: 12px 16px; }
  .wide main { padding: 16px 16px 64px; }
}
@media print { .top { display: none; } }
`;
