import { expect } from 'chai';
import type { AskedRule } from '../../../domain/bank-rules/evaluate.ts';
import { proposeRules, type ManualMatch } from '../../../domain/bank-rules/proposals.ts';
import type { RuledTransaction } from '../../../domain/bank-rules/movement.ts';

let ids = 0;
const booked = (transaction: Partial<RuledTransaction>, lines: ManualMatch['lines']): ManualMatch => ({
  transaction_id: (ids += 1),
  transaction: {
    entry_date: `2026-01-${String((ids % 27) + 1).padStart(2, '0')}`,
    amount: '-100.00',
    counterpart_name: 'PROXIMUS NV',
    counterpart_iban: 'BE71096123456769',
    communication: `Invoice ${ids} telephone`,
    structured_communication: null,
    bank_code: '00150000',
    end_to_end_id: null,
    ...transaction,
  },
  lines,
});
const to = (account_id: number, amount = '-100.00', more: object = {}) => [{ account_id, amount, ...more }];
const times = (count: number, make: (n: number) => ManualMatch): readonly ManualMatch[] =>
  Array.from({ length: count }, (_, n) => make(n));
const OUT = { field: 'direction', operator: 'equals', value: 'out' } as const;
const OF_PROXIMUS = { field: 'counterpart_iban', operator: 'equals', value: 'BE71096123456769' } as const;

describe('proposals for bank rules', () => {
  it('are what was booked the same way three times', () => {
    const twice = times(2, () => booked({}, to(7)));
    expect(proposeRules(twice, [])).to.deep.equal([]);
    const [proposal, ...others] = proposeRules([...twice, booked({ amount: '-50.00' }, to(7, '-50.00'))], []);
    expect(others).to.deep.equal([]);
    expect(proposal).to.deep.include({
      name: 'PROXIMUS NV',
      conditions: [OF_PROXIMUS, OUT],
      lines: [{ account_id: 7, share: '100.00', vat_code_id: null, third_party_id: null, label: null }],
      count: 3,
      amount_min: '50.00',
      amount_max: '100.00',
    });
    expect(proposal!.transaction_ids).to.have.length(3);
  });

  it('keep shares, VAT codes, third parties and a label that is always the same', () => {
    const lines = [
      { account_id: 7, amount: '-66.67', vat_code_id: 3, label: 'Telephone' },
      { account_id: 8, amount: '-33.33', third_party_id: 4 },
    ];
    const [proposal] = proposeRules(
      times(3, () => booked({}, lines)),
      [],
    );
    expect(proposal!.lines).to.deep.equal([
      { account_id: 7, share: '66.67', vat_code_id: 3, third_party_id: null, label: 'Telephone' },
      { account_id: 8, share: '33.33', vat_code_id: null, third_party_id: 4, label: null },
    ]);
  });

  it('tell two ways of one counterpart apart by the words of each, or are none', () => {
    const rent = times(3, () => booked({ communication: 'Rent of the month' }, to(7)));
    const charges = times(3, () => booked({ communication: 'Charges of the month' }, to(8)));
    const proposals = proposeRules([...rent, ...charges], []);
    expect(proposals.map(({ conditions }) => conditions[1]!.value).toSorted()).to.deep.equal([
      'charges the month',
      'rent the month',
    ]);
    const alike = [...times(3, () => booked({}, to(7))), ...times(3, () => booked({}, to(8)))];
    expect(proposeRules(alike, [])).to.deep.equal([]);
  });

  it('go by the name or by the kind of movement and its words where there is no account', () => {
    const byName = times(3, () => booked({ counterpart_iban: null }, to(7)));
    expect(proposeRules(byName, [])[0]!.conditions[0]).to.deep.equal({
      field: 'counterpart_name',
      operator: 'equals',
      value: 'PROXIMUS NV',
    });
    const fees = times(3, () =>
      booked({ counterpart_iban: null, counterpart_name: null, communication: 'Account fee' }, to(9)),
    );
    expect(proposeRules(fees, [])[0]!.conditions).to.deep.equal([
      { field: 'bank_code', operator: 'equals', value: '00150000' },
      { field: 'communication', operator: 'words', value: 'account fee' },
      OUT,
    ]);
    const silent = times(3, () =>
      booked({ counterpart_iban: null, counterpart_name: null, communication: null }, to(9)),
    );
    expect(proposeRules(silent, [])).to.deep.equal([]);
  });

  it('leave out what a rule takes already', () => {
    const rule: AskedRule = { id: 1, position: 1, is_active: true, conditions: [OF_PROXIMUS], lines: [] };
    const all = times(5, () => booked({}, to(7)));
    expect(proposeRules(all, [rule])).to.deep.equal([]);
    expect(proposeRules(all, [{ ...rule, is_active: false }])).to.have.length(1);
  });
});
