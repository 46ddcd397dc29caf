import { expect } from 'chai';
import fc from 'fast-check';
import { formatBankReference, formatBankText, toBankCharacters } from '../../../domain/sepa/characters.ts';

describe('Text for banks', () => {
  for (const [given, written] of [
    ['Société Générale & Cie', 'Societe Generale + Cie'],
    ['Müller–Straße GmbH', 'Muller-Strasse GmbH'],
    ['Œuvre d’art “rare”', "OEuvre d'art 'rare'"],
    ['Łódź Ørsted', 'Lodz Orsted'],
    ['ΑΘΗΝΑ Ελλάς', 'ATHINA Ellas'],
    ['  a \t b\u0000c  ', 'a b c'],
    ['日本', ''],
    ['50 % · 12€', '50 12EUR'],
  ] as const)
    it(`is ${JSON.stringify(written)} for ${JSON.stringify(given)}`, () => {
      expect(toBankCharacters(given)).to.equal(written);
    });

  it('has no other characters, whatever is given, and is not longer than it may be', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, longest) => {
        expect(formatBankText(text, longest)).to.match(new RegExp(`^[A-Za-z0-9/\\-?:().,'+ ]{0,${longest}}$`));
        expect(formatBankReference(text, longest)).to.not.match(/^\/|\/$|\/\/|^ | $/);
      }),
    );
  });
});
