import { TOOLS } from './guides/guide-page.ts';

/** The documentation page: Swagger UI from its npm package, nothing from other hosts, no inline scripts. */

export const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Grandlivre API</title>
  <link rel="icon" href="/console/mark.svg" type="image/svg+xml">
  <meta name="color-scheme" content="light dark">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <link rel="stylesheet" href="/docs/guides.css">
  <link rel="stylesheet" href="/docs/reference.css">
  <script src="/docs/theme.js"></script>
</head>
<body class="reference">
  <a class="skip" href="#content">Skip to the content</a>
  <header id="top">
    <div class="inner tools">
      <nav aria-label="Documentation"><a href="/docs/guides">Guides</a> <a href="/docs/guides/first-request">First request</a></nav>
      ${TOOLS}
    </div>
    <div class="inner">
      <div>
        <h1>Grandlivre <small id="version"></small></h1>
        <p>Accounting for firms and their company files in Belgium, France and Luxembourg: one REST API over a ledger that never forgets.</p>
      </div>
      <div class="actions">
        <button id="try-demo" type="button">Try the demo</button>
        <p class="hint">No account needed. Fictitious books, reset every night.</p>
      </div>
    </div>
    <div class="inner" id="demo" hidden>
      <p><strong id="demo-who"></strong> <span id="demo-until"></span></p>
      <label>Company file <select id="demo-company"></select></label>
      <button id="demo-token" type="button">Copy the token</button>
      <button id="demo-leave" type="button">Leave</button>
      <nav id="demo-first" aria-label="First things to try"></nav>
    </div>
    <p class="inner" id="demo-problem" role="alert" hidden></p>
  </header>
  <div id="page">
    <nav id="areas" aria-label="Areas"></nav>
    <main id="content" tabindex="-1">
      <div id="documentation"></div>
      <section class="swagger-ui"><div class="wrapper">
        <h2>Error codes</h2>
        <dl id="error-codes"></dl>
      </div></section>
    </main>
  </div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
  <script src="/docs/search.js"></script>
</body>
</html>
`;

/** Swagger UI draws icons from data URLs; scripts and styles are loaded only from this service. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Files of the package that the page needs. */
export const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
