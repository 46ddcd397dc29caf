import { expect } from 'chai';
import type { LineToLetter } from '../../../domain/lettering/lettering.ts';
import { matchInSteps, matchLines, type MatchOptions } from '../../../domain/lettering/matching.ts';
import { on, openLine } from './samples.ts';

const COMMUNICATION = '+++010/8068/17183+++';
const OTHER_COMMUNICATION = '+++000/0000/00101+++';

interface Case {
  readonly name: string;
  readonly lines: readonly LineToLetter[];
  /** Reason, and the places of the lines that are brought together. */
  readonly expected: readonly (readonly [reason: string, ...lines: number[]])[];
  readonly options?: MatchOptions;
}

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'by structured communication': [
    {
      name: 'in the reference of one side and the label of the other',
      lines: [
        on('01-10', '100.00', { references: [COMMUNICATION] }),
        on('02-10', '-100.00', { labels: ['VIR 010806817183'] }),
      ],
      expected: [['structured_communication', 0, 1]],
    },
    {
      name: 'before the same amount without it',
      lines: [
        on('01-10', '100.00', { labels: [COMMUNICATION] }),
        on('02-09', '100.00'),
        on('02-10', '-100.00', { labels: [COMMUNICATION] }),
      ],
      expected: [['structured_communication', 0, 2]],
    },
    {
      name: 'as a creditor reference',
      lines: [
        on('01-10', '100.00', { references: ['RF18 5390 0754 7034'] }),
        on('01-11', '-100.00', { labels: ['RF18539007547034'] }),
      ],
      expected: [['structured_communication', 0, 1]],
    },
    {
      name: 'in two payments of one invoice',
      lines: [
        on('01-10', '100.00', { references: [COMMUNICATION] }),
        on('01-20', '-60.00', { labels: [COMMUNICATION] }),
        on('01-30', '-40.00', { labels: [COMMUNICATION] }),
      ],
      expected: [['structured_communication', 0, 1, 2]],
    },
    {
      name: 'of two invoices in one payment',
      lines: [
        on('01-10', '100.00', { references: [COMMUNICATION] }),
        on('01-10', '21.00', { references: [OTHER_COMMUNICATION] }),
        on('01-20', '-121.00', { labels: [`${COMMUNICATION} ${OTHER_COMMUNICATION}`] }),
      ],
      expected: [['structured_communication', 0, 1, 2]],
    },
    {
      name: 'of a standing order, each payment with the nearest invoice',
      lines: [
        on('01-01', '50.00', { labels: [COMMUNICATION] }),
        on('01-05', '-50.00', { labels: [COMMUNICATION] }),
        on('02-01', '50.00', { labels: [COMMUNICATION] }),
        on('02-05', '-50.00', { labels: [COMMUNICATION] }),
        on('03-01', '50.00', { labels: [COMMUNICATION] }),
      ],
      expected: [
        ['structured_communication', 0, 1],
        ['structured_communication', 2, 3],
      ],
    },
    {
      name: 'not when it stands on one side alone',
      lines: [
        on('01-10', '100.00', { labels: [COMMUNICATION] }),
        on('01-11', '100.00', { labels: [COMMUNICATION] }),
        on('01-12', '-70.00'),
      ],
      expected: [],
    },
    {
      name: 'not when its check is wrong',
      lines: [
        on('01-10', '100.00', { labels: ['+++010/8068/17184+++'] }),
        on('01-11', '-99.00', { labels: ['+++010/8068/17184+++'] }),
      ],
      options: { canDiffer: () => true },
      expected: [],
    },
    {
      name: 'with a small difference where it is allowed',
      lines: [on('01-10', '100.00', { labels: [COMMUNICATION] }), on('01-11', '-99.98', { labels: [COMMUNICATION] })],
      options: { canDiffer: (_, difference) => difference === 2n },
      expected: [['structured_communication', 0, 1]],
    },
    {
      name: 'never with a difference where it is not',
      lines: [on('01-10', '100.00', { labels: [COMMUNICATION] }), on('01-11', '-99.98', { labels: [COMMUNICATION] })],
      expected: [],
    },
  ],
  'by reference': [
    {
      name: 'that is the same on both sides, however it is written',
      lines: [
        on('01-10', '80.00', { references: ['F-2026/001'] }),
        on('02-10', '-80.00', { references: ['f2026001'] }),
        on('02-10', '-80.00'),
      ],
      expected: [['reference', 0, 1]],
    },
    {
      name: 'that a payment mentions in its label',
      lines: [
        on('01-10', '80.00', { references: ['F-2026/001'] }),
        on('01-11', '80.00', { references: ['F-2026/002'] }),
        on('02-10', '-80.00', { labels: ['Virement F-2026/002'] }),
      ],
      expected: [['reference', 1, 2]],
    },
    {
      name: 'of two invoices that one payment mentions',
      lines: [
        on('01-10', '80.00', { references: ['F-1'] }),
        on('01-11', '20.00', { references: ['F-2'] }),
        on('01-12', '20.00', { references: ['F-3'] }),
        on('02-10', '-100.00', { labels: ['F-1 + F-3'] }),
      ],
      expected: [['reference', 0, 2, 3]],
    },
    {
      name: 'of an invoice, its credit note and the payment of the rest',
      lines: [
        on('01-10', '80.00', { references: ['F-1'] }),
        on('01-11', '-30.00', { references: ['NC-1'], labels: ['Note de crédit sur F-1'] }),
        on('02-10', '-50.00', { labels: ['F1'] }),
      ],
      expected: [['reference', 0, 1, 2]],
    },
    {
      name: 'of each invoice, when all payments carry that of one bank statement',
      lines: [
        on('01-10', '80.00', { references: ['F-101'] }),
        on('01-11', '25.00', { references: ['F-102'] }),
        on('02-10', '-80.00', { references: ['2026-7'], labels: ['F-101'] }),
        on('02-10', '-25.00', { references: ['2026-7'], labels: ['F-102'] }),
      ],
      expected: [
        ['reference', 0, 2],
        ['reference', 1, 3],
      ],
    },
    {
      name: 'with a small difference where it is allowed',
      lines: [on('01-10', '80.00', { references: ['F-1'] }), on('02-10', '-80.01', { labels: ['F-1'] })],
      options: { canDiffer: () => true },
      expected: [['reference', 0, 1]],
    },
    {
      name: 'not by a year or a short number among other words',
      lines: [on('01-10', '80.00', { references: ['2026'] }), on('02-10', '-79.00', { labels: ['loyer 2026'] })],
      options: { canDiffer: () => true },
      expected: [],
    },
  ],
  'by amount': [
    { name: 'of the only two', lines: [on('01-10', '80.00'), on('09-30', '-80.00')], expected: [['amount', 0, 1]] },
    {
      name: 'and the nearest date among several',
      lines: [on('01-10', '80.00'), on('02-10', '80.00'), on('02-12', '-80.00')],
      expected: [['amount_and_date', 1, 2]],
    },
    {
      name: 'and the nearest date, also when the payment came first',
      lines: [on('01-01', '80.00'), on('01-10', '-80.00'), on('01-11', '80.00')],
      expected: [['amount_and_date', 1, 2]],
    },
    {
      name: 'and the nearest dates first, then the next ones',
      lines: [on('01-01', '80.00'), on('01-20', '80.00'), on('01-21', '-80.00'), on('03-01', '-80.00')],
      expected: [
        ['amount_and_date', 1, 2],
        ['amount_and_date', 0, 3],
      ],
    },
    {
      name: 'of what is left open, never with a difference',
      lines: [on('01-10', '80.00'), on('01-11', '-80.01')],
      options: { canDiffer: () => true },
      expected: [],
    },
    {
      name: 'of one third party and one account alone',
      lines: [
        on('01-10', '80.00'),
        on('01-10', '-80.00', { third_party_id: 8 }),
        on('01-10', '-80.00', { third_party_id: null }),
        on('01-10', '-80.00', { account_id: 1 }),
      ],
      expected: [],
    },
    {
      name: 'of lines without a third party',
      lines: [on('01-10', '80.00', { third_party_id: null }), on('01-11', '-80.00', { third_party_id: null })],
      expected: [['amount', 0, 1]],
    },
    { name: 'of one side alone, never', lines: [on('01-10', '80.00'), on('01-11', '80.00')], expected: [] },
  ],
  'by combination': [
    {
      name: 'of one payment for three invoices',
      lines: [on('01-10', '10.00'), on('01-11', '20.50'), on('01-12', '39.50'), on('02-01', '-70.00')],
      expected: [['combination', 0, 1, 2, 3]],
    },
    {
      name: 'of two payments for two invoices',
      lines: [on('01-10', '10.00'), on('01-11', '90.00'), on('02-01', '-45.00'), on('02-02', '-55.00')],
      expected: [['combination', 0, 1, 2, 3]],
    },
    {
      name: 'of an invoice, a credit note and a payment',
      lines: [on('01-10', '100.00'), on('01-11', '-15.00'), on('02-01', '-85.00')],
      expected: [['combination', 0, 1, 2]],
    },
    {
      name: 'of six items',
      lines: ['1.00', '2.00', '4.00', '8.00', '16.00', '-31.00'].map((open, index) => on(`01-1${index}`, open)),
      expected: [['combination', 0, 1, 2, 3, 4, 5]],
    },
    {
      name: 'of five items',
      lines: ['1.00', '2.00', '4.00', '8.00', '-15.00'].map((open, index) => on(`01-1${index}`, open)),
      expected: [['combination', 0, 1, 2, 3, 4]],
    },
    {
      name: 'of seven items, never',
      lines: ['1.00', '2.00', '4.00', '8.00', '16.00', '32.00', '-63.00'].map((open, index) =>
        on(`01-1${index}`, open),
      ),
      expected: [],
    },
    {
      name: 'of no more items than asked for',
      lines: [on('01-10', '10.00'), on('01-11', '20.50'), on('01-12', '39.50'), on('02-01', '-70.00')],
      options: { maxItems: 3 },
      expected: [],
    },
    {
      name: 'not at all when two items are the most',
      lines: [on('01-10', '10.00'), on('01-11', '20.00'), on('02-01', '-30.00')],
      options: { maxItems: 2 },
      expected: [],
    },
    {
      name: 'the smaller one first',
      lines: [
        on('01-10', '10.00'),
        on('01-11', '20.00'),
        on('01-12', '30.00'),
        on('01-13', '40.00'),
        on('02-01', '-70.00'),
      ],
      expected: [['combination', 2, 3, 4]],
    },
    {
      name: 'and never with one item twice',
      lines: [on('01-10', '35.00'), on('01-11', '3.00'), on('02-01', '-70.00')],
      expected: [],
    },
  ],
};

