import { expect } from 'chai';
import fc from 'fast-check';
import { estimateTax, type AccountBalance, type TaxFacts } from '../../../domain/corporate-tax/estimate.ts';
import { listDisallowed } from '../../../domain/corporate-tax/lines.ts';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import { add, compare, isZero, max, negate, sum, ZERO } from '../../../domain/money.ts';

const lawOf = (country: string) => findCountryPack(country)!.corporateTax;

/** Balances by account number; class 6 and 7 are of the result. */
const books = (balances: Readonly<Record<string, string>>): readonly AccountBalance[] =>
  Object.entries(balances).map(([number, balance]) => ({ number, balance, isOfResult: /^[67]/.test(number) }));

function estimate(country: string, balances: Readonly<Record<string, string>>, more: Partial<TaxFacts> = {}) {
  const law = lawOf(country);
  return estimateTax(law, {
    startsOn: '2026-01-01',
    balances: books(balances),
    disallowed: listDisallowed(law, []),
    manual: [],
    isReduced: false,
    municipalRate: '225.00',
    ...more,
  });
}

const amountsOf = ({ lines }: ReturnType<typeof estimate>) =>
  Object.fromEntries(lines.map(({ code, amount }) => [code, amount]));

const BELGIAN = {
  '412000': '5000.00',
  '614100': '400.00',
  '615200': '1000.00',
  '640400': '200.00',
  '700000': '-100000.00',
};

