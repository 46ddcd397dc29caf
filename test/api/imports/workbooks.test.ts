import { expect } from 'chai';
import { readXlsx } from 'hucre/xlsx';
import { api } from '../../../api/routes.ts';
import { findKnownColumn } from '../../../api/records/import/columns.ts';
import { describeColumns } from '../../../api/records/import/sheet.ts';
import { readFileColumns } from '../../../api/budgets/import-columns.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { day, fetchTemplate, fillTemplate, readHeadings, send, toCsv, type Row } from './support.ts';

const importSheets = [...api.imports.values()];

describe('Templates of imports', () => {
  it('have headings that are recognised again, in every language', () => {
    expect(importSheets.map(({ name }) => name)).to.have.members([
      ...['third-parties', 'accounts', 'opening-balance', 'entries', 'budgets', 'fixed-assets', 'analytic-codes'],
    ]);
    const periods = Array.from({ length: 12 }, (_, month) => ({
      starts_on: `2026-${String(month + 1).padStart(2, '0')}-01`,
    }));
    for (const sheet of importSheets)
      for (const language of LANGUAGES) {
        const columns = describeColumns(sheet, language);
        expect(new Set(columns.map(({ heading }) => heading)).size).to.equal(columns.length);
        for (const { heading, title, explanation } of columns) {
          expect(explanation, `${sheet.name} ${title} ${language}`).not.to.equal('').and.not.match(/[{}]/);
          if (sheet.name === 'budgets') continue;
          const known = findKnownColumn(sheet.resource, heading);
          expect(typeof known === 'object' ? known.title : known, `${heading} (${language})`).to.equal(title);
        }
        if (sheet.name === 'budgets')
          expect(
            readFileColumns(
              columns.map(({ heading }) => heading),
              periods,
              false,
            ).problems,
          ).to.deep.equal([]);
      }
  });
});

