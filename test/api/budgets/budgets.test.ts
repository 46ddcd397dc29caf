import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { waitingByCode } from '../../../projections/budgets/committed-documents.ts';
import type { AnswerBody } from '../../support/client.ts';
import { pdfPages } from '../../support/pdf.ts';
import { sheetOf, workbookOf } from '../../support/workbooks.ts';
import { useBooks } from '../reports/books.ts';

interface Line {
  readonly account: string | null;
  readonly amount: string;
  readonly spread: string;
  readonly periods: readonly string[];
}

interface Budget extends AnswerBody {
  readonly version: number;
  readonly lines: readonly Line[];
}

interface Figures {
  readonly budget: string;
  readonly actual: string;
  readonly committed: string;
  readonly variance: string;
  readonly forecast: string;
}

interface Comparison extends AnswerBody {
  readonly rows: readonly (Record<string, unknown> &
    Figures & {
      readonly account: string;
      readonly label: string;
      readonly periods: readonly Figures[];
      readonly to_date: Figures;
    })[];
  readonly totals: Readonly<Record<'income' | 'expense' | 'result', Figures>>;
  readonly unbudgeted: Readonly<Record<'income' | 'expense', Figures>>;
}

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('Budgets', () => {
  const books = useBooks();
  const path = (rest = ''): string => `${books.file.path}/budgets${rest}`;
  let names = 0;
  let printerId = 0;
  const made = async (fields: object = {}): Promise<Budget> => {
    names += 1;
    const body = { name: `Plan ${names}`, fiscal_year_id: books.nextYear, ...fields };
    const answer = await books.firm.client.post<Budget>(path(), body);
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  };
  const errorsOf = async (fields: object): Promise<readonly string[]> => {
    const body = { name: 'Wrong', fiscal_year_id: books.nextYear, ...fields };
    const answer = await books.firm.client.post(path(), body);
    expect(answer.status, answer.text).to.equal(422);
    return Object.keys(answer.body.errors).sort();
  };
  const compared = async (id: number, query = 'as_of=2025-03-31'): Promise<Comparison> => {
    const answer = await books.firm.client.get<Comparison>(path(`/${id}/comparison?${query}`));
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  const imported = (id: number, content: string | Uint8Array, type: string, fields: Record<string, string> = {}) =>
    books.firm.client.upload<AnswerBody & { lines?: readonly Record<string, unknown>[] }>(
      'POST',
      path(`/${id}/import`),
      [
        { field: 'file', content, type, name: type === CSV ? 'budget.csv' : 'budget.xlsx' },
        ...Object.entries(fields).map(([field, value]) => ({ field, content: value })),
      ],
    );

  before('a year, a quarter of the next, and a document that waits', async () => {
    const { post, must } = books;
    await post('2024-01-15', [
      ['612200', '100.00'],
      ['550000', '-100.00'],
    ]);
    await post('2024-03-15', [
      ['612200', '300.00'],
      ['550000', '-300.00'],
    ]);
    await post('2024-06-15', [
      ['550000', '1000.00'],
      ['700000', '-1000.00'],
    ]);
    await post('2025-01-20', [
      ['612200', '120.00'],
      ['640000', '7.00'],
      ['550000', '-127.00'],
    ]);
    await post('2025-02-20', [
      ['550000', '400.00'],
      ['700000', '-400.00'],
    ]);
    const supplier = await must('/third-parties', { type: 'supplier', name: 'Imprimerie' });
    printerId = supplier.id;
    await must('/documents', {
      ...{ type: 'purchases', third_party_id: supplier.id, number: 'F-1', document_date: '2025-04-02' },
      lines: [{ description: 'Telephone', amount_net: '50.00', account: '612200', vat_code: 'P-S-21' }],
    });
  });

  it('are spread evenly, by weights and as the year before went, and always come to their amounts', async () => {
    const weights = ['1', '3', ...Array<string>(10).fill('0')];
    const { lines, ...budget } = await made({
      lines: [
        { account: '70', amount: 100 },
        { account: '612200', amount: '400.00', spread: 'last_year' },
        { account: '64', amount: '-0.05', spread: weights },
        { account: '61', periods: Array<string>(12).fill('1.50') },
      ],
    });
    expect(budget).to.deep.include({ kind: 'initial', fiscal_year_id: books.nextYear, version: 1 });
    expect(lines[0]).to.deep.include({ amount: '100.00', spread: 'even' });
    expect(lines[0]!.periods.slice(3, 5)).to.deep.equal(['8.34', '8.33']);
    expect(lines[1]!.periods.slice(0, 4)).to.deep.equal(['100.00', '0.00', '300.00', '0.00']);
    expect(lines[2]).to.deep.include({ spread: 'weights' });
    expect(lines[2]!.periods.slice(0, 2)).to.deep.equal(['-0.01', '-0.04']);
    expect(lines[3]).to.deep.include({ amount: '18.00', spread: 'periods' });
  });

  it('are listed by year and kind, changed as a whole, guarded by their version, and come back from the bin', async () => {
    const { client } = books.firm;
    const budget = await made({ kind: 'forecast', lines: [{ account: '61', amount: '12.00' }] });
    const { body: listed } = await client.get<AnswerBody[]>(path(`?fiscal_year_id=${books.nextYear}&kind=forecast`));
    expect(listed.map(({ id }) => id)).to.deep.equal([budget.id]);
    const one = path(`/${budget.id}`);
    const changed = await client.patch<Budget>(one, { lines: [{ account: '61', amount: '24.00' }] });
    expect(changed.body.lines[0]!.periods[0]).to.equal('2.00');
    expect(changed.body.version).to.equal(2);
    const late = await client.patch(one, { name: 'Late' }, { 'X-Base-Version': '1' });
    expect(late.status).to.equal(409);
    expect((await client.patch(one, { fiscal_year_id: books.file.fiscalYearId })).status).to.equal(422);
    const gone = await client.delete(one);
    expect(gone.status).to.equal(204);
    expect((await client.get(one)).status).to.equal(404);
    expect((await client.get(`${one}/comparison`)).status).to.equal(404);
    const back = await client.post(`${books.file.path}/trash/budgets/${budget.id}/restore`);
    expect(back.status, back.text).to.equal(200);
    const again = await client.get<Budget>(one);
    expect(again.body.lines).to.deep.equal(changed.body.lines);
    const operation = gone.headers.get('x-operation-id');
    expect(operation).not.to.equal(null);
  });

  it('begin with what a year has booked, or with another budget, times a factor', async () => {
    const copy_from = { fiscal_year_id: books.file.fiscalYearId, factor: '1.1' };
    const copy = await made({ copy_from, lines: [{ account: '64', amount: '12.00' }] });
    const figures = copy.lines.map(({ account, amount, spread }) => [account, amount, spread]);
    expect(figures).to.deep.equal([
      ['612200', '440.00', 'periods'],
      ['700000', '1100.00', 'periods'],
      ['64', '12.00', 'even'],
    ]);
    const revised = await made({ kind: 'revised', copy_from: { budget_id: copy.id, factor: 2 } });
    expect(revised.lines.map(({ amount }) => amount)).to.deep.equal(['880.00', '2200.00', '24.00']);
    expect(await errorsOf({ copy_from: {} })).to.deep.equal(['copy_from.fiscal_year_id']);
    expect(await errorsOf({ copy_from: { fiscal_year_id: 1e9 } })).to.deep.equal(['copy_from.fiscal_year_id']);
    expect(await errorsOf({ copy_from: { budget_id: 1e9 } })).to.deep.equal(['copy_from.budget_id']);
    expect(await errorsOf({ copy_from: { ...copy_from, budget_id: copy.id } })).to.deep.equal(['copy_from.budget_id']);
  });

  it('say what is wrong with them, in one answer', async () => {
    const lines = [
      { account: '99', amount: '1.00' },
      { account: '61', amount: '1.00', spread: 'now and then' },
      { account: '62', amount: '1.00', periods: ['1.00'] },
    ];
    expect(await errorsOf({ lines })).to.deep.equal(['lines.1.spread']);
    expect(await errorsOf({ lines: [lines[0], lines[2]] })).to.deep.equal(['lines.0.account', 'lines.1.periods']);
    expect(await errorsOf({ fiscal_year_id: 1e9 })).to.deep.equal(['fiscal_year_id']);
    const first = {
      fiscal_year_id: books.file.fiscalYearId,
      lines: [{ account: '61', amount: 1, spread: 'last_year' }],
    };
    expect(await errorsOf(first)).to.deep.equal(['lines.0.spread']);
  });

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
    const classes = books2025['rows'] as readonly { account: { number: string }; balance: string }[];
    const balance = (number: string) => classes.find(({ account }) => account.number === number)!.balance;
    expect([totals.expense.actual, `-${totals.income.actual}`]).to.deep.equal([balance('6'), balance('7')]);
    expect(totals.result).to.deep.include({ actual: '273.00', variance: '273.00' });
    const late = await compared(id, 'as_of=2026-01-31');
    expect(late.totals.result.forecast).to.equal('223.00');
  });

  it('show what was known at an earlier moment', async () => {
    const budget = await made({ lines: [{ account: '61', amount: '12.00' }] });
    const moment = (budget['updated_at'] as string) ?? '';
    await books.firm.client.patch(path(`/${budget.id}`), { lines: [{ account: '61', amount: '24.00' }] });
    const query = `as_of=2025-03-31&known_at=${encodeURIComponent(moment)}`;
    expect((await compared(budget.id, query)).rows[0]!.budget).to.equal('12.00');
    expect((await compared(budget.id)).rows[0]!.budget).to.equal('24.00');
  });

  it('come from CSV as people write it, first as a trial', async () => {
    const { id } = await made({ lines: [{ account: '61', amount: '12.00' }] });
    const file = 'Compte;Libellé;Budget;Répartition\n61;Services;1.200,00;linéaire\n64;;"36,00";année précédente\n';
    const trial = await imported(id, file, CSV, { dry_run: '1' });
    expect(trial.status, trial.text).to.equal(200);
    expect(trial.body).to.deep.include({ dry_run: true, created: 1, updated: 1, unchanged: 0, removed: 0 });
    expect(trial.body.lines!.map(({ line, action, amount }) => [line, action, amount])).to.deep.equal([
      [2, 'updated', '1200.00'],
      [3, 'created', '36.00'],
    ]);
    const done = await imported(id, file, CSV);
    expect(done.body).to.deep.include({ dry_run: false, created: 1, updated: 1 });
    expect(done.body).not.to.have.property('lines');
    const again = await imported(id, file, CSV);
    expect(again.body).to.deep.include({ created: 0, updated: 0, unchanged: 2 });
    expect(again.headers.get('x-operation-id')).to.equal(null);
    const replaced = await imported(id, 'account,amount\n70,5\n', CSV, { mode: 'replace' });
    expect(replaced.body).to.deep.include({ created: 1, removed: 2 });
    const { body } = await books.firm.client.get<Budget>(path(`/${id}`));
    expect(body.lines.map(({ account, amount }) => [account, amount])).to.deep.equal([['70', '5.00']]);
  });

  it('come from a workbook by month', async () => {
    const { id } = await made();
    const sheet = sheetOf([
      ['Account', 'January', '2025-02', 'P3', 45748],
      [612200, 10.5, 0.30000000000000004, '1 234,50', 4],
    ]);
    const { status, body, text } = await imported(id, await workbookOf(sheet), XLSX, { dry_run: '1' });
    expect(status, text).to.equal(200);
    const [line] = body.lines!;
    expect((line!['periods'] as string[]).slice(0, 5)).to.deep.equal(['10.50', '0.30', '1234.50', '4.00', '0.00']);
    expect(line!['amount']).to.equal('1249.30');
  });

  it('tell what is wrong with a file line by line, and take none of it', async () => {
    const { id } = await made();
    const refused = async (content: string | Uint8Array, type = CSV) => {
      const { status, body, text } = await imported(id, content, type);
      expect(status, text).to.equal(422);
      return Object.keys(body.errors).sort();
    };
    const file = 'account;amount;p1\n61;12;\n99;12;\n62;abc;\n63;12;1\n64;;=A1\n65;;\n61;1;\n';
    expect(await refused(file)).to.deep.equal([
      ...[
        'lines.3.account',
        'lines.4.amount',
        'lines.5.periods',
        'lines.6.periods.1',
        'lines.7.amount',
        'lines.8.account',
      ],
    ]);
    expect(await refused('account;amount;p1\n61;12;\n99;12;\n63;12;1\n65;;\n')).to.deep.equal([
      ...['lines.3.account', 'lines.4.periods', 'lines.5.amount'],
    ]);
    expect(await refused('account;sum of it\n61;1\n')).to.deep.equal(['columns.2', 'columns.amount']);
    expect(await refused(Buffer.from('PK\u0003\u0004 no archive', 'latin1'), XLSX)).to.deep.equal(['file']);
    expect(await refused('account;amount\n')).to.deep.equal(['file']);
    const { body } = await books.firm.client.get<Budget>(path(`/${id}`));
    expect(body.lines).to.deep.equal([]);
    expect((await imported(1e9, 'account;amount\n61;1\n', CSV)).status).to.equal(404);
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
    const pages = pdfPages(pdf.content);
    expect(pages.join('\n')).to.include('Gecumuleerd resultaat').and.to.include('Niet gebudgetteerd');
    const detailed = await fetched('format=csv&by=period');
    const rows = parse(detailed.content, { delimiter: ';', relax_column_count: true, bom: true });
    expect(rows.length).to.be.above(24);
  });

  it('share what waits among the codes that its lines name', async () => {
    const connection = await books.service.core.pool.connect();
    try {
      await connection.query('BEGIN');
      const shares = [{ code_id: 7, share: '40.00' }, { code_id: 8, amount: '12.50' }, { code_id: 9 }];
      await connection.query(`UPDATE read.documents SET lines = jsonb_set(lines, '{0,analytics}', $1)`, [
        JSON.stringify(shares),
      ]);
      const { rows } = await connection.query<{ company_id: number }>('SELECT company_id FROM read.documents');
      const april = [{ starts_on: '2025-04-01', ends_on: '2025-04-30' }];
      const sums = await waitingByCode(connection, rows[0]!.company_id, april);
      const found = sums.map(({ analytic_code_id, period, balance }) => [analytic_code_id, period, balance]);
      expect(found.sort()).to.deep.equal([
        [7, 0, '20.00'],
        [8, 0, '12.50'],
        [9, 0, '50.00'],
      ]);
    } finally {
      await connection.query('ROLLBACK');
      connection.release();
    }
  });

  it('go by analytic code, and know what repeats', async () => {
    const { must, file, firm } = books;
    const code = async (name: string, fields: object = {}) =>
      (await must('/analytic-codes', { axis: 'PROJECT', code: name, label: `Project ${name}`, ...fields })).id;
    const bridge = await code('BRIDGE');
    const pier = await code('PIER', { parent_id: bridge });
    const branch = await code('LIEGE', { axis: 'BRANCH' });
    await must('/entries', {
      ...{ journal_id: file.journal('OD'), entry_date: '2025-05-05' },
      lines: [
        { account: '650000', debit: '100.00', analytics: [{ code: 'PIER', share: '100.00' }] },
        { account: '550000', credit: '100.00' },
      ],
    });
    await must('/recurring-entries', {
      ...{ kind: 'free', label: 'Interest', mode: 'propose' },
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
    expect(rows.map((row) => [row['analytic_code'], row['type'], row.actual, row.committed])).to.deep.equal([
      [null, 'expense', '100.00', '20.00'],
      ['BRIDGE', 'expense', '0.00', '5.00'],
      ['PIER', 'result', '-100.00', '-15.00'],
    ]);
    // A document that waits, and says nothing of codes, takes those of its supplier.
    const change = await firm.client.patch(`${file.path}/third-parties/${printerId}`, {
      analytics: [{ code: 'BRIDGE' }],
    });
    expect(change.status, change.text).to.equal(200);
    const waiting = await made({ lines: [{ amount: '0.00', analytic_code_id: bridge }] });
    expect((await compared(waiting.id)).rows[0]).to.deep.include({ committed: '-70.00' });
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
    const held = await firm.client.delete(`${file.path}/analytic-codes/${pier}`);
    expect(held.status, held.text).to.equal(422);
  });
});
