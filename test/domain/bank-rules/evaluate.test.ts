import { expect } from 'chai';
import fc from 'fast-check';
import {
  findFirstRule,
  fillLabel,
  buildRuledLines,
  findUnknownPlaceholders,
  type AskedRule,
  type MovementFacts,
  type RuleCondition,
  type RuleLine,
} from '../../../domain/bank-rules/evaluate.ts';
import { sum } from '../../../domain/money.ts';

const movement = (facts: Partial<MovementFacts> = {}): MovementFacts => ({
  direction: 'out',
  amount: '121.00',
  counterparty_name: 'Électricité de Namur SA',
  counterparty_iban: 'BE71096123456769',
  communication: 'Facture  2026/014 contrat 77',
  structured_communication: null,
  bank_code: '00150000',
  date: '2026-03-05',
  end_to_end_id: null,
  ...facts,
});

const line = (given: Partial<RuleLine> = {}): RuleLine => ({
  account_id: 1,
  share: '100.00',
  vat_code_id: null,
  third_party_id: null,
  label: null,
  ...given,
});

const rule = (id: number, conditions: readonly RuleCondition[], given: Partial<AskedRule> = {}): AskedRule => ({
  id,
  position: id,
  is_active: true,
  conditions,
  lines: [line()],
  ...given,
});

const takes = (condition: RuleCondition, facts: Partial<MovementFacts> = {}): boolean =>
  findFirstRule([rule(1, [condition])], movement(facts)) !== null;

describe('rules of the bank', () => {
  it('compare accounts, names and codes as people write them', () => {
    expect(takes({ field: 'counterpart_iban', operator: 'equals', value: 'be71 0961 2345 6769' })).to.equal(true);
    expect(takes({ field: 'counterpart_iban', operator: 'contains', value: 'BE71 0961' })).to.equal(true);
    expect(takes({ field: 'counterpart_iban', operator: 'matches', value: '^be\\d\\d096' })).to.equal(true);
    expect(takes({ field: 'counterpart_iban', operator: 'equals', value: 'BE68539007547034' })).to.equal(false);
    expect(takes({ field: 'counterpart_name', operator: 'equals', value: 'electricite de NAMUR sa' })).to.equal(true);
    expect(takes({ field: 'counterpart_name', operator: 'contains', value: 'namur' })).to.equal(true);
    expect(takes({ field: 'counterpart_name', operator: 'words', value: 'Namur électricité' })).to.equal(true);
    expect(takes({ field: 'counterpart_name', operator: 'words', value: 'Nam' })).to.equal(false);
    expect(takes({ field: 'bank_code', operator: 'equals', value: '001-50-000' })).to.equal(true);
  });

  it('look into the free and into the structured communication, with or without its slashes', () => {
    expect(takes({ field: 'communication', operator: 'contains', value: 'facture 2026/014' })).to.equal(true);
    const structured = { structured_communication: '+++090/9337/55493+++', communication: null };
    expect(takes({ field: 'communication', operator: 'contains', value: '090/9337/55493' }, structured)).to.equal(true);
    expect(takes({ field: 'communication', operator: 'equals', value: '090933755493' }, structured)).to.equal(true);
    expect(takes({ field: 'communication', operator: 'matches', value: '^facture' }, structured)).to.equal(false);
  });

  it('compare amounts without their sign, and the direction', () => {
    expect(takes({ field: 'amount', operator: 'equals', value: '121.00' })).to.equal(true);
    expect(takes({ field: 'amount', operator: 'between', value: ['121.00', '121.00'] })).to.equal(true);
    expect(takes({ field: 'amount', operator: 'between', value: ['121.01', null] })).to.equal(false);
    expect(takes({ field: 'amount', operator: 'between', value: [null, '121.00'] })).to.equal(true);
    expect(takes({ field: 'direction', operator: 'equals', value: 'out' })).to.equal(true);
    expect(takes({ field: 'direction', operator: 'equals', value: 'in' })).to.equal(false);
  });

  it('take nothing where the bank says nothing', () => {
    const nothing = { counterparty_name: null, counterparty_iban: null, communication: null, bank_code: null };
    for (const field of ['counterpart_name', 'counterpart_iban', 'communication', 'bank_code'] as const)
      for (const operator of ['equals', 'contains', 'words', 'matches'] as const)
        for (const value of ['', '.*', 'x']) expect(takes({ field, operator, value }, nothing)).to.equal(false);
  });

  it('are asked in their order, and those out of force are not', () => {
    const out: RuleCondition = { field: 'direction', operator: 'equals', value: 'out' };
    const rules = [
      rule(1, [out], { position: 3 }),
      rule(2, [out], { position: 1, is_active: false }),
      rule(3, [out, { field: 'amount', operator: 'equals', value: '5.00' }], { position: 1 }),
      rule(4, [out], { position: 2 }),
      rule(5, [], { position: 1 }),
    ];
    expect(findFirstRule(rules, movement())?.id).to.equal(4);
    expect(findFirstRule(rules, movement({ amount: '5.00' }))?.id).to.equal(3);
    expect(findFirstRule(rules, movement({ direction: 'in' }))).to.equal(null);
  });

  it('share a movement over accounts to the cent', () => {
    const lines = [
      line({ share: '33.33' }),
      line({ account_id: 2, share: '33.33' }),
      line({ account_id: 3, share: '33.34' }),
    ];
    expect(buildRuledLines({ lines }, movement({ amount: '100.01' })).map(({ amount }) => amount)).to.deep.equal([
      '33.33',
      '33.33',
      '33.35',
    ]);
    expect(
      buildRuledLines({ lines }, movement({ amount: '0.01' })).map(({ account_id, amount }) => [account_id, amount]),
    ).to.deep.equal([[3, '0.01']]);
  });

  it('always book exactly what moved', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999_999 });
    const weights = fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(cents, weights, (whole, shares) => {
        const digits = String(whole).padStart(3, '0');
        const amount = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        const lines = shares.map((one) =>
          line({ share: `${Math.floor(one / 100)}.${String(one % 100).padStart(2, '0')}` }),
        );
        const booked = buildRuledLines({ lines }, movement({ amount }));
        expect(sum(booked.map((one) => one.amount))).to.equal(amount);
        expect(booked.every((one) => !one.amount.startsWith('-') && one.amount !== '0.00')).to.equal(true);
      }),
    );
  });

  it('fill in labels', () => {
    const filled = fillLabel('{date} {counterpart}: {communication} ({amount})', movement());
    expect(filled).to.equal('2026-03-05 Électricité de Namur SA: Facture 2026/014 contrat 77 (121.00)');
    expect(fillLabel('{reference}', movement())).to.equal(null);
    expect(fillLabel('{reference}', movement({ end_to_end_id: 'E2E-9' }))).to.equal('E2E-9');
    expect(fillLabel(null, movement({ communication: null }))).to.equal('Électricité de Namur SA');
    expect(fillLabel('{communication}', movement({ communication: '😀'.repeat(300) }))).to.have.length(400);
    expect(findUnknownPlaceholders('{date} {client} {}')).to.deep.equal(['client', '']);
  });

  it('never fill in what the bank wrote a second time', () => {
    expect(fillLabel('{communication}', movement({ communication: '{counterpart}' }))).to.equal('{counterpart}');
  });
});
