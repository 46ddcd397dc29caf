import { expect } from 'chai';
import fc from 'fast-check';
import { add, isNegative, subtract, ZERO } from '../../../domain/money.ts';
import {
  listChangedBoxes,
  computeReturn,
  listFilledBoxes,
  listNegativeBoxes,
  resolveBoxParts,
  type ReturnInput,
} from '../../../domain/vat-declarations/computation.ts';
import type { BoxAmount } from '../../../domain/vat-declarations/declaration-events.ts';
import { getFormByCode, getReturnForm } from '../../../domain/vat-declarations/form.ts';

const NO_REQUESTS = { restitution: false, payment_forms: false, client_listing_nil: false };
type Amounts = Readonly<Record<string, string>>;
const listed = (amounts: Amounts): BoxAmount[] => Object.entries(amounts).map(([box, amount]) => ({ box, amount }));

const belgian = getReturnForm('BE', 'quarterly', 'quarterly');
const special = getReturnForm('BE', 'franchise', 'quarterly');
const french = getReturnForm('FR', 'monthly', 'monthly');
const luxembourgish = getReturnForm('LU', 'monthly', 'monthly');
const annual = getReturnForm('LU', 'monthly', 'yearly');

function computed(
  form: typeof belgian,
  books: Amounts,
  more: Partial<Record<'carried' | 'manual', Amounts>> = {},
  requests = NO_REQUESTS,
) {
  const input: ReturnInput = {
    books: listed(books),
    carried: listed(more.carried ?? {}),
    manual: listed(more.manual ?? {}),
    requests,
  };
  const { boxes, ...rest } = computeReturn(form, input);
  return { ...rest, boxes: Object.fromEntries(listFilledBoxes(boxes).map(({ box, amount }) => [box, amount])) };
}

describe('the Belgian return', () => {
  const CASES: readonly (readonly [name: string, books: Amounts, boxes: Amounts])[] = [
    [
      'owes the tax on sales less what it deducts',
      { '03': '1000.00', '54': '210.00', '82': '100.00', '59': '21.00' },
      { '03': '1000.00', '54': '210.00', '82': '100.00', '59': '21.00', XX: '210.00', YY: '21.00', '71': '189.00' },
    ],
    [
      'gets back what it deducts beyond',
      { '54': '10.00', '59': '21.00' },
      { '54': '10.00', '59': '21.00', XX: '10.00', YY: '21.00', '72': '11.00' },
    ],
    [
      'counts every box of tax due into XX',
      { '54': '1.00', '55': '2.00', '56': '4.00', '57': '8.00', '61': '16.00', '63': '32.00' },
      {
        '54': '1.00',
        '55': '2.00',
        '56': '4.00',
        '57': '8.00',
        '61': '16.00',
        '63': '32.00',
        XX: '63.00',
        '71': '63.00',
      },
    ],
    [
      'counts every box of tax deducted into YY',
      { '59': '1.00', '62': '2.00', '64': '4.00' },
      { '59': '1.00', '62': '2.00', '64': '4.00', YY: '7.00', '72': '7.00' },
    ],
    // A credit note on a sale of 100 at 21 %: 49 and 64, and 03 stays what was invoiced.
    [
      'leaves credit notes beside the sales',
      { '03': '500.00', '54': '105.00', '49': '100.00', '64': '21.00' },
      { '03': '500.00', '54': '105.00', '49': '100.00', '64': '21.00', XX: '105.00', YY: '21.00', '71': '84.00' },
    ],
    ['takes sales below zero to credit notes', { '03': '-100.00', '44': '-40.00' }, { '49': '100.00', '48': '40.00' }],
    [
      'takes tax due below zero to the adjustments of the declarant',
      { '54': '-21.00' },
      { '62': '21.00', YY: '21.00', '72': '21.00' },
    ],
    [
      'takes tax deducted below zero to the adjustments of the State',
      { '59': '-21.00' },
      { '61': '21.00', XX: '21.00', '71': '21.00' },
    ],
    [
      'nets an adjustment with the one that is taken to it',
      { '61': '-10.00', '62': '3.00' },
      { '62': '13.00', YY: '13.00', '72': '13.00' },
    ],
    ['has nothing in it when nothing was posted', {}, {}],
  ];
  for (const [name, books, boxes] of CASES) it(name, () => expect(computed(belgian, books).boxes).to.deep.equal(boxes));

  it('leaves purchases below zero to the next return, which begins with them', () => {
    const first = computed(belgian, { '81': '-100.00', '85': '100.00' });
    expect(first.boxes).to.deep.equal({ '85': '100.00' });
    expect(first.carried_forward).to.deep.equal([{ box: '81', amount: '-100.00' }]);
    const next = computed(belgian, { '81': '250.00' }, { carried: { '81': '-100.00' } });
    expect(next.boxes).to.deep.equal({ '81': '150.00' });
    expect(next.carried_forward).to.deep.equal([]);
  });

  it('adds what a person puts in', () => {
    const { boxes, amount_due } = computed(belgian, { '54': '100.00' }, { manual: { '61': '12.50' } });
    expect([boxes['XX'], boxes['71'], amount_due]).to.deep.equal(['112.50', '112.50', '112.50']);
  });

  it('is a special one of reversed tax alone for those who charge none', () => {
    expect(special.code).to.equal('629');
    expect(computed(special, { '03': '100.00', '82': '50.00', '88': '50.00', '55': '10.50' }).boxes).to.deep.equal({
      '55': '10.50',
      '71': '10.50',
      '88': '50.00',
      XX: '10.50',
    });
  });
});

