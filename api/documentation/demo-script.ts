/**
 * Script that signs in to the demo and fills every request that can be tried with its token, company file and ids.
 * Without a session, requests keep the values of the document.
 */
export const DEMO_SCRIPT = `const demo = (() => {
  const KEY = 'grandlivre-demo';
  const byId = (id) => document.getElementById(id);
  const kept = () => {
    try {
      const session = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
      return session && Date.parse(session.expires_at) > Date.now() ? session : null;
    } catch {
      return null;
    }
  };
  let session = kept();
  let redraw = () => undefined;

  const keep = (next) => {
    session = next;
    if (next) sessionStorage.setItem(KEY, JSON.stringify(next));
    else sessionStorage.removeItem(KEY);
    showSession();
    redraw();
  };

  const asked = async (path, options) => {
    const response = await fetch(path, options);
    const body = await response.json();
    if (!response.ok) throw new Error(body.message);
    return body;
  };

  /** Ids of a company file that examples can use. */
  const idsOf = async (token, company) => {
    const headers = { Authorization: 'Bearer ' + token, Accept: 'application/json' };
    const path = '/v1/companies/' + company;
    const [file, suppliers] = await Promise.all([
      asked(path, { headers }),
      asked(path + '/third-parties?type=supplier', { headers }),
    ]);
    const journals = Object.fromEntries(file.journals.map(({ code, id }) => [code, id]));
    return { journals, supplier: (suppliers.data ?? suppliers)[0]?.id };
  };

  const enter = async () => {
    const button = byId('try-demo');
    button.disabled = true;
    byId('demo-problem').hidden = true;
    try {
      const locale = ['fr', 'nl', 'en', 'de'].find((one) => navigator.language.startsWith(one)) ?? 'en';
      const body = JSON.stringify({ locale, device_name: 'Documentation' });
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const { token, user, demo } = await asked('/v1/auth/demo', { method: 'POST', headers, body });
      const company = demo.companies[0]?.public_token;
      const ids = company ? await idsOf(token, company) : { journals: {} };
      keep({ token, name: user.name, ...demo, company, ids });
    } catch (error) {
      byId('demo-problem').textContent = error.message;
      byId('demo-problem').hidden = false;
    } finally {
      button.disabled = false;
    }
  };

  const change = async (company) => keep({ ...session, company, ids: await idsOf(session.token, company) });

  /** Suggested first steps, by area and operation. */
  const FIRST = [
    ['Trial balance', 'reports', 'getTrialBalance'],
    ['Post an invoice', 'entries', 'postInvoice'],
    ['Who owes what', 'lettering', 'listOpenItems'],
    ['Bank transactions to match', 'bank', 'listBankTransactions'],
    ['Documents to validate', 'document-imports', 'listDocumentImports'],
    ['VAT returns', 'vat', 'listVatDeclarations'],
    ['Who changed what', 'history', 'listRevisions'],
    ['The offline feed', 'sync', 'pullChanges'],
  ];

  const showSession = () => {
    byId('demo').hidden = session === null;
    byId('try-demo').hidden = session !== null;
    document.querySelector('.hint').hidden = session !== null;
    if (!session) return;
    byId('demo-who').textContent = session.name + ', ' + session.firm.name;
    byId('demo-until').textContent = 'until ' + new Date(session.expires_at).toLocaleString();
    const options = session.companies.map(({ public_token, name }) => new Option(name, public_token, false, public_token === session.company));
    byId('demo-company').replaceChildren(...options);
  };

  const start = (draw, unfold) => {
    redraw = draw;
    byId('try-demo').addEventListener('click', enter);
    byId('demo-company').addEventListener('change', (event) => change(event.target.value));
    byId('demo-leave').addEventListener('click', () => keep(null));
    byId('demo-token').addEventListener('click', (event) => copy(session.token, event.target));
    const buttons = FIRST.map(([title, area, operation]) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = title;
      button.addEventListener('click', () => unfold(area, operation));
      return button;
    });
    byId('demo-first').replaceChildren(...buttons);
    showSession();
    // The address that the service prints on startup.
    if (location.hash === '#demo' && session === null) enter();
  };

  const today = () => new Date().toLocaleDateString('sv');

  /** Replaces ids and dates in an example body with those of the chosen file. */
  const fittedBody = (value) => {
    if (!session?.company || typeof value !== 'object' || value === null) return value;
    const isPurchase = JSON.stringify(value).includes('"P-');
    const walk = (part) => {
      if (Array.isArray(part)) return part.map(walk);
      if (typeof part !== 'object' || part === null) return part;
      return Object.fromEntries(Object.entries(part).map(([name, member]) => {
        if (name === 'journal_id') return [name, session.ids.journals[isPurchase ? 'ACH' : 'OD'] ?? member];
        if (name === 'third_party_id' && member !== null) return [name, session.ids.supplier ?? member];
        if (name === 'entry_date' && member !== null) return [name, today()];
        return [name, walk(member)];
      }));
    };
    return walk(value);
  };

  const fitted = (spec) => {
    if (!session) return spec;
    const { company, firm } = spec.components.parameters;
    const parameters = {
      ...spec.components.parameters,
      company: { ...company, example: session.company },
      firm: { ...firm, example: session.firm.public_token },
    };
    const operation = (one) => {
      const content = one.requestBody?.content?.['application/json'];
      if (content?.example === undefined) return one;
      const json = { ...content, example: fittedBody(content.example) };
      return { ...one, requestBody: { ...one.requestBody, content: { ...one.requestBody.content, 'application/json': json } } };
    };
    const each = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
    const paths = each(spec.paths, (path) => each(path, operation));
    return { ...spec, paths, components: { ...spec.components, parameters } };
  };

  return { start, fitted, fittedBody, session: () => session };
})();

const copy = async (text, button) => {
  const said = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'copied';
  } catch {
    button.textContent = 'not allowed';
  }
  setTimeout(() => (button.textContent = said), 1500);
};

/** The request of an operation as a curl command. */
const curlOf = (spec, path, method) => {
  const session = demo.session();
  const operation = spec.paths[path][method];
  const named = operation.parameters?.map(({ $ref, ...own }) => ($ref ? spec.components.parameters[$ref.split('/').at(-1)] : own)) ?? [];
  const valueOf = (name) => {
    if (name === 'company') return session?.company ?? '{company}';
    if (name === 'firm') return session?.firm.public_token ?? '{firm}';
    return named.find((one) => one.name === name)?.example ?? '{' + name + '}';
  };
  const url = location.origin + path.replace(/[{](\\w+)[}]/g, (_, name) => valueOf(name));
  const isOpen = Array.isArray(operation.security) && operation.security.length === 0;
  const content = operation.requestBody?.content ?? {};
  const body = demo.fittedBody(content['application/json']?.example);
  const quoted = (text) => "'" + text.replaceAll("'", "'\\\\''") + "'";
  return [
    'curl ' + (method === 'get' ? '' : '-X ' + method.toUpperCase() + ' ') + quoted(url),
    ...(isOpen ? [] : ['-H ' + (session ? quoted('Authorization: Bearer ' + session.token) : '"Authorization: Bearer $TOKEN"')]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", '-d ' + quoted(JSON.stringify(body))]),
    ...(content['multipart/form-data'] && body === undefined ? ["-F 'files[]=@invoice.pdf'"] : []),
  ].join(' \\\\\\n  ');
};

/** Adds a curl button to the summary of each operation. */
const curlButton = (spec) => (Original, system) => (props) => {
  const { createElement } = system.React;
  const [path, method] = ['path', 'method'].map((name) => props.operationProps.get(name));
  const copyIt = (event) => copy(curlOf(spec, path, method), event.target);
  const title = 'Copy as a curl command';
  const button = createElement('button', { type: 'button', className: 'curl', title, 'aria-label': title, onClick: copyIt }, 'curl');
  return createElement('div', { className: 'with-curl' }, createElement(Original, props), button);
};

`;
