import { expect } from 'chai';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Rubric {
  readonly code: string;
  readonly amount: string;
  readonly previous_amount: string | null;
}

/** The same little year in three countries: capital, a sale, a purchase; the second year a sale more. */
const COUNTRIES = {
  BE: { bank: '550000', capital: '100000', sale: '700000', purchase: '604000' },
  FR: { bank: '512000', capital: '101000', sale: '707000', purchase: '606400' },
  LU: { bank: '513101', capital: '101', sale: '70311', purchase: '60313' },
} as const;
type Country = keyof typeof COUNTRIES;

describe('The statements of a company', () => {
  const service = useService();
  let firm: TestFirm;
  const files = {} as Record<Country, TestCompany>;
  const years = {} as Record<Country, readonly [number, number]>;

  const asked = async (country: Country, report: string, query = '') =>
    firm.client.get(`${files[country].path}/reports/${report}?${query}`);
  const get = (country: Country, report: string, query = ''): Promise<AnswerBody> =>
    expectStatus(asked(country, report, query), 200);
  const must = async (country: Country, path: string, sent: object): Promise<AnswerBody> => {
    const { status, text, body } = await firm.client.post(`${files[country].path}${path}`, sent);
    expect(status, text).to.be.within(200, 201);
    return body;
  };
  const amountOf = (rows: unknown, code: string) => {
    const found = (rows as readonly Rubric[]).find((row) => row.code === code);
    return found && [found.amount, found.previous_amount];
  };
  const statementOf = (body: AnswerBody, key: string) =>
    (body.statements as readonly { readonly key: string; readonly rows: readonly Rubric[] }[]).find(
      (statement) => statement.key === key,
    )!.rows;

  before('books of three countries', async () => {
    firm = await service.newFirm();
    for (const country of ['BE', 'FR', 'LU'] as const) {
      files[country] = await service.newCompany(firm.client, {
        country_pack: country,
        country,
        fiscal_year: { starts_on: '2024-01-01', ends_on: '2024-12-31' },
      });
      const next = await must(country, '/fiscal-years', { starts_on: '2025-01-01', ends_on: '2025-12-31' });
      years[country] = [files[country].fiscalYearId, next.id];
      await must(country, '/fiscal-years', { starts_on: '2026-01-01', ends_on: '2026-12-31' });
      const { capital, sale, purchase, bank } = COUNTRIES[country];
      for (const [date, debit, credit, amount] of [
        ['2024-01-02', bank, capital, '5000.00'],
        ['2024-03-10', bank, sale, '1000.00'],
        ['2024-04-10', purchase, bank, '300.00'],
        ['2025-05-10', bank, sale, '400.00'],
      ] as const)
        await must(country, '/entries', {
          journal_id: files[country].journal('OD'),
          entry_date: date,
          lines: [
            { account: debit, debit: amount },
            { account: credit, credit: amount },
          ],
        });
    }
  });

  const TOTALS: Readonly<
    Record<Country, readonly [assets: string, liabilities: string, result: string, full: string]>
  > = {
    BE: ['20/58', '10/49', '9905', 'm02'],
    FR: ['CO', 'EE', 'HN', '2050'],
    LU: ['201', '405', '669', 'ecdf-full-capital'],
  };

  for (const country of ['BE', 'FR', 'LU'] as const) {
    const [assets, liabilities, result, full] = TOTALS[country];

    it(`are a balance sheet and an income statement with the year before beside: ${country}`, async () => {
      const sheet = await get(country, 'balance-sheet', `fiscal_year_id=${years[country][1]}`);
      expect(sheet).to.deep.include({ previous_period: { from: '2024-01-01', to: '2024-12-31' }, provisional: true });
      expect(amountOf(sheet.assets, assets)).to.deep.equal(['6100.00', '5700.00']);
      expect(amountOf(sheet.liabilities, liabilities)).to.deep.equal(['6100.00', '5700.00']);
      expect(sheet.totals).to.include({ difference: '0.00' });
      const income = await get(country, 'income-statement', `fiscal_year_id=${years[country][1]}`);
      expect(amountOf(income.rows, result)).to.deep.equal(['400.00', '700.00']);
      expect(income.totals).to.deep.equal({ result: '400.00', previous_result: '700.00' });
    });

    it(`show the model of the company, with its official codes and its controls: ${country}`, async () => {
      const body = await get(country, 'annual-accounts', `fiscal_year_id=${years[country][0]}&with_zero=1`);
      expect(body).to.deep.include({ is_consistent: true, previous_period: null });
      expect(body.model).to.include({ code: full, scheme: 'full' });
      expect(amountOf(statementOf(body, 'assets'), assets)).to.deep.equal(['5700.00', null]);
      expect(amountOf(statementOf(body, 'income'), result)).to.deep.equal(['700.00', null]);
      const controls = body.controls as readonly { readonly code: string; readonly holds: boolean }[];
      expect(controls.map(({ code }) => code)).to.include.members([
        'balance_sheet_balances',
        'sums_add_up',
        'result_agrees',
      ]);
      const short = await get(country, 'annual-accounts', `fiscal_year_id=${years[country][0]}&scheme=abbreviated`);
      expect(short.model).to.include({ scheme: 'abbreviated' });
      expect(short).to.include({ is_consistent: true });
    });

    it(`are printed without the controls of the service: ${country}`, async () => {
      const { text } = await asked(
        country,
        'annual-accounts',
        `fiscal_year_id=${years[country][0]}&format=CSV&lang=en`,
      );
      expect(text)
        .to.contain(result)
        .and.not.match(/control|passes|fails|holds/i);
    });

    it(`are whole and empty for a year without an entry: ${country}`, async () => {
      for (const report of [
        'balance-sheet',
        'income-statement',
        'annual-accounts',
        'cash-flow',
        'comparison',
        'key-figures',
      ])
        await get(
          country,
          report,
          'from=2026-01-01&to=2026-12-31'.replace(/.*/, (days) => (report === 'annual-accounts' ? '' : days)),
        );
      const income = await get(country, 'income-statement', 'from=2026-01-01&to=2026-12-31');
      expect(income.totals).to.deep.equal({ result: '0.00', previous_result: '400.00' });
    });

    it(`count income and expenses of the days asked for alone, and all else at their end: ${country}`, async () => {
      const days = 'from=2024-04-01&to=2024-06-30';
      const income = await get(country, 'income-statement', days);
      expect(income.totals).to.include({ result: '-300.00' });
      expect(amountOf(income.rows, result)).to.deep.equal(['-300.00', null]);
      // The result of the year until then: the balance sheet would not balance without what came before.
      const sheet = await get(country, 'balance-sheet', days);
      expect(amountOf(sheet.assets, assets)).to.deep.equal(['5700.00', null]);
      expect(sheet.totals).to.include({ difference: '0.00' });
      const valueOf = async (key: string) => {
        const { figures } = (await get(country, 'key-figures', days)) as unknown as { readonly figures: AnswerBody[] };
        return figures.find((figure) => figure.key === key)!.value;
      };
      expect([await valueOf('turnover'), await valueOf('result'), await valueOf('cash')]).to.deep.equal([
        ...['0.00', '-300.00', '5700.00'],
      ]);
      const { sale, purchase, bank } = COUNTRIES[country];
      const compared = await get(country, 'comparison', `${days}&compare_from=2024-01-01&compare_to=2024-03-31`);
      const rows = compared.rows as readonly { code: string; amount: string; compared_amount: string }[];
      const found = [bank, purchase, sale].map((code) => rows.find((row) => row.code === code)!);
      expect(found.map(({ amount, compared_amount }) => [amount, compared_amount])).to.deep.equal([
        ['5700.00', '6000.00'],
        ['300.00', '0.00'],
        ['0.00', '-1000.00'],
      ]);
    });

    it(`tell ratios with their rubrics: ${country}`, async () => {
      const body = await get(country, 'key-figures', `fiscal_year_id=${years[country][1]}`);
      const figures = body.figures as readonly {
        key: string;
        value: string | null;
        previous_value: string | null;
        rubrics: readonly unknown[];
      }[];
      const margin = figures.find(({ key }) => key === 'net_margin')!;
      expect([margin.value, margin.previous_value]).to.deep.equal(['100.00', '70.00']);
      expect(figures.every(({ rubrics }) => rubrics.length > 0)).to.equal(true);
      expect(figures.find(({ key }) => key === 'current_ratio')!.value).to.equal(null);
    });
  }

  it('show as the result of the year what the income statement shows, and earlier ones as carried forward', async () => {
    for (const [country, ofYear, carried] of [
      ['FR', 'DI', 'DH'],
      ['LU', '321', '319'],
    ] as const) {
      const sheet = await get(country, 'balance-sheet', `fiscal_year_id=${years[country][1]}`);
      expect(amountOf(sheet.liabilities, ofYear), country).to.deep.equal(['400.00', '700.00']);
      expect(amountOf(sheet.liabilities, carried), country).to.deep.equal(['700.00', '0.00']);
    }
  });

  it('of an open Belgian year are a draft with what is brought forward, and the same once it is closed', async () => {
    const file = await service.newCompany(firm.client, {
      fiscal_year: { starts_on: '2024-01-01', ends_on: '2024-12-31' },
    });
    const post = (entry_date: string, debit: string, credit: string, amount: string) =>
      firm.client.created(`${file.path}/entries`, {
        journal_id: file.journal('OD'),
        entry_date,
        lines: [
          { account: debit, debit: amount },
          { account: credit, credit: amount },
        ],
      });
    await post('2024-03-01', '550000', '700000', '1000.00');
    await firm.client.expect(200).post(`${file.path}/fiscal-years/${file.fiscalYearId}/close`, {});
    const list = await firm.client.get<{ id: number; starts_on: string }[]>(`${file.path}/fiscal-years`);
    const year = list.body.find(({ starts_on }) => starts_on.startsWith('2025'))!.id;
    await post('2025-03-01', '604000', '550000', '400.00');
    const read = async () => {
      const body = await firm.client.ok(`${file.path}/reports/annual-accounts?fiscal_year_id=${year}`);
      const rows = statementOf(body, 'appropriation');
      return [body.provisional, ...['14P', '9906', '(14)'].map((code) => amountOf(rows, code)?.[0])];
    };
    expect(await read()).to.deep.equal([true, '1000.00', '600.00', '600.00']);
    await firm.client.expect(200).post(`${file.path}/fiscal-years/${year}/close`, {});
    expect(await read()).to.deep.equal([false, '1000.00', '600.00', '600.00']);
  });

  it('name the result of an earlier year that is not closed, which stands on no account yet', async () => {
    for (const country of ['BE', 'FR', 'LU'] as const)
      for (const lang of ['fr', 'nl', 'en', 'de']) {
        const query = `fiscal_year_id=${years[country][1]}&lang=${lang}`;
        const balance = (await get(country, 'trial-balance', query)).rows as readonly {
          readonly account: { readonly number: string; readonly label: string };
          readonly provisional: boolean;
        }[];
        const { number, label } = balance.find(({ provisional }) => provisional)!.account;
        const rows = (await get(country, 'comparison', query)).rows as readonly { code: string; label: string }[];
        expect(rows.find(({ code }) => code === number)?.label, `${country} ${lang}`).to.equal(label);
      }
  });

  it('compare two periods by account and by rubric', async () => {
    const body = await get('BE', 'comparison', 'from=2025-01-01&to=2025-12-31');
    const rows = body.rows as readonly { code: string; difference: string; percent: string | null }[];
    expect(rows.find(({ code }) => code === '700000')).to.deep.include({ difference: '600.00', percent: '60.00' });
    const other = await get(
      'BE',
      'comparison',
      'from=2024-01-01&to=2024-12-31&compare_from=2025-01-01&compare_to=2025-12-31&by=rubric',
    );
    const rubrics = other.rows as readonly { code: string; difference: string; percent: string | null }[];
    expect(rubrics.find(({ code }) => code === '9905')).to.deep.include({ difference: '300.00', percent: '75.00' });
  });

  it('tell what came in and went out by month, and what is to come', async () => {
    const customer = await must('BE', '/third-parties', { type: 'customer', name: 'Alice' });
    await must('BE', '/entries', {
      journal_id: files.BE.journal('OD'),
      entry_date: '2025-06-01',
      due_date: '2025-09-15',
      lines: [
        { account: '400000', debit: '121.00', third_party_id: customer.id },
        { account: '700000', credit: '121.00' },
      ],
    });
    const body = await get('BE', 'cash-flow', 'from=2025-01-01&to=2025-12-31&as_of=2025-06-30');
    const months = body.months as readonly { month: string; nature: string; net: string; cash_at_end: string }[];
    expect(body).to.include({ opening_cash: '5700.00' });
    expect(months).to.have.length(7);
    expect(months[4]).to.deep.include({ month: '2025-05', nature: 'actual', net: '400.00', cash_at_end: '6100.00' });
    expect(months[6]).to.deep.include({ month: '2025-09', nature: 'expected', net: '121.00', cash_at_end: '6221.00' });
  });

  it('are what was known at a moment', async () => {
    await expectStatus(asked('BE', 'balance-sheet', 'known_at=2020-01-01'), 422);
    const now = new Date().toISOString();
    const before = await get('BE', 'income-statement', `fiscal_year_id=${years.BE[1]}&known_at=${now}`);
    await must('BE', '/entries', {
      journal_id: files.BE.journal('OD'),
      entry_date: '2025-07-01',
      lines: [
        { account: '550000', debit: '50.00' },
        { account: '700000', credit: '50.00' },
      ],
    });
    const later = await get('BE', 'income-statement', `fiscal_year_id=${years.BE[1]}&known_at=${now}`);
    expect(later).to.deep.equal(before);
    const after = await get('BE', 'income-statement', `fiscal_year_id=${years.BE[1]}`);
    expect((after.totals as Record<string, string>).result).to.not.equal(
      (before.totals as Record<string, string>).result,
    );
  });

  it('follow the settings of the company', async () => {
    await firm.client.expect(200).patch(`${files.BE.path}/settings`, {
      annual_accounts: {
        scheme: 'micro',
        general_meeting_date: '2026-06-01',
        directors: [{ first_name: 'Alice', last_name: 'Dupont', function: 'Gérante' }],
        valuation_rules: 'Au prix d’acquisition.\nStocks : FIFO.',
      },
    });
    const body = await get('BE', 'annual-accounts', `fiscal_year_id=${years.BE[1]}`);
    expect(body.model).to.include({ code: 'm07', scheme: 'micro' });
    expect(body).to.include({ general_meeting_date: '2026-06-01', directors: 'Alice Dupont, Gérante' });
    const csv = await asked('BE', 'annual-accounts', `fiscal_year_id=${years.BE[1]}&format=csv&lang=fr`);
    expect(csv.text).to.contain('Alice Dupont').and.contain('Stocks : FIFO.').and.contain('Règles d’évaluation');
  });

  it('refuse days and years that there are not', async () => {
    for (const [query, field] of [
      ['balance-sheet?from=2025-02-01&to=2025-01-01', 'to'],
      ['income-statement?fiscal_year_id=999999', 'fiscal_year_id'],
      ['annual-accounts?fiscal_year_id=999999', 'fiscal_year_id'],
      ['annual-accounts?scheme=huge', 'scheme'],
      ['cash-flow?as_of=2025-02-30', 'as_of'],
      ['comparison?compare_from=2025-02-01&compare_to=2025-01-01', 'compare_to'],
      ['comparison?compare_fiscal_year_id=999999', 'compare_fiscal_year_id'],
      ['comparison?by=weather', 'by'],
      ['key-figures?from=yesterday', 'from'],
      ['key-figures?format=docx', 'format'],
    ] as const) {
      const { status, body } = await firm.client.get(`${files.BE.path}/reports/${query}`);
      expect(status, query).to.equal(422);
      expect(Object.keys(body.errors), query).to.deep.equal([field]);
    }
  });
});
