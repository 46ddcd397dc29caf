import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { LetteredLine, Lettering } from '../../../domain/lettering/lettering-events.ts';
import { decideLettering, type LineToLetter } from '../../../domain/lettering/lettering.ts';
import { decideUnlettering } from '../../../domain/lettering/unlettering.ts';
import { proposeMatches, decideAutomatic } from '../../../domain/lettering/automatic.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { openedFile } from '../../support/company-file-samples.ts';
import { openLine } from './samples.ts';

/** Lines and what is open of each, as a model of the books: letterings take from it, and what is undone gives back. */
type Books = Map<number, { readonly line: LineToLetter; readonly original: Decimal; open: Decimal }>;

const cents = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 100_000_000 }));
const amounts = fc.array(
  fc.tuple(cents, fc.boolean(), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 28 })),
  {
    minLength: 2,
    maxLength: 40,
  },
);

function booksOf(drawn: readonly (readonly [number, boolean, number, number])[]): Books {
  return new Map(
    drawn.map(([size, isDebit, third_party_id, day]) => {
      const open = new Decimal(size).div(100).times(isDebit ? 1 : -1);
      const line = openLine(open.toFixed(2), {
        third_party_id,
        entry_date: `2026-01-${String(day).padStart(2, '0')}`,
        references: size % 3 === 0 ? [`F-${size}`] : [],
        labels: size % 5 === 0 ? [`payment of F-${size}`] : [],
      });
      return [line.line_id, { line, original: open, open }];
    }),
  );
}

const linesNow = (books: Books): LineToLetter[] =>
  [...books.values()]
    .filter(({ open }) => !open.isZero())
    .map(({ line, open }) => ({ ...line, open: open.toFixed(2) }));
const openOf = (books: Books) => [...books].map(([id, { open }]) => [id, open.toFixed(2)]);

function put(books: Books, lines: readonly LetteredLine[], sign: 1 | -1): void {
  for (const { line_id, amount } of lines) {
    const known = books.get(line_id)!;
    known.open = known.open.minus(new Decimal(amount).times(sign));
  }
}

function checked(letterings: readonly Lettering[], books: Books): void {
  for (const { lines } of letterings) {
    const total = lines.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
    expect(total.isZero(), 'every lettering makes zero').to.equal(true);
    expect(new Set(lines.map(({ line_id }) => line_id)).size, 'a line stands in it once').to.equal(lines.length);
    put(books, lines, 1);
  }
  for (const { original, open } of books.values()) {
    expect(open.abs().lte(original.abs()), 'no more is settled than there was').to.equal(true);
    expect(open.isZero() || open.isNegative() === original.isNegative(), 'the side stays').to.equal(true);
  }
}

const letteringsIn = (events: readonly unknown[]): readonly Lettering[] =>
  (events as readonly DomainEvent[]).flatMap(({ type, data }) =>
    type === 'LinesLettered' ? (data['letterings'] as unknown as Lettering[]) : [],
  );

describe('letterings of any lines', () => {
  it('make zero, settle no more than there is, and give all of it back when they are undone', () => {
    fc.assert(
      fc.property(amounts, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (drawn, partials) => {
        const books = booksOf(drawn);
        const before = openOf(books);
        const made: Lettering[] = [];
        for (const [index, partial] of partials.entries()) {
          const lines = linesNow(books).filter(
            ({ third_party_id, line_id }) => third_party_id === 1 + (index % 3) && (line_id + index) % 4 !== 0,
          );
          if (lines.length < 2) continue;
          const decision = decideLettering(
            {
              type: 'LetterLines',
              line_ids: lines.map(({ line_id }) => line_id),
              lines,
              partial,
              entry_date: null,
              journal_id: null,
              label: null,
              letteringId: index + 1,
              writeOffIds: { entryId: 1, lineIds: [1, 2] },
            },
            openedFile,
          );
          if (isRefusal(decision)) continue;
          checked(letteringsIn(decision), books);
          made.push(...letteringsIn(decision));
        }
        for (const { id, lines } of made.toReversed()) {
          const facts = { id, version: 1, lines };
          const events = decideUnlettering(
            { type: 'UnletterLines', facts, baseVersion: 1, reversal: null },
            openedFile,
          );
          if (isRefusal(events)) throw new Error('refused');
          for (const { data } of events as unknown as { data: { letterings: { lines: LetteredLine[] }[] } }[])
            for (const undone of data.letterings) put(books, undone.lines, -1);
        }
        expect(openOf(books)).to.deep.equal(before);
      }),
      { numRuns: 150 },
    );
  });

  it('that are found by themselves do the same, and leave nothing that would be found again by the same rule', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 2, max: 6 }), (drawn, maxItems) => {
        const books = booksOf(drawn);
        const { matches } = proposeMatches(linesNow(books), maxItems, openedFile);
        const letteringIds = matches.map((_, index) => index + 1);
        const decision = decideAutomatic(
          { type: 'LetterAutomatically', matches, letteringIds, writeOffIds: [] },
          openedFile,
        );
        if (isRefusal(decision)) throw new Error('refused');
        const letterings = letteringsIn(decision);
        checked(letterings, books);
        for (const { reason, lines } of letterings) {
          if (reason?.startsWith('amount')) expect(lines).to.have.length(2);
          if (reason === 'combination') expect(lines.length).to.be.within(3, maxItems);
        }
        const after = (decision as readonly DomainEvent[]).reduce(companyFile.evolve, openedFile);
        const again = proposeMatches(linesNow(books), 2, after).matches;
        expect(again.filter(({ reason }) => reason === 'amount' || reason === 'amount_and_date')).to.deep.equal([]);
      }),
      { numRuns: 150 },
    );
  });
});
