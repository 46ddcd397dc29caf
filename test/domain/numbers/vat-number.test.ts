import { expect } from 'chai';
import fc from 'fast-check';
import { checkVAT, countries } from 'jsvat';
import { countryOfVatNumber, hasCheckedPrefix, normaliseVatNumber } from '../../../domain/numbers/vat-number.ts';

/** One number of each country whose check holds, and the same with one digit or letter changed. */
const NUMBERS: readonly (readonly [valid: string, invalid: string])[] = [
  ['ATU13585627', 'ATU13585626'],
  ['BE0477472701', 'BE0477472702'],
  ['BE1000000021', 'BE2000000021'],
  ['BG175074752', 'BG175074753'],
  ['BG7523169263', 'BG7523169261'],
  ['CY10259033P', 'CY10259033Q'],
  ['CZ25123891', 'CZ25123892'],
  ['DE136695976', 'DE136695977'],
  ['DK13585628', 'DK13585629'],
  ['EE100594102', 'EE100594103'],
  ['EL094259216', 'EL094259217'],
  ['ES54362315K', 'ES54362315Z'],
  ['ESX2482300W', 'ESX2482300A'],
  ['ESJ99216582', 'ESJ99216583'],
  ['FI20774740', 'FI20774741'],
  ['FR40303265045', 'FR41303265045'],
  ['FRK7399859412', 'FRK8399859412'],
  ['GB980780684', 'GB802311781'],
  ['HR33392005961', 'HR33392005962'],
  ['HU12892312', 'HU12892313'],
  ['IE6433435F', 'IE6433435E'],
  ['IE6433435OA', 'IE6433435VH'],
  ['IE8D79739I', 'IE8D79738J'],
  ['IT00743110157', 'IT00743110158'],
  ['LT119511515', 'LT100001919018'],
  ['LT100001919017', 'LT119511516'],
  ['LU15027442', 'LU15027443'],
  ['LV40003521600', 'LV40003521601'],
  ['MT11679112', 'MT11679113'],
  ['NL004495445B01', 'NL123456789B90'],
  ['NL002455799B11', 'NL002455799B1'],
  ['PL8567346215', 'PL8567346216'],
  ['PT501964843', 'PT501964842'],
  ['RO18547290', 'RO18547291'],
  ['SE123456789701', 'SE123456789101'],
  ['SI50223054', 'SI50223055'],
  ['SK2022749619', 'SK2022749618'],
  ['XI980780684', 'XI980780685'],
];

describe('VAT numbers', () => {
  for (const [valid, invalid] of NUMBERS) {
    it(`take ${valid} and refuse ${invalid}`, () => {
      expect(normaliseVatNumber(valid, null)).to.equal(valid);
      expect(normaliseVatNumber(invalid, null)).to.equal(null);
    });
  }

  it('are kept without separators, in capitals, with ten digits in Belgium and EL for Greece', () => {
    for (const [typed, kept] of [
      ['be 0477.472.701', 'BE0477472701'],
      ['BE 477-472-701', 'BE0477472701'],
      ['BE(0)477.472.701', 'BE0477472701'],
      ['GR 094259216', 'EL094259216'],
      ['nl 0044.95.445.b01', 'NL004495445B01'],
    ] as const)
      expect(normaliseVatNumber(typed, null), typed).to.equal(kept);
  });

  it('come without a prefix where the country is known, and only there', () => {
    for (const [country, national, kept] of [
      ['BE', '0477.472.701', 'BE0477472701'],
      ['GR', '094259216', 'EL094259216'],
      ['AT', 'U13585627', 'ATU13585627'],
      ['ES', 'J99216582', 'ESJ99216582'],
      ['MC', '40303265045', 'FR40303265045'],
      ['GB', '980 780 684', 'GB980780684'],
    ] as const) {
      expect(normaliseVatNumber(national, country), country).to.equal(kept);
      expect(normaliseVatNumber(national, null), country).to.equal(null);
    }
    expect(normaliseVatNumber('0477472701', 'FR')).to.equal(null);
    expect(normaliseVatNumber('BE0477472701', 'FR'), 'a prefix says more than a country').to.equal('BE0477472701');
  });

  it('tell their country', () => {
    expect(['EL094259216', 'XI980780684', 'BE0477472701', 'CHE100155212MWST'].map(countryOfVatNumber)).to.deep.equal([
      'GR',
      'GB',
      'BE',
      null,
    ]);
    expect(['gr 1', 'BE', 'CH', '12', ''].map(hasCheckedPrefix)).to.deep.equal([true, true, false, false, false]);
  });

  it('are read at once, however long and odd the text', () => {
    const started = performance.now();
    for (const text of [
      'BE'.repeat(500_000),
      `FR${' '.repeat(1_000_000)}`,
      '1'.repeat(1_000_000),
      'é'.repeat(1_000_000),
    ])
      expect(normaliseVatNumber(text, 'BE')).to.equal(null);
    expect(performance.now() - started).to.be.below(50);
  });

  it('stay what they are when they are read again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.constantFrom(null, 'BE', 'FR', 'GR', 'US'), (text, country) => {
        const kept = normaliseVatNumber(text, country);
        if (kept !== null) expect(normaliseVatNumber(kept, null)).to.equal(kept);
      }),
    );
  });

  /** A second opinion: where both know a country by the same rules, they agree on every number. */
  it('agree with another implementation of the same checks', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
    const shapes: Readonly<Record<string, fc.Arbitrary<string>>> = {
      AT: digits(8).map((number) => `U${number}`),
      DE: digits(9),
      DK: digits(8),
      EE: digits(7).map((number) => `10${number}`),
      EL: digits(9),
      HR: digits(11),
      HU: digits(8),
      IT: digits(11),
      LU: digits(8),
      MT: digits(8),
      RO: fc.integer({ min: 2, max: 10 }).chain(digits),
      SE: digits(10).map((number) => `${number}01`),
      SI: digits(8),
    };
    for (const [prefix, shape] of Object.entries(shapes)) {
      fc.assert(
        fc.property(shape, (number) => {
          const theirs = checkVAT(prefix + number, Object.values(countries)).isValid;
          expect(normaliseVatNumber(prefix + number, null) !== null, prefix + number).to.equal(theirs);
        }),
        { numRuns: 300 },
      );
    }
  });
});
