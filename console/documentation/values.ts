/** What the reader has entered for `$TOKEN`, `$COMPANY` and so on. Kept only while the tab is open. */

const KEY = 'grandlivre-guide-values';
/** Written by the reference when the reader opens the demo there. */
const DEMO_KEY = 'grandlivre-demo';

interface Demo {
  readonly token?: string;
  readonly company?: string;
  readonly firm?: { readonly public_token: string };
}

const read = (key: string): Record<string, unknown> => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
};

const readDemo = (): Record<string, string | undefined> => {
  const { token, company, firm } = (read(DEMO_KEY) ?? {}) as Demo;
  return { TOKEN: token, COMPANY: company, FIRM: firm?.public_token };
};

export const getValue = (name: string): string => {
  const kept = read(KEY)[name];
  return typeof kept === 'string' && kept !== '' ? kept : (readDemo()[name] ?? '');
};

/** Also shows it in its field. */
export function setValue(name: string, value: string): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...read(KEY), [name]: value }));
  const field = document.getElementById(`value-${name}`) as HTMLInputElement | null;
  if (field !== null) field.value = value;
}

const VARIABLE = /\$([A-Z][A-Z_]*)/g;

/** Names of a text that have no value yet. */
export const listMissing = (text: string): string[] =>
  [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name!))].filter((name) => getValue(name) === '');

export const fillIn = (text: string): string => text.replace(VARIABLE, (_, name: string) => getValue(name));

const HIDDEN = /TOKEN|PASSWORD/;

/** Draws a field for each variable of the page. */
export function showValues(section: HTMLElement): void {
  const names = (section.dataset['names'] ?? '').split(' ');
  const fields = names.map((name) => {
    const label = document.createElement('label');
    const input = document.createElement('input');
    input.id = `value-${name}`;
    input.type = HIDDEN.test(name) && name !== 'TOKEN_ID' ? 'password' : 'text';
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.value = getValue(name);
    input.addEventListener('input', () => setValue(name, input.value.trim()));
    label.append(`$${name}`, input);
    return label;
  });
  const hint = document.createElement('p');
  hint.textContent =
    'Values of the examples on this page. They stay in this tab. Requests that you run here go to this service only; a request that writes asks first.';
  section.replaceChildren(hint, ...fields);
  section.hidden = false;
}
