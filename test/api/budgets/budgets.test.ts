import { expect } from 'chai';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { buildSheet, buildWorkbook } from '../../support/workbooks.ts';
import { CSV, useBudgets, XLSX, type Budget } from './support.ts';

describe('Budgets', () => {
  const { books, path, made, errorsOf, imported } = useBudgets();

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
    await client.refused(409).patch(one, { name: 'Late' }, { 'X-Base-Version': '1' });
    await client.refused(422).patch(one, { fiscal_year_id: books.file.fiscalYearId });
    const gone = await client.delete(one);
    expect(gone.status).to.equal(204);
    await client.refused(404).get(one);
    await client.refused(404).get(`${one}/comparison`);
    await client.expect(200).post(`${books.file.path}/trash/budgets/${budget.id}/restore`);
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

  it('come from CSV as people write it, first as a trial', async () => {
    const { id } = await made({ lines: [{ account: '61', amount: '12.00' }] });
    const file = 'Compte;Libellé;Budget;Répartition\n61;Services;1.200,00;linéaire\n64;;"36,00";année précédente\n';
    const trial = await expectStatus(imported(id, file, CSV, { dry_run: '1' }), 200);
    expect(trial).to.deep.include({ dry_run: true, created: 1, updated: 1, unchanged: 0, removed: 0 });
    expect(trial.lines!.map(({ line, action, amount }) => [line, action, amount])).to.deep.equal([
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
    const sheet = buildSheet([
      ['Account', 'January', '2025-02', 'P3', 45748],
      [612200, 10.5, 0.30000000000000004, '1 234,50', 4],
    ]);
    const body = await expectStatus(imported(id, await buildWorkbook(sheet), XLSX, { dry_run: '1' }), 200);
    const [line] = body.lines!;
    expect((line!.periods as string[]).slice(0, 5)).to.deep.equal(['10.50', '0.30', '1234.50', '4.00', '0.00']);
    expect(line!.amount).to.equal('1249.30');
  });

  it('tell what is wrong with a file line by line, and take none of it', async () => {
    const { id } = await made();
    const refused = async (content: string | Uint8Array, type = CSV) => {
      const body = await expectStatus(imported(id, content, type), 422);
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
    await expectStatus(imported(1e9, 'account;amount\n61;1\n', CSV), 404);
  });
});
