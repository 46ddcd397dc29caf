import type { BuiltPage } from './built-pages.ts';

/** The HTML around guides and other pages: header with search, list of pages, content. */

const HEAD = `<meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="/console/mark.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/docs/guides.css">
  <script src="/docs/theme.js"></script>`;

/** The search box and the switch of the theme, also used by the reference. */
export const TOOLS = `<search class="search">
        <label for="search" class="hidden">Search the documentation</label>
        <input id="search" type="search" placeholder="Search: routes, fields, errors, guides" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
        <ul id="found" role="listbox" aria-label="Results" hidden></ul>
        <p id="found-count" class="hidden" role="status"></p>
      </search>
      <button id="theme" class="theme" type="button" hidden>Dark</button>`;

/** Pages load scripts and styles only from this service and send requests only to it. */
export const GUIDE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const renderGuidePage = (page: BuiltPage, pages: readonly BuiltPage[]): string =>
  renderShell(page.title, page.summary, renderLists(pages, page), `${addValues(page)}${renderNext(page, pages)}`);

/** The list of all guides and pages, with a sentence about each. */
export function renderOverview(pages: readonly BuiltPage[]): string {
  const list = (kind: BuiltPage['kind']) =>
    pages
      .filter((page) => page.kind === kind)
      .map(
        ({ path, title, summary }) =>
          `<li><a href="${path}">${escapeText(title)}</a> <span>${escapeText(getFirstSentence(summary))}</span></li>`,
      )
      .join('\n');
  const content = `<h1>Guides</h1>
<p>For the first hour with the API: short pages with requests that you can copy or run here. All routes, fields and error
codes are in the <a href="/docs">reference</a>.</p>
<ol class="overview">${list('guides')}</ol>
<h2>More about each subject</h2>
<ul class="overview">${list('pages')}</ul>`;
  return renderShell('Guides', 'Guides to the Grandlivre API', renderLists(pages, null), content);
}

const getFirstSentence = (text: string): string => /^.+?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;

const renderShell = (title: string, summary: string, lists: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
  ${HEAD}
  <title>${escapeText(title)} - Grandlivre</title>
  <meta name="description" content="${escapeText(summary)}">
</head>
<body class="guides">
  <a class="skip" href="#content">Skip to the content</a>
  <header>
    <div class="inner">
      <a class="home" href="/docs">Grandlivre</a>
      <nav aria-label="Documentation"><a href="/docs/guides">Guides</a> <a href="/docs">Reference</a></nav>
      ${TOOLS}
    </div>
  </header>
  <div class="columns">
    <nav class="pages" aria-label="Pages">${lists}</nav>
    <main id="content">
${content}
    </main>
  </div>
  <script src="/docs/search.js"></script>
  <script src="/docs/guides.js"></script>
</body>
</html>
`;

function renderLists(pages: readonly BuiltPage[], current: BuiltPage | null): string {
  const links = (kind: BuiltPage['kind']) =>
    pages
      .filter((page) => page.kind === kind)
      .map(
        (page) =>
          `<li><a href="${page.path}"${page === current ? ' aria-current="page"' : ''}>${escapeText(page.title)}</a></li>`,
      )
      .join('\n');
  return `<details open><summary>Guides</summary><ol>${links('guides')}</ol></details>
<details${current?.kind === 'pages' ? ' open' : ''}><summary>More pages</summary><ul>${links('pages')}</ul></details>`;
}

/** Asked for first, because every guide needs them. */
const FIRST = ['TOKEN', 'COMPANY', 'FIRM'];

/** Puts the fields for what requests need below the introduction; the page's script shows them. */
function addValues({ html, variables }: BuiltPage): string {
  if (variables.length === 0) return html;
  const names = [
    ...FIRST.filter((name) => variables.includes(name)),
    ...variables.filter((name) => !FIRST.includes(name)),
  ];
  const section = `<section id="values" aria-label="Your values" data-names="${names.join(' ')}" hidden></section>\n`;
  const place = html.indexOf('</p>') + '</p>\n'.length;
  return html.slice(0, place) + section + html.slice(place);
}

function renderNext(page: BuiltPage, pages: readonly BuiltPage[]): string {
  if (page.kind !== 'guides') return '';
  const next = pages[pages.indexOf(page) + 1];
  return next?.kind === 'guides'
    ? `<p class="next">Next: <a href="${next.path}">${escapeText(next.title)}</a></p>`
    : '';
}
