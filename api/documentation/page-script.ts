import { DEMO_SCRIPT } from './demo-script.ts';

/**
 * Script of the documentation page. The document contains the configured URL of the service, but the page may be opened
 * under another host name: requests go to the origin of the page. Errors link to `/docs#period_locked`.
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
    // Examples are data and stay unchanged.
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
  // OpenAPI 3.0 allows nothing beside a reference. Otherwise the error codes that a route adds to a shared response,
  // or the description that a field adds to its schema, would be lost.
  const referring = ({ $ref, description, ...rest }) => {
    if (description === undefined) return { $ref };
    const [, shared] = /^#[/]components[/]responses[/](.+)$/.exec($ref) ?? [];
    if (shared) return { ...older(spec.components.responses[shared]), description };
    return { allOf: [{ $ref }], description, ...rest };
  };
  return older(spec);
};

// Earlier versions stored tokens here, where they outlive the session.
localStorage.removeItem('authorized');
${DEMO_SCRIPT}
const show = (spec) => {
  const session = demo.session();
  window.ui = SwaggerUIBundle({
    spec: { ...olderOf(demo.fitted(spec)), openapi: '3.0.3', servers: [{ url: location.origin }] },
    dom_id: '#documentation',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    persistAuthorization: false,
    tryItOutEnabled: session !== null,
    validatorUrl: null,
    plugins: [() => ({ wrapComponents: { OperationSummary: curlButton(spec) } })],
    onComplete: () => session && window.ui.preauthorizeApiKey('bearer', session.token),
  });
};

/** What Swagger UI leaves out for those who read with a keyboard or a screen reader. */
const mend = () => {
  const all = (selector) => document.getElementById('documentation').querySelectorAll(selector);
  // A link inside of a button: the button itself opens the route.
  for (const link of all('.opblock-summary-control a[href]')) link.removeAttribute('href');
  for (const code of all('pre.microlight:not([tabindex])')) code.tabIndex = 0;
  for (const choice of all('select:not([aria-label])'))
    if (choice.labels.length === 0)
      choice.setAttribute('aria-label', choice.closest('tr[data-param-name]')?.dataset.paramName ?? 'Example');
};

let isMending = false;
new MutationObserver(() => {
  if (isMending) return;
  isMending = true;
  requestAnimationFrame(() => {
    isMending = false;
    mend();
  });
}).observe(document.getElementById('documentation'), { childList: true, subtree: true });

/** Lists the areas with their number of routes; a click unfolds one. */
const showAreas = (spec) => {
  document.getElementById('version').textContent = spec.info.version;
  const operations = Object.values(spec.paths).flatMap((path) => Object.values(path));
  const links = spec.tags.map(({ name }) => {
    const count = operations.filter(({ tags }) => tags.includes(name)).length;
    const link = document.createElement('a');
    const number = document.createElement('span');
    link.href = '#/' + name;
    link.append(name, number);
    number.textContent = count;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      unfold(name);
    });
    return link;
  });
  document.getElementById('areas').replaceChildren(...links);
};

const unfold = (area, operation) => {
  window.ui.layoutActions.show(['operations-tag', area], true);
  if (operation) window.ui.layoutActions.show(['operations', area, operation], true);
  const id = operation ? 'operations-' + area + '-' + operation : 'operations-tag-' + area;
  setTimeout(() => document.getElementById(id)?.scrollIntoView({ block: 'start', behavior: 'smooth' }), 100);
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
  const found = document.querySelector('#error-codes [id="' + code + '"]');
  found?.classList.add('here');
  found?.scrollIntoView({ block: 'center' });
};

/** A result of the search on this page: Swagger UI follows the hash only when the page is loaded. */
const goToOperation = () => {
  const [, area, operation] = /^#[/]([^/]+)[/]([^/]+)$/.exec(location.hash) ?? [];
  if (operation) unfold(decodeURIComponent(area), operation);
};

window.addEventListener('hashchange', () => {
  goToOperation();
  goToError(location.hash.replace('#', '').replace('/', ''));
});
window.addEventListener('load', async () => {
  // Remembered, because Swagger UI treats the hash as its own.
  const requested = location.hash.replace('#', '').replace('/', '');
  const read = async (path) => (await fetch(path)).json();
  const errors = read('/docs/error-codes.json').then(showErrors).catch(() => undefined);
  const spec = await read('/openapi.json');
  demo.start(() => show(spec), unfold);
  show(spec);
  showAreas(spec);
  await errors;
  // The list moves down while the page above it renders.
  goToError(requested);
  setTimeout(() => goToError(requested), 500);
});
`;