describe('The estimate of the corporate tax', () => {
  it('adds what is disallowed in Belgium, deducts losses and prepayments, and proposes the provision', () => {
    const manual = [{ code: 'carried_losses', amount: '10000.00', reason: 'Loss of 2025' }];
    const made = estimate('BE', BELGIAN, { manual });
    expect(amountsOf(made)).to.deep.equal({
      result: '98400.00',
      tax_booked: '0.00',
      disallowed_6141: '200.00',
      disallowed_6142: '0.00',
      disallowed_6152: '310.00',
      disallowed_6404: '200.00',
      additions: '0.00',
      deductions: '0.00',
      losses_used: '-10000.00',
      corporate_tax: '22277.50',
      prepayments: '-5000.00',
    });
    expect(made).to.include({ taxable: '89110.00', tax: '22277.50', prepayments: '5000.00', balance: '17277.50' });
    expect(made.provision).to.deep.equal([
      { account: '6702', debit: '22277.50', credit: '0.00' },
      { account: '450000', debit: '0.00', credit: '22277.50' },
    ]);
  });

  it('uses the reduced rate up to its limit, if the company meets its conditions', () => {
    expect(estimate('BE', { '700000': '-89110.00' }, { isReduced: true }).tax).to.equal('17822.00');
    const above = estimate('BE', { '700000': '-120000.00' }, { isReduced: true });
    expect(above.tax).to.equal('25000.00');
    expect(above.rates.map(({ percent, above: from }) => [percent, from])).to.deep.equal([
      ['20.00', '0.00'],
      ['25.00', '100000.00'],
    ]);
  });

  it('finds prepayments in France beside the tax that is booked on the same account', () => {
    const balances = { '444000': '10000.00', '658200': '1000.00', '706000': '-200000.00' };
    const open = estimate('FR', balances, { isReduced: true });
    expect(open).to.include({ taxable: '200000.00', tax: '45750.00', prepayments: '10000.00', balance: '35750.00' });
    const booked = estimate('FR', { ...balances, '444000': '-35750.00', '695100': '45750.00' }, { isReduced: true });
    expect(booked).to.include({ taxable: '200000.00', prepayments: '10000.00', balance: '35750.00' });
    expect(booked.provision).to.deep.equal([]);
  });

  it('adds the surcharge and the municipal tax in Luxembourg', () => {
    const made = estimate('LU', { '6481': '1000.00', '70211': '-180000.00' });
    expect(made.taxable).to.equal('180000.00');
    expect(amountsOf(made)).to.include({
      corporate_tax: '26000.00',
      solidarity_surcharge: '1820.00',
      municipal_tax: '10968.75',
    });
    expect(made.provision.map(({ account, debit, credit }) => [account, debit, credit])).to.deep.equal([
      ['6711', '27820.00', '0.00'],
      ['461211', '0.00', '27820.00'],
      ['6721', '10968.75', '0.00'],
      ['461221', '0.00', '10968.75'],
    ]);
    expect(
      estimate('LU', { '70211': '-300000.00' }).lines.find(({ code }) => code === 'corporate_tax')!.amount,
    ).to.equal('48000.00');
    expect(estimate('LU', { '70211': '-17500.00' }, { municipalRate: '300.00' })).to.include({ tax: '2621.50' });
  });

  it('knows no rates of years before those of its data', () => {
    const made = estimate('LU', { '70211': '-1000.00' }, { startsOn: '2024-01-01' });
    expect(made).to.include({ taxable: '1000.00', tax: null, balance: null });
    expect([made.rates, made.provision]).to.deep.equal([[], []]);
  });

  it('takes back what was booked too much', () => {
    const made = estimate('BE', { '670000': '300.00', '700000': '-1000.00' });
    expect(made).to.include({ taxable: '1000.00', tax: '250.00' });
    expect(made.provision).to.deep.equal([
      { account: '412000', debit: '50.00', credit: '0.00' },
      { account: '6701', debit: '0.00', credit: '50.00' },
    ]);
  });

  it('owes nothing for a loss, and uses no earlier ones', () => {
    const manual = [{ code: 'carried_losses', amount: '100.00', reason: 'Loss of 2025' }];
    const made = estimate('BE', { '700000': '500.00' }, { manual });
    expect(made).to.include({ taxable: '0.00', loss: '500.00', tax: '0.00' });
    expect(amountsOf(made)).to.include({ losses_used: '0.00' });
  });

  it('takes the rules of the company file instead of those of the country, and the longest prefix', () => {
    const own = [
      { accounts: '6152', percent: '0.00' },
      { accounts: '6', percent: '10.00' },
    ];
    const disallowed = listDisallowed(lawOf('BE'), own);
    const lines = amountsOf(estimate('BE', BELGIAN, { disallowed }));
    expect(lines).to.include({ disallowed_6: '100.00', disallowed_6141: '200.00', disallowed_6404: '200.00' });
    expect(lines).not.to.have.property('disallowed_6152');
  });

  it('adds up, and is booked in full by the entry that it proposes', () => {
    const cents = fc.integer({ min: -50_000_000, max: 50_000_000 }).map((value) => (value / 100).toFixed(2));
    const accounts = {
      BE: ['412000', '614100', '615200', '640400', '670000', '6702', '700000'],
      FR: ['444000', '658200', '695100', '706000'],
      LU: ['42141', '6432', '6481', '6711', '6721', '70211'],
    };
    const facts = fc.record({
      country: fc.constantFrom('BE' as const, 'FR' as const, 'LU' as const),
      amounts: fc.array(cents, { minLength: 7, maxLength: 7 }),
      carried: cents.map((amount) => max(amount, ZERO)),
      isReduced: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, ({ country, amounts, carried, isReduced }) => {
        const balances = Object.fromEntries(accounts[country].map((number, index) => [number, amounts[index]!]));
        const manual = [{ code: 'carried_losses', amount: carried, reason: 'Loss' }];
        const made = estimate(country, balances, { manual, isReduced });
        const taxes = ['corporate_tax', 'solidarity_surcharge', 'municipal_tax'];
        const ofBase = made.lines.filter(({ code }) => !taxes.includes(code) && code !== 'prepayments');
        expect(add(made.taxable, negate(made.loss))).to.equal(sum(ofBase.map(({ amount }) => amount)));
        expect(compare(made.tax!, ZERO)).to.be.at.least(0);
        expect(sum(made.provision.map(({ debit, credit }) => add(debit, negate(credit))))).to.equal(ZERO);
        const after = { ...balances };
        for (const { account, debit, credit } of made.provision)
          after[account] = sum([after[account] ?? ZERO, debit, negate(credit)]);
        const again = estimate(country, after, { manual, isReduced });
        expect(again.provision).to.deep.equal([]);
        expect([again.taxable, again.tax]).to.deep.equal([made.taxable, made.tax]);
        expect(isZero(again.taxable) && !isZero(again.tax!)).to.equal(false);
      }),
    );
  });
});
