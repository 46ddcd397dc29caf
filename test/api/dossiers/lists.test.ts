import { expect } from 'chai';
import { buildCodaFile } from '../../support/bank-files.ts';
import type { z } from 'zod';
import { routes } from '../../../api/routes.ts';
import { getBookToday } from '../../../api/http/reply/time.ts';
import { expectStatus, type AnswerBody, type List } from '../../support/client.ts';
import { useAbroad } from '../audit-files/support.ts';
import { findPayableDay } from '../../support/payable-day.ts';

const IBAN = 'BE68539007547034';
// The files show days of the books, which are those of Brussels.
const TODAY = getBookToday();
const CODA = buildCodaFile({
  iban: IBAN,
  number: '1',
  opening_date: '2026-01-01',
  closing_date: '2026-01-31',
  opening_balance: '0.00',
  movements: [{ amount: '100.00', entry_date: '2026-01-15', value_date: '2026-01-15', communication: 'Acompte' }],
});
const NEW_LISTS = [
  'entries',
  'fixed-assets',
  'recurring-entries',
  'analytic-codes',
  'budgets',
  'vat-declarations',
  'sepa-files',
  'coda-files',
  'history',
] as const;

describe('Lists as files', () => {
  const books = useAbroad({ banks: [{ code: 'ING', label: 'ING', iban: IBAN }], vat_regime: 'quarterly' });
  let supplier: AnswerBody;
  let reversed: AnswerBody;

  const readCsv = async (path: string): Promise<string> => {
    const { status, content } = await books.fetched(`/exports/${path}`);
    expect(status, content.toString()).to.equal(200);
    return content.toString();
  };
  const readLines = async (path: string): Promise<string[]> => (await readCsv(path)).trim().split('\r\n').slice(1);
  const post = (entry_date: string, label: string, journal = 'OD') =>
    books.made('/entries', {
      journal_id: books.file.journal(journal),
      entry_date,
      label,
      reference: `R-${entry_date}`,
      lines: [
        { account: '604000', debit: '121.00' },
        { account: '440000', credit: '121.00', third_party_id: supplier.id },
      ],
    });

  before('fill the books', async () => {
    const { made, file, firm } = books;
    supplier = await made('/third-parties', { type: 'supplier', name: 'Imprimerie', ibans: ['BE71096123456769'] });
    await post('2026-03-15', '=cmd()');
    reversed = await post('2026-02-01', 'Mars', 'ACH');
    await made(`/entries/${reversed.id}/reverse`, { entry_date: '2026-02-02' });
    const car = { label: '=Camion', category: 'vehicles', acquired_on: '2026-01-10', duration_months: 60 };
    await made('/fixed-assets', { ...car, cost: '20000.00' });
    await made('/recurring-entries', {
      label: '+Loyer',
      kind: 'free',
      mode: 'propose',
      schedule: { every: 1, unit: 'month', starts_on: '2026-12-01' },
      template: {
        journal_id: file.journal('OD'),
        lines: [
          { account: '610000', debit: '900.00' },
          { account: '440000', credit: '900.00', third_party_id: supplier.id },
        ],
      },
    });
    const above = await made('/analytic-codes', { axis: 'SITE', code: 'BXL', label: '@Bruxelles' });
    await made('/analytic-codes', { axis: 'SITE', code: 'BXL-1', label: 'Atelier', parent_id: above.id });
    await made('/budgets', {
      name: '-Budget',
      fiscal_year_id: file.fiscalYearId,
      lines: [
        { account: '70', amount: '120000.00' },
        { account: '604000', analytic_code_id: above.id, amount: '1200.00' },
      ],
    });
    const declaration = await made('/vat-declarations', { year: 2026, period: 1 });
    await made(`/vat-declarations/${declaration.id}/validate`, {});
    await made(`/vat-declarations/${declaration.id}/filed`, { filed_on: '2026-04-20', reference: '=1+1' });
    await made('/sepa-files', {
      type: 'credit_transfer',
      journal_id: file.journal('ING'),
      execution_date: findPayableDay(),
      payments: [{ third_party_id: supplier.id, amount: '50.00', communication: 'Acompte' }],
    });
    const upload = [{ field: 'files[]', name: '=janvier.cod', content: CODA, type: 'text/plain' }];
    await expectStatus(firm.client.upload('POST', `${file.path}/coda-files`, upload), 201);
    await firm.client.expect(200).patch(`${file.path}/third-parties/${supplier.id}`, { name: 'Imprimerie Été' });
  });

  it('are offered with a name in every language, their formats and their filters', async () => {
    for (const language of ['fr', 'nl', 'en', 'de']) {
      const body = await books.firm.client.ok(`${books.file.path}/exports?lang=${language}`);
      const listed = body.data as { type: string; label: string; formats: string[]; parameters: string[] }[];
      for (const type of NEW_LISTS) {
        const found = listed.find((one) => one.type === type)!;
        expect(found, type).to.deep.include({ kind: 'list', formats: ['PDF', 'XLSX', 'CSV'] });
        expect(found.label, type).to.not.equal('');
      }
      const entries = listed.find(({ type }) => type === 'entries')!;
      expect(entries.parameters).to.include.members(['from', 'to', 'fiscal_year_id', 'journal_id', 'status']);
      const { parameters } = listed.find(({ type }) => type === 'analytic-codes')!;
      expect(parameters).to.deep.equal(['axis', 'parent_id', 'is_active', 'q']);
    }
  });

  it('have the same fingerprint in every format and language', async () => {
    const begins = { CSV: '\ufeff', PDF: '%PDF', XLSX: 'PK' };
    // One writer serves all lists: each list is written as CSV and in one of the other formats.
    for (const [index, type] of NEW_LISTS.entries()) {
      const prints = new Set<unknown>();
      for (const format of ['CSV', index % 2 === 0 ? 'PDF' : 'XLSX'] as const) {
        const language = format === 'CSV' ? 'de' : 'nl';
        const { status, content, headers } = await books.fetched(`/exports/${type}?format=${format}&lang=${language}`);
        expect(status, `${type} ${format}: ${content.toString('utf8').slice(0, 300)}`).to.equal(200);
        expect(content.toString('utf8').startsWith(begins[format]), `${type} ${format}`).to.equal(true);
        prints.add(headers['x-export-fingerprint']);
      }
      expect([...prints], type).to.have.lengthOf(1);
    }
  });

  it('show the entries by date, with their journal, number, third party, total and status', async () => {
    const lines = await readLines('entries?lang=fr');
    expect(lines).to.have.lengthOf(3);
    expect(lines[0]).to.match(/^2026-02-01;ACH;1;R-2026-02-01;Mars;Imprimerie Été;.*;121,00;extournée;;$/);
    expect(lines[2]).to.match(/^2026-03-15;OD;1;R-2026-03-15;'=cmd\(\);Imprimerie Été;/);
    expect(await readLines(`entries?journal_id=${books.file.journal('ACH')}`)).to.have.lengthOf(2);
    expect(await readLines('entries?status=reversed')).to.have.lengthOf(1);
    expect(await readLines('entries?from=2026-03-01&to=2026-03-31')).to.have.lengthOf(1);
    expect(await readLines(`entries?third_party_id=${supplier.id}&account_id=1000000`)).to.have.lengthOf(0);
  });

  it('show fixed assets, recurring entries, analytic codes and budgets by line', async () => {
    const [asset] = await readLines('fixed-assets?lang=fr&status=active');
    expect(asset).to.contain(`;'=Camion;`).and.contain(';20000,00;').and.contain(';en service');
    expect(await readLines('fixed-assets?status=disposed')).to.deep.equal([]);
    const [template] = await readLines('recurring-entries?lang=en');
    expect(template).to.match(/^'\+Loyer;free entry;OD;1;month;2026-12-01;;to be confirmed;yes$/);
    expect(await readLines('recurring-entries?mode=post')).to.deep.equal([]);
    expect(await readLines('analytic-codes?lang=en')).to.deep.equal([
      `SITE;BXL;'@Bruxelles;;;;yes`,
      'SITE;BXL-1;Atelier;BXL;;;yes',
    ]);
    expect(await readLines('budgets?lang=en')).to.deep.equal([
      `'-Budget;2026;initial;70;;120000.00;evenly`,
      `'-Budget;2026;initial;604000;BXL;1200.00;evenly`,
    ]);
  });

  it('show VAT returns, SEPA files and bank files with their statements', async () => {
    const [declaration] = await readLines('vat-declarations?lang=en&year=2026');
    expect(declaration).to.contain(';2026-01-01;2026-03-31;').and.contain(`;filed;0.00;`).and.contain(`;'=1+1`);
    expect(await readLines('vat-declarations?status=draft')).to.deep.equal([]);
    const [payment] = await readLines('sepa-files?lang=en&dialect=raw&type=credit_transfer');
    expect(payment).to.match(new RegExp(`^${findPayableDay()},credit transfer,[^,]+,ING,1,50\\.00,created$`));
    const [statement] = await readLines('coda-files?lang=en');
    expect(statement).to.equal(`'=janvier.cod;coda;${TODAY};${IBAN};1;2026-01-01;2026-01-31;0.00;100.00;EUR;1`);
  });

  it('show the history: when, who, what, and the fields that changed', async () => {
    const lines = await readLines('history?lang=en&resource=third-parties');
    expect(lines).to.have.lengthOf(2);
    expect(lines[1]).to.contain(TODAY).and.contain(';update;').and.contain('Imprimerie → Imprimerie Été');
    expect(await readLines('history?op=update&resource=third-parties')).to.have.lengthOf(1);
    expect(await readLines(`history?resource=entries&record_id=${reversed.id}`)).to.have.lengthOf(2);
    expect(await readLines('history?to=2020-01-01')).to.deep.equal([]);
  });

  it('never have the national number of a person', async () => {
    const person = await books.made('/third-parties', { type: 'supplier', name: 'A', national_number: '85073003328' });
    const path = `${books.file.path}/third-parties/${person.id}`;
    await books.firm.client.expect(200).patch(path, { national_number: null, name: 'B' });
    expect(await readCsv('history?resource=third-parties')).to.not.contain('85073003328');
  });

  it('refuse filters that they do not have, and wrong values', async () => {
    const statusOf = async (path: string) => {
      const { status, body } = await books.firm.client.get(`${books.file.path}/exports/${path}`);
      return [status, Object.keys(body.errors ?? {})];
    };
    expect(await statusOf('analytic-codes?journal_id=1')).to.deep.equal([422, ['journal_id']]);
    expect(await statusOf('entries?status=lost')).to.deep.equal([422, ['status']]);
    expect(await statusOf('entries?journal_id=x')).to.deep.equal([422, ['journal_id']]);
    expect(await statusOf('history?record_id=1')).to.deep.equal([422, ['resource']]);
    expect(await statusOf('budgets?from=2026-01-01')).to.deep.equal([422, ['from']]);
  });

  it('take every filter of the list that they export', async () => {
    const body = await books.firm.client.ok(`${books.file.path}/exports`);
    const listed = (body.data as { type: string; kind: string; parameters: string[] }[]).filter(
      ({ kind }) => kind === 'list',
    );
    const IN_PARTS = ['page', 'per_page', 'sort', 'limit', 'known_at'];
    for (const { type, parameters } of listed) {
      const path = `/v1/companies/{company}/${type === 'journal-list' ? 'journals' : type}`;
      const { query } = routes.find((route) => route.method === 'get' && route.path === path)!;
      const names = Object.keys((query as z.ZodObject).shape).filter((name) => !IN_PARTS.includes(name));
      expect(parameters, type).to.include.members(names);
    }
  });

  describe('with the filters of the list', () => {
    /** Records that two or more rows of the file show are counted once. */
    const expectSameAsList = async (type: string, query: string, count: number): Promise<void> => {
      const path = `${books.file.path}/${type === 'journal-list' ? 'journals' : type}?${query}`;
      const listed = await books.firm.client.ok<List | AnswerBody[]>(path);
      const total = Array.isArray(listed) ? listed.length : listed.total;
      const rows = await readLines(`${type}?dialect=raw&${query}`);
      const exported = type === 'budgets' ? new Set(rows.map((row) => row.split(',')[0])).size : rows.length;
      expect([total, exported], `${type}?${query}`).to.deep.equal([count, count]);
    };

    before('add what is found or not', async () => {
      const { made, file } = books;
      await made('/third-parties', { type: 'customer', name: 'Boulangerie', vat_number: 'BE0477472701' });
      await made('/budgets', { name: 'Été', fiscal_year_id: file.fiscalYearId, kind: 'revised', lines: [] });
      await made('/documents', {
        direction: 'purchase',
        third_party_id: supplier.id,
        number: 'F-77',
        document_date: '2026-03-03',
        lines: [
          { account_id: file.account('604000'), amount_net: '10.00', description: 'Encre noire', vat_code: 'P-S-21' },
        ],
      });
    });

    for (const [type, query, count] of [
      ['accounts', 'q=604000', 1],
      ['accounts', 'q=FOURNISSEURS&is_active=true&type=liability', 4],
      ['journal-list', 'q=BE68539007547034', 1],
      ['journal-list', 'type=sale', 1],
      ['vat-codes', 'q=S-21', 11],
      ['third-parties', 'q=imprimerie+ete', 1],
      ['third-parties', 'q=BE+0477.472.701', 1],
      ['third-parties', 'type=customer&q=boulangerie', 1],
      ['third-parties', 'type=supplier&q=boulangerie', 0],
      ['analytic-codes', 'q=atelier', 1],
      ['budgets', 'q=ete', 1],
      ['budgets', 'kind=initial&q=budget', 1],
      ['documents', 'q=encre+imprimerie', 1],
      ['documents', 'q=F-77&status=booked', 0],
      ['documents', 'type=purchases&direction=purchase', 1],
      ['documents', 'type=sales&direction=purchase', 0],
      ['bank-transactions', 'q=acompte', 1],
      ['bank-transactions', 'q=acompte&direction=out', 0],
      ['bank-transactions', 'status=pending&amount_min=99.00&amount_max=101.00', 1],
      ['fixed-assets', 'q=camion', 1],
      ['fixed-assets', 'q=voiture', 0],
      ['entries', 'q=mars', 1],
      ['entries', 'q=121,00&status=reversed', 1],
      ['entries', 'q=imprimerie+R-2026-03-15', 1],
      ['entries', 'q=mars&from=2026-03-01', 0],
      ['entries', 'q=%20', 4],
      ['recurring-entries', 'due_until=2026-11-30', 0],
    ] as const)
      it(`${type}?${query}`, () => expectSameAsList(type, query, count));

    it('entries with an account and a third party on different lines', async () => {
      const query = `account_id=${books.file.account('604000')}&third_party_id=${supplier.id}`;
      await expectSameAsList('entries', query, 4);
      await expectSameAsList('entries', `${query}&q=mars`, 1);
    });

    it('letterings of an account', async () => {
      const account = books.file.account('440000');
      await expectSameAsList('lettering', `account_id=${account}&third_party_id=${supplier.id}`, 1);
      await expectSameAsList('lettering', `account_id=${books.file.account('400000')}`, 0);
    });
  });

  it('show an earlier moment with `known_at`', async () => {
    const before = new Date().toISOString();
    const { length } = await readLines('entries');
    const { length: changes } = await readLines('history');
    await post('2026-05-01', 'Plus tard');
    expect(await readLines('entries')).to.have.lengthOf(length + 1);
    expect(await readLines(`entries?known_at=${before}`)).to.have.lengthOf(length);
    expect(await readLines(`history?known_at=${before}`)).to.have.lengthOf(changes);
  });

  describe('with amounts in another currency', () => {
    it('show the currency of accounts, entries and letterings, and their totals in it', async () => {
      const usd = (currency_amount: string) => ({ currency: 'USD', currency_amount });
      const post = async (lines: object[]) => {
        const { id, lines: written } = await books.made('/entries', {
          journal_id: books.file.journal('OD'),
          entry_date: '2026-06-15',
          label: 'Dollars',
          lines,
        });
        return { id, line: (written as { id: number }[])[0]!.id };
      };
      const item = { account: '440000', third_party_id: supplier.id };
      const bought = await post([
        { ...item, credit: '100.00', ...usd('-110.00') },
        { account: '604000', debit: '100.00', ...usd('110.00') },
      ]);
      const paid = await post([
        { ...item, debit: '100.00', ...usd('110.00') },
        { account: '550000', credit: '100.00', ...usd('-110.00') },
      ]);
      await books.made('/lettering', { line_ids: [bought.line, paid.line] });
      expect(await readLines('entries?lang=en&dialect=raw&from=2026-06-15&to=2026-06-15')).to.have.lengthOf(2);
      for (const line of await readLines('entries?lang=fr&from=2026-06-15&to=2026-06-15'))
        expect(line).to.match(/;100,00;.*;USD;110,00$/);
      expect((await readLines('lettering?lang=fr')).at(-1)).to.match(/;100,00;USD;110,00$/);
      await books.made('/accounts', { number: '550999', label: 'Dollars', type: 'asset', currency: 'USD' });
      expect((await readLines('accounts?lang=fr')).filter((line) => line.endsWith(';USD'))).to.have.lengthOf(1);
      for (const { id } of [paid, bought]) await books.made(`/entries/${id}/reverse`, {});
    });

    it('show the amounts of documents in both currencies', async () => {
      const record = (number: string, fields: object) =>
        books.made('/documents', {
          ...{ direction: 'purchase', third_party_id: supplier.id, number, document_date: '2026-06-20', ...fields },
          lines: [{ account: '604000', amount_net: '100.00', description: 'Papier', vat_code: 'P-S-21' }],
        });
      await record('D-1', { currency: 'USD', exchange_rate: '1.25', tax_exchange_rate: '1.2' });
      await record('D-2', {});
      const [dollars, euros] = await readLines('documents?lang=fr&from=2026-06-20&to=2026-06-20');
      expect(dollars)
        .to.contain(';USD;100,00;21,00;121,00;')
        .and.match(/;80,00;17,50;97,50$/);
      expect(euros)
        .to.contain(';EUR;100,00;21,00;121,00;')
        .and.match(/;100,00;21,00;121,00$/);
    });
  });
});
