import type { PlainDate } from '../../domain/dates.ts';
import { bakery } from '../../domain/demo/bakery.ts';
import { enterpriseOf, ibanOf, waitingFile } from '../../domain/demo/invoices.ts';
import type { Narrator } from './narrator.ts';
import type { Receiver } from './receiver.ts';

/** Through the main job of the service, by its API alone, as any client would go. */
export interface Tour {
  readonly url: string;
  readonly credentials: { readonly email: string; readonly password: string };
  readonly receiver: Receiver;
  readonly narrator: Narrator;
  readonly today: PlainDate;
}

type Answer = Readonly<Record<string, unknown>>;
type Ask = (method: string, path: string, body?: object | FormData) => Promise<Answer>;

/** @throws at the first answer that is not a success */
export async function tour({ url, credentials, receiver, narrator, today }: Tour): Promise<void> {
  const { chapter, remark } = narrator;
  let token: string | null = null;
  const ask = asking(url, narrator, () => token);

  chapter('Sign in', 'A session token opens the API; it is shown once, and only a hash of it is kept.');
  const signedIn = await ask.quietly('POST', '/v1/auth/login', credentials, { password: '…' });
  token = String(signedIn.answer['token']);
  const user = signedIn.answer['user'] as {
    name: string;
    firms: { public_token: string; name: string; role: string }[];
  };
  narrator.received(signedIn.status, {
    token: `${token.split('|')[0]}|…`,
    user: { name: user.name, firms: user.firms },
  });
  const firm = user.firms[0]!.public_token;

  chapter(
    'Hear what happens',
    'A program of ours wants to be called. The secret signs every call, so that it knows who calls.',
  );
  const added = await ask('POST', `/v1/firms/${firm}/webhooks`, { url: receiver.url, events: ['*'] });
  receiver.secret = String(added['secret']);
  narrator.received(201, { webhook: pick(added['webhook'], 'id', 'url', 'events'), secret: 'whsec_…' });

  chapter(
    'Open a company file',
    'It comes with its chart of accounts, VAT codes, journals and a year with its periods.',
  );
  const year = today.slice(0, 4);
  const company = await ask('POST', '/v1/companies', {
    ...{ name: bakery.name, country_pack: 'BE', enterprise_number: enterpriseOf(bakery), vat_regime: 'monthly' },
    fiscal_year: { starts_on: `${year}-01-01`, ends_on: `${year}-12-31` },
    banks: [{ code: 'BNK', label: 'Compte courant', iban: ibanOf(bakery) }],
  });
  const journals = company['journals'] as { code: string }[];
  narrator.received(201, {
    ...pick(company, 'public_token', 'code', 'name'),
    journals: journals.map(({ code }) => code).join(' '),
  });
  const file = `/v1/companies/${String(company['public_token'])}`;

  chapter(
    'Import an invoice',
    'The mill has sent a structured invoice (UBL). It is read at once; what is suggested can be changed.',
  );
  const invoice = waitingFile(bakery, bakery.waiting[0]!, today, `${year}-01-01`);
  const form = new FormData();
  form.append('files[]', new Blob([invoice.content], { type: 'application/xml' }), invoice.name);
  const uploaded = await ask('POST', `${file}/document-imports`, form);
  const [imported] = uploaded['imports'] as Answer[];
  const sheet = imported!['extracted'] as Answer;
  const read = { ...pick(sheet, 'number', 'date', 'due_date'), totals: pick(sheet['totals'], 'net', 'vat', 'gross') };
  narrator.received(201, { ...pick(imported, 'id', 'original_name', 'status', 'engine'), extracted: read });

  chapter(
    'Validate and book it',
    'The supplier is new: it is made along with the document and its entry, all of it or nothing.',
  );
  const supplier = pick(sheet['counterparty'], 'name', 'vat_number', 'iban');
  const lines = await linesFor(ask, file, sheet);
  const validated = await ask('POST', `${file}/document-imports/${String(imported!['id'])}/validate`, {
    ...{ book: true, direction: 'purchase', new_third_party: supplier, lines },
  });
  const entry = validated['entry'] as Answer;
  narrator.received(201, { entry: pick(entry, 'id', 'reference', 'status', 'total_debit') });
  for (const line of entry['lines'] as Answer[]) remark(`  ${told(line)}`);

  chapter('Reverse it', 'Nothing is ever rewritten: another entry takes it back.');
  const reversed = await ask('POST', `${file}/entries/${String(entry['id'])}/reverse`, {
    entry_date: today,
    label: 'Booked by mistake',
  });
  const operation = ask.lastOperation();
  narrator.received(201, {
    entry: pick(reversed['entry'], 'reference', 'status'),
    reversal: pick(reversed['reversal'], 'reference', 'status', 'total_debit'),
  });

  chapter('Undo that', 'Whatever a request has done is one operation, and can be undone as one.');
  const undone = await ask('POST', `${file}/history/operations/${operation}/revert`, {});
  const revisions = undone['revisions'] as Answer[];
  narrator.received(200, {
    operation_id: undone['operation_id'],
    revisions: revisions.map((one) => pick(one, 'resource', 'op', 'label')),
  });

  chapter(
    'Pull the changes',
    'An app that works offline reads the feed from where it stopped, here from the beginning.',
  );
  const pulled = await ask('GET', `${file}/sync/pull?since=0&limit=2000`);
  const changes = pulled['changes'] as { resource: string }[];
  const counts: Record<string, number> = {};
  for (const { resource } of changes) counts[resource] = (counts[resource] ?? 0) + 1;
  narrator.received(200, { cursor: pulled['cursor'], has_more: pulled['has_more'], changes: counts });

  chapter('What was heard meanwhile', 'Each call was signed, and its signature holds.');
  for (const { event, sequence, data } of await receiver.heard(['document.booked', 'entry.posted', 'entry.reversed']))
    remark(
      `  ${event.padEnd(20)} ${sequence === null ? '' : `sequence ${sequence}, `}${String(data['reference'] ?? data['name'] ?? data['number'] ?? data['id'])}`,
    );

  chapter(
    'Verify the chain',
    'Every event has the hash of the one before it: whoever changed one would have to change them all.',
  );
  const verified = await ask('GET', `${file}/history/verify`);
  narrator.received(200, pick(verified, 'is_intact', 'events', 'head'));
  if (verified['is_intact'] !== true) throw new Error('The chain is not intact');
  remark(`That was it: ${String(verified['events'])} events, and none of them was ever rewritten.`);
}

