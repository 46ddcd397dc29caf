import type { PlainDate } from '../../domain/dates.ts';
import { bakery } from '../../domain/demo/companies.ts';
import { getEnterpriseNumber, getIban, buildWaitingFile } from '../../domain/demo/invoices.ts';
import type { Narrator } from './narrator.ts';
import type { Receiver } from './receiver.ts';

/** A tour of the main workflow through the public API, as any client would use it. */
export interface Tour {
  readonly url: string;
  readonly credentials: { readonly email: string; readonly password: string };
  readonly receiver: Receiver;
  readonly narrator: Narrator;
  readonly today: PlainDate;
}

type Answer = Readonly<Record<string, unknown>>;
type Ask = (method: string, path: string, body?: object | FormData) => Promise<Answer>;

interface Guide extends Tour {
  readonly ask: Asking;
  token: string | null;
}

/** @throws on the first response that is not a success */
export async function runTour(tour: Tour): Promise<void> {
  const guide: Guide = { ...tour, ask: createAsk(tour.url, tour.narrator, () => guide.token), token: null };
  const firm = await signIn(guide);
  await listenToEvents(guide, firm);
  const file = await openCompanyFile(guide);
  const imported = await importInvoice(guide, file);
  const entry = await postInvoice(guide, file, imported);
  const operation = await reverseEntry(guide, file, entry);
  await undoOperation(guide, file, operation);
  await pullChanges(guide, file);
  await showEvents(guide);
  await verifyChain(guide, file);
}

async function signIn(guide: Guide): Promise<string> {
  const { narrator, ask, credentials } = guide;
  narrator.beginChapter('Sign in', 'A session token opens the API. It is shown once, and only its hash is stored.');
  const signedIn = await ask.askQuietly('POST', '/v1/auth/login', credentials, { password: '…' });
  const token = String(signedIn.answer['token']);
  guide.token = token;
  const user = signedIn.answer['user'] as {
    name: string;
    firms: { public_token: string; name: string; role: string }[];
  };
  narrator.showResponse(signedIn.status, {
    token: `${token.split('|')[0]}|…`,
    user: { name: user.name, firms: user.firms },
  });
  return user.firms[0]!.public_token;
}

async function listenToEvents({ narrator, ask, receiver }: Guide, firm: string): Promise<void> {
  narrator.beginChapter(
    'Listen to events',
    'A program of ours wants to be called. The secret signs every call, so that it can verify the caller.',
  );
  const added = await ask('POST', `/v1/firms/${firm}/webhooks`, { url: receiver.url, events: ['*'] });
  receiver.secret = String(added['secret']);
  narrator.showResponse(201, { webhook: pickMembers(added['webhook'], 'id', 'url', 'events'), secret: 'whsec_…' });
}

/** Returns the path of the company file. */
async function openCompanyFile({ narrator, ask, today }: Guide): Promise<string> {
  narrator.beginChapter(
    'Open a company file',
    'It comes with its chart of accounts, VAT codes, journals and a fiscal year with its periods.',
  );
  const year = today.slice(0, 4);
  const company = await ask('POST', '/v1/companies', {
    name: bakery.name,
    country_pack: 'BE',
    enterprise_number: getEnterpriseNumber(bakery),
    vat_regime: 'monthly',
    fiscal_year: { starts_on: `${year}-01-01`, ends_on: `${year}-12-31` },
    banks: [{ code: 'BNK', label: 'Compte courant', iban: getIban(bakery) }],
  });
  const journals = company['journals'] as { code: string }[];
  narrator.showResponse(201, {
    ...pickMembers(company, 'public_token', 'code', 'name'),
    journals: journals.map(({ code }) => code).join(' '),
  });
  return `/v1/companies/${String(company['public_token'])}`;
}

async function importInvoice({ narrator, ask, today }: Guide, file: string): Promise<Answer> {
  narrator.beginChapter(
    'Import an invoice',
    'The mill has sent a structured invoice (UBL). It is read immediately; suggestions can be changed. PDF files and images are analysed within seconds: the header Location leads to their progress.',
  );
  const year = today.slice(0, 4);
  const invoice = buildWaitingFile(bakery, bakery.waiting[0]!, today, `${year}-01-01`);
  const form = new FormData();
  form.append('files[]', new Blob([invoice.content], { type: 'application/xml' }), invoice.name);
  const uploaded = await ask('POST', `${file}/document-imports`, form);
  const [imported] = uploaded['imports'] as Answer[];
  const sheet = imported!['extracted'] as Answer;
  const read = {
    ...pickMembers(sheet, 'number', 'date', 'due_date'),
    totals: pickMembers(sheet['totals'], 'net', 'vat', 'gross'),
  };
  narrator.showResponse(201, { ...pickMembers(imported, 'id', 'original_name', 'status', 'engine'), extracted: read });
  return imported!;
}

async function postInvoice({ narrator, ask }: Guide, file: string, imported: Answer): Promise<Answer> {
  narrator.beginChapter(
    'Validate and post it',
    'The supplier is new: it is created with the document and its entry, all or nothing.',
  );
  const sheet = imported['extracted'] as Answer;
  const supplier = pickMembers(sheet['counterparty'], 'name', 'vat_number', 'iban');
  const lines = await buildLines(ask, file, sheet);
  const validated = await ask('POST', `${file}/document-imports/${String(imported['id'])}/validate`, {
    book: true,
    direction: 'purchase',
    new_third_party: supplier,
    lines,
  });
  const entry = validated['entry'] as Answer;
  narrator.showResponse(201, { entry: pickMembers(entry, 'id', 'reference', 'status', 'total_debit') });
  for (const line of entry['lines'] as Answer[]) narrator.addRemark(`  ${formatEntryLine(line)}`);
  return entry;
}