describe('matching of open lines', () => {
  for (const [how, cases] of Object.entries(CASES))
    describe(how, () => {
      for (const { name, lines, expected, options } of cases)
        it(name, () => {
          const places = new Map(lines.map((line, index) => [line.line_id, index]));
          const found = matchLines(lines, options).matches.map(({ reason, lines: matched }) => [
            reason,
            ...matched.map(({ line_id }) => places.get(line_id)!),
          ]);
          expect(found).to.have.deep.members(expected as unknown[]);
          expect(found).to.have.length(expected.length);
        });
    });

  it('tells the difference that is left', () => {
    const [match] = matchLines(
      [on('01-10', '100.00', { labels: [COMMUNICATION] }), on('01-11', '-100.03', { labels: [COMMUNICATION] })],
      { canDiffer: () => true },
    ).matches;
    expect(match!.difference).to.equal(-3n);
  });

  it('is the same in whatever order the lines come', () => {
    const lines = Object.values(CASES).flatMap((cases) =>
      cases.flatMap((one, index) =>
        one.lines.map((line) => ({ ...line, account_id: 1_000 + index, third_party_id: one.name.length })),
      ),
    );
    const idsOf = (some: readonly LineToLetter[]) =>
      new Set(matchLines(some).matches.map((match) => match.lines.map(({ line_id }) => line_id).join()));
    expect(idsOf(lines.toReversed())).to.deep.equal(idsOf(lines));
  });

  /** Nothing fits, so that every search goes to its end. */
  const hopeless = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      openLine(`${index % 2 ? '-' : ''}${2_000_000 + index * 4 + (index % 2)}.${index % 2 ? '37' : '11'}`, {
        entry_date: `2026-0${1 + (index % 9)}-01`,
        references: [`R-${index}`],
        labels: [`label of ${index} and ${index + 1}`],
      }),
    );
  /** One amount, so that everything could go with everything. */
  const alike = (count: number) =>
    Array.from({ length: count }, (_, index) => openLine(index % 2 ? '-5.00' : '5.00', { labels: [COMMUNICATION] }));

  for (const [name, make] of Object.entries({ hopeless, alike }))
    it(`looks at ten times as much for ten times the lines when they are ${name}`, () => {
      const [few, many] = [matchLines(make(200)).steps, matchLines(make(2_000)).steps];
      expect(many / few).to.be.below(12);
      expect(many / 2_000, 'steps a line').to.be.below(4_000);
    });

  it('can be left off after any item, and gone on with later', () => {
    const lines = hopeless(300);
    let stops = 0;
    const search = matchInSteps(lines);
    while (!search.next().done) {
      stops += 1;
      // What another search does in between changes nothing.
      if (stops % 500 === 0) expect(matchLines(alike(20)).matches).to.have.length(10);
    }
    expect(stops, 'for two kinds of clues, and combinations of three to six').to.be.at.least(6 * lines.length);
  });
});
