// The look of the home page, on top of the shell's.

export const HOME_STYLE = `
section, .wide details { margin: 0 0 32px; }
.who { display: flex; align-items: center; gap: 14px; min-width: 0; }
.me { display: flex; flex-direction: column; align-items: flex-end; min-width: 0; line-height: 1.3; font-size: .9rem; }
.me span { max-width: 16rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.small { min-height: 36px; padding: 5px 12px; font-size: .9rem; white-space: nowrap; }
.head { display: flex; align-items: baseline; justify-content: space-between; gap: 12px; margin: 0 0 12px; }
.head .soft { font-size: .9rem; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: 20px; box-shadow: var(--shadow); }
.card.flush { padding: 4px 20px; }
.card > :last-child { margin-bottom: 0; }
h3 { margin: 0 0 4px; font-size: 1rem; }
h3.lead { font-size: 1.15rem; }
summary { cursor: pointer; font-weight: 600; }
details[open] summary { margin-bottom: 16px; }
.ways { margin: 20px 0 0; padding: 0; list-style: none; }
.ways li + li { margin-top: 24px; }
.ways p { margin: 0 0 10px; }
.snippet { position: relative; }
.snippet pre { margin: 0; padding: 14px 16px; padding-right: 92px; overflow-x: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 10px; line-height: 1.5; }
.snippet code { overflow-wrap: normal; }
.snippet button { position: absolute; top: 8px; right: 8px; background: var(--paper); }
.rows { width: 100%; border-collapse: collapse; font-size: .95rem; }
.rows th { text-align: left; font-weight: 550; font-size: .85rem; color: var(--soft); padding: 10px 16px 10px 0; }
.rows td { padding: 12px 16px 12px 0; border-top: 1px solid var(--line); vertical-align: middle; }
.rows .first { font-weight: 600; overflow-wrap: anywhere; }
.rows .first a { display: inline-block; padding: 2px 0; text-decoration: none; }
.rows .first a:hover { text-decoration: underline; }
.rows .act { text-align: right; padding-right: 0; }
.rows.inset { margin-top: 20px; }
time { white-space: nowrap; }
.make { display: grid; grid-template-columns: 1fr 11rem auto; gap: 12px; align-items: end; }
.make .field { margin: 0; }
.made, [data-problem] { margin: 16px 0 0; }
.made p { margin: 0 0 10px; }
.made .snippet pre { background: var(--paper); white-space: pre-wrap; }
.made .snippet code { overflow-wrap: anywhere; }
.none { margin: 20px 0 0; }
.end { display: flex; align-items: center; justify-content: space-between; gap: 20px; }
.end p { margin: 4px 0 0; }
.end button { flex: none; }
.wide details.card { margin-top: -16px; }
@media (max-width: 680px) {
  .make { grid-template-columns: 1fr; }
  .end { flex-direction: column; align-items: stretch; }
  .me { display: none; }
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows, .rows tbody, .rows tr, .rows td { display: block; }
  .rows tr { padding: 14px 0; border-top: 1px solid var(--line); }
  .flush .rows tr:first-child { border-top: 0; }
  .rows td { display: flex; gap: 8px; padding: 3px 0; border: 0; font-size: .92rem; flex-wrap: wrap; }
  .rows td.first { font-size: 1rem; }
  .rows td[data-label]::before { content: attr(data-label); flex: 0 0 8.2rem; color: var(--soft); }
  .rows .act { padding-top: 8px; }
  .card { padding: 16px; }
  .card.flush { padding: 2px 16px; }
}
`;