/** What was bought goes to raw materials, line by line. */
async function linesFor(ask: Asking, file: string, sheet: Answer): Promise<readonly object[]> {
  const idOf = async (path: string, field: string, value: string): Promise<unknown> => {
    const { answer } = await ask.quietly('GET', `${file}/${path}`);
    const list = (Array.isArray(answer) ? answer : answer['data']) as Answer[];
    return list.find((one) => one[field] === value)?.['id'];
  };
  const account_id = await idOf('accounts?q=600000', 'number', '600000');
  const vat_code_id = await idOf('vat-codes', 'code', 'P-M-6');
  return (sheet['lines'] as unknown[]).map(() => ({ account_id, vat_code_id }));
}

function told(line: Answer): string {
  const { number, label } = line['account'] as { number: string; label: string };
  const [side, amount] = line['debit'] === '0.00' ? ['credit', line['credit']] : ['debit ', line['debit']];
  return `${number}  ${side} ${String(amount).padStart(10)}  ${label}`;
}

const pick = (from: unknown, ...names: readonly string[]): Answer =>
  Object.fromEntries(names.map((name) => [name, (from as Answer)[name]]));

interface Asking extends Ask {
  /** Without telling what came back; `shown` is told in place of secrets. */
  quietly(method: string, path: string, body?: object, shown?: object): Promise<{ status: number; answer: Answer }>;
  /** Of the last request that has changed something. */
  lastOperation(): string;
}

function asking(url: string, narrator: Narrator, token: () => string | null): Asking {
  let operation = '';
  async function send(
    method: string,
    path: string,
    body?: object | FormData,
  ): Promise<{ status: number; answer: Answer }> {
    const bearer = token();
    const isForm = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      headers: {
        Accept: 'application/json',
        'Accept-Language': 'en',
        ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    operation = response.headers.get('X-Operation-Id') ?? operation;
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 2_000)}`);
    return { status: response.status, answer: JSON.parse(text) as Answer };
  }
  const ask: Ask = async (method, path, body) => {
    narrator.sent(method, path, body instanceof FormData ? '(a form with the file)' : body);
    return (await send(method, path, body)).answer;
  };
  return Object.assign(ask, {
    quietly: (method: string, path: string, body?: object, shown: object = {}) => {
      if (method !== 'GET') narrator.sent(method, path, { ...body, ...shown });
      return send(method, path, body);
    },
    lastOperation: () => operation,
  });
}