/** Returns the id of the operation. */
async function reverseEntry({ narrator, ask, today }: Guide, file: string, entry: Answer): Promise<string> {
  narrator.beginChapter('Reverse it', 'Nothing is ever rewritten: another entry reverses it.');
  const reversed = await ask('POST', `${file}/entries/${String(entry['id'])}/reverse`, {
    entry_date: today,
    label: 'Posted by mistake',
  });
  const operation = ask.getLastOperation();
  narrator.showResponse(201, {
    entry: pickMembers(reversed['entry'], 'reference', 'status'),
    reversal: pickMembers(reversed['reversal'], 'reference', 'status', 'total_debit'),
  });
  return operation;
}

async function undoOperation({ narrator, ask }: Guide, file: string, operation: string): Promise<void> {
  narrator.beginChapter('Undo that', 'Everything a request has done is one operation, and can be undone as one.');
  const undone = await ask('POST', `${file}/history/operations/${operation}/revert`, {});
  const revisions = undone['revisions'] as Answer[];
  narrator.showResponse(200, {
    operation_id: undone['operation_id'],
    revisions: revisions.map((one) => pickMembers(one, 'resource', 'op', 'label')),
  });
}

async function pullChanges({ narrator, ask }: Guide, file: string): Promise<void> {
  narrator.beginChapter(
    'Pull the changes',
    'An app that works offline reads the feed from where it stopped, here from the beginning.',
  );
  const pulled = await ask('GET', `${file}/sync/pull?since=0&limit=2000`);
  const changes = pulled['changes'] as { resource: string }[];
  const counts: Record<string, number> = {};
  for (const { resource } of changes) counts[resource] = (counts[resource] ?? 0) + 1;
  narrator.showResponse(200, { cursor: pulled['cursor'], has_more: pulled['has_more'], changes: counts });
}

async function showEvents({ narrator, receiver }: Guide): Promise<void> {
  narrator.beginChapter('Events received meanwhile', 'Each call was signed, and its signature is valid.');
  for (const { event, sequence, data } of await receiver.waitForEvents([
    'document.booked',
    'entry.posted',
    'entry.reversed',
  ]))
    narrator.addRemark(
      `  ${event.padEnd(20)} ${sequence === null ? '' : `sequence ${sequence}, `}${String(data['reference'] ?? data['name'] ?? data['number'] ?? data['id'])}`,
    );
}

async function verifyChain({ narrator, ask }: Guide, file: string): Promise<void> {
  narrator.beginChapter(
    'Verify the chain',
    'Every event contains the hash of the previous one: changing one would require changing all later ones.',
  );
  const verified = await ask('GET', `${file}/history/verify`);
  narrator.showResponse(200, pickMembers(verified, 'is_intact', 'events', 'head'));
  if (verified['is_intact'] !== true) throw new Error('The chain is not intact');
  narrator.addRemark(`That was the tour: ${String(verified['events'])} events, and none of them was ever rewritten.`);
}

/** Assigns all purchased lines to raw materials. */
async function buildLines(ask: Asking, file: string, sheet: Answer): Promise<readonly object[]> {
  const findId = async (path: string, field: string, value: string): Promise<unknown> => {
    const { answer } = await ask.askQuietly('GET', `${file}/${path}`);
    const list = (Array.isArray(answer) ? answer : answer['data']) as Answer[];
    return list.find((one) => one[field] === value)?.['id'];
  };
  const account_id = await findId('accounts?q=600000', 'number', '600000');
  const vat_code_id = await findId('vat-codes', 'code', 'P-M-6');
  return (sheet['lines'] as unknown[]).map(() => ({ account_id, vat_code_id }));
}

function formatEntryLine(line: Answer): string {
  const { number, label } = line['account'] as { number: string; label: string };
  const [side, amount] = line['debit'] === '0.00' ? ['credit', line['credit']] : ['debit ', line['debit']];
  return `${number}  ${side} ${String(amount).padStart(10)}  ${label}`;
}

const pickMembers = (from: unknown, ...names: readonly string[]): Answer =>
  Object.fromEntries(names.map((name) => [name, (from as Answer)[name]]));

interface Asking extends Ask {
  /** Sends without showing the response; `shown` replaces secrets in the request. */
  askQuietly(method: string, path: string, body?: object, shown?: object): Promise<{ status: number; answer: Answer }>;
  /** Operation id of the last request that changed something. */
  getLastOperation(): string;
}

function createAsk(url: string, narrator: Narrator, token: () => string | null): Asking {
  let operation = '';
  async function sendRequest(
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
    narrator.showRequest(method, path, body instanceof FormData ? '(a form with the file)' : body);
    return (await sendRequest(method, path, body)).answer;
  };
  return Object.assign(ask, {
    askQuietly: (method: string, path: string, body?: object, shown: object = {}) => {
      if (method !== 'GET') narrator.showRequest(method, path, { ...body, ...shown });
      return sendRequest(method, path, body);
    },
    getLastOperation: () => operation,
  });
}
