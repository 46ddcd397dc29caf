import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import { startHttpServer, answerText, type TestHttpServer } from '../../support/http-server.ts';
import { MAILBOX, buildMail, startMailbox, type TestMailbox } from '../../support/imap-server.ts';
import { waitUntil } from '../../support/load.ts';
import { startObjectStore, type TestObjectStore } from '../../support/object-store.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { SFTP, startSftpServer, type TestSftpServer } from '../../support/sftp-server.ts';
import { buildUblInvoice } from '../../support/ubl-invoices.ts';
import { itLong } from '../../support/long.ts';

interface Run {
  readonly id: number;
  readonly finished_at: string | null;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly errors: readonly { readonly code: string; readonly message: string; readonly item: string | null }[];
}

const IBAN = 'BE68539007547034';

/** Everything that is met outside stands on this machine, and is called as what it stands for would be. */
describe('Runs of integrations', function () {
  this.timeout(60_000);
  const environment: Record<string, string> = {};
  let mailbox: TestMailbox;
  let sftp: TestSftpServer;
  let store: TestObjectStore;
  let web: TestHttpServer;
  before('start what is outside', async () => {
    [mailbox, sftp, store, web] = await Promise.all([
      startMailbox(),
      startSftpServer(),
      startObjectStore(),
      startHttpServer(),
    ]);
    environment.INTEGRATION_ALLOWED_HOSTS = '127.0.0.1';
  });
  const service = useService({ from: 'books', environment, runsIntegrations: true, timeouts: { outsideMs: 3_000 } });
  after('close it', () => Promise.all([mailbox.close(), sftp.close(), store.close(), web.close()]));

  let firm: TestFirm;
  let company: TestCompany;
  before(async () => {
    firm = await service.newFirm();
    company = await service.newCompany(firm.client);
  });

  const path = (rest: string) => `${company.path}/${rest}`;
  const connect = async (key: string, settings: object): Promise<number> => {
    const body = await firm.client.created(path('integrations'), { key, settings, schedule: 'manual' });
    return body.id;
  };
  const ended = async (id: number, runId: number): Promise<Run> => {
    let found: Run | undefined;
    await waitUntil(
      'the run to end',
      async () => {
        const { body } = await firm.client.get<{ data: readonly Run[] }>(path(`integrations/${id}/runs`));
        found = body.data.find((run) => run.id === runId);
        return found !== undefined && found.finished_at !== null;
      },
      40_000,
    );
    return found!;
  };
  const run = async (id: number): Promise<Run> =>
    ended(id, (await firm.client.post(path(`integrations/${id}/run`))).body.id);
  const list = async (rest: string): Promise<readonly AnswerBody[]> =>
    (await firm.client.get<{ data: readonly AnswerBody[] }>(path(rest))).body.data;

  const fromMailbox = () => ({ host: mailbox.host, port: mailbox.port, security: 'starttls', ...MAILBOX });
  const invoice = (number: string) => ({ name: `${number}.xml`, content: Buffer.from(buildUblInvoice({ number })) });

  it('take the invoices of a mailbox into the importer, each once', async () => {
    mailbox.messages.set(1, buildMail('One', [invoice('M-1'), { name: 'terms.docx', content: Buffer.from('PK') }]));
    mailbox.messages.set(2, buildMail('Two', [invoice('M-2')]));
    const id = await connect('imap_documents', fromMailbox());
    const first = await run(id);
    expect(first, JSON.stringify(first)).to.deep.include({
      status: 'succeeded',
      counts: { found: 2, taken: 2, skipped: 1, failed: 0 },
      errors: [],
    });
    const names = async () => (await list('document-imports')).map((one) => one.original_name).sort();
    expect(await names()).to.deep.equal(['M-1.xml', 'M-2.xml']);
    // The mailbox was made anew, and the second invoice is forwarded once more: it is the same.
    mailbox.validity = 8;
    mailbox.messages.set(3, buildMail('Forwarded', [invoice('M-2'), invoice('M-3')]));
    const second = await run(id);
    expect(second.counts).to.include({ found: 3, failed: 0 });
    expect(await names()).to.deep.equal(['M-1.xml', 'M-2.xml', 'M-3.xml']);
    expect((await run(id)).counts).to.include({ found: 3, taken: 0 });
  });

  it('take a receipt in the text of a message, not a letter, and files of one message as one batch', async () => {
    mailbox.messages.clear();
    mailbox.validity = 20;
    const html = '<p>Votre facture R-77</p><table><tr><td>Total TTC</td><td>12,10 €</td></tr></table>';
    const head = 'From: shop@example.com\r\nSubject: Facture R-77\r\nContent-Type: text/html; charset=utf-8\r\n\r\n';
    mailbox.messages.set(1, Buffer.from(head + html));
    mailbox.messages.set(2, Buffer.from(`${head}<p>Bonjour, à lundi.</p>`));
    mailbox.messages.set(3, buildMail('Two', [invoice('R-1'), invoice('R-2')]));
    const counts = (await run(await connect('imap_documents', fromMailbox()))).counts;
    expect(counts).to.include({ found: 3, taken: 3, skipped: 1, failed: 0 });
    const made = await list('document-imports');
    expect(made.map((one) => one.original_name)).to.include('Facture R-77.pdf');
    const batches = made.filter((one) => /^R-\d/.test(String(one.original_name))).map((one) => one.batch_id);
    expect(new Set(batches)).to.have.property('size', 1);
  });

  itLong('survive ten thousand messages and one that is poison', async () => {
    mailbox.messages.clear();
    mailbox.validity = 9;
    const plain = buildMail('Nothing attached', []);
    for (let uid = 1; uid <= 10_000; uid += 1) mailbox.messages.set(uid, plain);
    const POISON = 20;
    mailbox.messages.set(POISON, buildMail('Poison', [invoice('P-1')]));
    mailbox.messages.set(30, buildMail('Behind it', [invoice('P-2')]));
    mailbox.onFetch = (uid, socket) => uid === POISON && (socket.destroy(), true);
    const id = await connect('imap_documents', fromMailbox());
    const first = await run(id);
    expect(first.status).to.equal('partial');
    expect(first.counts).to.deep.include({ found: 10_000, taken: 1, failed: 1, left: 9_900 });
    expect(first.errors.map(({ code, item }) => [code, item])).to.deep.equal([
      ['integration_unreachable', `#${POISON}`],
    ]);
    // The rest comes first, and what could not be had is tried again behind it.
    for (let uid = 1; uid <= 10_000; uid += 1) if (uid !== POISON) mailbox.messages.delete(uid);
    mailbox.onFetch = null;
    expect((await run(id)).counts).to.deep.include({ found: 1, taken: 1, failed: 0 });
    mailbox.messages.clear();
  });

  it('take bank statements from a folder over SFTP, and know it by its key', async () => {
    const written = {
      iban: IBAN,
      number: '1',
      opening_date: '2026-01-05',
      closing_date: '2026-01-06',
      opening_balance: '100.00',
      movements: [{ amount: '121.00', entry_date: '2026-01-06', value_date: '2026-01-06' }],
    };
    sftp.files.set('one.cod', { content: Buffer.from(buildCodaFile(written)), modifiedAt: 1 });
    sftp.files.set('two.cod', { content: Buffer.from('no statement'), modifiedAt: 2 });
    sftp.files.set('read.me', { content: Buffer.from('hello'), modifiedAt: 3 });
    const settings = { host: sftp.host, port: sftp.port, ...SFTP, content: 'statements' };
    const id = await connect('sftp_files', settings);
    const refused = await run(id);
    // Nobody has said yet which journal the account belongs to.
    expect(refused.counts, JSON.stringify(refused)).to.include({ found: 3, taken: 0, skipped: 1, failed: 2 });
    const bank = {
      type: 'bank',
      code: 'BNK',
      label: 'Bank',
      iban: IBAN,
      control_account_id: company.account('550000'),
    };
    await firm.client.created(path('journals'), bank);
    sftp.files.delete('two.cod');
    sftp.files.set('again.cod', { content: Buffer.from(buildCodaFile(written)), modifiedAt: 4 });
    const taken = await run(id);
    expect(taken, JSON.stringify(taken)).to.have.property('status', 'succeeded');
    expect(await list('bank-transactions')).to.have.length(1);
    const { rows } = await service.core.pool.query<{ fingerprint: string }>(
      'SELECT fingerprint FROM ops.integration_standing WHERE integration_id = $1',
      [id],
    );
    expect(rows[0]!.fingerprint).to.equal(sftp.fingerprint);
    await service.core.pool.query('UPDATE ops.integration_standing SET fingerprint = $2 WHERE integration_id = $1', [
      id,
      `SHA256:${'A'.repeat(43)}`,
    ]);
    expect((await run(id)).errors.map(({ code }) => code)).to.deep.equal(['integration_certificate']);
  });

  it('take documents from a folder of a bucket', async () => {
    store.objects.set('in/S-1.xml', {
      content: Buffer.from(buildUblInvoice({ number: 'S-1' })),
      modifiedAt: new Date(),
    });
    store.objects.set('in/broken.pdf', { content: Buffer.from('no document'), modifiedAt: new Date() });
    const { endpoint, region, bucket, accessKeyId: user, secretAccessKey: password } = store.settings;
    const id = await connect('s3_files', { endpoint, region, bucket, folder: 'in/', user, password, path_style: true });
    const first = await run(id);
    expect(first.counts, JSON.stringify(first)).to.include({ found: 2, taken: 1, failed: 1 });
    expect(first.errors[0]).to.include({ code: 'file_type_mismatch', item: 'broken.pdf' });
    expect(first.errors[0]!.message).to.match(/\S+ \S+/);
    expect((await list('document-imports')).map((one) => one.original_name)).to.include('S-1.xml');
  });

  it('make invoices of the sales of a source, with customers that are not known yet', async () => {
    const rows = [
      'Number;Date;Customer;VAT;Amount;Rate;Currency',
      'V-1;01/03/2026;Peeters & Zonen;BE0477472701;1.000,00;21;',
      'V-1;01/03/2026;Peeters & Zonen;BE0477472701;500,00;6;',
      'V-2;02/03/2026;Peeters & Zonen;BE0477472701;10,00;21;',
      'V-3;32/03/2026;Peeters & Zonen;;10,00;21;',
    ];
    web.behave(answerText(rows.join('\n')));
    const mapping = [
      ...[
        'number|Number',
        'document_date|Date',
        'customer_name|Customer',
        'customer_vat_number|VAT',
        'amount_net|Amount',
      ],
      'currency|Currency',
    ].map((pair) => ({ to: pair.split('|')[0], from: pair.split('|')[1] }));
    const settings = {
      url: `${web.url}/sales.csv`,
      authorization: 'Bearer of the shop',
      creates_customers: true,
      books: true,
      mapping: [
        ...mapping,
        { to: 'vat_code', from: 'Rate', transform: 'lookup' },
        { to: 'account', from: null, default: '700000' },
      ],
    };
    const id = await connect('http_sales', settings);
    const first = await run(id);
    expect(first.counts, JSON.stringify(first)).to.deep.include({ found: 3, taken: 2, failed: 1 });
    expect(first.errors).to.have.length(1);
    expect(first.errors[0]).to.include({ code: 'integration_value_unreadable', item: 'V-3' });
    expect(web.requests.at(-1)!.headers.authorization).to.equal('Bearer of the shop');
    const documents = await list('documents');
    const [one] = documents.filter((document) => document.number === 'V-1');
    expect(one).to.include({ status: 'booked', origin: 'integration', source: 'data', amount_gross: '1740.00' });
    expect(new Set(documents.map((document) => document.third_party_id)).size).to.equal(1);
    expect((await run(id)).counts).to.deep.include({ found: 3, taken: 0, failed: 1 });
    expect(await list('documents')).to.have.length(documents.length);
  });

  it('fail if an answer has nothing that the mapping names, instead of finding no sales', async () => {
    const mapping = ['number', 'document_date', 'customer_name', 'amount_net'].map((to) => ({ to, from: to }));
    const id = await connect('http_sales', { url: `${web.url}/sales.csv`, mapping });
    const settings = { url: `${web.url}/sales.json`, format: 'json', mapping };
    const json = await connect('http_sales', settings);
    for (const [source, answer] of [
      [id, '<!doctype html><title>Sign in</title>'],
      [id, 'Num;Datum;Klant;Bedrag\nV-9;2026-03-01;Peeters;10,00'],
      [json, '[{"Num": "V-9", "Bedrag": 10}]'],
    ] as const) {
      web.behave(answerText(answer));
      const { status, errors } = await run(source);
      expect([status, errors[0]?.code], answer).to.deep.equal(['failed', 'integration_unmapped']);
    }
    for (const [source, answer] of [
      [id, 'number;document_date;customer_name;amount_net\n'],
      [json, '[]'],
    ] as const) {
      web.behave(answerText(answer));
      expect((await run(source)).status, answer).to.equal('succeeded');
    }
  });

  it('take the rates of the European Central Bank, for documents that wait and for those to come', async () => {
    const { body: customer } = await firm.client.post(path('third-parties'), { type: 'customer', name: 'Acme Inc.' });
    let last = 0;
    const sold = () =>
      firm.client.created(path('documents'), {
        direction: 'sale',
        number: `U-${(last += 1)}`,
        document_date: '2026-03-15',
        currency: 'USD',
        third_party_id: customer.id,
        lines: [{ description: 'x', amount_net: '100.00', account: '700000', vat_code: 'S-NA' }],
      });
    const waiting = await sold();
    expect(waiting.exchange_rate).to.equal(null);
    web.behave(
      answerText(`<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
        <Cube><Cube time="2026-03-13"><Cube currency="USD" rate="1.0876"/><Cube currency="JPY" rate="161.52"/></Cube></Cube></gesmes:Envelope>`),
    );
    const id = await connect('ecb_rates', { url: `${web.url}/rates.xml` });
    const first = await run(id);
    expect(first.counts, JSON.stringify(first)).to.deep.include({
      found: 1,
      taken: 1,
      rates: 2,
      documents: 1,
      failed: 0,
    });
    // A Sunday has the rate of the Friday before it.
    expect((await firm.client.get(path(`documents/${waiting.id}`))).body.exchange_rate).to.equal('1.0876');
    expect((await sold()).exchange_rate).to.equal('1.0876');
    expect((await run(id)).counts).to.deep.include({ taken: 0, rates: 0 });
  });

  it('tell what is wrong with a source in the language of whoever asks, and stop no other', async () => {
    const hanging = await connect('ecb_rates', { url: `${web.url}/hangs` });
    web.behave((request, response) => {
      if (request.url === '/hangs') return;
      response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
    });
    const redirected = await connect('ecb_rates', { url: `${web.url}/moved` });
    const { body: begun } = await firm.client.post(path(`integrations/${hanging}/run`));
    expect(await run(redirected)).to.have.property('status', 'failed');
    const late = await ended(hanging, begun.id);
    expect(late.errors[0]).to.include({ code: 'integration_timeout', item: null });
    const german = await service.newMember(firm, 'manager', { locale: 'de' });
    const { body } = await german.client.get<{ data: readonly Run[] }>(path(`integrations/${redirected}/runs`));
    expect(body.data[0]!.errors[0]).to.deep.equal({
      code: 'integration_redirected',
      message:
        'Die Quelle leitet auf eine andere Adresse um. Umleitungen wird nicht gefolgt: Geben Sie die endgültige Adresse an.',
      item: null,
    });
  });

  it('begin by the clock, and again after a process has died', async () => {
    web.behave(answerText('no rates', 500));
    const { body } = await firm.client.post(path('integrations'), { key: 'ecb_rates', settings: { url: web.url } });
    const first = async (): Promise<Run | undefined> =>
      (await firm.client.get<{ data: readonly Run[] }>(path(`integrations/${body.id}/runs`))).body.data[0];
    await waitUntil('the first run', async () => (await first())?.status === 'failed');
    expect(await first()).to.include({ trigger: 'schedule' });
    const { rows } = await service.core.pool.query<{ hours: number }>(
      `SELECT extract(epoch FROM next_run_at - now()) / 3600 AS hours FROM ops.integration_standing WHERE integration_id = $1`,
      [body.id],
    );
    expect(Number(rows[0]!.hours)).to.be.within(22, 26);
    // As a process leaves it that was killed while it ran.
    await service.core.pool.query(
      `INSERT INTO ops.integration_runs (integration_id, company_id, trigger, status, started_at) VALUES ($1, $2, 'schedule', 'running', now())`,
      [body.id, company.id],
    );
    await service.core.pool.query(
      `UPDATE ops.integration_standing SET next_run_at = now(), lease_until = now() - interval '1 second', lease_of = 'dead' WHERE integration_id = $1`,
      [body.id],
    );
    await firm.client.patch(path(`integrations/${body.id}`), { name: 'Rates' });
    await waitUntil('another run', async () => {
      const runs = (await firm.client.get<{ data: readonly Run[] }>(path(`integrations/${body.id}/runs`))).body.data;
      return (
        runs.length === 3 && runs[0]!.status === 'failed' && runs[1]!.errors[0]?.code === 'integration_interrupted'
      );
    });
  });
});
