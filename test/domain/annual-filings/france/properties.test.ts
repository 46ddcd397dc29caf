import { expect } from 'chai';
import fc from 'fast-check';
import {
  computeLiasseAmounts,
  createLiasse,
  findBrokenEquations,
} from '../../../../domain/annual-filings/france/compute.ts';
import type { Edition, LiasseDeclaration } from '../../../../domain/annual-filings/france/declaration.ts';
import { declareLiasse } from '../../../../domain/annual-filings/france/liasse.ts';
import type { AccountMovement, AssetLine } from '../../../../domain/annual-filings/form.ts';
import { computeRubricAmounts } from '../../../../domain/country-packs/annual-accounts.ts';
import { findCountryPack } from '../../../../domain/country-packs/index.ts';
import { add, fromCents, roundToUnits, subtract, sum, ZERO } from '../../../../domain/money.ts';
import { buildBooks, buildInputs, closeMovements, getModel } from './books.ts';

/** Any books of a company: openings and entries between any two accounts of its chart, transfers of assets included. */

const accounts = findCountryPack('FR')!
  .charts[0]!.accounts.filter(({ isPostable, type }) => isPostable && type !== 'off_balance')
  .map(({ number }) => number);
const standing = accounts.filter((number) => /^[1-5]/.test(number));
const assets = standing.filter((number) => /^2[0-7]/.test(number) && !/^2(29|69|79)/.test(number));

const cents = fc.integer({ min: 1, max: 5_000_000 });
const pairs = (numbers: readonly string[], maxLength: number) =>
  fc.array(fc.tuple(fc.constantFrom(...numbers), fc.constantFrom(...numbers), cents), { maxLength });

const books = fc
  .record({ openings: pairs(standing, 15), entries: pairs(accounts, 40), transfers: pairs(assets, 5) })
  .map(({ openings, entries, transfers }) => {
    const found = new Map<string, AccountMovement>();
    const change = (number: string, more: Partial<AccountMovement>): void => {
      const known = found.get(number) ?? { number, type: 'asset', opening: ZERO, debit: ZERO, credit: ZERO };
      found.set(number, {
        ...known,
        opening: add(known.opening, more.opening ?? ZERO),
        debit: add(known.debit, more.debit ?? ZERO),
        credit: add(known.credit, more.credit ?? ZERO),
      });
    };
    for (const [debit, credit, size] of openings) {
      const amount = fromCents(BigInt(size));
      change(debit, { opening: amount });
      change(credit, { opening: subtract(ZERO, amount) });
    }
    const assetLines: AssetLine[] = [];
    for (const [place, [debit, credit, size]] of [...entries, ...transfers].entries()) {
      const amount = fromCents(BigInt(size));
      change(debit, { debit: amount });
      change(credit, { credit: amount });
      if (debit === credit) continue;
      for (const [account, side] of [
        [debit, 'debit'],
        [credit, 'credit'],
      ] as const)
        if (account.startsWith('2'))
          assetLines.push({ entry_id: place, account, debit: ZERO, credit: ZERO, [side]: amount });
    }
    return { movements: [...found.values()], assetLines };
  });

const CASES: readonly [code: '2050' | '2033', edition: Edition][] = [
  ['2050', '2025'],
  ['2050', '2026'],
  ['2033', '2025'],
];

/** Interim dividends (1209) are part of the result in the reports, and of the amounts carried forward on the form. */
const APART = new Set(['DH', 'DI', '134', '136']);

/** Boxes whose accounts changed in the edition of 2026. */
const MOVED = new Set(['AJ', 'AK', 'AL', 'AV', 'AX', 'CS', 'CT', 'CU', 'CV', 'BD', 'BE', 'FQ', 'GE']);

