import { expect } from 'chai';
import { Decimal } from 'decimal.js';
import type { AnswerBody } from '../../support/client.ts';
import type { TestCompany, TestFirm } from '../../support/service.ts';
import { expectBalanced, expectLedgerEqualsTrialBalance, totalsOf, useBooks } from './books.ts';
import { allLines, answeredSums, naiveSums, rowsOf, sorted, type NaiveOptions, type ReportRow } from './naive.ts';

/** Two years of a small company: the first is closed half way through these tests. */
describe('The reports of the ledger', () => {
  const books = useBooks();
  const { get, must, post, service } = books;
  let firm: TestFirm;
  let file: TestCompany;
  let nextYear: number;
  let alice: number;
  let bob: number;
  let carol: number;
  let printer: number;

  const party = async (type: string, name: string) => (await must('/third-parties', { type, name })).id;
  const naive = async (options: NaiveOptions) => sorted(naiveSums(await allLines(service.core, file.id), options));
  const row = (body: AnswerBody, number: string) =>
    rowsOf(body).find(({ account, provisional }) => account.number === number && !provisional);

  const FIRST = { from: '2024-01-01', to: '2024-12-31', yearStart: '2024-01-01' };
  const SECOND = { from: '2025-01-01', to: '2025-12-31', yearStart: '2025-01-01' };
  const MIDDLE = { from: '2025-02-05', to: '2025-03-15', yearStart: '2025-01-01' };
  const BOTH = { from: '2024-06-10', to: '2025-02-11', yearStart: '2024-01-01' };
  const queryOf = ({ from, to }: NaiveOptions) => `from=${from}&to=${to}`;

  before(async () => {
    ({ firm, file, nextYear } = books);
    [alice, bob, carol, printer] = await Promise.all([
      party('customer', 'Alice'),
      party('customer', 'Bob'),
      party('customer', 'Carol'),
      party('supplier', 'Imprimerie'),
    ]);
    await must(`/fiscal-years/${file.fiscalYearId}/opening-balance`, {
      lines: [
        { account: '550000', debit: '5000.00' },
        { account: '400000', debit: '300.00', third_party_id: bob, due_date: '2024-01-15' },
        { account: '100000', credit: '5300.00' },
      ],
    });
    await post(
      '2024-01-10',
      [
        ['400000', '1000.00', alice],
        ['700000', '-1000.00'],
      ],
      { due_date: '2024-02-09' },
    );
    await post(
      '2024-03-20',
      [
        ['604000', '300.00'],
        ['440000', '-300.00', printer],
      ],
      { due_date: '2024-04-19' },
    );
    await post('2024-06-15', [
      ['550000', '400.00'],
      ['400000', '-400.00', alice],
    ]);
    await post('2024-12-31', [
      ['400000', '50.00'],
      ['700000', '-50.00'],
    ]);
    await post(
      '2025-01-05',
      [
        ['400000', '200.00', bob],
        ['700000', '-200.00'],
      ],
      { due_date: '2025-03-01' },
    );
    await post(
      '2025-02-10',
      [
        ['604000', '80.00'],
        ['440000', '-80.00', printer],
      ],
      { journal_id: file.journal('ACH') },
    );
    await post('2025-02-11', [
      ['550000', '600.00'],
      ['400000', '-600.00', alice],
    ]);
    await post('2025-03-16', [
      ['400000', '70.00', carol],
      ['700000', '-70.00'],
    ]);
  });

  describe('before the first year is closed', () => {
    it('show a trial balance that equals the sum of the lines, over any days', async () => {
      for (const span of [FIRST, SECOND, MIDDLE, BOTH]) {
        const body = await get('trial-balance', queryOf(span));
        expect(sorted(answeredSums(body)), queryOf(span)).to.deep.equal(await naive(span));
        expectBalanced(body);
      }
    });

    it('show what was before a year on the accounts of the balance sheet, and its result apart', async () => {
      const body = await get('trial-balance', `fiscal_year_id=${nextYear}`);
      expect(body).to.deep.include({
        period: {
          fiscal_year: {
            id: nextYear,
            code: '2025',
            starts_on: '2025-01-01T00:00:00.000000Z',
            ends_on: '2025-12-31T00:00:00.000000Z',
          },
          from: '2025-01-01',
          to: '2025-12-31',
        },
        known_at: null,
        level: null,
        provisional: true,
      });
      expect(row(body, '700000')).to.include({
        opening_debit: '0.00',
        opening_credit: '0.00',
        period_credit: '270.00',
      });
      expect(row(body, '400000')).to.include({
        opening_debit: '950.00',
        opening_credit: '0.00',
        period_debit: '270.00',
        period_credit: '600.00',
        closing_debit: '620.00',
        closing_credit: '0.00',
        balance: '620.00',
        provisional: false,
      });
      const result = rowsOf(body).find(({ provisional }) => provisional);
      expect(result).to.deep.include({
        account: {
          id: file.account('140000'),
          number: '140000',
          label: 'Result of earlier fiscal years not yet closed',
        },
        opening_credit: '750.00',
        closing_credit: '750.00',
        balance: '-750.00',
      });
    });

    it('open the first year with what was brought along', async () => {
      const body = await get('trial-balance', `fiscal_year_id=${file.fiscalYearId}`);
      expect(body).to.include({ provisional: false });
      expect(row(body, '550000')).to.include({
        opening_debit: '5000.00',
        period_debit: '400.00',
        closing_debit: '5400.00',
      });
      expect(totalsOf(body)).to.deep.equal({
        opening_debit: '5300.00',
        opening_credit: '5300.00',
        period_debit: '1750.00',
        period_credit: '1750.00',
        closing_debit: '6650.00',
        closing_credit: '6650.00',
      });
    });

    it('group accounts by the first digits of their numbers, with the labels of the chart', async () => {
      const body = await get('trial-balance', `fiscal_year_id=${nextYear}&level=2&lang=nl`);
      expectBalanced(body);
      const accounts = await get('trial-balance', `fiscal_year_id=${nextYear}`);
      expect(totalsOf(body), 'the totals do not depend on the level').to.deep.equal(totalsOf(accounts));
      expect(rowsOf(body).map(({ account, provisional }) => [account.number, provisional])).to.deep.equal([
        ['10', false],
        ['140000', true],
        ['40', false],
        ['44', false],
        ['55', false],
        ['60', false],
        ['70', false],
      ]);
      const [capital, result] = rowsOf(body);
      expect(capital!.account).to.deep.equal({ id: file.account('10'), number: '10', label: 'Kapitaal' });
      expect(result!.account.label).to.match(/nog niet afgesloten/);
      const classes = await get('trial-balance', `fiscal_year_id=${nextYear}&level=1&account_from=4&account_to=5`);
      expect(
        rowsOf(classes).map(({ account, closing_debit, closing_credit }) => [
          account.number,
          closing_debit,
          closing_credit,
        ]),
      ).to.deep.equal([
        ['4', '620.00', '380.00'],
        ['5', '6000.00', '0.00'],
      ]);
    });

    it('read a trial balance in one round trip once the fiscal years are known, and notice when these change', async () => {
      const path = `${file.path}/reports/trial-balance?${queryOf(FIRST)}`;
      const first = await firm.client.get(path);
      const { pool } = service.core;
      const [query, connect] = [pool.query, pool.connect];
      const countUsed = async () => {
        const used = { queries: 0, connections: 0 };
        const counted =
          (name: keyof typeof used, original: (...given: never[]) => unknown) =>
          (...given: never[]): unknown => {
            used[name] += 1;
            return original.apply(pool, given);
          };
        Object.assign(pool, { query: counted('queries', query), connect: counted('connections', connect) });
        const answer = await firm.client.get(path).finally(() => Object.assign(pool, { query, connect }));
        return { used, answer };
      };
      let { used, answer: again } = await countUsed();
      // The service itself asks something each second.
      for (let more = 0; more < 3 && used.queries > 1; more += 1) ({ used, answer: again } = await countUsed());
      expect(used).to.deep.equal({ queries: 1, connections: 1 });
      expect(again.body).to.deep.equal(first.body);
      expect(again.headers.get('x-export-fingerprint')).to.equal(first.headers.get('x-export-fingerprint'));

      await firm.client.expect(200).patch(`${file.path}/fiscal-years/${file.fiscalYearId}`, { code: 'Y24' });
      const renamed = await firm.client.ok<{ period?: { fiscal_year?: { code: string } } }>(path);
      expect(renamed.period?.fiscal_year?.code).to.equal('Y24');
      await firm.client.expect(200).patch(`${file.path}/fiscal-years/${file.fiscalYearId}`, { code: '2024' });
    });

    it('narrow a trial balance to accounts, and show those at zero on demand', async () => {
      const narrow = await get('trial-balance', 'fiscal_year_id=' + nextYear + '&account_from=44&account_to=55');
      expect(rowsOf(narrow).map(({ account }) => account.number)).to.deep.equal(['440000', '550000']);
      const all = await get('trial-balance', `fiscal_year_id=${nextYear}&with_zero=1`);
      expect(rowsOf(all).length).to.be.above(100);
      expect(row(all, '570000')).to.include({ opening_debit: '0.00', closing_debit: '0.00' });
      expect(all.totals).to.deep.equal((await get('trial-balance', `fiscal_year_id=${nextYear}`)).totals);
    });

    it('show journals as posted, with totals by journal and period', async () => {
      const body = await get('journals', `fiscal_year_id=${nextYear}&per_page=3`);
      const numbers = (page: AnswerBody) =>
        (page.data as AnswerBody[]).map((entry) => [
          (entry.journal as { code: string }).code,
          (entry.entry_date as string).slice(0, 10),
        ]);
      expect(body).to.include({ total: 4, last_page: 2 });
      expect(numbers(body)).to.deep.equal([
        ['ACH', '2025-02-10'],
        ['OD', '2025-01-05'],
        ['OD', '2025-02-11'],
      ]);
      expect(numbers(await get('journals', `fiscal_year_id=${nextYear}&per_page=3&page=2`))).to.deep.equal([
        ['OD', '2025-03-16'],
      ]);
      expect(body.totals).to.deep.equal({ entries_count: 4, total_debit: '950.00', total_credit: '950.00' });
      const [purchases, others] = body.journals as AnswerBody[];
      expect(purchases).to.deep.include({ entries_count: 1, total_debit: '80.00' });
      expect((others!.periods as AnswerBody[]).map((period) => [period.label, period.total_debit])).to.deep.equal([
        ['January 2025', '200.00'],
        ['February 2025', '600.00'],
        ['March 2025', '70.00'],
      ]);
      const cut = await get('journals', `journal_id=${file.journal('OD')}&from=2025-02-11&to=2025-03-15`);
      expect(cut).to.deep.include({
        total: 1,
        totals: { entries_count: 1, total_debit: '600.00', total_credit: '600.00' },
      });
      const [only] = cut.journals as AnswerBody[];
      expect((only!.periods as AnswerBody[])[0]).to.include({ from: '2025-02-11', to: '2025-02-28' });
      const lines = (cut.data as AnswerBody[])[0]!.lines as AnswerBody[];
      expect(lines.map((line) => [line.debit, line.credit])).to.deep.equal([
        ['600.00', '0.00'],
        ['0.00', '600.00'],
      ]);
    });

    it('weigh third parties against their control accounts', async () => {
      const body = await get('third-party-balance', `type=customer&${queryOf(SECOND)}`);
      const balances = (body.data as (ReportRow & { third_party: { name: string } })[]).map((one) => [
        one.third_party.name,
        one.opening_debit,
        one.period_debit,
        one.period_credit,
        one.balance,
      ]);
      expect(balances).to.deep.equal([
        ['Alice', '600.00', '0.00', '600.00', '0.00'],
        ['Bob', '300.00', '200.00', '0.00', '500.00'],
        ['Carol', '0.00', '70.00', '0.00', '70.00'],
      ]);
      const trial = await get('trial-balance', queryOf(SECOND));
      const { accounts, ...reconciliation } = body.reconciliation as { accounts: ReportRow[] };
      expect(reconciliation).to.deep.equal({
        control_balance: '620.00',
        third_party_balance: '570.00',
        difference: '50.00',
      });
      const { provisional: _, currency, in_currency, ...control } = row(trial, '400000')!;
      expect([currency, in_currency]).to.deep.equal([null, null]);
      expect(accounts).to.deep.equal([control]);
      const first = await get('third-party-balance', `type=customer&${queryOf(FIRST)}`);
      expect((first.data as AnswerBody[]).map((one) => [one.opening_debit, one.period_debit])).to.deep.equal([
        ['0.00', '1000.00'],
        ['300.00', '0.00'],
      ]);
      const cut = await get('third-party-balance', `type=supplier&${queryOf(MIDDLE)}`);
      expect((cut.data as AnswerBody[])[0]).to.include({ opening_credit: '300.00', period_credit: '80.00' });
      expect(cut.reconciliation).to.include({ difference: '0.00' });
      const zero = await get('third-party-balance', `type=customer&${queryOf(FIRST)}&with_zero=1&per_page=2&page=2`);
      expect(zero).to.include({ total: 3 });
      expect(zero.totals).to.deep.equal(first.totals);
      expect((zero.data as AnswerBody[]).map((one) => one.balance)).to.deep.equal(['0.00']);
      const past = await get('third-party-balance', `type=customer&${queryOf(FIRST)}&page=9`);
      expect(past).to.deep.include({ data: [], total: 2, totals: first.totals });
    });

    it('tell how late open items are, and come to what open items come to', async () => {
      const body = await get('aged-balance', 'type=customer&as_of=2025-03-10');
      const rows = (body.data as (Record<string, string> & { third_party: { name: string } | null })[]).map((one) => [
        one.third_party?.name ?? null,
        one.not_due,
        one.days_1_30,
        one.days_over_90,
        one.total,
      ]);
      expect(rows).to.deep.equal([
        ['Alice', '0.00', '-600.00', '600.00', '0.00'],
        ['Bob', '0.00', '200.00', '300.00', '500.00'],
        [null, '0.00', '0.00', '0.00', '50.00'],
      ]);
      expect(body.totals).to.deep.equal({
        not_due: '0.00',
        days_1_30: '-400.00',
        days_31_60: '0.00',
        days_61_90: '50.00',
        days_over_90: '900.00',
        total: '550.00',
      });
      const items = await firm.client.get<AnswerBody[]>(
        `${file.path}/third-parties/${bob}/open-items?as_of=2025-03-10`,
      );
      const open = items.body.reduce((sum, item) => sum.plus(item.amount as string), new Decimal(0));
      expect(open.toFixed(2)).to.equal('500.00');
      const suppliers = await get('aged-balance', 'type=supplier&as_of=2025-02-10');
      expect(suppliers.totals).to.include({ not_due: '-80.00', days_over_90: '-300.00', total: '-380.00' });
      expect(await get('aged-balance', 'type=supplier&as_of=2024-01-01')).to.include({ total: 0 });
    });
  });

  describe('as the books go on', () => {
    it('follow a merge of third parties', async () => {
      await must(`/third-parties/${carol}/merge`, { into: bob });
      const body = await get('third-party-balance', `type=customer&${queryOf(SECOND)}`);
      expect((body.data as AnswerBody[]).map((one) => one.balance)).to.deep.equal(['0.00', '570.00']);
      const aged = await get('aged-balance', 'type=customer&as_of=2025-12-31');
      expect((aged.data as AnswerBody[]).map((one) => one.total)).to.deep.equal(['0.00', '570.00', '50.00']);
    });

    it('show a trial balance as it was known at a moment', async () => {
      const known = await post('2025-03-20', [
        ['604000', '11.00'],
        ['440000', '-11.00', printer],
      ]);
      const moment = known.created_at as string;
      const earlier = await get('trial-balance', `${queryOf(SECOND)}&known_at=${moment}`);
      expect(earlier).to.include({ known_at: moment, provisional: true });
      expect(row(earlier, '440000')).to.include({ period_credit: '91.00' });
      await must(`/entries/${known.id}/reverse`, { entry_date: '2025-03-21' });
      // An entry and its reversal settle one another on the day of the reversal.
      const owed = async (day: string) => totalsOf(await get('aged-balance', `type=supplier&as_of=${day}`)).total;
      expect([await owed('2025-03-20'), await owed('2025-03-21')]).to.deep.equal(['-391.00', '-380.00']);
      await post('2024-11-11', [
        ['604000', '9.00'],
        ['440000', '-9.00', printer],
      ]);
      const then = await get('trial-balance', `${queryOf(SECOND)}&known_at=${moment}`);
      expect(then).to.deep.equal(earlier);
      const now = await get('trial-balance', queryOf(SECOND));
      expect(row(now, '440000')).to.include({
        opening_credit: '309.00',
        period_debit: '11.00',
        period_credit: '91.00',
      });
      expect(sorted(answeredSums(now))).to.deep.equal(await naive(SECOND));
      for (const span of [SECOND, MIDDLE, BOTH]) {
        const body = await get('trial-balance', `${queryOf(span)}&known_at=${moment}`);
        expect(sorted(answeredSums(body))).to.deep.equal(await naive({ ...span, asOf: moment }));
        expectBalanced(body);
      }
    });

    it('show a general ledger that goes from the opening to the closing of the trial balance', async () => {
      for (const span of [FIRST, SECOND, MIDDLE]) await expectLedgerEqualsTrialBalance(books, queryOf(span));
      await expectLedgerEqualsTrialBalance(books, `${queryOf(BOTH)}&account_from=4&account_to=60`);
      const beyond = await get('general-ledger', `${queryOf(SECOND)}&page=99`);
      expect(beyond).to.deep.include({ data: [], accounts: [], from: null });
    });

    it('refuse what cannot be', async () => {
      const refused: readonly (readonly [string, string])[] = [
        ['trial-balance?fiscal_year_id=999999', 'fiscal_year_id'],
        ['trial-balance?from=2025-02-01&to=2025-01-01', 'to'],
        [`general-ledger?fiscal_year_id=${file.fiscalYearId}&to=2025-01-01`, 'to'],
        ['trial-balance?level=0', 'level'],
        ['trial-balance?account_from=4x', 'account_from'],
        ['trial-balance?known_at=yesterday', 'known_at'],
        ['trial-balance?lang=es', 'lang'],
        ['trial-balance?with_zero=perhaps', 'with_zero'],
        ['general-ledger?format=docx', 'format'],
        ['journals?journal_id=999999', 'journal_id'],
        ['third-party-balance', 'type'],
        ['aged-balance?type=bank', 'type'],
        ['aged-balance?type=customer&as_of=2025-02-30', 'as_of'],
      ];
      for (const [query, field] of refused) {
        const { status, body } = await firm.client.get(`${file.path}/reports/${query}`);
        expect(status, query).to.equal(422);
        expect(Object.keys(body.errors), query).to.deep.equal([field]);
      }
      for (const report of ['trial-balance', 'general-ledger', 'journals'])
        expect((await get(report, 'format=json')).period, 'today lies in no year: the last one').to.deep.include({
          from: '2025-01-01',
        });
      const { account } = rowsOf(await get('trial-balance', 'lang=de'))[0]!;
      expect(account.label).to.equal('Gezeichnetes Kapital');
    });
  });

  describe('after the first year is closed', () => {
    let earlier: AnswerBody;
    let open: AnswerBody;

    before('close it', async () => {
      open = await get('trial-balance', queryOf(SECOND));
      earlier = await get('trial-balance', queryOf(BOTH));
      await must(`/fiscal-years/${file.fiscalYearId}/close`);
    });

    it('show the same year with its result in its place', async () => {
      const closed = await get('trial-balance', queryOf(SECOND));
      expect(closed).to.include({ provisional: false });
      expectBalanced(closed);
      const placed = (body: AnswerBody) =>
        rowsOf(body).map(({ account, provisional: _, ...columns }) => ({ ...columns, number: account.number }));
      expect(placed(closed)).to.deep.equal(placed(open));
      expect(totalsOf(closed)).to.deep.equal(totalsOf(open));
      expect(sorted(answeredSums(closed))).to.deep.equal(await naive(SECOND));
    });

    it('show the closed year with and without the entries that closed it', async () => {
      const closed = await get('trial-balance', queryOf(FIRST));
      expect(row(closed, '700000')).to.include({
        period_debit: '1050.00',
        period_credit: '1050.00',
        closing_credit: '0.00',
      });
      expect(sorted(answeredSums(closed))).to.deep.equal(await naive(FIRST));
      const without = await get('trial-balance', `${queryOf(FIRST)}&without_closing=1`);
      expect(row(without, '700000')).to.include({ period_debit: '0.00', closing_credit: '1050.00' });
      expect(sorted(answeredSums(without))).to.deep.equal(await naive({ ...FIRST, withoutClosing: true }));
      for (const body of [closed, without]) expectBalanced(body);
    });

    it('never count twice what was carried over', async () => {
      for (const span of [BOTH, MIDDLE]) {
        const body = await get('trial-balance', queryOf(span));
        expect(sorted(answeredSums(body))).to.deep.equal(await naive(span));
        expectBalanced(body);
      }
      const without = await get('trial-balance', `${queryOf(BOTH)}&without_closing=1`);
      expect(row(without, '400000')).to.deep.equal(row(earlier, '400000'));
      for (const span of [FIRST, SECOND, MIDDLE]) await expectLedgerEqualsTrialBalance(books, queryOf(span));
      const body = await get('third-party-balance', `type=customer&${queryOf(SECOND)}`);
      expect(body.reconciliation).to.include({ control_balance: '620.00', difference: '50.00' });
      expect((await get('aged-balance', 'type=customer&as_of=2025-12-31')).totals).to.include({ total: '620.00' });
    });

    it('still show what was known before it was closed', async () => {
      const moment = new Date().toISOString();
      const now = await get('trial-balance', `${queryOf(SECOND)}&known_at=${moment}`);
      expect(sorted(answeredSums(now))).to.deep.equal(
        sorted(answeredSums(await get('trial-balance', queryOf(SECOND)))),
      );
      expect(now).to.include({ provisional: false });
      const { rows } = await service.core.pool.query<{ moment: string }>(
        `SELECT max(created_at) AS moment FROM read.entries WHERE company_id = $1 AND layer <> 'closing' AND origin NOT IN ('appropriation', 'opening')`,
        [file.id],
      );
      const then = await get('trial-balance', `${queryOf(SECOND)}&known_at=${rows[0]!.moment}`);
      expect({ ...then, known_at: null }).to.deep.equal(open);
    });

    it('agree with the ledgers and balances of single accounts and with the dashboard', async () => {
      const account = file.account('400000');
      const path = `${file.path}/accounts/${account}`;
      const ledger = await firm.client.get(`${path}/ledger?from=2025-01-02`);
      expect(ledger.body).to.include({ opening_balance: '950.00', closing_balance: '620.00', total: 3 });
      const whole = await firm.client.get(`${path}/ledger`);
      expect(whole.body).to.include({ opening_balance: '0.00', closing_balance: '620.00', total: 7 });
      const { body } = await firm.client.get(`${path}/balance`);
      expect(body).to.include({ balance: '620.00' });
      const income = await firm.client.get(`${file.path}/accounts/${file.account('700000')}/ledger?from=2025-02-01`);
      expect(income.body).to.include({ opening_balance: '-200.00', closing_balance: '-270.00' });
      const behind = await firm.client.get(`${file.path}/accounts/${file.account('700000')}/ledger?from=2026-01-01`);
      expect(behind.body, 'as the trial balance of days behind the last year').to.include({ opening_balance: '0.00' });
      const dashboard = await firm.client.get(`${file.path}/dashboard?fiscal_year_id=${file.fiscalYearId}`);
      expect(dashboard.body).to.include({
        turnover: '1050.00',
        result: '741.00',
        cash: '5400.00',
        open_customers: '950.00',
      });
      const next = await firm.client.get(`${file.path}/dashboard?fiscal_year_id=${nextYear}`);
      expect(next.body).to.include({ turnover: '270.00', cash: '6000.00', open_customers: '620.00' });
    });

    it('are what they were once it is opened again', async () => {
      await must(`/fiscal-years/${file.fiscalYearId}/reopen`);
      const reopened = await get('trial-balance', queryOf(SECOND));
      expect(reopened).to.deep.equal(open);
      await expectLedgerEqualsTrialBalance(books, queryOf(SECOND));
    });

    it('follow a customer over all accounts on which something is owed', async () => {
      const path = `${file.path}/third-parties/${alice}`;
      const name = async (account: string) =>
        expect((await firm.client.patch(path, { account_id: file.account(account) })).status).to.equal(200);
      await name('416000');
      await post('2025-05-01', [
        ['416000', '60.00', alice],
        ['700000', '-60.00'],
      ]);
      await name('400000');
      // What is doubtful is owed all the same; a cost that names a customer is not.
      await post('2025-05-02', [
        ['407000', '25.00', alice],
        ['400000', '-25.00', alice],
        ['604000', '7.00', alice],
        ['550000', '-7.00'],
      ]);
      const body = await get('third-party-balance', `type=customer&${queryOf(SECOND)}`);
      const balances = body.data as (ReportRow & { third_party: { id: number } })[];
      expect(balances.find((one) => one.third_party.id === alice)).to.include({ balance: '60.00' });
      const { accounts, ...weighed } = body.reconciliation as { accounts: ReportRow[] };
      expect(accounts.map(({ account }) => account.number)).to.deep.equal(['400000', '407000', '416000']);
      expect(weighed).to.include({ control_balance: '680.00', difference: '50.00' });
      expect(totalsOf(await get('aged-balance', 'type=customer&as_of=2025-12-31'))).to.include({ total: '680.00' });
    });
  });
});
