import { expect } from 'chai';
import { isValidBIC } from 'ibantools';
import { toBank, belgianBanks, frenchBanks, luxembourgBanks } from '../../../domain/reference/banks/index.ts';
import { splitIban } from '../../../domain/reference/iban.ts';

describe('Banks', () => {
  const lists = [
    { banks: belgianBanks, digits: 3, countries: ['BE'] },
    // The overseas departments have country codes of their own in BICs.
    { banks: frenchBanks, digits: 5, countries: ['FR', 'GP', 'MQ', 'RE'] },
    { banks: luxembourgBanks, digits: 3, countries: ['LU'] },
  ];

  for (const { banks, digits, countries } of lists) {
    it(`of ${countries[0]} have a name, a BIC of the country and codes of ${digits} digits`, () => {
      for (const { name, bic, codes } of banks) {
        expect(name.trim()).to.equal(name).and.not.equal('');
        expect(name, 'apostrophes are typographic').to.not.contain("'");
        if (bic !== '') {
          expect(isValidBIC(bic), bic).to.equal(true);
          expect(bic.slice(4, 6)).to.be.oneOf(countries);
        }
        for (const code of codes.split(/[ -]/)) expect(code).to.match(new RegExp(`^\\d{${digits}}$`));
        for (const range of codes.split(' ').filter((code) => code.includes('-'))) {
          const [first, last] = range.split('-');
          expect(Number(first), range).to.be.below(Number(last));
        }
      }
    });
  }

  it('are found by the code of an account', () => {
    expect(toBank('BE', '001')).to.deep.equal({ name: 'BNP Paribas Fortis', bic: 'GEBABEBB' });
    expect(toBank('BE', '731')).to.deep.equal({ name: 'KBC', bic: 'KREDBEBB' });
    expect(toBank('BE', '063')).to.deep.equal({ name: 'Belfius', bic: 'GKCCBEBB' });
    expect(toBank('BE', '310')).to.deep.equal({ name: 'ING', bic: 'BBRUBEBB' });
    expect(toBank('FR', '30002')).to.deep.equal({ name: 'LCL', bic: 'CRLYFRPP' });
    expect(toBank('FR', '20041')).to.deep.equal({ name: 'La Banque Postale', bic: 'PSSTFRPP' });
    expect(toBank('LU', '001')).to.deep.equal({ name: 'Spuerkeess', bic: 'BCEELULL' });
    expect(toBank('LU', '002')).to.deep.equal({ name: 'Banque Internationale à Luxembourg', bic: 'BILLLULL' });
    expect(toBank('MC', '30003')).to.deep.equal({ name: 'Société Générale', bic: 'SOGEFRPP' });
  });

  it('are not guessed', () => {
    expect(toBank('BE', '539')).to.equal(undefined);
    expect(toBank('FR', '99999')).to.equal(undefined);
    expect(toBank('NL', '001')).to.equal(undefined);
    expect(toBank('constructor', 'name')).to.equal(undefined);
  });
});

describe('Parts of an IBAN', () => {
  it('are those of the country', () => {
    expect(splitIban('BE68539007547034')).to.deep.equal({
      bankCode: '539',
      branchCode: null,
      accountNumber: '0075470',
      nationalCheckDigits: '34',
    });
    expect(splitIban('FR1420041010050500013M02606')).to.deep.equal({
      bankCode: '20041',
      branchCode: '01005',
      accountNumber: '0500013M026',
      nationalCheckDigits: '06',
    });
    expect(splitIban('LU280019400644750000')).to.deep.equal({
      bankCode: '001',
      branchCode: null,
      accountNumber: '9400644750000',
      nationalCheckDigits: null,
    });
  });

  it('are not known for others', () => {
    expect(splitIban('NL91ABNA0417164300')).to.equal(undefined);
  });
});
