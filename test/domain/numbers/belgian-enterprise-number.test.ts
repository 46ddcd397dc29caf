import { expect } from 'chai';
import {
  formatBelgianEnterpriseNumber,
  formatBelgianVatNumber,
  isBelgianEnterpriseNumber,
  normaliseBelgianEnterpriseNumber,
  normaliseBelgianVatNumber,
} from '../../../domain/numbers/belgian-enterprise-number.ts';
import { readCpuTime } from '../../support/cpu.ts';

describe('Belgian enterprise number', () => {
  for (const number of ['0477472701', '0403019261', '0428759497', '1000000021']) {
    it(`accepts ${number}`, () => {
      expect(isBelgianEnterpriseNumber(number)).to.equal(true);
      expect(normaliseBelgianEnterpriseNumber(number)).to.equal(number);
    });
  }

  const spellings = [
    '0477.472.701',
    'BE0477472701',
    'be 0477.472.701',
    'BE-0477-472-701',
    'BE(0)477.472.701',
    '(0)477 472 701',
    '477472701',
    'BE477.472.701',
    '  0477\u00a0472\u00a0701 ',
  ];
  for (const text of spellings) {
    it(`reads '${text}'`, () => {
      expect(normaliseBelgianEnterpriseNumber(text)).to.equal('0477472701');
      expect(normaliseBelgianVatNumber(text)).to.equal('BE0477472701');
    });
  }

  const refused = [
    '',
    'BE',
    'BE431150351',
    '0477472702',
    '2477472701',
    '47747270',
    '04774727011',
    '(0)0477472701',
    '0(4)77472701',
    'BEBE0477472701',
    'FR0477472701',
    '0477472701BE',
    '0477O72701',
    '٠٤٧٧٤٧٢٧٠١',
    '0000000097',
  ];
  for (const text of refused) {
    it(`refuses '${text}'`, () => {
      expect(normaliseBelgianEnterpriseNumber(text)).to.equal(null);
      expect(normaliseBelgianVatNumber(text)).to.equal(null);
    });
  }

  it('refuses every single wrong digit', () => {
    const number = '0477472701';
    for (let position = 0; position < number.length; position++) {
      for (let digit = 0; digit <= 9; digit++) {
        const changed = number.slice(0, position) + String(digit) + number.slice(position + 1);
        expect(isBelgianEnterpriseNumber(changed), changed).to.equal(changed === number);
      }
    }
  });

  it('shows the number with dots', () => {
    expect(formatBelgianEnterpriseNumber('0477472701')).to.equal('0477.472.701');
    expect(formatBelgianVatNumber('BE0477472701')).to.equal('BE 0477.472.701');
  });

  it('refuses a megabyte of anything at once', () => {
    const started = readCpuTime();
    for (const part of ['0', ' ', '.', '(0)', 'BE', '-']) {
      const text = part.repeat(1_000_000);
      expect(normaliseBelgianEnterpriseNumber(text)).to.equal(null);
      expect(isBelgianEnterpriseNumber(text)).to.equal(false);
    }
    expect(readCpuTime() - started).to.be.below(500);
  });
});