/** Sums of boxes, computed without the service. */
function findWrongTotals({ boxes }: LiasseDeclaration, euros: ReadonlyMap<string, string | null>): string[] {
  return boxes.flatMap(({ code, content }) => {
    if (content.kind !== 'sum' || content.isProposal || content.part !== 'all') return [];
    const total = content.terms.reduce((before, term) => before + term.sign * Number(euros.get(term.code)), 0);
    return total === Number(euros.get(code)) ? [] : [code];
  });
}

describe('The French tax return of any books', () => {
  for (const [code, edition] of CASES) {
    const reported = getModel(code);
    const declaration = declareLiasse(code, edition);
    const liasse = createLiasse(declaration, reported);

    it(`${code} of ${edition} adds up in whole euros, and its forms agree with one another`, () => {
      fc.assert(
        fc.property(books, ({ movements, assetLines }) => {
          const atEnd = closeMovements(movements);
          const openings = new Map(movements.map(({ number, opening }) => [number, opening]));
          const more = { endsOn: `${edition}-12-31`, previous: buildBooks(openings, []), assetLines };
          const inputs = buildInputs(buildBooks(atEnd, movements), more);
          const amounts = computeLiasseAmounts(liasse, inputs);
          const get = (box: string): string => amounts.euros.get(box)!;
          const blocking = findBrokenEquations(declaration.equations, amounts).filter(
            ({ severity }) => severity === 'blocking',
          );
          expect(blocking).to.deep.equal([]);
          expect([...amounts.euros].filter(([, amount]) => !amount!.endsWith('.00'))).to.deep.equal([]);
          expect(findWrongTotals(declaration, amounts.euros)).to.deep.equal([]);
          const [net, liabilities, result] =
            code === '2050'
              ? [subtract(get('CO'), get('1A')), get('EE'), ['DI', 'HN']]
              : [subtract(get('110'), get('112')), get('180'), ['136', '310']];
          expect(net).to.equal(liabilities);
          expect(get(result[0]!)).to.equal(get(result[1]!));
          const ofBooks = sum([...atEnd].flatMap(([number, balance]) => (/^[67]/.test(number) ? [balance] : [])));
          expect(amounts.exact.get(result[1]!)).to.equal(subtract(ZERO, ofBooks));
          const ends =
            code === '2050'
              ? [
                  ['0L', 'BJ'],
                  ['TX', 'DR'],
                  ['TU', 'DK'],
                ]
              : [
                  ['496', '044'],
                  ['626', '154'],
                ];
          for (const [one, other] of ends) expect(get(one!), `${one} = ${other}`).to.equal(get(other!));
        }),
        { numRuns: 30 },
      );
    });

    it(`${code} of ${edition} has the net amounts of the annual accounts before rounding`, () => {
      fc.assert(
        fc.property(books, ({ movements }) => {
          const atEnd = closeMovements(movements);
          const { exact } = computeLiasseAmounts(liasse, buildInputs(buildBooks(atEnd, movements)));
          const shown = computeRubricAmounts(reported, atEnd);
          const different = reported.rubrics.filter(({ code: rubric }) => {
            if (APART.has(rubric)) return false;
            if (edition === '2026' && (MOVED.has(rubric) || /^H[ACEG]$/.test(rubric))) return false;
            return (exact.get(`${rubric}.net`) ?? exact.get(rubric)) !== shown.get(rubric);
          });
          expect(different).to.deep.equal([]);
        }),
        { numRuns: 10 },
      );
    });
  }

  it('gives the rounding difference of the balance sheet to one line', () => {
    const liasse = createLiasse(declareLiasse('2050', '2025'), getModel('2050'));
    const lines = liasse.declaration.boxes.filter(({ content }) => content.kind === 'rubric');
    fc.assert(
      fc.property(books, ({ movements }) => {
        const inputs = buildInputs(buildBooks(closeMovements(movements), movements));
        const { exact, euros } = computeLiasseAmounts(liasse, inputs);
        const changed = lines.filter(({ code }) => euros.get(code) !== roundToUnits(exact.get(code)!));
        expect(changed.length).to.be.at.most(1);
      }),
      { numRuns: 20 },
    );
  });
});
