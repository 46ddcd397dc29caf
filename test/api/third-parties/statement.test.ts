import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { MAX_ROWS_IN_MEMORY } from '../../../api/exports/reply.ts';
import { toBookDate } from '../../../domain/dates.ts';
import { LANGUAGES, type Language } from '../../../domain/language.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { buildPng } from '../../support/images.ts';
import { readPdfPages, readPdfText } from '../../support/pdf.ts';
import { FORMULAS } from '../exports/samples.ts';
import { useLedger } from '../ledger/support.ts';

interface File {
  readonly status: number;
  readonly headers: Headers;
  readonly content: Buffer;
}

describe('The statement of account of a third party', () => {
  const ledger = useLedger();
  let customer: number;

  const pathOf = (id: number) => `${ledger.file.path}/third-parties/${id}/statement`;
  const get = (query = '', id = customer) => ledger.firm.client.ok(`${pathOf(id)}?${query}`);
  const file = async (query: string, id = customer): Promise<File> => {
    const { url, token } = ledger.firm.client;
    const answer = await fetch(`${url}${pathOf(id)}?${query}`, { headers: { Authorization: `Bearer ${token}` } });
    const { status, headers } = answer;
    return { status, headers, content: Buffer.from(await answer.arrayBuffer()) };
  };
  const newParty = async (fields: object) => {
    const answer = await ledger.firm.client.created(`${ledger.file.path}/third-parties`, {
      type: 'customer',
      name: 'Hôtel Été',
      ...fields,
    });
    return answer.id;
  };
  const sell = (entry_date: string, amount: string, fields: object = {}, id = customer) =>
    ledger.posted({
      entry_date,
      label: 'Livraison',
      lines: [
        { account: '400000', debit: amount, third_party_id: id },
        { account: '700000', credit: amount },
      ],
      ...fields,
    });
  const pay = (entry_date: string, amount: string) =>
    ledger.posted({
      entry_date,
      label: 'Virement',
      lines: [
        { account: '550000', debit: amount },
        { account: '400000', credit: amount, third_party_id: customer },
      ],
    });

  before(async () => {
    const { client } = ledger.firm;
    const identity = { street: 'Rue Haute', house_number: '12', box: 'B', postal_code: '5000', city: 'Namur' };
    await client.patch(ledger.file.path, { ...identity, vat_number: 'BE0477472701', enterprise_number: '0477472701' });
    customer = await newParty({
      street: 'Via Roma',
      house_number: '1',
      postal_code: '00100',
      city: 'Roma',
      country: 'IT',
      vat_number: 'IT00743110157',
    });
    await sell('2026-01-10', '1000.00', { due_date: '2026-02-09', reference: 'F-1' });
    await sell('2026-02-10', '2500.50', { due_date: '2026-03-31', reference: 'F-2' });
    await pay('2026-03-01', '1121.00');
    await sell('2026-05-20', '300.00', { due_date: '2026-05-31' });
    await sell('2026-06-15', '20.00', { due_date: '2026-07-15' });
    await sell('2026-09-01', '7.00');
  });

  const SPAN = 'from=2026-02-01&to=2026-06-30';

  it('shows movements between two balances, open items and their age', async () => {
    const body = await get(SPAN);
    expect(body).to.deep.include({
      language: 'en',
      currency: 'EUR',
      from: '2026-02-01',
      to: '2026-06-30',
      as_of: '2026-06-30',
      company: {
        name: 'Boulangerie Dupont',
        address: ['Rue Haute 12 / B', '5000 Namur'],
        enterprise_number: '0477.472.701',
        vat_number: 'BE 0477.472.701',
      },
      opening_balance: '1000.00',
      total_debit: '2820.50',
      total_credit: '1121.00',
      closing_balance: '2699.50',
      ageing: {
        not_due: '20.00',
        days_1_30: '300.00',
        days_31_60: '0.00',
        days_61_90: '0.00',
        days_over_90: '2379.50',
        total: '2699.50',
      },
    });
    expect(body.third_party).to.deep.include({
      id: customer,
      type: 'customer',
      name: 'Hôtel Été',
      address: ['Via Roma 1', '00100 Roma', 'Italy'],
      vat_number: 'IT00743110157',
    });
    const amounts = (body.movements as AnswerBody[]).map((row) => [row.debit, row.credit, row.balance]);
    expect(amounts).to.deep.equal([
      ['2500.50', '0.00', '3500.50'],
      ['0.00', '1121.00', '2379.50'],
      ['300.00', '0.00', '2679.50'],
      ['20.00', '0.00', '2699.50'],
    ]);
    const items = (body.open_items as AnswerBody[]).map((row) => [row.amount, row.days_late]);
    expect(items).to.deep.equal([
      ['1000.00', 141],
      ['-1121.00', 121],
      ['2500.50', 91],
      ['300.00', 30],
      ['20.00', 0],
    ]);
  });

  it('puts each item into the age of that day', async () => {
    const ageing = async (day: string) => Object.values((await get(`as_of=${day}`)).ageing as object) as string[];
    // The bill of January is due on 9 February; the payment of March counts from its own day.
    expect(await ageing('2026-02-09')).to.deep.equal(['1000.00', '0.00', '0.00', '0.00', '0.00', '1000.00']);
    expect((await ageing('2026-02-10'))[1]).to.equal('1000.00');
    expect((await ageing('2026-03-11'))[1]).to.equal('-121.00');
    expect((await ageing('2026-03-12')).slice(1, 3)).to.deep.equal(['-1121.00', '1000.00']);
    expect((await ageing('2026-04-11')).slice(2, 4)).to.deep.equal(['-1121.00', '1000.00']);
    expect((await ageing('2026-05-11')).slice(3, 5)).to.deep.equal(['-1121.00', '1000.00']);
  });

  it('goes from the first movement to today unless told otherwise, and reads one date from the other', async () => {
    const today = toBookDate(new Date());
    expect(await get()).to.deep.include({ from: null, to: today, as_of: today, opening_balance: '0.00' });
    expect(await get('as_of=2026-03-31')).to.deep.include({ to: '2026-03-31', as_of: '2026-03-31' });
    expect(await get('to=2026-03-31')).to.deep.include({ to: '2026-03-31', as_of: '2026-03-31' });
    expect(await get('to=2026-03-31&as_of=2026-06-30')).to.deep.include({ to: '2026-03-31', as_of: '2026-06-30' });
  });

  it('has the same fingerprint in every format and language, and another for other data', async () => {
    const prints = new Set<string | null>();
    for (const lang of LANGUAGES)
      for (const format of ['JSON', 'PDF', 'XLSX', 'CSV']) {
        const { status, headers } = await file(`format=${format}&lang=${lang}&${SPAN}`);
        expect([status, headers.get('content-language')]).to.deep.equal([200, lang]);
        prints.add(headers.get('x-export-fingerprint'));
      }
    expect([...prints]).to.have.length(1);
    expect([...prints][0]).to.match(/^[0-9a-f]{64}$/);
    for (const other of ['from=2026-02-01&to=2026-06-29', 'from=2026-02-02&to=2026-06-30', `${SPAN}&as_of=2026-07-01`])
      expect([...prints], other).to.not.include((await file(other)).headers.get('x-export-fingerprint'));
  });

  const WORDS: Readonly<Record<Language, readonly string[]>> = {
    fr: ['Relevé de compte', 'Solde reporté', '2\u00a0699,50', '20/05/2026', 'en notre faveur', 'Italie'],
    nl: ['Rekeningoverzicht', 'Beginsaldo', '2.699,50', '20/05/2026', 'in ons voordeel', 'Italië'],
    en: ['Statement of account', 'Opening balance', '2,699.50', '20 May 2026', 'in our favour', 'Italy'],
    de: ['Kontoauszug', 'Saldovortrag', '2.699,50', '20.05.2026', 'zu unseren Gunsten', 'Italien'],
  };

  for (const language of LANGUAGES) {
    it(`is a letter in ${language} as PDF`, async () => {
      const { headers, content } = await file(`format=pdf&lang=${language}&${SPAN}`);
      expect(headers.get('content-type')).to.equal('application/pdf');
      expect(headers.get('content-disposition')).to.match(/^attachment; filename="[^"]+-Hotel-Ete-2026-06-30\.pdf"; /);
      const lines = readPdfPages(content).flat();
      expect(lines).to.include.members([...WORDS[language], 'Boulangerie Dupont', 'Hôtel Été', '5000 Namur']);
      expect(content.toString('latin1')).to.contain(`/Lang (${language})`);
      expect((await file(`format=pdf&lang=${language}&${SPAN}`)).content.equals(content)).to.equal(true);
    });

    it(`is a table in ${language} as CSV`, async () => {
      const { headers, content } = await file(`format=csv&lang=${language}&${SPAN}`);
      expect(headers.get('content-type')).to.equal('text/csv; charset=utf-8');
      expect([...content.subarray(0, 3)]).to.deep.equal([0xef, 0xbb, 0xbf]);
      const isEnglish = language === 'en';
      const records = parse(content, { bom: true, delimiter: ';' });
      const amount = (text: string) => (isEnglish ? text : text.replace('.', ','));
      const payment = records.find((record) => record[3] === 'Virement');
      expect(payment!.slice(4)).to.deep.equal(['', amount('1121.00'), amount('2379.50')]);
      expect(records.some((record) => record.includes(amount('-1121.00')))).to.equal(true);
      expect(records.some((record) => record[3] === WORDS[language][1])).to.equal(true);
    });

    it(`is a workbook in ${language} as XLSX`, async () => {
      const { headers, content } = await file(`format=xlsx&lang=${language}&${SPAN}`);
      expect(headers.get('content-type')).to.match(/spreadsheetml/);
      const { sheets } = await readXlsx(content);
      expect(sheets).to.have.length(4);
      expect(sheets[0]!.name).to.equal(WORDS[language][0]);
      const payment = sheets[1]!.rows.find((row) => row[3] === 'Virement')!;
      expect([payment[0], payment[5], payment[6]]).to.deep.equal([new Date('2026-03-01T00:00:00Z'), 1121, 2379.5]);
      expect(sheets[2]!.rows.map((row) => row[6])).to.include(-1121);
    });
  }

  it('speaks the language of the third party, unless another one is asked for', async () => {
    const dutch = await newParty({ name: 'Bakker', language: 'nl' });
    expect(await get('', dutch)).to.deep.include({ language: 'nl', closing_balance: '0.00', movements: [] });
    expect(await get('lang=de', dutch)).to.deep.include({ language: 'de' });
    const lines = readPdfPages((await file('format=pdf', dutch)).content).flat();
    expect(lines).to.include.members(['Rekeningoverzicht', 'Geen openstaande posten.']);
  });

  it('tells a supplier that the balance is theirs, and prints the logo', async () => {
    const supplier = ledger.supplier.id;
    await ledger.posted({
      lines: [
        { account: '604000', debit: '50.00' },
        { account: '440000', credit: '50.00', third_party_id: supplier },
      ],
    });
    const upload = { field: 'logo', content: await buildPng(), name: 'logo.png', type: 'image/png' };
    await ledger.firm.client.expect(200).upload('PUT', `${ledger.file.path}/logo`, [upload]);
    const { content } = await file('format=pdf&lang=en&to=2026-12-31', supplier);
    expect(readPdfPages(content).flat()).to.include.members(['in your favour', '50.00\u00a0EUR', 'Supplier code']);
    expect(content.toString('latin1')).to.contain('/Subtype /Image');
  });

  it('names the register of the company where the settings do', async () => {
    const { client } = ledger.firm;
    const set = (rpm_district: string | null) =>
      client.patch(`${ledger.file.path}/settings`, { legal: { rpm_district } });
    await expectStatus(set('Liège, division Namur'), 200);
    for (const [language, word] of [
      ['fr', 'RPM'],
      ['nl', 'RPR'],
      ['de', 'RJP'],
      ['en', 'Register of legal entities'],
    ] as const)
      expect(readPdfText((await file(`format=pdf&lang=${language}&${SPAN}`)).content))
        .to.contain(word)
        .and.contain('Liège, division Namur');
    await set(null);
    expect(readPdfText((await file(`format=pdf&lang=fr&${SPAN}`)).content)).to.not.contain('RPM');
  });

  it('runs no formula that someone wrote into a name, a reference or a label', async () => {
    const id = await newParty({ name: '=HYPERLINK("http://evil.example")' });
    // Input is trimmed, so that a tab or a line end never comes first, and control characters are refused.
    const formulas = FORMULAS.filter(([formula]) => formula.trim() === formula && !/[\p{Cc}\u202e]/u.test(formula));
    expect(formulas.length).to.be.above(8);
    for (const [formula] of formulas) await sell('2026-01-05', '1.00', { label: formula, reference: formula }, id);
    const csv = await file('format=csv&lang=fr&to=2026-12-31', id);
    const cells = parse(csv.content, { bom: true, delimiter: ';' }).flat();
    expect(cells).to.include.members(formulas.map(([, safe]) => safe));
    for (const cell of cells) expect(cell).to.match(/^(?![=+@\t\r])(?:[^-]|-\d+,\d\d$|$)/);
    const xlsx = await readXlsx((await file('format=xlsx&lang=fr&to=2026-12-31', id)).content);
    expect(xlsx.sheets[1]!.rows.map((row) => row[3])).to.include.members(formulas.map(([formula]) => formula));
    expect(xlsx.sheets[0]!.rows.flat()).to.include('=HYPERLINK("http://evil.example")');
    expect(readPdfText((await file('format=pdf&to=2026-12-31', id)).content)).to.contain('=HYPERLINK');
  });

  it('names its file safely, whatever the third party is called', async () => {
    const { client } = ledger.firm;
    const split = await client.post(`${ledger.file.path}/third-parties`, {
      type: 'customer',
      name: 'x\r\nSet-Cookie: y=1',
    });
    expect([split.status, split.body.error_codes]).to.deep.equal([422, { name: ['hidden_characters'] }]);
    for (const name of ['a"; filename="b.exe', 'x Set-Cookie: y=1', '../../etc/passwd', '日本 Łódź 😀']) {
      const { status, headers } = await file('format=csv', await newParty({ name }));
      expect(status, name).to.equal(200);
      expect(headers.get('set-cookie')).to.equal(null);
      expect(headers.get('content-disposition')).to.match(
        /^attachment; filename="[A-Za-z0-9._-]+\.csv"; filename\*=UTF-8''[A-Za-z0-9%._~-]+\.csv$/,
      );
    }
  });

  it('refuses what cannot be, and hides what is elsewhere', async () => {
    const { client } = ledger.firm;
    const wrong = {
      'format=docx': 'format',
      'lang=it': 'lang',
      'from=x': 'from',
      'to=2026-02-30': 'to',
      'as_of=1': 'as_of',
    };
    for (const [query, field] of Object.entries({ ...wrong, 'from=2026-03-01&to=2026-02-01': 'to' })) {
      const { status, body } = await client.get(`${pathOf(customer)}?${query}`);
      expect(status, query).to.equal(422);
      expect(Object.keys(body.errors), query).to.deep.equal([field]);
    }
    await client.refused(404).get(pathOf(999_999));
    const other = await ledger.service.newCompany(client);
    await client.refused(404).get(`${other.path}/third-parties/${customer}/statement?format=pdf`);
    const gone = await newParty({});
    await client.delete(`${ledger.file.path}/third-parties/${gone}`);
    await client.refused(404).get(pathOf(gone));
  });

  it('is described with its files', async () => {
    const { body } = await ledger.service.anonymous.get<{
      paths: Record<string, { get: { responses: Record<string, { content: object; headers: object }> } }>;
    }>('/openapi.json');
    const reply = body.paths['/v1/companies/{company}/third-parties/{id}/statement']!.get.responses['200']!;
    expect(Object.keys(reply.content)).to.deep.equal([
      'application/json',
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'text/csv',
    ]);
    expect(reply.headers).to.include.keys('X-Export-Fingerprint', 'Content-Disposition');
  });

  it('streams as CSV what is too large for the other formats', async function () {
    this.timeout(120_000);
    const id = await newParty({ name: 'Grand magasin' });
    const entries = Math.floor(MAX_ROWS_IN_MEMORY / 2 / 999) + 1;
    for (let index = 0; index < entries; index += 1)
      await ledger.posted({
        entry_date: '2026-04-01',
        lines: [
          ...Array.from({ length: 999 }, () => ({ account: '400000', debit: '1.00', third_party_id: id })),
          { account: '700000', credit: '999.00' },
        ],
      });
    for (const format of ['JSON', 'PDF', 'XLSX']) {
      const { status, body } = await ledger.firm.client.get(`${pathOf(id)}?format=${format}&to=2026-12-31`);
      expect([status, body.code], format).to.deep.equal([422, 'export_too_large']);
      expect(body.message).to.contain('CSV');
    }
    const { status, headers, content } = await file('format=csv&lang=fr&to=2026-12-31', id);
    expect(status).to.equal(200);
    const records = parse(content, { bom: true, delimiter: ';' });
    // Both lists; titles, headers, opening, closing and total; the ages and what separates the tables.
    expect(records).to.have.length(2 * entries * 999 + 12);
    const balances = records.slice(3, 3 + entries * 999).map((record) => record[6]);
    expect(balances.every((balance, index) => balance === `${index + 1},00`)).to.equal(true);
    const again = await file('format=csv&lang=en&to=2026-12-31', id);
    expect(again.headers.get('x-export-fingerprint')).to.equal(headers.get('x-export-fingerprint'));
  });
});
