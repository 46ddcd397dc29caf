import { expect } from 'chai';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import { PLACEHOLDERS } from '../../../domain/documents/mention-values.ts';
import { isExemptionCode } from '../../../domain/e-invoicing/rules/code-lists.ts';
import { LANGUAGES } from '../../../domain/language.ts';

const namesOf = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();

for (const { code: country, mentions, vatCodes, invoiceRequirements } of countryPacks) {
  describe(`Mentions of ${country}`, () => {
    it('have a source, a start date, and the same known values in every language', () => {
      for (const { code, source, from, texts } of mentions) {
        expect(source, code).to.match(/\S/);
        expect(from, code).to.match(/^\d{4}-\d{2}-\d{2}$/);
        for (const language of LANGUAGES) expect(namesOf(texts[language]), code).to.deep.equal(namesOf(texts.fr));
        expect(namesOf(texts.fr).every((name) => name in PLACEHOLDERS)).to.equal(true, code);
      }
      for (const { source, from } of invoiceRequirements) expect(`${from} ${source}`).to.match(/^\d{4}-\d{2}-\d{2} \S/);
    });

    it('have exemption codes of the network', () => {
      for (const { code, vatex } of mentions) if (vatex !== null) expect(isExemptionCode(vatex), code).to.equal(true);
    });

    it('exist for every VAT code of sales without tax', () => {
      const known = new Set(mentions.filter(({ on }) => on === 'vat_code').map(({ code }) => code));
      const untaxed = vatCodes.filter(
        ({ direction, kind }) => direction === 'sale' && kind !== 'standard' && kind !== 'margin',
      );
      expect(untaxed.filter(({ mention }) => !known.has(mention ?? '')).map(({ code }) => code)).to.deep.equal([]);
      const margins = vatCodes.filter(({ direction, kind }) => direction === 'sale' && kind === 'margin');
      expect(margins.every(({ marginKind }) => marginKind === 'second_hand')).to.equal(true);
    });
  });
}
