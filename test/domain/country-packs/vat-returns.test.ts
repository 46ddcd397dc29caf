import { expect } from 'chai';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { belgium } from '../../../domain/country-packs/be/index.ts';
import { france } from '../../../domain/country-packs/fr/index.ts';
import { countryPacks, type CountryPack, type PackVatCode } from '../../../domain/country-packs/index.ts';
import { luxembourg } from '../../../domain/country-packs/lu/index.ts';
import { amountsOf, filledBoxes } from './filled-boxes.ts';

type Note = 'invoice' | 'creditNote';
type Boxes = ReturnType<typeof filledBoxes>;
type Amounts = ReturnType<typeof amountsOf>;

/** One document line of any amount, for every code of the country. */
function forEveryLine(
  pack: CountryPack,
  check: (code: PackVatCode, note: Note, boxes: Boxes, amounts: Amounts) => void,
): void {
  for (const code of pack.vatCodes) {
    const line = fc.tuple(fc.constantFrom<Note>('invoice', 'creditNote'), fc.integer({ min: 1, max: 1e9 }));
    fc.assert(
      fc.property(line, ([note, cents]) => {
        const base = new Decimal(cents).div(100);
        check(code, note, filledBoxes(pack, code, note, base), amountsOf(code, base));
      }),
      { numRuns: 6, examples: [[['invoice', 10_000]], [['creditNote', 10_000]]] },
    );
  }
}

const expectSame = (one: Decimal, other: Decimal | number, of: string): void => {
  expect(one.toFixed(6), of).to.equal(new Decimal(other).plus(0).toFixed(6));
};

const isTaxed = ({ kind }: PackVatCode): boolean => kind !== 'outside_scope';

describe('A line on the Belgian VAT return', () => {
  /** In Belgium: the intermediary of a triangular sale acquires where the goods arrive. */
  const isAcquired = ({ code, kind }: PackVatCode): boolean => kind === 'intracom' && code !== 'P-M-IC-T';

  it('stands once in frame II when it is sold, and in 48 or 49 when it is credited', () => {
    forEveryLine(belgium, (code, note, boxes, { base, due }) => {
      if (code.direction === 'purchase') {
        expectSame(boxes('00', '01', '02', '03', '44', '45', '46', '47', '48', '49', '54', '64'), 0, code.code);
        return;
      }
      const [sold, credited] = note === 'invoice' ? [base, 0] : [0, base];
      expectSame(boxes('00', '01', '02', '03', '44', '45', '46', '47'), isTaxed(code) ? sold : 0, code.code);
      expectSame(boxes('48', '49'), isTaxed(code) ? credited : 0, code.code);
      expectSame(boxes('64'), note === 'invoice' ? 0 : due, code.code);
      const taxed = boxes('01').times(6).plus(boxes('02').times(12)).plus(boxes('03').times(21));
      expectSame(boxes('54'), taxed.div(100), code.code);
      expectSame(boxes('48'), ['S-IC-G', 'S-IC-T', 'S-IC-S'].includes(code.code) ? credited : 0, code.code);
    });
  });

  it('stands once by its nature when it is bought, with the tax that is not deducted', () => {
    forEveryLine(belgium, (code, note, boxes, { base, nonDeductible }) => {
      if (code.direction === 'sale') return expectSame(boxes('81', '82', '83', '84', '85'), 0, code.code);
      const cost = isTaxed(code) ? base.plus(nonDeductible).times(note === 'invoice' ? 1 : -1) : 0;
      expectSame(boxes('81', '82', '83'), cost, code.code);
      expectSame(boxes({ goods: '81', services: '82', investment: '83' }[code.nature ?? 'goods']), cost, code.code);
      if (note === 'invoice') return expectSame(boxes('84', '85'), 0, code.code);
      // What was owed by the buyer, or paid to customs, does not stand on the note of the supplier.
      const isOnTheNote = code.dueAccount === null && code.kind !== 'import';
      expectSame(boxes('84', '85'), isTaxed(code) ? base.plus(isOnTheNote ? nonDeductible : 0) : 0, code.code);
      expectSame(boxes('84'), isAcquired(code) ? base : 0, code.code);
    });
  });

  it('owes the tax that 86, 87 and 88 call for, and gets it back in 62 and 63', () => {
    forEveryLine(belgium, (code, note, boxes, { base, due, deductible }) => {
      if (code.direction === 'sale') return;
      const sign = note === 'invoice' ? 1 : -1;
      const isOwed = isAcquired(code) || code.kind === 'reverse_charge' || /-IMP-/.test(code.code);
      expectSame(boxes('86', '87', '88'), isOwed ? base.times(sign) : 0, code.code);
      const reversed = note === 'invoice' ? ['55', '56', '57'] : ['62'];
      expectSame(boxes('55', '56', '57', '62'), due, code.code);
      expectSame(boxes(...reversed), due, code.code);
      expectSame(boxes(note === 'invoice' ? '59' : '63'), deductible, code.code);
      if (note === 'creditNote') return;
      expectSame(boxes('55'), boxes('86', '88').times(code.rate).div(100), code.code);
      expectSame(boxes('56', '57'), boxes('87').times(code.rate).div(100), code.code);
      expect(boxes('57').isZero(), code.code).to.equal(code.kind !== 'import' || due.isZero());
    });
  });
});