describe('Importing workbooks', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let budgetId = 0;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    const budget = { name: 'Plan', fiscal_year_id: file.fiscalYearId };
    budgetId = (await firm.client.created(`${file.path}/budgets`, budget)).id;
    await firm.client.created(`${file.path}/third-parties`, { type: 'supplier', code: 'F1', name: 'Imprimerie' });
    await firm.client.created(`${file.path}/analytic-codes`, { axis: 'SITE', code: 'SITE-A', label: 'A' });
    await firm.client.created(`${file.path}/analytic-codes`, { axis: 'SITE', code: 'SITE-B', label: 'B' });
  });

  /** A file of each kind. The workbook has numbers and dates as a spreadsheet stores them. */
  const samples: readonly {
    readonly name: string;
    readonly route: () => string;
    readonly rows: readonly Row[];
    readonly count: (path: string) => Promise<number>;
  }[] = [
    {
      name: 'third-parties',
      route: () => 'third-parties/import',
      rows: [
        { type: 'customer', code: '0042', name: 'Café "Lune"', country: 'BE', payment_days: 30, is_active: true },
        { type: 'supplier', code: 'F9', name: 'Imprimerie', default_account: 604000, default_vat_code: 'P-M-21' },
      ],
      count: countAll('third-parties'),
    },
    {
      name: 'accounts',
      route: () => 'accounts/import',
      rows: [{ number: 613299, label: 'Divers', is_letterable: true, vat_code: 'P-S-21' }],
      count: countAll('accounts'),
    },
    {
      name: 'analytic-codes',
      route: () => 'analytic-codes/import',
      rows: [
        { axis: 'PROJECT', code: 'P1', label: 'Works', valid_from: day('2026-01-01') },
        { axis: 'PROJECT', code: 'P1-1', label: 'Roof', parent: 'P1' },
      ],
      count: countAll('analytic-codes'),
    },
    {
      name: 'budgets',
      route: () => `budgets/${budgetId}/import`,
      rows: [
        { account: '612200', amount: 1200.5, spread: 'even' },
        { account: '613000', p1: 10.1, p2: 0.1 + 0.2, p12: 1.5 },
      ],
      count: async () => (await firm.client.ok<{ lines: unknown[] }>(`${file.path}/budgets/${budgetId}`)).lines.length,
    },
    {
      name: 'fixed-assets',
      route: () => 'fixed-assets/import',
      rows: [
        { code: 'A-1', label: 'Van', category: 'vehicles', acquired_on: day('2026-03-16'), cost: 25000.1 + 0.2 },
        { label: 'Desk', account: 240000, acquired_on: day('2026-01-02'), cost: 900, duration_months: 60, rate: 20 },
        {
          label: 'Press',
          category: 'vehicles',
          acquired_on: day('2026-01-02'),
          cost: 900,
          analytic_codes: 'SITE-A:60;SITE-B:40',
        },
      ],
      count: countAll('fixed-assets'),
    },
    {
      name: 'entries',
      route: () => 'entries/import',
      rows: [
        {
          entry: '1',
          journal: 'OD',
          entry_date: day('2026-02-03'),
          reference: 'A-1',
          account: 604000,
          debit: 0.1 + 0.2,
        },
        { entry: '1', account: 440000, third_party: 'F1', credit: 0.3, label: 'Paper' },
        {
          entry: '2',
          journal: 'OD',
          entry_date: day('2026-02-04'),
          due_date: day('2026-03-04'),
          account: 604000,
          debit: 100,
          analytic_codes: 'SITE-A',
        },
        {
          entry: '2',
          account: 440000,
          third_party: 'F1',
          credit: 100,
          currency: 'USD',
          currency_amount: 110,
          exchange_rate: 1.1,
        },
      ],
      count: countAll('entries'),
    },
    {
      name: 'opening-balance',
      route: () => `fiscal-years/${file.fiscalYearId}/opening-balance`,
      rows: [
        { account: 550000, debit: 1234.56 },
        { account: '440000', credit: 1234.56, third_party: 'F1', due_date: day('2026-01-31'), reference: 'F-7' },
      ],
      count: countAll('entries'),
    },
  ];

  function countAll(resource: string): (path: string) => Promise<number> {
    return async (path) => {
      const body = await firm.client.ok<{ total?: number; length?: number }>(`${path}/${resource}`);
      return body.total ?? body.length!;
    };
  }

  for (const { name, route, rows, count } of samples)
    it(`${name}: a filled template and a text file do the same`, async () => {
      const { client } = firm;
      const path = `${file.path}/${route()}`;
      const workbook = await fillTemplate(await fetchTemplate(client, `${file.path}/import-templates/${name}`), rows);
      const before = await count(file.path);
      const fromBook = await send(client, path, workbook, { dry_run: '1' });
      expect(fromBook.status, fromBook.text).to.equal(200);
      expect(fromBook.body).to.include({ dry_run: true });
      const fromText = await send(client, path, toCsv(rows), { dry_run: '1' });
      expect(fromText.body).to.deep.equal(fromBook.body);
      expect(await count(file.path)).to.equal(before);
      const imported = await send(client, path, workbook);
      expect(imported.status, imported.text).to.be.oneOf([200, 201]);
      expect(await count(file.path)).to.be.greaterThan(before);
      const operation = imported.headers.get('x-operation-id')!;
      const undone = await client.post(`${file.path}/history/operations/${operation}/revert`);
      expect(undone.status, undone.text).to.be.oneOf([200, 201]);
      if (name !== 'entries' && name !== 'opening-balance') expect(await count(file.path)).to.equal(before);
    });

  it('a template offers the values of the company file, and explains its columns in four languages', async () => {
    for (const language of LANGUAGES) {
      const template = await fetchTemplate(firm.client, `${file.path}/import-templates/entries`, language);
      const { sheets } = await readXlsx(template);
      expect(sheets).to.have.length(3);
      expect(sheets[0]!.rows).to.have.length(1);
      const headings = await readHeadings(template);
      expect(headings.size).to.equal(17);
      const validated = sheets[0]!.dataValidations ?? [];
      expect(validated.length).to.equal(4);
      const values = sheets[2]!.rows.flat();
      expect(values).to.include.members(['OD', '604000', 'P-M-21', 'F1']);
    }
  });
});