describe('the French return', () => {
  it('has whole euros, a half rounded up, and totals of what was rounded', () => {
    const { boxes } = computed(french, {
      A1: '1000.49',
      '08-HT': '1000.50',
      '08': '200.10',
      '09': '0.50',
      '20': '10.49',
    });
    expect(boxes).to.deep.include({ A1: '1000.00', '08-HT': '1001.00', '08': '200.00', '09': '1.00', '20': '10.00' });
    expect(boxes).to.deep.include({ '16': '201.00', '23': '10.00', TD: '191.00', '28': '191.00', '32': '191.00' });
  });

  it('carries a credit forward, unless it is asked back', () => {
    const kept = computed(french, { '08': '100.00', '19': '30.00', '20': '170.00' });
    expect(kept.boxes).to.deep.include({ '16': '100.00', '23': '200.00', '25': '100.00', '27': '100.00' });
    expect(kept.carried_forward).to.deep.equal([{ box: '22', amount: '100.00' }]);
    expect([kept.amount_due, kept.amount_refund]).to.deep.equal([ZERO, '100.00']);
    const next = computed(french, { '08': '150.00' }, { carried: { '22': '100.00' } });
    expect(next.boxes).to.deep.include({ '22': '100.00', '23': '100.00', TD: '50.00', '32': '50.00' });
    const asked = computed(french, { '20': '170.00' }, {}, { ...NO_REQUESTS, restitution: true });
    expect(asked.boxes).to.deep.include({ '25': '170.00', '26': '170.00' });
    expect(asked.boxes).not.to.have.property('27');
    expect(asked.carried_forward).to.deep.equal([]);
  });

  const BELOW_ZERO: readonly (readonly [box: string, to: string])[] = [
    ['20', '15'],
    ['19', '15'],
    ['08', '21'],
    ['I1', '21'],
    ['A1', 'F8'],
    ['B2', 'F8'],
    ['E1', 'B5'],
    ['F2', 'B5'],
    ['15', '21'],
    ['21', '15'],
  ];
  for (const [box, to] of BELOW_ZERO)
    it(`takes what line ${box} would have below zero to line ${to}`, () => {
      const { boxes } = computed(french, { [box]: '-40.00' });
      expect(boxes).to.have.property(to, '40.00');
      expect(boxes).not.to.have.property(box);
    });

  it('drops a base and a part below zero, whose tax says it', () => {
    expect(computed(french, { '08-HT': '-200.00', '17': '-40.00' }).boxes).to.deep.equal({});
  });
});

