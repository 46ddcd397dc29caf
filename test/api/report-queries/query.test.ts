import { expect } from 'chai';
import fc from 'fast-check';
import type { AnswerBody } from '../../support/client.ts';
import { useBooks } from '../reports/books.ts';
import { rowsOf } from '../reports/naive.ts';
import { computePlainly, readPlainLines, type PlainQuery } from './plain.ts';

interface QueryAnswer extends AnswerBody {
  readonly columns: readonly { readonly key: string; readonly label: string; readonly kind: string }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly totals: readonly (string | number | null)[];
  readonly truncated: boolean;
}

const ACCOUNTS = ['100000', '400000', '440000', '550000', '604000', '613000', '700000', '757100'] as const;
const FIRST_DAY = Date.parse('2024-01-01');
const DAY = 86_400_000;

const day = fc.integer({ min: 0, max: 730 }).map((days) => new Date(FIRST_DAY + days * DAY).toISOString().slice(0, 10));
const entry = fc.record({
  entry_date: day,
  debit: fc.constantFrom(...ACCOUNTS),
  credit: fc.constantFrom(...ACCOUNTS),
  cents: fc.integer({ min: 1, max: 1_000_000 }),
  journal: fc.constantFrom('OD', 'VEN', 'ACH'),
  party: fc.nat({ max: 3 }),
  codes: fc.constantFrom<readonly string[]>([], ['P1'], ['P1-A', 'P2'], ['B1'], ['P2', 'B1']),
  vat: fc.constantFrom(undefined, undefined, 'S-21', 'S-6'),
});

const DIMENSIONS = [
  ...['account', 'account_prefix:1', 'account_prefix:3', 'journal', 'third_party', 'vat_code'],
  ...['analytic:PROJECT', 'month', 'quarter', 'fiscal_year'],
];
const span = fc.oneof(
  fc.tuple(day, day).map(([one, other]) => (one < other ? { from: one, to: other } : { from: other, to: one })),
  fc.constantFrom({ from: '2024-01-01', to: '2024-12-31' }, { from: '2024-07-01', to: '2025-06-30' }),
);
const some = <T>(values: readonly T[]) =>
  fc.option(fc.subarray([...values], { minLength: 1, maxLength: 2 }), { nil: undefined });
const question = fc.record({
  by: fc.subarray(DIMENSIONS, { minLength: 1, maxLength: 3 }),
  span,
  accounts: some(['4', '60-61', '7', '550000']),
  journals: fc.oneof(fc.constant(undefined), fc.constant(undefined), some(['OD', 'VEN'])),
  third_parties: fc.oneof(fc.constant(undefined), fc.constant(undefined), fc.constant(['A', 'B'])),
  analytics: fc.oneof(fc.constant(undefined), fc.constant(undefined), fc.constant(['P2'])),
  vat_codes: fc.oneof(fc.constant(undefined), fc.constant(undefined), fc.constant(['S-21'])),
  hasCount: fc.boolean(),
});

