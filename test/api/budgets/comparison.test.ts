import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { readPdfPages } from '../../support/pdf.ts';
import { CSV, useBudgets } from './support.ts';

describe('Budgets against the books', () => {
  const budgets = useBudgets();
  const { books, path, made, errorsOf, compared, imported } = budgets;

  it('are held against what is booked, what waits and what is to come', async () => {
    const { id } = await made({
      lines: [
        { account: '70', amount: '1200.00' },
        { account: '61', amount: '1200.00' },
      ],
    });
    const { rows, totals, unbudgeted } = await compared(id);
    expect(rows.map(({ account, actual, committed }) => [account, actual, committed])).to.deep.equal([
      ['70', '400.00', '0.00'],
      ['61', '120.00', '50.00'],
    ]);
    const telephone = rows[1]!;
    expect(telephone.periods[0]).to.deep.include({
      budget: '100.00',
      actual: '120.00',
      variance: '20.00',
      forecast: '120.00',
    });
    expect(telephone.periods[3]).to.deep.include({ actual: '0.00', committed: '50.00', forecast: '100.00' });
    // Of January and February, which are over, what is there; of the ten others what was planned.
    expect(telephone.forecast).to.equal('1120.00');
    expect(telephone.to_date).to.deep.include({ budget: '300.00', actual: '120.00', variance: '-180.00' });
    expect(unbudgeted.expense.actual).to.equal('7.00');
    const books2025 = await books.get('trial-balance', `fiscal_year_id=${books.nextYear}&level=1`);
    const classes = books2025.rows as readonly { account: { number: string }; balance: string }[];
    const balance = (number: string) => classes.find(({ account }) => account.number === number)!.balance;
    expect([totals.expense.actual, `-${totals.income.actual}`]).to.deep.equal([balance('6'), balance('7')]);
    expect(totals.result).to.deep.include({ actual: '273.00', variance: '273.00' });
    const late = await compared(id, 'as_of=2026-01-31');
    expect(late.totals.result.forecast).to.equal('223.00');
  });

  it('show the year before beside them, if there is one', async () => {
    const { id } = await made({ lines: [{ account: '61', amount: '1200.00' }] });
    const { rows, totals } = await compared(id);
    expect(rows[0]!.previous_actual).to.equal('400.00');
    expect(rows[0]!.periods.slice(0, 4).map((period) => period.previous_actual)).to.deep.equal([
      '100.00',
      '0.00',
      '300.00',
      '0.00',
    ]);
    expect([totals.income, totals.expense, totals.result].map((one) => one.previous_actual)).to.deep.equal([
      '1000.00',
      '400.00',
      '600.00',
    ]);
    const first = await made({
      fiscal_year_id: books.file.fiscalYearId,
      lines: [{ account: '61', amount: '1200.00' }],
    });
    expect((await compared(first.id)).rows[0]!.previous_actual).to.equal(null);
  });

  it('leave the appropriation of a result out, which is no expense', async () => {
    await books.post('2024-12-31', [
      ['693', '600.00'],
      ['140000', '-600.00'],
    ]);
    const { id, lines } = await made({ copy_from: { fiscal_year_id: books.file.fiscalYearId } });
    expect(lines.map(({ account }) => account)).to.deep.equal(['612200', '700000']);
    expect((await compared(id)).totals.result.previous_actual).to.equal('600.00');
  });

  it('show what was known at an earlier moment', async () => {
    const budget = await made({ lines: [{ account: '61', amount: '12.00' }] });
    const moment = (budget.updated_at as string) ?? '';
    await books.firm.client.patch(path(`/${budget.id}`), { lines: [{ account: '61', amount: '24.00' }] });
    const query = `as_of=2025-03-31&known_at=${encodeURIComponent(moment)}`;
    expect((await compared(budget.id, query)).rows[0]!.budget).to.equal('12.00');
    expect((await compared(budget.id)).rows[0]!.budget).to.equal('24.00');
  });

  it('are the same on paper, in a workbook and as CSV, in every language', async () => {
    const { id } = await made({
      name: 'Été',
      lines: [
        { account: '70', amount: '1200.00' },
        { account: '61', amount: '1200.00' },
      ],
    });
    const fetched = async (query: string) => {
      const answer = await fetch(`${books.service.url}${path(`/${id}/comparison`)}?as_of=2025-03-31&${query}`, {
        headers: { Authorization: `Bearer ${books.firm.client.token}` },
      });
      const content = Buffer.from(await answer.arrayBuffer());
      expect(answer.status, content.toString().slice(0, 500)).to.equal(200);
      return { content, proof: answer.headers.get('x-export-fingerprint') };
    };
    const [json, csv, xlsx, pdf] = [
      await fetched('format=json&lang=fr'),
      await fetched('format=csv&lang=en&dialect=raw'),
      await fetched('format=xlsx&lang=de'),
      await fetched('format=pdf&lang=nl'),
    ];
    expect(new Set([json, csv, xlsx, pdf].map(({ proof }) => proof)).size).to.equal(1);
    expect(csv.content.toString()).to.include('61');
    const { sheets } = await readXlsx(xlsx.content);
    expect(sheets.map(({ name }) => name)).to.deep.equal(['Soll-Ist-Vergleich', 'Nach Konto', 'Nach Periode']);
    const pages = readPdfPages(pdf.content);
    expect(pages.join('\n')).to.include('Gecumuleerd resultaat').and.to.include('Niet gebudgetteerd');
    const detailed = await fetched('format=csv&by=period');
    const rows = parse(detailed.content, { delimiter: ';', relax_column_count: true, bom: true });
    expect(rows.length).to.be.above(24);
  });

  it('go by analytic code, and know what repeats', async () => {
    const { must, file, firm } = books;
    const code = async (name: string, fields: object = {}) =>
      (await must('/analytic-codes', { axis: 'PROJECT', code: name, label: `Project ${name}`, ...fields })).id;
    const bridge = await code('BRIDGE');
    const pier = await code('PIER', { parent_id: bridge });
    const branch = await code('LIEGE', { axis: 'BRANCH' });
    await must('/entries', {
      journal_id: file.journal('OD'),
      entry_date: '2025-05-05',
      lines: [
        { account: '650000', debit: '100.00', analytics: [{ code: 'PIER', share: '100.00' }] },
        { account: '550000', credit: '100.00' },
      ],
    });
    await must('/recurring-entries', {
      kind: 'free',
      label: 'Interest',
      mode: 'propose',
      template: {
        journal_id: file.journal('OD'),
        lines: [
          {
            account: '650000',
            debit: '10.00',
            analytics: [
              { code: 'PIER', share: '75.00' },
              { code: 'BRIDGE', share: '25.00' },
            ],
          },
          { account: '550000', credit: '10.00' },
        ],
      },
      schedule: { unit: 'month', starts_on: '2025-11-30', month_end: true, count: 3 },
    });
    const lines = [
      { account: '65', amount: '240.00' },
      { account: '65', amount: '120.00', analytic_code_id: bridge },
      { amount: '-60.00', analytic_code_id: pier },
    ];
    const { id } = await made({ lines });
    const { rows } = await compared(id);
    expect(rows.map((row) => [row.analytic_code, row.type, row.actual, row.committed])).to.deep.equal([
      [null, 'expense', '100.00', '20.00'],
      ['BRIDGE', 'expense', '0.00', '5.00'],
      ['PIER', 'result', '-100.00', '-15.00'],
    ]);
    // A document that waits, and says nothing of codes, takes those of its supplier.
    await firm.client.expect(200).patch(`${file.path}/third-parties/${budgets.printerId}`, {
      analytics: [{ code: 'BRIDGE' }],
    });
    const waiting = await made({ lines: [{ amount: '0.00', analytic_code_id: bridge }] });
    expect((await compared(waiting.id)).rows[0]).to.deep.include({ committed: '-70.00' });
    // What is named on one axis leaves the other to the defaults, here those of the journal that it goes to.
    const journal = `${file.path}/journals/${file.journal('ACH')}`;
    await firm.client.expect(200).patch(journal, { analytics: [{ code: 'LIEGE' }] });
    await must('/documents', {
      type: 'purchases',
      third_party_id: budgets.printerId,
      number: 'F-2',
      document_date: '2025-06-02',
      lines: [
        {
          description: 'Paper',
          amount_net: '30.00',
          account: '612200',
          vat_code: 'P-S-21',
          analytics: [{ code: 'PIER' }],
        },
      ],
    });
    const byBranch = await made({ lines: [{ account: '61', amount: '0.00', analytic_code_id: branch }] });
    expect((await compared(byBranch.id)).rows[0]).to.deep.include({ committed: '80.00' });
    // What stands below a code is its own where nobody asks for it apart.
    const alone = await made({ lines: [{ account: '65', amount: '120.00', analytic_code_id: bridge }] });
    expect((await compared(alone.id)).rows[0]).to.deep.include({ actual: '100.00', is_part: false });
    expect(await errorsOf({ lines: [lines[1], { account: '65', amount: 1, analytic_code_id: branch }] })).to.deep.equal(
      ['lines.1.analytic_code_id'],
    );
    const done = await imported(alone.id, 'account;code analytique;amount\n61;PIER;5\n', CSV, { dry_run: '1' });
    expect(done.body.lines![0]).to.deep.include({ account: '61', analytic_code_id: pier, action: 'created' });
    const unknown = await imported(alone.id, 'account;analytic_code;amount\n61;NONE;5\n', CSV);
    expect(Object.keys(unknown.body.errors)).to.deep.equal(['lines.2.analytic_code']);
    // A budget holds the codes that it names.
    await firm.client.refused(422).delete(`${file.path}/analytic-codes/${pier}`);
  });
});