describe('the Luxembourg return', () => {
  it('adds up turnover, exemptions, tax due and input tax to 105', () => {
    const { boxes, amount_due } = computed(luxembourgish, {
      '472': '1500.00',
      '701': '1000.00',
      '702': '170.00',
      '457': '500.00',
      '711': '200.00',
      '712': '34.00',
      '459': '34.00',
      '458': '51.00',
    });
    expect(boxes).to.deep.include({ '012': '1500.00', '454': '1500.00', '021': '500.00', '022': '1000.00' });
    expect(boxes).to.deep.include({ '037': '1000.00', '046': '170.00', '051': '200.00', '056': '34.00' });
    expect(boxes).to.deep.include({ '076': '204.00', '093': '85.00', '102': '85.00', '105': '119.00' });
    expect(amount_due).to.equal('119.00');
  });

  it('has a surplus of input tax with its sign in 105', () => {
    const { boxes, amount_due, amount_refund } = computed(luxembourgish, { '458': '17.00' });
    expect([boxes['105'], amount_due, amount_refund]).to.deep.equal(['-17.00', ZERO, '17.00']);
  });

  it('knows other numbers in its annual form, and one adjustment more', () => {
    expect(annual.code).to.equal('TVA_DECA');
    const { boxes } = computed(
      annual,
      { '472': '500.00', '457': '500.00', '458': '10.00' },
      { manual: { '101': '5.00' } },
    );
    expect(boxes).to.deep.include({
      '013': '500.00',
      '021': '500.00',
      '093': '10.00',
      '102': '15.00',
      '105': '-15.00',
    });
    expect(boxes).not.to.have.property('457');
    expect([...resolveBoxParts(annual, '013')]).to.deep.equal([['457', 1]]);
  });
});

describe('a return of any books', () => {
  const amount = fc
    .integer({ min: -1_000_000, max: 1_000_000 })
    .map((cents) => subtract((cents / 100).toFixed(2), ZERO));
  for (const form of [belgian, special, french, luxembourgish, annual]) {
    const open = form.boxes.filter(({ formula }) => formula === null).map(({ box }) => box);
    const books = fc.dictionary(fc.constantFrom(...open), amount);

    it(`of form ${form.code} has no box below zero that may not be`, () =>
      fc.assert(
        fc.property(books, (amounts) => {
          const { boxes } = computeReturn(form, {
            books: listed(amounts),
            carried: [],
            manual: [],
            requests: NO_REQUESTS,
          });
          if (!form.isNeverNegative) return;
          const byHand = new Set(['26', 'AA', 'Y5', 'Y6', 'X5', '29', 'Z5', 'AB', '27', '28', '32']);
          expect(listNegativeBoxes(form, boxes).filter((box) => !byHand.has(box))).to.deep.equal([]);
        }),
      ));

    it(`of form ${form.code} has totals that are the sums of the boxes they open into`, () =>
      fc.assert(
        fc.property(books, (amounts) => {
          const positive = Object.fromEntries(
            Object.entries(amounts).map(([box, one]) => [box, isNegative(one) ? ZERO : one]),
          );
          const { boxes } = computeReturn(
            { ...form, isInUnits: false },
            { books: listed(positive), carried: [], manual: [], requests: NO_REQUESTS },
          );
          const original = new Map(Object.entries(form.renamed).map(([from, to]) => [from, to]));
          for (const { box, formula } of form.boxes) {
            // A box that stops at zero has nothing behind it then, and neither has what is made of it.
            if (formula?.atLeastZero || ['27', '28', '32'].includes(box)) continue;
            let sum = ZERO;
            for (const [part, sign] of resolveBoxParts(form, box)) {
              const value = boxes.get(original.get(part) ?? part)!;
              sum = sign === 1 ? add(sum, value) : subtract(sum, value);
            }
            expect(sum, box).to.equal(boxes.get(box));
          }
        }),
        { numRuns: 30 },
      ));
  }

  it('is found by the code of its form, and tells which boxes changed', () => {
    for (const form of [belgian, special, french, luxembourgish, annual])
      expect(getFormByCode(form.country, form.code)).to.deep.equal(form);
    expect(
      listChangedBoxes(belgian, listed({ '54': '1.00', '59': '2.00' }), listed({ '54': '1.00', '03': '5.00' })),
    ).to.deep.equal([
      { box: '03', before: ZERO, after: '5.00' },
      { box: '59', before: '2.00', after: ZERO },
    ]);
  });
});