describe('A line on the French VAT return', () => {
  const taxedOperations = ['A1', 'A2', 'A3', 'A4', 'A5', 'B1', 'B2', 'B3', 'B4', 'B5'];
  const untaxedOperations = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9'];
  const lines = france.boxes.flatMap(({ box }) => (box.endsWith('-HT') ? [box.slice(0, -'-HT'.length)] : []));

  it('stands once among the operations, and those that are taxed once by rate', () => {
    forEveryLine(france, (code, note, boxes, { base, due }) => {
      const sign = note === 'invoice' ? 1 : -1;
      const owes = code.dueAccount !== null;
      expectSame(boxes(...taxedOperations), owes ? base.times(sign) : 0, code.code);
      expectSame(boxes(...lines.map((line) => `${line}-HT`)), owes ? base.times(sign) : 0, code.code);
      expectSame(boxes('16'), due.times(sign), code.code);
      for (const line of lines) {
        expectSame(boxes(line), boxes(`${line}-HT`).times(code.rate).div(100), `${code.code}, line ${line}`);
      }
      const isDeclared = code.direction === 'sale' && code.code !== 'S-NA' && !owes;
      if (code.direction === 'sale')
        expectSame(boxes(...untaxedOperations), isDeclared ? base.times(sign) : 0, code.code);
    });
  });

  it('is deducted as a fixed asset or as something else, and tells what comes from abroad', () => {
    forEveryLine(france, (code, note, boxes, { due, deductible }) => {
      const sign = note === 'invoice' ? 1 : -1;
      const isAsset = code.nature === 'investment';
      expectSame(boxes('19'), isAsset ? deductible.times(sign) : 0, code.code);
      expectSame(boxes('20'), isAsset ? 0 : deductible.times(sign), code.code);
      const isAcquisition = code.direction === 'purchase' && code.kind === 'intracom' && code.nature !== 'services';
      expectSame(boxes('17'), isAcquisition ? due.times(sign) : 0, code.code);
      expectSame(boxes('24'), code.kind === 'import' ? deductible.times(sign) : 0, code.code);
    });
  });
});

describe('A line on the Luxembourg VAT return', () => {
  it('makes the taxable turnover equal to its breakdown by rate', () => {
    forEveryLine(luxembourg, (code, note, boxes, { base }) => {
      expectSame(boxes('022'), boxes('037'), code.code);
      // What goods had cost that are sold by their margin is no turnover.
      const isTurnover = code.direction === 'sale' && !['S-NA', 'S-MG'].includes(code.code);
      expectSame(boxes('012'), isTurnover ? base.times(note === 'invoice' ? 1 : -1) : 0, code.code);
    });
  });

  it('owes the tax of its base, and deducts of its input tax what is not taken off again', () => {
    forEveryLine(luxembourg, (code, note, boxes, { base, due, deductible, nonDeductible }) => {
      const sign = note === 'invoice' ? 1 : -1;
      expectSame(boxes('076'), due.times(sign), code.code);
      if (code.direction === 'sale') return;
      const isOwed = code.dueAccount !== null;
      if (isOwed) expectSame(boxes('051', '065', '409', '767'), base.times(sign), code.code);
      expectSame(boxes('102'), deductible.times(sign), code.code);
      // What the law excludes from deduction is no input tax; all other tax is, whole.
      const isInputTax = boxes('093').isZero() === false;
      expectSame(boxes('093'), isInputTax ? deductible.plus(nonDeductible).times(sign) : 0, code.code);
      expectSame(boxes('097'), isInputTax ? nonDeductible.times(sign) : 0, code.code);
    });
  });
});

for (const pack of countryPacks) {
  describe(`The VAT codes of ${pack.code}`, () => {
    it('make the buyer owe the tax exactly where nobody else charges it', () => {
      for (const { code, direction, kind, rate, dueAccount, deductibleRate } of pack.vatCodes) {
        const hasTax = rate !== '0.00';
        if (direction === 'sale') {
          expect(dueAccount !== null, code).to.equal(hasTax);
          if (hasTax) expect(kind, code).to.be.oneOf(['standard', 'margin']);
          continue;
        }
        if (['standard', 'margin', 'non_deductible'].includes(kind)) expect(dueAccount, code).to.equal(null);
        if (kind === 'reverse_charge' || kind === 'intracom') expect(dueAccount !== null, code).to.equal(hasTax);
        if (kind === 'exempt' || kind === 'outside_scope') expect(rate, code).to.equal('0.00');
        if (kind === 'standard' || kind === 'non_deductible')
          expect(kind === 'non_deductible', code).to.equal(deductibleRate === '0.00');
      }
    });

    it('name a nature for every purchase that is taxed', () => {
      for (const { code, direction, kind, nature } of pack.vatCodes) {
        if (direction === 'purchase') expect(nature !== null, code).to.equal(kind !== 'outside_scope');
      }
    });
  });
}
