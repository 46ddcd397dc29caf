import { expect } from 'chai';
import { normaliseIban } from '../../../domain/numbers/iban.ts';

describe('IBAN', () => {
  it('is kept in capitals and without separators', () => {
    for (const written of [
      'BE68539007547034',
      'be68 5390 0754 7034',
      'IBAN: BE68-5390-0754-7034',
      ' IBAN BE68 5390.0754.7034 ',
    ])
      expect(normaliseIban(written), written).to.equal('BE68539007547034');
    for (const iban of [
      'FR1420041010050500013M02606',
      'LU280019400644750000',
      'NL91ABNA0417164300',
      'NO9386011117947',
      'QA58DOHB00001234567890ABCDEFG',
    ])
      expect(normaliseIban(iban), iban).to.equal(iban);
  });

  it('is refused with a wrong check, a wrong length or another shape', () => {
    for (const wrong of [
      'BE68539007547035',
      'BE6853900754703',
      'BE685390075470340',
      'BE00',
      '',
      '539007547034',
      'IBAN32423940',
      `BE68${'0'.repeat(80)}`,
    ])
      expect(normaliseIban(wrong), wrong).to.equal(null);
  });
});
