import { expect } from 'chai';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import {
  findAccountsWithoutRubric,
  listPrefixes,
  computeRubricAmounts,
  listRubricsOfAccount,
  type Balances,
} from '../../../domain/country-packs/annual-accounts.ts';
import {
  countryPacks,
  type AnnualAccountsModel,
  type CountryPack,
  type PackAccount,
  type Rubric,
  type RubricContent,
} from '../../../domain/country-packs/index.ts';

const labels = { fr: 'x', nl: 'x', en: 'x', de: 'x' };
const rubric = (code: string, statement: Rubric['statement'], content: RubricContent): Rubric => ({
  code,
  statement,
  level: 2,
  labels,
  content,
});
const model = (...rubrics: Rubric[]): AnnualAccountsModel => ({
  code: 'x',
  labels,
  scheme: 'full',
  chart: 'capital',
  rubrics,
});
const from = (accounts: string[], sign: 1 | -1, more: object = {}) => ({ accounts, except: [], sign, ...more });
const amounts = (of: AnnualAccountsModel, balances: Record<string, string>) =>
  Object.fromEntries(computeRubricAmounts(of, new Map(Object.entries(balances))));

describe('prefixesOf', () => {
  it('says what the accounts of a rubric begin with, without those that it leaves out', () => {
    const of = (accounts: string[], except: string[] = []) =>
      listPrefixes(rubric('x', 'assets', { accounts, except, sign: 1 }));
    expect(of(['30', '31'])).to.deep.equal(['30', '31']);
    expect(of(['45'], ['450', '451', '452', '453'])).to.deep.equal(['454', '455', '456', '457', '458', '459']);
    expect(of(['17', '18'], ['17'])).to.deep.equal(['18']);
    expect(of(['1'], ['10', '112', '12', '13', '14', '15', '16', '17', '18', '19'])).to.deep.equal(
      ['0', '1', '3', '4', '5', '6', '7', '8', '9'].map((digit) => `11${digit}`),
    );
    expect(listPrefixes(rubric('sum', 'assets', { sum: [] }))).to.deep.equal([]);
  });
});

describe('rubricAmounts', () => {
  it('adds up the accounts under the beginnings of a rubric, but not its exceptions', () => {
    const form = model(rubric('stock', 'assets', { accounts: ['30', '31'], except: ['309'], sign: 1 }));
    expect(amounts(form, { '300': '0.10', '310000': '0.20', '309': '5.00', '32': '7.00' })).to.deep.equal({
      stock: '0.30',
    });
  });

  it('shows credit balances as positive where the sign asks for it', () => {
    const form = model(rubric('debts', 'liabilities', from(['44'], -1)));
    expect(amounts(form, { '440000': '-12.34' })).to.deep.equal({ debts: '12.34' });
    expect(amounts(form, { '440000': '12.34' })).to.deep.equal({ debts: '-12.34' });
    expect(amounts(form, { '440000': '0.00' })).to.deep.equal({ debts: '0.00' });
    expect(amounts(form, {})).to.deep.equal({ debts: '0.00' });
  });

  it('puts an account on the side that its balance lies on, each account for itself', () => {
    const form = model(
      rubric('cash', 'assets', from(['55', '57'], 1, { debitOnly: ['550'] })),
      rubric('bank debts', 'liabilities', from(['43', '550'], -1, { creditOnly: ['550'] })),
    );
    expect(amounts(form, { '550000': '10.00', '550001': '-4.00', '570000': '-1.00', '430': '-2.00' })).to.deep.equal({
      cash: '9.00',
      'bank debts': '6.00',
    });
  });

  it('adds up rubrics in whatever order they stand, with their signs', () => {
    const form = model(
      rubric('result', 'income', {
        sum: [
          { rubric: 'income', sign: 1 },
          { rubric: 'charges', sign: -1 },
        ],
      }),
      rubric('income', 'income', from(['7'], -1)),
      rubric('charges', 'income', from(['6'], 1)),
    );
    expect(amounts(form, { '700': '-100.00', '600': '130.00' })).to.deep.equal({
      result: '-30.00',
      income: '100.00',
      charges: '130.00',
    });
  });

  it('does not take a model that adds up itself or what it does not have', () => {
    const [circle, nothing] = ['a', 'b'].map((part) => rubric('a', 'assets', { sum: [{ rubric: part, sign: 1 }] }));
    expect(() => computeRubricAmounts(model(circle!), new Map())).to.throw('includes itself');
    expect(() => computeRubricAmounts(model(nothing!), new Map())).to.throw('no rubric b');
  });
});

describe('accountsWithoutRubric', () => {
  it('names accounts with a balance that would be lost', () => {
    const form = model(rubric('cash', 'assets', from(['5'], 1)));
    const balances = new Map([
      ['550000', '1.00'],
      ['180000', '-1.00'],
      ['190000', '0.00'],
    ]);
    expect(findAccountsWithoutRubric(form, balances)).to.deep.equal(['180000']);
  });
});

const BALANCE_SHEET: readonly Rubric['statement'][] = ['assets', 'liabilities'];
const RESULT_TYPES = ['expense', 'income'];

const accountsOf = (pack: CountryPack, { chart }: AnnualAccountsModel): readonly PackAccount[] =>
  pack.charts
    .find(({ variant }) => variant === chart)!
    .accounts.filter(({ isPostable, type }) => isPostable && type !== 'off_balance');

const totalOf = (form: AnnualAccountsModel, statement: Rubric['statement']): string => {
  const totals = form.rubrics.filter((line) => line.statement === statement && line.level === 1);
  expect(totals, `total of ${statement}`).to.have.lengthOf(1);
  return totals[0]!.code;
};

