/** The documentation page's style; a separate file, because the content security policy allows no inline style. */
export const apiDocsCss = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f7f5fb; --line: #e5e1ee; --text: #1c1729; --quiet: #5d5670; --accent: #6d28d9;
  --get: #0f766e; --post: #6d28d9; --put: #9a5b00; --patch: #9a5b00; --delete: #b91c1c; --good: #15803d; --bad: #b91c1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14111c; --panel: #1d1928; --line: #322c42; --text: #f3f0fa; --quiet: #b3abc6; --accent: #b79cff;
    --get: #4fd1c5; --post: #b79cff; --put: #f0b65a; --patch: #f0b65a; --delete: #ff8a80; --good: #6fd58f; --bad: #ff8a80;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 Inter, system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
small { color: var(--quiet); font-size: 0.8125rem; font-weight: 400; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: 0.5rem 1rem; }
header { padding: 2.5rem clamp(1rem, 4vw, 3rem) 1.5rem; border-bottom: 1px solid var(--line); }
header p { max-width: 46rem; margin: 0.5rem 0; color: var(--quiet); }
h1 { margin: 0; font-size: 2rem; line-height: 1.15; letter-spacing: -0.02em; }
h2 { margin: 2.5rem 0 0; font-size: 1.5rem; line-height: 1.15; text-transform: capitalize; }
h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem; }
.lead { margin: 0.25rem 0 1rem; color: var(--quiet); }
.columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.5rem 0.75rem 3rem 1.5rem; border-right: 1px solid var(--line); font-size: 0.875rem; }
nav summary { cursor: pointer; padding: 0.375rem 0; font-weight: 600; text-transform: capitalize; }
nav ul { list-style: none; margin: 0 0 0.5rem; padding: 0; }
nav li a { display: flex; gap: 0.5rem; padding: 0.25rem 0.5rem; border-radius: 8px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { background: var(--panel); }
nav .verb { flex: none; width: 3.25rem; }
main { padding: 0 clamp(1rem, 4vw, 3rem) 4rem; }
.call { margin: 0.5rem 0; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
.call > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; padding: 0.75rem 1rem; cursor: pointer; }
.call > summary::marker { content: ''; }
.call:has(:target) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.call .summary { color: var(--quiet); font-size: 0.875rem; }
.path { font-weight: 600; }
.inside { scroll-margin-top: 6rem; padding: 0 1rem 1rem; border-top: 1px solid var(--line); overflow-x: auto; }
.verb { font: 700 0.75rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-transform: uppercase; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); }
.patch { color: var(--patch); } .delete { color: var(--delete); }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; background: var(--page); border-radius: 8px; }
th, td { padding: 0.375rem 0.75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--quiet); font-weight: 600; }
td:first-child { white-space: nowrap; }
td details summary { cursor: pointer; color: var(--accent); }
.required { color: var(--bad); text-decoration: none; }
.answers { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.5rem 1rem; margin: 0; }
.answers dd { margin: 0; }
.answers p { margin: 0 0 0.25rem; }
.status { font-weight: 700; font-variant-numeric: tabular-nums; }
.good { color: var(--good); } .bad { color: var(--bad); }
.choices { margin: 0; padding-left: 1.25rem; }
@media (max-width: 767px) {
  .columns { display: block; }
  nav { position: static; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; }
  nav li a { padding: 0.625rem 0.5rem; }
  td:first-child { white-space: normal; }
}
`;
