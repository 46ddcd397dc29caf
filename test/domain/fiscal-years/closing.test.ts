import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile } from '../../../domain/company-file.ts';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import type { ChartVariant, CountryCode } from '../../../domain/country-packs/pack.ts';
import { findClosingIssues } from '../../../domain/fiscal-years/closing-checks.ts';
import { LANGUAGES, type Language } from '../../../domain/language.ts';
import { MAX_LINES } from '../../../domain/ledger/entry.ts';
import { isRefusal, type Refusal } from '../../../domain/refusal.ts';
import { buildCreateRecord } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { booksOf, closedData, NO_OPENING, postedIn, YEAR, type Books, type Line } from './support.ts';

const given = givenFor(companyFile);

const BANKS: Readonly<Record<CountryCode, string>> = { BE: '550000', FR: '512000', LU: '513101' };
/** Beginnings of the numbers of commitments, where the chart has such accounts. */
const COMMITMENTS: Readonly<Record<CountryCode, readonly string[]>> = { BE: ['00', '01'], FR: ['801', '809'], LU: [] };

/** Accounts to post to in a chart: an expense, an income, the bank, and commitments off the balance sheet. */
function samplesOf(country: CountryCode, { file }: Books) {
  const accounts = [...file.records['accounts']!.byId.entries()].map(([, { data }]) => data);
  const postable = (start: string) =>
    accounts.find((data) => (data['number'] as string).startsWith(start) && data['is_postable'])!['number'] as string;
  return {
    cost: postable('61'),
    sale: postable('70'),
    bank: BANKS[country],
    commitments: COMMITMENTS[country].map(postable),
  };
}

