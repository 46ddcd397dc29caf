import { expect } from 'chai';
import fc from 'fast-check';
import {
  formatLuxembourgEnterpriseNumber,
  formatLuxembourgVatNumber,
  isNaturalPersonMatricule,
  normaliseLuxembourgEnterpriseNumber,
  normaliseLuxembourgVatNumber,
} from '../../../domain/numbers/luxembourg-numbers.ts';
import { readCpuTime } from '../../support/cpu.ts';

describe('Luxembourg VAT number', () => {
  for (const text of ['LU15027442', 'lu 15027442', 'LU 150 274 42', 'LU-1502.7442', '15027442', ' LU\u00a015027442 ']) {
    it(`reads '${text}'`, () => expect(normaliseLuxembourgVatNumber(text)).to.equal('LU15027442'));
  }

  for (const number of ['LU12345613', 'LU75425064', 'LU10000053']) {
    it(`accepts ${number}`, () => expect(normaliseLuxembourgVatNumber(number)).to.equal(number));
  }

  const refused = [
    '',
    'LU',
    'LU15027443',
    'LU1502744',
    'LU150274420',
    'LU00000000',
    'BE15027442',
    'LULU15027442',
    'LU1502744O',
    'LU١٥٠٢٧٤٤٢',
    'B15027442',
  ];
  for (const text of refused) {
    it(`refuses '${text}'`, () => expect(normaliseLuxembourgVatNumber(text)).to.equal(null));
  }

  it('is shown with a space behind the country', () => {
    expect(formatLuxembourgVatNumber('LU15027442')).to.equal('LU 15027442');
  });

  it('finds any single wrong digit of the first six', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999 }),
        fc.nat(5),
        fc.integer({ min: 1, max: 9 }),
        (body, place, by) => {
          const written = String(body).padStart(6, '0');
          const check = String(body % 89).padStart(2, '0');
          expect(normaliseLuxembourgVatNumber(written + check)).to.equal(`LU${written}${check}`);
          const wrong = String((Number(written[place]) + by) % 10);
          const changed = written.slice(0, place) + wrong + written.slice(place + 1);
          expect(normaliseLuxembourgVatNumber(changed + check)).to.equal(null);
        },
      ),
    );
  });
});

describe('Luxembourg enterprise number', () => {
  const spellings: readonly [text: string, kept: string][] = [
    ['B123456', 'B123456'],
    ['b 123.456', 'B123456'],
    ['RCS Luxembourg B 123456', 'B123456'],
    ['R.C.S. Luxembourg B123.456', 'B123456'],
    ['RCSL B 123456', 'B123456'],
    ['B000123', 'B123'],
    ['F1', 'F1'],
    ['A12345', 'A12345'],
    ['K 999999', 'K999999'],
    ['2024 2400 123', '20242400123'],
    ['20242400123', '20242400123'],
    ['1893 1201 05732', '1893120105732'],
    ['1893120105732', '1893120105732'],
  ];
  for (const [text, kept] of spellings) {
    it(`reads '${text}'`, () => {
      expect(normaliseLuxembourgEnterpriseNumber(text)).to.equal(kept);
      expect(normaliseLuxembourgEnterpriseNumber(formatLuxembourgEnterpriseNumber(kept))).to.equal(kept);
    });
  }

  const refused = [
    '',
    'B',
    'B0',
    'B1234567',
    'L123456',
    'Z1',
    '123456',
    'BB123456',
    'RCS',
    '00000000000',
    '1893120105733',
    '1893120105742',
    '202424001234',
    '0000000000000',
    'B12345O',
  ];
  for (const text of refused) {
    it(`refuses '${text}'`, () => expect(normaliseLuxembourgEnterpriseNumber(text)).to.equal(null));
  }

  it('is shown as the register and the social security do', () => {
    expect(formatLuxembourgEnterpriseNumber('B123456')).to.equal('B123456');
    expect(formatLuxembourgEnterpriseNumber('20242400123')).to.equal('2024 2400 123');
    expect(formatLuxembourgEnterpriseNumber('1893120105732')).to.equal('1893 1201 05732');
  });

  it('finds any single wrong digit of a natural person', () => {
    for (let place = 0; place < 13; place++) {
      for (let by = 1; by < 10; by++) {
        const valid = '1893120105732';
        const wrong = String((Number(valid[place]) + by) % 10);
        expect(isNaturalPersonMatricule(valid.slice(0, place) + wrong + valid.slice(place + 1))).to.equal(false);
      }
    }
  });

  it('gives every natural person exactly one pair of check digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000_000_000, max: 20_991_231_999 }), (body) => {
        const valid = Array.from({ length: 100 }, (_, check) => `${body}${String(check).padStart(2, '0')}`).filter(
          isNaturalPersonMatricule,
        );
        expect(valid).to.have.lengthOf(1);
      }),
      { numRuns: 50 },
    );
  });
});

describe('Long texts', () => {
  it('are refused at once', () => {
    const texts = ['1', 'B', 'LU', ' ', '.', 'RCS', '0', 'LUXEMBOURG'].map((part) => part.repeat(1_000_000));
    for (const text of texts) {
      const start = readCpuTime();
      expect(normaliseLuxembourgEnterpriseNumber(text)).to.equal(null);
      expect(normaliseLuxembourgVatNumber(text)).to.equal(null);
      expect(isNaturalPersonMatricule(text)).to.equal(false);
      expect(readCpuTime() - start).to.be.below(200);
    }
  });
});