describe('A query over the ledger', () => {
  const books = useBooks();
  const { get, must } = books;
  const parties: { id: number; code: string }[] = [];
  const moments: string[] = [];

  const ask = (query: string) => get('query', query) as Promise<QueryAnswer>;
  const askWrong = async (query: string) => {
    const { status, body } = await books.firm.client.get<AnswerBody>(`${books.file.path}/reports/query?${query}`);
    expect(status, JSON.stringify(body)).to.equal(422);
    return body;
  };
  const toUrl = ({ by, from, to, knownAt, ...filters }: PlainQuery, measures: string) =>
    [
      `measures=${measures}&by=${by.map(encodeURIComponent).join(',')}&from=${from}&to=${to}`,
      ...Object.entries(filters).flatMap(([name, values]) => (values ? [`${name}=${values.join(',')}`] : [])),
      ...(knownAt === undefined ? [] : [`known_at=${knownAt}`]),
    ].join('&');

  /** The values of the columns in `by` and the measures of each row, as the plain computation has them. */
  const inShort = ({ columns, rows }: QueryAnswer, by: readonly string[]) => {
    const places = by.map((key) => columns.findIndex((column) => column.key === key));
    const values = columns.flatMap(({ kind }, place) => (kind === 'text' ? [] : [place]));
    return new Map(
      rows
        .map((row): [string, readonly string[]] => [
          JSON.stringify(places.map((place) => row[place])),
          values.map((place) => String(row[place])),
        ])
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  };

  before('open customers and codes', async () => {
    for (const code of ['A', 'B', 'C'])
      parties.push({
        id: (await must('/third-parties', { type: 'customer', name: `Customer ${code}`, code })).id,
        code,
      });
    const top = await must('/analytic-codes', { axis: 'PROJECT', code: 'P1', label: 'First' });
    await must('/analytic-codes', { axis: 'PROJECT', code: 'P1-A', label: 'Part', parent_id: top.id });
    await must('/analytic-codes', { axis: 'PROJECT', code: 'P2', label: 'Second' });
    await must('/analytic-codes', { axis: 'BRANCH', code: 'B1', label: 'Branch' });
    await must(`/fiscal-years/${books.file.fiscalYearId}/opening-balance`, {
      lines: [
        { account: '550000', debit: '5000.00' },
        { account: '400000', debit: '300.00', third_party_id: parties[0]!.id },
        { account: '100000', credit: '5300.00' },
      ],
    });
  });

  const postAll = async (entries: readonly (typeof entry extends fc.Arbitrary<infer One> ? One : never)[]) => {
    const sent = entries.map((one) => {
      const amount = (one.cents / 100).toFixed(2);
      const party = { third_party_id: parties[one.party]?.id };
      const shares = one.codes.filter((code) => code !== 'B1');
      const halves = shares.map((code) => ({ code, share: shares.length === 2 ? '50.00' : '100.00' }));
      const analytics = [...halves, ...(one.codes.includes('B1') ? [{ code: 'B1' }] : [])];
      return {
        journal_id: books.file.journal(one.journal),
        entry_date: one.entry_date,
        lines: [
          { account: one.debit, debit: amount, ...party, ...(analytics.length > 0 && { analytics }) },
          { account: one.credit, credit: amount, ...(one.vat && { vat_code: one.vat }) },
        ],
      };
    });
    await must('/entries/batch', { entries: sent });
    moments.push(new Date().toISOString());
  };

  const expectRight = async (query: PlainQuery, hasCount: boolean) => {
    const measures = `debit,credit,balance${hasCount ? ',count' : ''}`;
    const body = await ask(toUrl(query, measures));
    const lines = await readPlainLines(books.service.core, books.file.id);
    const plain = computePlainly(lines, query);
    const shown = hasCount ? plain : new Map([...plain].map(([key, values]) => [key, values.slice(0, 3)]));
    expect([...inShort(body, query.by)], toUrl(query, measures)).to.deep.equal([...shown]);
    const [debit, credit] = [...computePlainly(lines, { ...query, by: [] }).values()][0] ?? ['0.00', '0.00'];
    if (!query.by.includes('analytic:PROJECT') || query.analytics === undefined)
      expect(body.totals.slice(-measures.split(',').length).slice(0, 2)).to.deep.equal([debit, credit]);
  };

  it('equals a plain computation over the lines, whatever was posted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 4, maxLength: 12 }),
        fc.array(question, { minLength: 8, maxLength: 8 }),
        async (entries, questions) => {
          await postAll(entries);
          for (const { span: days, hasCount, ...query } of questions)
            await expectRight({ ...query, ...days }, hasCount);
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it('equals it at every moment of the past', async () => {
    await fc.assert(
      fc.asyncProperty(question, fc.nat({ max: moments.length - 1 }), async ({ span: days, by, hasCount }, index) => {
        await expectRight({ by, ...days, knownAt: moments[index]! }, hasCount);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  const compareWithTrialBalance = async (asOf: string) => {
    const trial = await get('trial-balance', `from=${asOf.slice(0, 4)}-01-01&to=${asOf}&without_closing=1`);
    const balances = new Map<string, number>();
    for (const { account, balance } of rowsOf(trial))
      balances.set(account.number, (balances.get(account.number) ?? 0) + Math.round(Number(balance) * 100));
    const expected = [...balances].filter(([, cents]) => cents !== 0).sort();
    for (const by of ['account', 'account,journal', 'account,month', 'account,vat_code', 'account,third_party']) {
      const body = await ask(`measures=balance&by=${by}&as_of=${asOf}`);
      const sums = new Map<string, number>();
      for (const row of body.rows) {
        const number = row[0] as string;
        sums.set(number, (sums.get(number) ?? 0) + Math.round(Number(row.at(-1)) * 100));
      }
      expect([...sums].filter(([, cents]) => cents !== 0).sort(), `${by} ${asOf}`).to.deep.equal(expected);
      expect(body.totals.at(-1)).to.equal('0.00');
    }
  };

  const compareMovements = async () => {
    const trial = await get('trial-balance', 'from=2024-01-01&to=2024-12-31&without_closing=1');
    const moved = await ask('measures=debit,credit&by=account_prefix:1&from=2024-01-01&to=2024-12-31');
    const { period_debit, period_credit } = trial.totals as Record<string, string>;
    expect(moved.totals.slice(-2)).to.deep.equal([period_debit, period_credit]);
  };

  it('gives balances at a day that equal the trial balance, before and after a year is closed', async () => {
    for (const asOf of ['2024-12-31', '2024-05-17', '2025-12-31', '2025-03-09']) await compareWithTrialBalance(asOf);
    await compareMovements();
    await must(`/fiscal-years/${books.file.fiscalYearId}/close`);
    for (const asOf of ['2024-12-31', '2025-12-31', '2025-03-09']) await compareWithTrialBalance(asOf);
    await compareMovements();
  });

  it('shows rubrics with the amounts of the income statement', async () => {
    const statement = await get('income-statement', 'from=2025-01-01&to=2025-12-31');
    const amounts = new Map(
      (statement.rows as { code: string; amount: string; is_sum: boolean; is_memo: boolean }[])
        .filter(({ is_sum, is_memo, amount }) => !is_sum && !is_memo && Number(amount) !== 0)
        .map(({ code, amount }) => [code, Math.abs(Number(amount))]),
    );
    const body = await ask('measures=balance&by=rubric&accounts=6,7&from=2025-01-01&to=2025-12-31');
    const shown = body.rows.map((row): [unknown, number] => [row[0], Math.abs(Number(row[2]))]);
    expect(shown.filter(([, amount]) => amount !== 0).sort()).to.deep.equal([...amounts].sort());
  });

  it('compares with the year before, month by month, and with the months before', async () => {
    const measures = 'measures=debit,balance&by=month';
    const body = await ask(`${measures}&from=2025-01-01&to=2025-12-31&compare=year`);
    const before = await ask(`${measures}&from=2024-01-01&to=2024-12-31`);
    expect(body.columns.map(({ key }) => key)).to.deep.equal([
      'month',
      'debit',
      'balance',
      'debit_compare',
      'balance_compare',
    ]);
    expect(body).to.deep.include({ compared_period: { from: '2024-01-01', to: '2024-12-31' } });
    const moved = new Map(before.rows.map(([month, ...values]) => [String(month).replace('2024', '2025'), values]));
    for (const [month, , , ...then] of body.rows)
      expect(then, String(month)).to.deep.equal(moved.get(String(month)) ?? ['0.00', '0.00']);
    expect(body.totals.slice(3)).to.deep.equal(before.totals.slice(1));
    const quarter = await ask('measures=debit&by=account_prefix:1&from=2025-04-01&to=2025-06-30&compare=period');
    const earlier = await ask('measures=debit&by=account_prefix:1&from=2025-01-01&to=2025-03-31');
    expect(quarter.totals[3]).to.equal(earlier.totals[2]);
    const days = await ask('measures=count&by=journal&from=2025-02-05&to=2025-02-14&compare=period');
    expect(days).to.deep.include({ compared_period: { from: '2025-01-26', to: '2025-02-04' } });
    const dayBefore = await ask('measures=balance&by=account&as_of=2025-06-30&compare=year');
    const then = await ask('measures=balance&by=account&as_of=2024-06-30');
    const toShown = (rows: QueryAnswer['rows'], place: number) =>
      rows.filter((row) => row[place] !== '0.00').map((row) => [row[0], row[place]]);
    expect(toShown(dayBefore.rows, 3)).to.deep.equal(toShown(then.rows, 2));
  });

  it('compares with a budget by account, month and code, and the totals are those of the budget', async () => {
    const code = (
      await books.firm.client.ok<readonly AnswerBody[]>(`${books.file.path}/analytic-codes?axis=PROJECT`)
    ).find((one) => one['code'] === 'P2')!;
    const budget = await must('/budgets', {
      name: 'Plan',
      fiscal_year_id: books.nextYear,
      lines: [
        { account: '70', amount: '12000.00' },
        { account: '604000', amount: '2400.00' },
        { account: '604000', analytic_code_id: code.id, amount: '1200.00' },
      ],
    });
    const compare = `compare=budget:${budget.id}`;
    const body = await ask(`measures=debit,balance&by=account&accounts=6,7&${compare}`);
    expect(body.columns.map(({ key }) => key)).to.deep.equal([
      'account',
      'account_label',
      'debit',
      'balance',
      'balance_compare',
    ]);
    const budgeted = body.rows.filter((row) => row[4] !== '0.00').map((row) => [row[0], row[4]]);
    expect(budgeted).to.deep.equal([
      ['604000', '2400.00'],
      ['70', '-12000.00'],
    ]);
    expect(body.totals[4]).to.equal('-9600.00');
    const byMonth = await ask(`measures=balance&by=month&accounts=60&${compare}`);
    expect(byMonth.rows.map(([, , then]) => then)).to.deep.equal(Array.from({ length: 12 }, () => '200.00'));
    const byCode = await ask(`measures=balance&by=analytic:PROJECT&accounts=60&${compare}`);
    expect(byCode.rows.map((row) => [row[0], row[3]]).filter(([, then]) => then !== '0.00')).to.deep.equal([
      ['P2', '1200.00'],
      [null, '1200.00'],
    ]);
    const cut = await askWrong(`measures=balance&by=account&from=2025-01-15&${compare}`);
    expect(cut.errors).to.have.all.keys('compare');
  });

  it('sorts, limits and tells what was left out, with the totals of all rows', async () => {
    const all = await ask('measures=balance,count&by=account&from=2024-01-01&to=2025-12-31');
    const body = await ask('measures=balance,count&by=account&from=2024-01-01&to=2025-12-31&sort=-balance&limit=2');
    expect(body).to.deep.include({ truncated: true, totals: all.totals });
    const sorted = [...all.rows].sort((one, other) => Number(other[2]) - Number(one[2]));
    expect(body.rows).to.deep.equal(sorted.slice(0, 2));
    expect(all).to.have.property('truncated', false);
    const parties = await ask('measures=balance&by=third_party&from=2024-01-01&to=2025-12-31&sort=-third_party');
    expect(parties.rows.map(([code]) => code)).to.deep.equal(['C', 'B', 'A', null]);
  });

  it('counts merged third parties together, and finds what a filter names by code or id', async () => {
    const sumUp = async (query: string) =>
      (await ask(`measures=debit&by=account_prefix:1&from=2024-01-01&to=2025-12-31&${query}`)).totals[2];
    const [a, b] = parties;
    const both = await sumUp('third_parties=A,B');
    expect(await sumUp(`third_parties=${a!.id},${b!.id}`)).to.equal(both);
    await must(`/third-parties/${b!.id}/merge`, { into: a!.id });
    expect(await sumUp('third_parties=A')).to.equal(both);
    expect(await sumUp(`third_parties=${b!.id}`)).to.equal(both);
    const byParty = await ask('measures=debit&by=third_party&from=2024-01-01&to=2025-12-31');
    expect(byParty.rows.map(([code]) => code)).to.deep.equal(['A', 'C', null]);
    expect(await sumUp(`journals=${books.file.journal('VEN')}`)).to.equal(await sumUp('journals=ven'));
    expect(await sumUp('analytics=P1')).to.equal(await sumUp('analytics=P1,P1-A'));
  });

  it('is sent as a file with the same data, in the language of the reader, and not again if nothing changed', async () => {
    const path = `${books.file.path}/reports/query?measures=debit,count&by=journal&from=2025-01-01&to=2025-12-31`;
    const json = await books.firm.client.get<QueryAnswer>(`${path}&lang=de`);
    expect(json.body.columns.map(({ label }) => label)).to.deep.equal(['Journal', 'Bezeichnung', 'Soll', 'Zeilen']);
    const proof = json.headers.get('x-export-fingerprint');
    for (const format of ['csv', 'xlsx', 'pdf']) {
      const file = await books.firm.client.get(`${path}&format=${format}`);
      expect([file.status, file.headers.get('x-export-fingerprint')], format).to.deep.equal([200, proof]);
    }
    const again = await books.firm.client.get(`${path}&lang=de`, {
      'If-None-Match': json.headers.get('etag')!,
    });
    expect(again.status).to.equal(304);
  });

  it('names what is wrong with each parameter, and takes no expressions', async () => {
    const wrong = await askWrong(
      'measures=debit,sum(credit)&by=account,account_prefix:0,analytic:&accounts=60;drop table,709-700&compare=never&sort=-balance&from=2025-02-30',
    );
    expect(wrong.errors).to.have.all.keys('from');
    const others = await askWrong(
      "measures=debit,sum(credit)&by=account,account_prefix:0,analytic:&accounts=60' or 1=1,709-700&compare=never&sort=-balance&limit=5",
    );
    expect(others.errors).to.have.all.keys('measures', 'by', 'accounts', 'compare', 'sort');
    expect((await askWrong('by=month')).errors).to.have.all.keys('measures');
    const unknown = await askWrong(
      "measures=debit&by=analytic:X&journals=QQ&vat_codes='&third_parties=-1&analytics=B1",
    );
    expect(unknown.errors).to.have.all.keys('by', 'journals', 'vat_codes', 'third_parties');
    const mixed = await askWrong('measures=debit&by=analytic:PROJECT&analytics=B1');
    expect(mixed.errors).to.have.all.keys('analytics');
    const both = await askWrong('measures=debit&by=month&as_of=2025-01-31&from=2025-01-01&compare=period');
    expect(both.errors).to.have.all.keys('as_of', 'compare');
    expect(
      (await askWrong('measures=debit&by=quarter&from=2025-01-01&to=2025-01-31&compare=period')).errors,
    ).to.have.all.keys('compare');
    expect((await askWrong('measures=debit&by=journal&compare=budget:1')).errors).to.have.all.keys('measures', 'by');
  });
});