describe('closing a fiscal year', () => {
  /** Where a profit of 40.00 and a loss of 60.00 go: account of the appropriation, account of equity. */
  const transfers: readonly (readonly [CountryCode, ChartVariant, (string | null)[], (string | null)[]])[] = [
    ['BE', 'capital', ['693', '140000'], ['793', '141000']],
    ['BE', 'no_capital', ['693', '140000'], ['793', '141000']],
    ['BE', 'association', ['692', '140000'], ['792', '141000']],
    ['FR', 'capital', [null, '120000'], [null, '129000']],
    ['FR', 'no_capital', [null, '120000'], [null, '129000']],
    ['FR', 'association', [null, '120000'], [null, '129000']],
    ['LU', 'capital', [null, '142'], [null, '142']],
    ['LU', 'no_capital', [null, '142'], [null, '142']],
    ['LU', 'association', [null, '142'], [null, '142']],
  ];
  it('is tried with every chart', () => {
    expect(transfers.map(([country, variant]) => [country, variant])).to.deep.equal(
      countryPacks.flatMap(({ code, charts }) => charts.map(({ variant }) => [code, variant])),
    );
  });

  for (const [country, variant, profitAccounts, lossAccounts] of transfers) {
    const open = booksOf(country, variant);
    const { cost, sale, bank, commitments } = samplesOf(country, open);
    const earning = open.post('2026-03-31', [bank, '100.00', '0.00'], [sale, '0.00', '100.00']);
    const spent = (books: Books, amount: string) =>
      books.post('2026-12-31', [cost, amount, '0.00'], [bank, '0.00', amount]);

    it(`takes a profit to equity: ${country} ${variant}`, () => {
      const [through, equity] = profitAccounts as [string | null, string];
      const before = spent(earning, '60.00');
      const books = before.do(before.closing());
      expect(closedData(books)).to.deep.include({ id: YEAR, version: 2, result: '40.00' });
      const zeroing: Line[] = [
        [cost, '0.00', '60.00'],
        [sale, '100.00', '0.00'],
      ];
      if (through === null) {
        expect(books.posted('appropriation')).to.deep.equal([]);
        expect(books.posted('closing')).to.have.deep.members([...zeroing, [equity, '0.00', '40.00']]);
      } else {
        expect(books.posted('appropriation')).to.deep.equal([
          [equity, '0.00', '40.00'],
          [through, '40.00', '0.00'],
        ]);
        expect(books.posted('closing')).to.have.deep.members([...zeroing, [through, '0.00', '40.00']]);
      }
      expect(books.posted('opening')).to.deep.equal([
        [country === 'LU' ? '1411' : equity, '0.00', '40.00'],
        [bank, '40.00', '0.00'],
      ]);
    });

    it(`takes a loss to equity: ${country} ${variant}`, () => {
      const [through, equity] = lossAccounts as [string | null, string];
      const before = spent(earning, '160.00');
      const books = before.do(before.closing());
      expect(closedData(books)).to.include({ result: '-60.00' });
      if (through !== null)
        expect(books.posted('appropriation')).to.deep.equal([
          [equity, '60.00', '0.00'],
          [through, '0.00', '60.00'],
        ]);
      expect(books.balances()).to.deep.equal({ [equity]: '60.00', [bank]: '-60.00' });
      const waiting = country === 'LU' ? '1411' : equity;
      expect(books.balances(closedData(books).next_fiscal_year_id)).to.deep.equal({
        [waiting]: '60.00',
        [bank]: '-60.00',
      });
    });

    if (commitments.length > 0)
      it(`carries what is off the balance sheet: ${country} ${variant}`, () => {
        const [one, other] = commitments as [string, string];
        const before = open.post('2026-05-01', [one, '7.00', '0.00'], [other, '0.00', '7.00']);
        const books = before.do(before.closing());
        expect(books.posted('closing')).to.deep.equal([]);
        expect(books.posted('opening')).to.deep.equal([
          [one, '7.00', '0.00'],
          [other, '0.00', '7.00'],
        ]);
      });
  }

  const belgian = booksOf();
  const profit = belgian.post('2026-06-30', ['550000', '100.00', '0.00'], ['700000', '0.00', '100.00']);

  it('is one operation: the next year, the entries at their dates and numbers, and last the closing', () => {
    const books = profit.do(profit.closing());
    expect(books.latest.map(({ type }) => type)).to.deep.equal([
      'FiscalYearOpened',
      'EntryPosted',
      'EntryPosted',
      'EntryPosted',
      'FiscalYearClosed',
    ]);
    const [next] = books.latest;
    expect(next!.data).to.include({ code: '2027', starts_on: '2027-01-01', ends_on: '2027-12-31' });
    const entries = postedIn(books.latest);
    expect(
      entries.map(({ origin, layer, entry_date, number, fiscal_year_code, journal_code }) => [
        origin,
        layer,
        entry_date,
        number,
        fiscal_year_code,
        journal_code,
      ]),
    ).to.deep.equal([
      ['appropriation', undefined, '2026-12-31', 2, '2026', 'OD'],
      ['closing', 'closing', '2026-12-31', 3, '2026', 'OD'],
      ['opening', 'carried', '2027-01-01', 1, '2027', 'OD'],
    ]);
    const [appropriation, closing, opening] = entries;
    expect(closedData(books)).to.deep.equal({
      id: YEAR,
      version: 2,
      next_fiscal_year_id: (next!.data as { id?: number }).id,
      result: '100.00',
      appropriation_entry_id: appropriation!.id,
      closing_entry_id: closing!.id,
      opening_entry_id: opening!.id,
    });
    for (const { lines, third_party_id } of entries) {
      expect(third_party_id).to.equal(null);
      expect(lines.every((line) => line.third_party_id === null && line.due_date === undefined)).to.equal(true);
    }
  });

  it('opens a next year of twelve months with periods as long as before, and takes one that is there', () => {
    const quarters = booksOf().do({
      type: 'UpdateFiscalYear',
      id: YEAR,
      periodIds: Array.from({ length: 25 }, (_, index) => 700 + index),
      changes: { ends_on: '2027-02-28' },
      baseVersion: null,
    });
    const [opened] = quarters.do(quarters.closing()).latest;
    expect(opened!.data).to.include({ code: '2028', starts_on: '2027-03-01', ends_on: '2028-02-29' });
    const requested = {
      code: 'NEXT',
      starts_on: '2027-01-01',
      ends_on: '2027-06-30',
      period_length: 'quarter' as const,
    };
    const both = profit.do({ type: 'OpenFiscalYear', id: 77, periodIds: [701, 702, 703], requested });
    const books = both.do(both.closing());
    expect(books.latest.map(({ type }) => type)).to.not.include('FiscalYearOpened');
    expect(closedData(books).next_fiscal_year_id).to.equal(77);
    const [later] = books.do(books.closing(77)).latest;
    expect(later!.data).to.deep.include({ starts_on: '2027-07-01', ends_on: '2028-06-30', period_length: 'quarter' });
    expect((later!.data as { periods?: unknown[] }).periods).to.have.length(4);
  });

  it('posts nothing for an empty year, and nothing to equity when income equals expenses', () => {
    const empty = belgian.do(belgian.closing());
    expect(empty.latest.map(({ type }) => type)).to.deep.equal(['FiscalYearOpened', 'FiscalYearClosed']);
    expect(closedData(empty)).to.have.all.keys('id', 'version', 'next_fiscal_year_id', 'result');
    expect(closedData(empty).result).to.equal('0.00');
    const even = profit.post('2026-07-01', ['612400', '100.00', '0.00'], ['550000', '0.00', '100.00']);
    const books = even.do(even.closing());
    expect(postedIn(books.latest).map(({ origin }) => origin)).to.deep.equal(['closing']);
    expect(books.posted('closing')).to.deep.equal([
      ['612400', '0.00', '100.00'],
      ['700000', '100.00', '0.00'],
    ]);
  });

  it('hands on what a year without movements was opened with', () => {
    const first = profit.do(profit.closing());
    const second = closedData(first).next_fiscal_year_id;
    const books = first.do(first.closing(second));
    expect(closedData(books).result).to.equal('0.00');
    expect(books.posted('opening')).to.deep.equal(first.posted('opening'));
    expect(books.posted('appropriation')).to.deep.equal([
      ['140000', '100.00', '0.00'],
      ['790', '0.00', '100.00'],
      ['140000', '0.00', '100.00'],
      ['693', '100.00', '0.00'],
    ]);
  });

  it('leaves to equity what was not appropriated by hand', () => {
    const dividends = profit.post('2026-12-31', ['694', '30.00', '0.00'], ['471000', '0.00', '30.00']);
    const books = dividends.do(dividends.closing());
    expect(closedData(books).result).to.equal('100.00');
    expect(books.posted('appropriation')).to.deep.equal([
      ['140000', '0.00', '70.00'],
      ['693', '70.00', '0.00'],
    ]);
    expect(books.posted('opening')).to.deep.equal([
      ['140000', '0.00', '70.00'],
      ['471000', '0.00', '30.00'],
      ['550000', '100.00', '0.00'],
    ]);
    const whole = profit.post('2026-12-31', ['693', '100.00', '0.00'], ['140000', '0.00', '100.00']);
    const closed = whole.do(whole.closing());
    expect([closedData(closed).result, closed.posted('appropriation')]).to.deep.equal(['100.00', []]);
  });

  it('names its entries in the language of the file', () => {
    const labels: Readonly<Record<Language, readonly [string, string, string]>> = {
      fr: [
        'Affectation du résultat de l’exercice 2026',
        'Clôture des comptes de résultat de l’exercice 2026',
        'À-nouveaux de l’exercice 2027',
      ],
      nl: [
        'Resultaatverwerking van boekjaar 2026',
        'Afsluiting van de resultatenrekeningen van boekjaar 2026',
        'Heropening van boekjaar 2027',
      ],
      en: [
        'Appropriation of the result of fiscal year 2026',
        'Closing of income and expenses of fiscal year 2026',
        'Balances brought forward to fiscal year 2027',
      ],
      de: [
        'Ergebnisverwendung des Geschäftsjahres 2026',
        'Abschluss der Erfolgskonten des Geschäftsjahres 2026',
        'Saldovorträge des Geschäftsjahres 2027',
      ],
    };
    for (const locale of LANGUAGES) {
      const own = booksOf('BE', 'capital', { locale }).post(
        '2026-06-30',
        ['550000', '1.00', '0.00'],
        ['700000', '0.00', '1.00'],
      );
      expect(postedIn(own.do(own.closing()).latest).map(({ label }) => label)).to.deep.equal(labels[locale]);
    }
  });

  it('writes its entries whatever periods are locked', () => {
    const requested = { code: null, starts_on: '2027-01-01', ends_on: '2027-12-31' };
    const periodIds = Array.from({ length: 25 }, (_, index) => 700 + index);
    const both = profit.do({ type: 'OpenFiscalYear', id: 77, periodIds, requested });
    const locked = both.file.fiscalYears
      .flatMap(({ id, periods }) => periods.map((period) => ({ id, periodId: period.id })))
      .reduce((books, at) => books.do({ type: 'LockPeriod', ...at, baseVersion: null }), both);
    const books = locked.do(locked.closing());
    expect(postedIn(books.latest)).to.have.length(3);
    const reopened = books.do(books.reopening());
    expect(reopened.balances()).to.deep.equal(profit.balances());
    expect(reopened.file.fiscalYears[0]!.periods.every(({ isLocked }) => isLocked)).to.equal(true);
  });

  it('posts more lines than anyone else may', () => {
    const count = MAX_LINES + 200;
    const records = Array.from({ length: count }, (_, index) => ({
      id: 50_000 + index,
      data: { number: String(612_500_000 + index), label: `Cost ${index}` },
    }));
    let books = belgian.do({ type: 'CreateRecords', resource: 'accounts', records });
    for (let start = 0; start < count; start += 600) {
      const lines = records.slice(start, start + 600).map(({ data }): Line => [data.number, '1.00', '0.00']);
      books = books.post('2026-02-02', ...lines, ['550000', '0.00', `${lines.length}.00`]);
    }
    expect(books.do(books.closing()).posted('closing')).to.have.length(count + 1);
  });

  describe('finds the accounts that take the result', () => {
    const change = (books: Books, number: string, changes: Record<string, string | boolean | null>) =>
      books.do({ type: 'UpdateRecord', resource: 'accounts', id: books.account(number), changes, baseVersion: null });

    it('by their role where they have another number', () => {
      const french = booksOf('FR');
      const renamed = change(french, '120000', { is_active: false }).do(
        buildCreateRecord('accounts', 60_000, {
          number: '121000',
          label: 'Résultat',
          type: 'equity',
          control_role: 'result',
        }),
      );
      const earned = renamed.post('2026-01-05', ['512000', '5.00', '0.00'], ['706000', '0.00', '5.00']);
      expect(earned.do(earned.closing()).posted('opening')).to.deep.equal([
        ['121000', '0.00', '5.00'],
        ['512000', '5.00', '0.00'],
      ]);
      const lost = renamed.post('2026-01-05', ['512000', '0.00', '5.00'], ['706000', '5.00', '0.00']);
      expect(lost.do(lost.closing()).posted('opening')[0]).to.deep.equal(['129000', '5.00', '0.00']);
    });

    it('in the chart that the file keeps, when its legal form has changed since', () => {
      const company = belgian.do({
        type: 'UpdateCompanyFile',
        changes: { legal_form_code: booksOf('BE', 'association').file.identity.legal_form_code },
        baseVersion: null,
      });
      const earned = company.post('2026-01-05', ['550000', '5.00', '0.00'], ['700000', '0.00', '5.00']);
      expect(earned.do(earned.closing()).posted('appropriation')[1]).to.deep.equal(['693', '5.00', '0.00']);
    });

    it('and says which ones it misses', () => {
      const without = change(change(profit, '140000', { is_active: false }), '141000', { is_active: false });
      given(without.events)
        .when(without.closing())
        .then({
          refused: true,
          code: 'closing_blocked',
          problems: [{ code: 'closing_account_missing', field: 'id' }],
          facts: { checks: ['closing_account_missing'] },
        });
      const noResult = belgian.do(
        ...['140000', '141000', '693', '793'].map((number) => ({
          type: 'UpdateRecord' as const,
          resource: 'accounts',
          id: belgian.account(number),
          changes: { is_active: false },
          baseVersion: null,
        })),
      );
      expect(noResult.do(noResult.closing()).latest, 'no result, no accounts').to.have.length(2);
    });
  });

  describe('is refused', () => {
    const blockedBy = (books: Books, code: string, command = books.closing()) => {
      const decision = companyFile.decide(command, books.file) as Refusal;
      expect(decision).to.include({ refused: true, code: 'closing_blocked' });
      expect(decision.problems.map((problem) => [problem.field, problem.code])).to.deep.equal([['id', code]]);
      expect(decision.facts).to.deep.equal({ checks: [code] });
    };
    const after = profit.do(profit.closing());
    const nextId = closedData(after).next_fiscal_year_id;

    it('when it is done, unknown, or not what the client has seen', () => {
      given(after.events)
        .when(after.closing())
        .then(refused('fiscal_year_already_closed', { field: 'id' }));
      given(profit.events).when(profit.closing(999)).then(refused('not_found'));
      given(profit.events)
        .when(profit.closing(YEAR, { baseVersion: 4 }))
        .then(refused('conflict', { facts: { server_version: 1 } }));
      expect(isRefusal(companyFile.decide(profit.closing(YEAR, { baseVersion: 1 }), profit.file))).to.equal(false);
    });

    it('out of order', () => {
      const requested = { code: null, starts_on: '2027-01-01', ends_on: '2027-12-31' };
      const periodIds = Array.from({ length: 25 }, (_, index) => 700 + index);
      const both = profit.do({ type: 'OpenFiscalYear', id: 77, periodIds, requested });
      blockedBy(both, 'previous_fiscal_year_open', both.closing(77));
    });

    it('when the next year has an opening balance and something would be carried into it', () => {
      const requested = { code: null, starts_on: '2025-01-01', ends_on: '2025-12-31' };
      const periodIds = Array.from({ length: 25 }, (_, index) => 700 + index);
      const both = belgian
        .do({
          type: 'PostOpeningBalance',
          id: YEAR,
          baseVersion: null,
          journal_id: null,
          label: null,
          entryId: 900,
          lineIds: [901, 902],
          lines: [
            { at: 'lines.0', ...NO_OPENING, account: '550000', debit: '5.00' },
            { at: 'lines.1', ...NO_OPENING, account: '140000', credit: '5.00' },
          ],
        })
        .do({ type: 'OpenFiscalYear', id: 25, periodIds, requested });
      const late = both.post('2025-06-30', ['550000', '1.00', '0.00'], ['570000', '0.00', '1.00']);
      blockedBy(late, 'next_fiscal_year_has_opening', late.closing(25));
      expect(both.do(both.closing(25)).latest.map(({ type }) => type)).to.deep.equal(['FiscalYearClosed']);
    });

    it('on tables that do not balance', () => {
      const facts = profit.facts();
      const damaged = { ...facts, balances: facts.balances.slice(1) };
      const decision = companyFile.decide(profit.closing(YEAR, { facts: damaged }), profit.file) as Refusal;
      expect(decision.facts).to.deep.equal({ checks: ['ledger_unbalanced'] });
    });

    it('without a journal of miscellaneous operations, and in any other', () => {
      const journalId = profit.journal('miscellaneous');
      const changes = { is_active: false };
      const without = profit.do({
        type: 'UpdateRecord',
        resource: 'journals',
        id: journalId,
        changes,
        baseVersion: null,
      });
      blockedBy(without, 'no_miscellaneous_journal');
      const requested = (id: number, books = profit) =>
        given(books.events).when(books.closing(YEAR, { journalId: id }));
      requested(999).then(refusedAt(['journal_id', 'journal_unknown']));
      requested(journalId, without).then(refusedAt(['journal_id', 'journal_inactive']));
      requested(profit.journal('purchase')).then(refusedAt(['journal_id', 'journal_not_miscellaneous']));
      const own = profit.do(
        buildCreateRecord('journals', 800, { code: 'AN', label: 'À-nouveaux', type: 'miscellaneous' }),
      );
      const entries = postedIn(own.do(own.closing(YEAR, { journalId: 800 })).latest);
      expect(entries.map(({ journal_code, number }) => [journal_code, number])).to.deep.equal([
        ['AN', 1],
        ['AN', 2],
        ['AN', 1],
      ]);
    });

    it('and so is every other write in the closed year', () => {
      const closed = { reason: 'fiscal_year_closed' };
      const { events, file } = after;
      const periodId = file.fiscalYears[0]!.periods[0]!.id;
      const locked = (field: string) => ({
        refused: true as const,
        code: 'period_locked',
        problems: [{ code: 'fiscal_year_closed', field }],
        facts: closed,
      });
      given(events).when({ type: 'LockPeriod', id: YEAR, periodId, baseVersion: null }).then(locked('period'));
      given(events).when({ type: 'UnlockPeriod', id: YEAR, periodId, baseVersion: null }).then(locked('period'));
      given(events).when({ type: 'DeleteFiscalYear', id: YEAR, baseVersion: null }).then(locked('id'));
      const update = (changes: object) =>
        given(events).when({ type: 'UpdateFiscalYear', id: YEAR, periodIds: [], changes, baseVersion: null });
      update({ ends_on: '2026-11-30' }).then(locked('ends_on'));
      expect(update({ code: 'EX1' }).events).to.have.length(1);
      expect(() => after.post('2026-12-31', ['612400', '1.00', '0.00'], ['550000', '0.00', '1.00'])).to.throw(
        /fiscal_year_closed/,
      );
      expect(after.post('2027-01-01', ['612400', '1.00', '0.00'], ['550000', '0.00', '1.00']).latest).to.have.length(1);
      expect(nextId).to.be.a('number');
    });

    it('to open a year before a closed one', () => {
      const requested = { code: null, starts_on: '2025-01-01', ends_on: '2025-12-31' };
      given(after.events)
        .when({
          type: 'OpenFiscalYear',
          id: 25,
          periodIds: Array.from({ length: 25 }, (_, index) => index + 1),
          requested,
        })
        .then(refusedAt(['starts_on', 'fiscal_year_before_closed']));
    });
  });

  it('keeps the accounts that it has cleared or carried on their side, until the year is reopened', () => {
    const retyped = (number: string, type: string) =>
      ({
        type: 'UpdateRecord',
        resource: 'accounts',
        id: profit.account(number),
        changes: { type },
        baseVersion: null,
      }) as const;
    const after = profit.do(profit.closing());
    for (const [number, type] of [
      ['700000', 'equity'],
      ['550000', 'expense'],
      ['140000', 'income'],
    ] as const)
      given(after.events)
        .when(retyped(number, type))
        .then(refusedAt(['type', 'account_in_closed_year']));
    // On the same side nothing was done that would be otherwise, and of other accounts nothing was done at all.
    for (const [number, type] of [
      ['700000', 'expense'],
      ['550000', 'liability'],
      ['570000', 'expense'],
    ] as const)
      expect(after.do(retyped(number, type)).latest).to.have.length(1);
    const reopened = after.do(after.reopening());
    expect(reopened.do(retyped('550000', 'expense')).latest).to.have.length(1);
  });

  it('closes earlier years without entries along with it', () => {
    const periodIds = (first: number) => Array.from({ length: 25 }, (_, index) => first + index);
    const years = belgian.do(
      {
        type: 'OpenFiscalYear',
        id: 27,
        periodIds: periodIds(700),
        requested: { code: null, starts_on: '2027-01-01', ends_on: '2027-12-31' },
      },
      {
        type: 'OpenFiscalYear',
        id: 25,
        periodIds: periodIds(800),
        requested: { code: null, starts_on: '2025-01-01', ends_on: '2025-12-31' },
      },
    );
    const posted = years.post('2027-03-01', ['550000', '5.00', '0.00'], ['700000', '0.00', '5.00']);
    const findings = findClosingIssues(
      posted.file.fiscalYears.find(({ id }) => id === 27)!,
      posted.facts(27),
      posted.file,
    );
    expect(findings.find(({ code }) => code === 'earlier_years_closed_along')).to.deep.include({
      severity: 'info',
      params: { years: '2025, 2026' },
    });
    const books = posted.do(posted.closing(27));
    const closed = books.latest.filter(({ type }) => type === 'FiscalYearClosed').map(({ data }) => data);
    expect(closed.slice(0, 2)).to.deep.equal([
      { id: 25, version: 2, next_fiscal_year_id: YEAR, result: '0.00' },
      { id: YEAR, version: 2, next_fiscal_year_id: 27, result: '0.00' },
    ]);
    expect(closed).to.have.length(3);
  });
});

