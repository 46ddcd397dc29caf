import { expect } from 'chai';
import fc from 'fast-check';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '../../../../api/records/import/table.ts';
import { expectStatus, type AnswerBody, type Client, type RequestHeaders } from '../../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../../support/service.ts';

interface Party {
  readonly id: number;
  readonly version: number;
  readonly [member: string]: unknown;
}

describe('Importing records', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let client: Client;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    ({ client } = firm);
  });
  beforeEach(async () => {
    file = await service.newCompany(client);
  });

  const send = (
    content: string | Uint8Array,
    fields: Readonly<Record<string, string>> = {},
    { resource = 'third-parties', headers }: { resource?: string; headers?: RequestHeaders } = {},
  ) =>
    client.upload(
      'POST',
      `${file.path}/${resource}/import`,
      [
        ...Object.entries(fields).map(([field, value]) => ({ field, content: value })),
        { field: 'file', content, name: 'import.csv', type: 'text/csv' },
      ],
      headers,
    );
  const list = async (resource = 'third-parties', query = '') =>
    (await client.get<Party[]>(`${file.path}/${resource}${query}`)).body;
  const headNow = () => service.core.log.readHead();
  const refusedWithout = async (request: ReturnType<typeof send>, status = 422): Promise<AnswerBody> => {
    const before = await headNow();
    const answer = await request;
    expect(answer.status, answer.text).to.equal(status);
    expect(await headNow(), 'nothing is appended').to.equal(before);
    return answer.body;
  };

  it('creates third parties from a file as a spreadsheet writes it', async () => {
    const csv = Buffer.from(
      '\ufeffType;N° client;Raison sociale;N° TVA;Rue;Code postal;Localité;Pays;E-mail;IBAN;Délai de paiement;Langue;Actif;Compte;Remarques\r\n' +
        'Client;K-1;"Café ""Le Coin"" SRL";0477.472.701;Rue Haute 1;1000;Bruxelles;Belgique;a@example.com;BE68 5390 0754 7034, BE71 0961 2345 6769;30;français;oui;400000;"ligne 1\nligne 2"\r\n' +
        'Leverancier;;Bakkerij Peeters;;;2000;Antwerpen;België;;;;nl;nee;;\r\n',
    );
    const { status, body, headers, text } = await send(csv);
    expect(status, text).to.equal(200);
    expect(body).to.deep.equal({ dry_run: false, preview: false, created: 2, updated: 0, unchanged: 0 });
    expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    const [customer, supplier] = await list();
    expect(customer).to.deep.include({
      type: 'customer',
      code: 'K-1',
      name: 'Café "Le Coin" SRL',
      vat_number: 'BE0477472701',
      street: 'Rue Haute 1',
      postal_code: '1000',
      city: 'Bruxelles',
      country: 'BE',
      email: 'a@example.com',
      ibans: ['BE68539007547034', 'BE71096123456769'],
      payment_days: 30,
      language: 'fr',
      is_active: true,
      account_id: file.account('400000'),
      notes: 'ligne 1\nligne 2',
      version: 1,
    });
    expect(supplier).to.deep.include({
      type: 'supplier',
      code: 'S00001',
      name: 'Bakkerij Peeters',
      country: 'BE',
      language: 'nl',
      is_active: false,
      account_id: file.account('440000'),
      ibans: [],
      peppol_registered: false,
    });
  });

  it('creates accounts, in the chart of a manager', async () => {
    const csv =
      'Compte,Libellé,Nature,Lettrable,Imputable\n612470,Papier,charge,non,oui\n416900,Divers clients,actif,x,\n';
    expect((await send(csv, {}, { resource: 'accounts' })).body).to.include({ created: 2 });
    const found = (await list('accounts', '?q=612470')).concat(await list('accounts', '?q=divers clients'));
    expect(
      found.map(({ number, type, is_letterable, class: group }) => [number, type, is_letterable, group]),
    ).to.deep.equal([
      ['612470', 'expense', false, 6],
      ['416900', 'asset', true, 4],
    ]);
    const encoder = await service.newMember(firm, 'encoder');
    const form = new FormData();
    form.append('file', new Blob(['number;label\n612471;x']), 'a.csv');
    await expectStatus(encoder.client.request('POST', `${file.path}/accounts/import`, { body: form }), 403);
  });

  it('is all or nothing: one wrong line, and nothing is recorded', async () => {
    const body = await refusedWithout(
      send('type;code;name;vat_number;email\ncustomer;A;Alpha;;\ncustomer;B;;BE1;nobody\nfriend;A;Beta;;\n'),
    );
    expect(body.errors).to.have.all.keys(
      ...['lines.3.vat_number', 'lines.3.email', 'lines.3.name'],
      ...['lines.4.type', 'lines.4.code'],
    );
    expect(body.message).to.match(/ \(and 4 more errors\)$/);
    const later = await refusedWithout(send('type;code;name\ncustomer;A;Alpha\ncustomer;;\ncustomer;A;Beta\n'));
    expect(later.errors).to.have.all.keys('lines.3.name', 'lines.4.code');
    expect(await list()).to.deep.equal([]);
  });

  it('tells what it would do and records nothing in a preview', async () => {
    await send('type;code;name;city\ncustomer;A;Alpha;Namur\ncustomer;B;Beta;Namur\n');
    const before = await headNow();
    const { status, body, headers } = await send(
      'type;code;name;city\ncustomer;A;Alpha;Gent\ncustomer;B;Beta;\ncustomer;;Gamma;\n',
      { preview: '1', mode: 'upsert' },
    );
    expect(status).to.equal(200);
    const [a, b] = await list();
    expect(body).to.deep.equal({
      dry_run: true,
      preview: true,
      created: 1,
      updated: 1,
      unchanged: 1,
      records: [
        { line: 2, action: 'updated', id: a!.id, key: 'A', name: 'Alpha', changed: ['city'] },
        { line: 3, action: 'unchanged', id: b!.id, key: 'B', name: 'Beta', changed: [] },
        { line: 4, action: 'created', id: null, key: 'C00001', name: 'Gamma', changed: [] },
      ],
    });
    expect(headers.get('x-operation-id')).to.equal(null);
    expect(await headNow()).to.equal(before);
    const refused = await refusedWithout(send('type;code;name\ncustomer;A;x\n', { preview: 'true' }));
    expect(refused.errors).to.have.all.keys('lines.2.code');
  });

  it('changes what is there when it is asked to, and leaves what the file does not say', async () => {
    await send('type;code;name;city;phone\ncustomer;A;Alpha;Namur;081\ncustomer;B;Beta;Namur;081\n');
    const known = await list();
    expect((await send('code;city;phone\nA;Gent;\nB;Namur;081\n', { mode: 'update' })).body).to.include({
      created: 0,
      updated: 1,
      unchanged: 1,
    });
    const [a, b] = await list();
    expect(a).to.include({ id: known[0]!.id, city: 'Gent', phone: '081', version: 2 });
    expect(b).to.deep.equal(known[1]);
    const again = await send('code;city\nA;Gent\n', { mode: 'update' });
    expect([again.status, again.headers.get('x-operation-id')]).to.deep.equal([200, null]);
    expect((await refusedWithout(send('code;city\nZ;Gent\n', { mode: 'update' }))).errors).to.have.all.keys(
      'lines.2.code',
    );
    expect((await refusedWithout(send('type;code;name\ncustomer;A;x\n', { mode: 'create' }))).errors).to.have.all.keys(
      'lines.2.code',
    );
    expect((await send('type;code;name\ncustomer;A;x\ncustomer;Z;y\n', { mode: 'upsert' })).body).to.include({
      created: 1,
      updated: 1,
    });
  });

  it('gives a type to all of a file that does not say it', async () => {
    expect((await refusedWithout(send('name\nAlpha\n'))).errors).to.have.all.keys('columns.type');
    expect((await send('name\nAlpha\n', { type: 'supplier' })).body).to.include({ created: 1 });
    expect((await list())[0]).to.include({ type: 'supplier', code: 'S00001' });
  });

  it('refuses columns that nobody knows, unless told to leave them', async () => {
    const csv = 'type;name;Shoe size\ncustomer;Alpha;44\n';
    const body = await refusedWithout(send(csv));
    expect(body.errors['columns.3']).to.deep.equal(['Unknown column “Shoe size”.']);
    await expectStatus(send(csv, { ignore_unknown_columns: '1' }), 200);
    expect((await refusedWithout(send('type;name;nom\ncustomer;a;b\n'))).errors).to.have.all.keys('columns.3');
    expect((await refusedWithout(send('name;type\na;customer;x\n'))).errors).to.have.all.keys('lines.2');
    expect((await refusedWithout(send('code;city\na;x\n', { mode: 'create' }))).errors).to.have.all.keys(
      'columns.type',
      'columns.name',
    );
    expect((await refusedWithout(send('name;type\na;customer\n', { mode: 'update' }))).errors).to.have.all.keys(
      'columns.code',
    );
  });

  it('stores formulas as nothing, and guarded text as the text', async () => {
    expect((await refusedWithout(send('type;name\ncustomer;=HYPERLINK("x")\n'))).errors).to.have.all.keys(
      'lines.2.name',
    );
    await send('type;name;phone\ncustomer;\'=A;\'+32 2\ncustomer;"=""0042""";@x\n');
    expect((await list()).map(({ name, phone }) => [name, phone])).to.deep.equal([
      ['=A', '+32 2'],
      ['0042', '@x'],
    ]);
  });

  it('refuses files that are none, empty, too long or too large, and options that mean nothing', async () => {
    expect((await refusedWithout(send('a;\0b\n1;2'))).code).to.equal('import_unreadable');
    expect((await refusedWithout(send(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0])))).code).to.equal(
      'import_unreadable',
    );
    for (const empty of ['', 'type;name', '\n\n'])
      expect((await refusedWithout(send(empty))).code).to.equal('import_empty');
    expect((await refusedWithout(send('type;name\ncustomer;"a\n'))).errors).to.have.all.keys('lines.2');
    expect((await refusedWithout(send(`type;name\n${'customer;a\n'.repeat(MAX_IMPORT_ROWS + 1)}`))).code).to.equal(
      'import_too_many_rows',
    );
    expect((await refusedWithout(send('x'.repeat(MAX_IMPORT_BYTES + 1)), 422)).code).to.equal('file_too_large');
    for (const [field, value] of [
      ['mode', 'replace'],
      ['preview', 'perhaps'],
      ['type', 'friend'],
      ['ignore_unknown_columns', 'x'],
    ] as const)
      expect((await refusedWithout(send('type;name\ncustomer;a', { [field]: value }))).errors).to.have.all.keys(field);
    const before = await headNow();
    await client.refused(415).post(`${file.path}/third-parties/import`, { name: 'x' });
    await client
      .refused(422, ['file'])
      .upload('POST', `${file.path}/third-parties/import`, [{ field: 'mode', content: 'create' }]);
    expect(await headNow()).to.equal(before);
  });

  it('happens once under one key, and the key belongs to that file', async () => {
    const headers = { 'X-Client-Mutation-Id': 'import-once' };
    const csv = 'type;name\ncustomer;Once\n';
    const [first, second] = [await send(csv, {}, { headers }), await send(csv, {}, { headers })];
    expect(second.body).to.deep.equal(first.body);
    expect(second.headers.get('x-idempotent-replay')).to.equal('1');
    expect((await send('type;name\ncustomer;Twice\n', {}, { headers })).body.code).to.equal('idempotency_key_reused');
    expect(await list()).to.have.length(1);
  });

  it('takes five thousand customers in one operation, announces each, and lists them all', async function () {
    this.timeout(60_000);
    const rows = Array.from(
      { length: 5_000 },
      (_, index) =>
        `customer;K${String(index).padStart(4, '0')};Client ${index};Rue de la Loi ${index};1000;Bruxelles;info${index}@example.com`,
    );
    const csv = `type;code;name;street;postal_code;city;email\n${rows.join('\n')}\n`;
    const { status, body, text } = await send(csv);
    expect(status, text).to.equal(200);
    expect(body).to.include({ created: 5_000 });
    const recorded = (await service.events(file.id)).filter(({ data }) => data.resource === 'third-parties');
    expect(recorded.length).to.be.above(5);
    expect(new Set(recorded.map(({ metadata }) => metadata.operation_id)).size).to.equal(1);
    const { rows: reported } = await service.core.pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM ops.outbox WHERE company_id = $1 AND event = 'third_party.created'`,
      [file.id],
    );
    expect(reported[0]!.count).to.equal(5_000);
    // A list of this length is written out bit by bit.
    const all = await client.get<Party[]>(`${file.path}/third-parties`);
    expect(all.status).to.equal(200);
    expect(all.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    expect(all.body.map(({ code }) => code)).to.deep.equal(rows.map((row) => row.split(';')[1]));
    const one = await client.get<Party>(`${file.path}/third-parties/${all.body[4_321]!.id}`);
    expect(all.body[4_321]).to.deep.equal(one.body);
    const head = await client.request('HEAD', `${file.path}/third-parties`);
    expect([head.status, head.text]).to.deep.equal([200, '']);
    expect(await list('third-parties', '?q=client 4999')).to.have.length(1);
    expect(await list('third-parties', '?limit=3')).to.have.length(3);
  });

  it('gives back what was put in, whatever the cells hold', async () => {
    const cell = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((text) => text.replace(/[\p{Cc}\p{Cs}]/gu, '').trim())
      .filter((text) => text !== '' && !text.startsWith('=') && !/^'[=+\-@]/.test(text));
    const parties = fc.sample(
      fc.array(fc.record({ name: cell, city: cell, notes: cell }), { minLength: 1, maxLength: 40 }),
      3,
    );
    for (const [round, requested] of parties.entries()) {
      file = await service.newCompany(client);
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const rows = requested.map(({ name, city, notes }, index) =>
        ['customer', `R${String(index).padStart(3, '0')}`, quoted(name), quoted(city), quoted(notes)].join(','),
      );
      const { status, text } = await send(`type,code,name,city,notes\r\n${rows.join('\r\n')}`);
      expect(status, `${round}: ${text}`).to.equal(200);
      expect((await list()).map(({ name, city, notes }) => ({ name, city, notes }))).to.deep.equal(
        requested.map(({ name, city, notes }) => ({ name, city, notes })),
      );
    }
  });
});
