import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { normaliseForeignVatNumber } from '../../../domain/numbers/foreign-vat-number.ts';
import { findVatNumberCountry, hasCheckedPrefix, normaliseVatNumber } from '../../../domain/numbers/vat-number.ts';
import { readCpuTime } from '../../support/cpu.ts';

/** One number of each country whose check holds, and the same with one digit or letter changed. */
const NUMBERS: readonly (readonly [valid: string, invalid: string])[] = [
  ['ATU13585627', 'ATU13585626'],
  ['BE0477472701', 'BE0477472702'],
  ['BE1000000021', 'BE2000000021'],
  ['BG175074752', 'BG175074753'],
  ['BG7523169263', 'BG7523169261'],
  ['CY10259033P', 'CY10259033Q'],
  ['CY60001744K', 'CY60001744L'],
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
  ['NL004495445B02', 'NL004495445B00'],
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
    expect(['EL094259216', 'XI980780684', 'BE0477472701', 'CHE100155212MWST'].map(findVatNumberCountry)).to.deep.equal([
      'GR',
      'GB',
      'BE',
      null,
    ]);
    expect(['gr 1', 'BE', 'CH', '12', ''].map(hasCheckedPrefix)).to.deep.equal([true, true, false, false, false]);
  });

  it('are read at once, however long and odd the text', () => {
    const started = readCpuTime();
    for (const text of [
      'BE'.repeat(500_000),
      `FR${' '.repeat(1_000_000)}`,
      '1'.repeat(1_000_000),
      'é'.repeat(1_000_000),
    ])
      expect(normaliseVatNumber(text, 'BE')).to.equal(null);
    expect(readCpuTime() - started).to.be.below(200);
  });

  it('stay what they are when they are read again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.constantFrom(null, 'BE', 'FR', 'GR', 'US'), (text, country) => {
        const kept = normaliseVatNumber(text, country);
        if (kept !== null) expect(normaliseVatNumber(kept, null)).to.equal(kept);
      }),
    );
  });

  /**
   * A second opinion: numbers drawn at random, twenty-five of each country that pass and twenty-five that do not, as judged by
   * another implementation of the same checks. One verdict is ours: the Dutch suffix B00 is given to nobody.
   */
  describe('agree with another implementation of the same checks', () => {
    for (const { prefix, verdict, numbers } of secondOpinions())
      it(`on ${numbers.length} ${verdict} numbers of ${prefix}`, () => {
        for (const number of numbers)
          expect(normaliseVatNumber(number, null) ?? normaliseForeignVatNumber(number), number).to.equal(
            verdict === 'valid' ? number : null,
          );
      });
  });
});

describe('VAT numbers outside the Union', () => {
  for (const [typed, kept] of [
    ['CHE-116.281.710 MWST', 'CHE116281710MWST'],
    ['CHE-100.155.212 TVA', 'CHE100155212TVA'],
    ['CHE-107.787.577 IVA', 'CHE107787577IVA'],
    ['che116294121', 'CHE116294121'],
    ['NO 923 609 016 MVA', 'NO923609016MVA'],
    ['NO 995525828', 'NO995525828'],
    ['RS 101134702', 'RS101134702'],
    ['RU 7707083893', 'RU7707083893'],
    ['RU500100732259', 'RU500100732259'],
    ['BR 00.000.000/0001-91', 'BR00000000000191'],
    ['33.000.167/0001-01', '33000167000101'],
    ['AD F-123456-A', 'ADF123456A'],
  ] as const)
    it(`take ${typed}`, () => {
      expect(normaliseForeignVatNumber(typed)).to.equal(kept);
      expect(normaliseForeignVatNumber(kept), 'read again').to.equal(kept);
    });

  for (const wrong of [
    'CHE116281711',
    'CH116281710',
    'CHE116281710XYZ',
    'NO923609017MVA',
    'NOR923609016',
    'RS101134703',
    'RU7707083894',
    'RU500100732258',
    'RU500100732269',
    'RU77070838931',
    'BR00000000000190',
    'BR00000000000181',
    'BR11111111111111',
    '33000167000102',
    'ADB123456A',
    'ADF12345A',
    'US123456789',
    '',
    `CHE${' '.repeat(1_000_000)}116281710`,
  ])
    it(`refuse ${wrong.length > 40 ? 'a text that is too long' : `"${wrong}"`}`, () => {
      expect(normaliseForeignVatNumber(wrong)).to.equal(null);
    });
});

interface SecondOpinion {
  readonly prefix: string;
  readonly verdict: string;
  readonly numbers: readonly string[];
}

function secondOpinions(): SecondOpinion[] {
  const lines = readFileSync(new URL('vat-numbers.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [prefix = '', verdict = '', numbers = ''] = line.split('\t');
    return { prefix, verdict, numbers: numbers.split(' ') };
  });
}
