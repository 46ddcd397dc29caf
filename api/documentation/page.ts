/** The documentation page: Swagger UI from its own package, nothing from other hosts, no script inside the page. */

export const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Grandlivre API</title>
  <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <style>
    #error-codes { display: grid; grid-template-columns: max-content 1fr; gap: .2em 1.5em; font-size: 14px }
    #error-codes dt { font-family: monospace }
    #error-codes dd { margin: 0 }
    #error-codes .here, #error-codes .here + dd { background: #ffe58f }
  </style>
</head>
<body>
  <div id="documentation"></div>
  <section class="swagger-ui"><div class="wrapper">
    <h2>Error codes</h2>
    <dl id="error-codes"></dl>
  </div></section>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * The document names the address of the service, but the page may have been opened under another name of it: requests go to where
 * the page comes from. `/docs#period_locked` is where an error sends its readers.
 */
export const START_SCRIPT = `// The page draws OpenAPI 3.0 many times faster than 3.1: what differs between them is said in the older way.
const olderOf = (spec) => {
  const older = (value) => {
    if (Array.isArray(value)) return value.map(older);
    if (typeof value !== 'object' || value === null) return value;
    if (typeof value.$ref === 'string') return referring(value);
    const { type, anyOf, const: only, example, examples, propertyNames, ...rest } = value;
    const said = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, older(member)]));
    if (only !== undefined) said.enum = [only];
    // What an example says is data, in whatever words.
    if (example !== undefined) said.example = example;
    if (Array.isArray(examples)) said.example = examples[0];
    else if (examples !== undefined) said.examples = examples;
    if (Array.isArray(type)) return { ...said, type: type.find((one) => one !== 'null'), nullable: type.includes('null') };
    if (type !== undefined) said.type = older(type);
    if (!Array.isArray(anyOf)) return anyOf === undefined ? said : { ...said, anyOf: older(anyOf) };
    const forms = anyOf.filter((one) => one.type !== 'null').map(older);
    const nullable = forms.length < anyOf.length ? { nullable: true } : {};
    return forms.length === 1 && !forms[0].$ref ? { ...forms[0], ...said, ...nullable } : { ...said, ...nullable, anyOf: forms };
  };
  // A reference stands alone in the older way. What a route adds to a shared answer, its own error codes, or a field to the
  // schema that it refers to, would be lost with it.
  const referring = ({ $ref, description, ...rest }) => {
    if (description === undefined) return { $ref };
    const [, shared] = /^#[/]components[/]responses[/](.+)$/.exec($ref) ?? [];
    if (shared) return { ...older(spec.components.responses[shared]), description };
    return { allOf: [{ $ref }], description, ...rest };
  };
  return older(spec);
};

const show = (spec) => {
  window.ui = SwaggerUIBundle({
    spec: { ...olderOf(spec), openapi: '3.0.3', servers: [{ url: location.origin }] },
    dom_id: '#documentation',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    persistAuthorization: true,
    validatorUrl: null,
  });
};

const row = (term, meaning) => {
  const name = document.createElement('dt');
  const text = document.createElement('dd');
  name.id = term;
  name.textContent = term;
  text.textContent = meaning;
  return [name, text];
};

const showErrors = (codes) => {
  const list = document.getElementById('error-codes');
  list.replaceChildren(...codes.flatMap(({ code, status, message }) => row(code, status + ': ' + message)));
};

const goToError = (code) => {
  if (!/^[a-z0-9_]+$/.test(code)) return;
  for (const marked of document.querySelectorAll('#error-codes .here')) marked.classList.remove('here');
  const found = document.getElementById(code);
  found?.classList.add('here');
  found?.scrollIntoView({ block: 'center' });
};

window.addEventListener('hashchange', () => goToError(location.hash.replace('#', '').replace('/', '')));
window.addEventListener('load', async () => {
  // Remembered, because the page takes the address for one of its own.
  const requested = location.hash.replace('#', '').replace('/', '');
  const read = async (path) => (await fetch(path)).json();
  const errors = read('/docs/error-codes.json').then(showErrors).catch(() => undefined);
  show(await read('/openapi.json'));
  await errors;
  // The list moves down while the page above it is drawn.
  goToError(requested);
  setTimeout(() => goToError(requested), 500);
});
`;

/** Swagger UI sets style attributes and draws icons from data URLs; scripts come from this service alone. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The files of the package that the page needs. */
export const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};
