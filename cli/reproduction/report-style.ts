// Style sheet of the report: one column, figures on white, light and dark.

export const reportStyle = `
:root { color-scheme: light dark; --ink: #1c2126; --dim: #5c6670; --line: #d9dee3; --paper: #ffffff; --pass: #00694e; --fail: #b3261e; --differs: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebee; --dim: #9aa5b1; --line: #39424b; --paper: #14181c; --pass: #5fd3ad; --fail: #ff8a80; --differs: #f0c063; }
}
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.8rem; margin: 0 0 .3rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .2rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
h3 { font-size: 1.1rem; margin: 2.2rem 0 .2rem; }
nav { display: flex; flex-wrap: wrap; gap: .3rem .8rem; font-size: .85rem; }
nav a { text-decoration: none; }
.source { color: var(--dim); margin: 0 0 .6rem; font-size: .92rem; }
figure { margin: 1rem 0; }
figure img { width: 100%; height: auto; background: #fff; border: 1px solid var(--line); border-radius: 4px; }
sub, sup { line-height: 0; font-size: .75em; }
figcaption { color: var(--dim); font-size: .92rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.quantity, .printed { color: var(--dim); font-size: .88rem; }
.pass { color: var(--pass); }
.fail { color: var(--fail); }
.differs { color: var(--differs); }
td.pass, td.fail, td.differs { font-weight: 600; }
`;