/** Entries with two lines each, between any accounts of the chart. */
const postings = (accounts: readonly PackAccount[]) => {
  const number = fc.constantFrom(...accounts.map((account) => account.number));
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  return fc.array(fc.tuple(number, number, cents), { maxLength: 30 });
};

const balancesOf = (entries: readonly (readonly [string, string, number])[]): Balances => {
  const cents = new Map<string, number>();
  for (const [debit, credit, amount] of entries) {
    cents.set(debit, (cents.get(debit) ?? 0) + amount);
    cents.set(credit, (cents.get(credit) ?? 0) - amount);
  }
  return new Map([...cents].map(([number, amount]) => [number, new Decimal(amount).div(100).toFixed(2)]));
};

for (const pack of countryPacks) {
  for (const form of pack.annualAccounts) {
    describe(`Annual accounts ${form.code} of ${pack.code}`, () => {
      const accounts = accountsOf(pack, form);
      const isAppropriation = (number: string) =>
        listRubricsOfAccount(form, number).some(({ statement }) => statement === 'appropriation');

      it('have codes of their own, names in four languages, and sums of their own rubrics', () => {
        const codes = form.rubrics.map(({ code }) => code);
        expect(codes).to.have.lengthOf(new Set(codes).size);
        for (const { code, labels: names, level, content } of form.rubrics) {
          for (const name of Object.values(names)) expect(name, code).to.match(/^\S(.*\S)?$/u);
          expect(Object.keys(names), code).to.have.members(['fr', 'nl', 'en', 'de']);
          expect(level, code).to.be.within(1, 6);
          if ('sum' in content) {
            expect(content.sum, code).not.to.have.lengthOf(0);
            for (const { rubric: part } of content.sum) expect(codes, code).to.include(part);
          } else {
            const prefixes = content.accounts;
            for (const prefix of prefixes) {
              const others = prefixes.filter((other) => other !== prefix && prefix.startsWith(other));
              expect(others, `${prefix} is named twice in ${code}`).to.deep.equal([]);
            }
            expect(prefixes, code).to.have.lengthOf(new Set(prefixes).size);
          }
        }
        // Calculating once shows that no sum is part of itself.
        computeRubricAmounts(form, new Map());
      });

      it('name the accounts of every rubric by what they begin with, and no other', () => {
        // A heading of the chart may hold accounts of several rubrics.
        const numbers = accounts.filter(({ isPostable }) => isPostable).map(({ number }) => number);
        const rubrics = new Map(numbers.map((number) => [number, listRubricsOfAccount(form, number)]));
        for (const one of form.rubrics) {
          const prefixes = listPrefixes(one);
          const named = numbers.filter((number) => prefixes.some((prefix) => number.startsWith(prefix)));
          const taken = numbers.filter((number) => rubrics.get(number)!.includes(one));
          expect(named, one.code).to.deep.equal(taken);
        }
      });

      it('take every account in once, on the side that it belongs to', () => {
        for (const { number, type } of accounts) {
          const lines = listRubricsOfAccount(form, number).filter(({ isMemo }) => isMemo !== true);
          const onSheet = lines.filter(({ statement }) => BALANCE_SHEET.includes(statement));
          const elsewhere = lines.filter(({ statement }) => !BALANCE_SHEET.includes(statement));
          expect(elsewhere.length, `${number} in income or appropriation`).to.equal(
            RESULT_TYPES.includes(type) ? 1 : 0,
          );
          const sides = onSheet.map(({ content }) => sideOf(content, number)).sort();
          expect([['both'], ['credit', 'debit']], `${number} on the balance sheet`).to.deep.include(sides);
          for (const { statement, content } of onSheet) {
            expect('sign' in content && content.sign, `${number} in ${statement}`).to.equal(
              statement === 'assets' ? 1 : -1,
            );
          }
        }
      });

      it('agree with the chart on what is an asset: who stands on one side has its type', () => {
        for (const { number, type } of accounts) {
          if (RESULT_TYPES.includes(type)) continue;
          const sides = new Set(
            listRubricsOfAccount(form, number)
              .filter(({ statement, isMemo }) => BALANCE_SHEET.includes(statement) && isMemo !== true)
              .map(({ statement }) => statement),
          );
          if (sides.size > 1) continue;
          expect([...sides], number).to.deep.equal([type === 'asset' ? 'assets' : 'liabilities']);
        }
      });

      it('balance, and show the result of classes 6 and 7, whatever is posted', () => {
        const [assets, liabilities, income] = [
          totalOf(form, 'assets'),
          totalOf(form, 'liabilities'),
          totalOf(form, 'income'),
        ];
        const results = new Set(
          accounts
            .filter(({ number, type }) => RESULT_TYPES.includes(type) && !isAppropriation(number))
            .map(({ number }) => number),
        );
        fc.assert(
          fc.property(postings(accounts), (entries) => {
            const balances = balancesOf(entries);
            const shown = computeRubricAmounts(form, balances);
            expect(shown.get(assets)).to.equal(shown.get(liabilities));
            let result = new Decimal(0);
            for (const [number, balance] of balances) if (results.has(number)) result = result.minus(balance);
            expect(new Decimal(shown.get(income)!).toFixed(2)).to.equal(result.plus(0).toFixed(2));
          }),
          { numRuns: 60 },
        );
      });
    });
  }
}

function sideOf(content: RubricContent, number: string): string {
  if (!('accounts' in content)) return 'none';
  const isIn = (prefixes: readonly string[] = []) => prefixes.some((prefix) => number.startsWith(prefix));
  return isIn(content.debitOnly) ? 'debit' : isIn(content.creditOnly) ? 'credit' : 'both';
}
