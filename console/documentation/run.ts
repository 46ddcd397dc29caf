import { pickValue } from './pick-value.ts';
import { fillIn, listMissing, setValue } from './values.ts';

/** Sends the request of an example to this service and shows the answer below it. */

export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly form: readonly { readonly name: string; readonly value: string; readonly isFile: boolean }[] | null;
  readonly shown: readonly string[];
  readonly saved: Readonly<Record<string, string>>;
}

const MAX_SHOWN = 20_000;
const HEADER = 'header:';

export function addRunButton(figure: HTMLElement, bar: HTMLElement, request: ExampleRequest): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'run';
  button.textContent = 'Run';
  button.setAttribute('aria-label', `Run ${request.method} ${request.path}`);
  button.addEventListener('click', () => void run(figure, request, button));
  bar.append(button);
  const files = (request.form ?? []).filter(({ isFile }) => isFile);
  for (const { name } of files) {
    const [label, input] = [document.createElement('label'), document.createElement('input')];
    input.type = 'file';
    input.name = name;
    label.className = 'file';
    label.append(`File for ${name} `, input);
    figure.querySelector('figcaption')?.after(label);
  }
}

async function run(figure: HTMLElement, request: ExampleRequest, button: HTMLButtonElement): Promise<void> {
  const missing = listMissing([request.path, ...Object.values(request.headers), request.body ?? ''].join(' '));
  if (missing.length > 0) {
    showResult(figure, `Enter ${missing.map((name) => `$${name}`).join(', ')} first.`, null);
    document.getElementById(`value-${missing[0]}`)?.focus();
    return;
  }
  if (request.method !== 'GET' && !(await confirmWrite(request))) return;
  button.disabled = true;
  try {
    await send(figure, request);
  } catch (error) {
    showResult(figure, `No answer: ${String(error)}`, null);
  } finally {
    button.disabled = false;
  }
}

async function send(figure: HTMLElement, request: ExampleRequest): Promise<void> {
  const target = new URL(fillIn(request.path), location.origin);
  // Tokens go nowhere else, whatever a value contains.
  if (target.origin !== location.origin) throw new Error('only requests to this service are sent');
  const headers = Object.entries(request.headers).map(([name, value]) => [name, fillIn(value)] as [string, string]);
  const body =
    request.form === null ? (request.body === null ? null : fillIn(request.body)) : fillForm(figure, request.form);
  const response = await fetch(target, {
    method: request.method,
    headers,
    body,
    credentials: 'omit',
    cache: 'no-store',
  });
  const text = await response.text();
  const parsed = parse(text);
  if (response.ok) saveValues(request, response, parsed);
  const shown = request.shown.map((name) => `${name}: ${response.headers.get(name) ?? '-'}`);
  showResult(
    figure,
    [`${response.status} ${response.statusText}`.trim(), ...shown].join(' · '),
    formatBody(text, parsed),
  );
}

function fillForm(figure: HTMLElement, parts: NonNullable<ExampleRequest['form']>): FormData {
  const form = new FormData();
  for (const { name, value, isFile } of parts) {
    const file = figure.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0];
    if (isFile && file === undefined) throw new Error('choose a file first');
    form.append(name, isFile ? file! : fillIn(value));
  }
  return form;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const formatBody = (text: string, parsed: unknown): string => {
  const shown = parsed === undefined ? text : JSON.stringify(parsed, null, 2);
  return shown.length <= MAX_SHOWN ? shown : `${shown.slice(0, MAX_SHOWN)}\n…`;
};

function saveValues({ saved }: ExampleRequest, response: Response, body: unknown): void {
  for (const [name, place] of Object.entries(saved)) {
    const value = place.startsWith(HEADER) ? response.headers.get(place.slice(HEADER.length)) : pickValue(body, place);
    if (typeof value === 'string' || typeof value === 'number') setValue(name, String(value));
  }
}

function showResult(figure: HTMLElement, status: string, body: string | null): void {
  let box = figure.querySelector<HTMLElement>('.result');
  if (box === null) {
    box = document.createElement('div');
    box.className = 'result';
    figure.append(box);
  }
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  line.textContent = status;
  const answer = document.createElement('pre');
  answer.tabIndex = 0;
  answer.textContent = body;
  box.replaceChildren(line, ...(body === null || body === '' ? [] : [answer]));
}

/** Asks before a request that writes. */
function confirmWrite({ method, path }: ExampleRequest): Promise<boolean> {
  const dialog = document.createElement('dialog');
  const [question, send, cancel] = [document.createElement('p'), ...makeButtons('Send it', 'Cancel')] as const;
  question.id = 'question';
  question.textContent = `${method} ${fillIn(path)} may change something. Send it now?`;
  dialog.setAttribute('aria-labelledby', question.id);
  dialog.append(question, send!, cancel!);
  document.body.append(dialog);
  return new Promise((resolve) => {
    send!.addEventListener('click', () => dialog.close('send'));
    cancel!.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'send');
    });
    dialog.showModal();
  });
}

const makeButtons = (...titles: readonly string[]): HTMLButtonElement[] =>
  titles.map((title) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = title;
    return button;
  });