describe('closing and reopening, whatever was posted', () => {
  const ACCOUNTS = [
    '612400',
    '604000',
    '700000',
    '750000',
    '693',
    '140000',
    '400000',
    '440000',
    '550000',
    '010',
    '011',
  ];
  const open = booksOf();
  const usable = ACCOUNTS.filter((number) => {
    try {
      return open.file.records['accounts']!.byId.get(open.account(number))!.data['is_postable'] === true;
    } catch {
      return false;
    }
  });
  const entry = fc.record({
    month: fc.integer({ min: 1, max: 12 }),
    from: fc.constantFrom(...usable),
    to: fc.constantFrom(...usable),
    cents: fc.integer({ min: 1, max: 1_000_000 }),
  });
  const amountOf = (cents: number) => (cents / 100).toFixed(2);

  it('keeps every balance', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), fc.array(entry, { maxLength: 4 }), (first, second) => {
        const posted = (books: Books, year: number, entries: typeof first) =>
          entries.reduce((into, { month, from, to, cents }) => {
            const date = `${year}-${String(month).padStart(2, '0')}-01`;
            const amount = amountOf(cents);
            return into.post(date, [to, amount, '0.00'], [from, '0.00', amount]);
          }, books);
        const before = posted(open, 2026, first);
        const closed = before.do(before.closing());
        const nextId = closedData(closed).next_fiscal_year_id;
        const left = closed.balances();
        for (const number of Object.keys(left)) expect(number).to.match(/^[^67]/);
        expect(closed.balances(nextId)).to.deep.equal(left);
        expect(totalOf(left)).to.equal(0);
        const later = posted(closed, 2027, second);
        const reopened = later.do(later.reopening());
        expect(reopened.balances()).to.deep.equal(before.balances());
        expect(totalOf(reopened.balances(nextId))).to.equal(0);
        const again = reopened.do(reopened.closing());
        expect(again.balances()).to.deep.equal(left);
        expect(again.balances(nextId)).to.deep.equal(later.balances(nextId));
        const final = again.do(again.closing(nextId));
        expect(Object.keys(final.balances(nextId)).filter((number) => /^[67]/.test(number))).to.deep.equal([]);
      }),
      { numRuns: 40 },
    );
  });

  const totalOf = (balances: Readonly<Record<string, string>>): number =>
    Object.values(balances).reduce((total, balance) => total + Math.round(Number(balance) * 100), 0);
});
