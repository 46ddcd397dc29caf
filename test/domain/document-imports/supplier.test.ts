import { expect } from 'chai';
import {
  collectThirdPartyKeys,
  isReliable,
  type KnownThirdParty,
} from '../../../domain/document-imports/extraction/index.ts';
import { readBlocks, WRITTEN_OWN, writePages, type WrittenBlock } from '../../support/written-document.ts';

const FACTS: WrittenBlock = { x: 50, y: 280, lines: ['Facture n° 2026-17', 'Date : 03/02/2026'] };
const TOTALS: WrittenBlock = {
  x: 330,
  y: 500,
  lines: ['Total HT | 100,00 €', 'TVA 20 % | 20,00 €', 'Total TTC | 120,00 €'],
};
const FOOT: WrittenBlock = {
  x: 60,
  y: 805,
  lines: [
    'Toitures Lambert SAS - 12 rue des Lilas - 59000 Lille - contact@toitures-lambert.fr',
    'SIREN 732 829 320 - IBAN FR14 2004 1010 0505 0001 3M02 606',
  ],
  size: 7.5,
};
const ADDRESSEE = ['Atelier Meridien SRL', 'Rue Haute 12', '1000 Bruxelles'];

const read = (blocks: readonly WrittenBlock[], options: Parameters<typeof readBlocks>[1] = {}) => {
  const extracted = readBlocks([...blocks, FACTS, TOTALS], options);
  return {
    ...extracted.sheet.counterparty,
    isReady: isReliable(extracted),
    confidence: Number(extracted.sheet.confidence),
  };
};

describe('The supplier of a plain document', () => {
  it('is named in the footer, not in the window of the envelope', () => {
    const supplier = read([{ x: 330, y: 150, lines: [...ADDRESSEE, 'info@ateliermeridien.be'] }, FOOT]);
    expect(supplier).to.include({
      name: 'Toitures Lambert SAS',
      address: '12 rue des Lilas',
      postal_code: '59000',
      city: 'Lille',
      enterprise_number: '732829320',
      iban: 'FR1420041010050500013M02606',
      email: 'contact@toitures-lambert.fr',
      isReady: true,
    });
  });

  it('is not the addressee, by whatever the company is known', () => {
    const numbers = { ...FOOT, lines: [FOOT.lines[1]!] };
    const letterhead = { x: 50, y: 50, lines: ['Toitures Lambert', '12 rue des Lilas', '59000 Lille'] };
    const shop = ['Boutique Iris SARL', 'Rue Haute 12', '1000 Bruxelles'];
    const address = { street: 'Rue Haute 12', postalCode: '1000', city: 'Bruxelles' };
    const byNumber = read([letterhead, { x: 330, y: 150, lines: [...shop, 'TVA BE 0477.472.701'] }, numbers]);
    const byLabel = read([letterhead, { x: 330, y: 150, lines: ['Facturé à', ...shop] }, numbers]);
    const byEmail = read([letterhead, { x: 330, y: 150, lines: [...shop, 'mail@atelier-meridien.be'] }, numbers]);
    const byAddress = read([letterhead, { x: 330, y: 150, lines: shop }, numbers], {
      own: { ...WRITTEN_OWN, address },
    });
    for (const supplier of [byNumber, byLabel, byEmail, byAddress])
      expect(supplier).to.include({ name: 'Toitures Lambert', postal_code: '59000' });
  });

  it('is not ready with the name of one block and the numbers of another', () => {
    // Only the number of the company is known, and it is beside the facts: the window could name anybody.
    const apart = read([
      { x: 330, y: 150, lines: ['Boutique Iris SARL', 'Rue Haute 12', '1000 Bruxelles'] },
      { x: 330, y: 280, lines: ['Votre n° TVA : BE 0477.472.701'] },
      { ...FOOT, lines: [FOOT.lines[1]!] },
    ]);
    expect(apart.isReady).to.equal(false);
    const together = read([{ x: 330, y: 150, lines: ADDRESSEE }, FOOT]);
    const beside = read([
      { x: 330, y: 150, lines: ADDRESSEE },
      { x: 50, y: 50, lines: ['Toitures Lambert SAS', '12 rue des Lilas', '59000 Lille'] },
      { ...FOOT, lines: [FOOT.lines[1]!] },
    ]);
    expect(beside.name).to.equal('Toitures Lambert SAS');
    expect(beside.confidence).to.be.below(together.confidence);
    expect(apart.confidence).to.be.below(beside.confidence);
  });

  it('is not ready under the name of a person or a slogan, where the name is only in a picture', () => {
    const window = { x: 330, y: 150, lines: ADDRESSEE };
    const numbers = { ...FOOT, lines: ['contact@toitures-lambert.fr', FOOT.lines[1]!] };
    const person = { x: 50, y: 50, lines: ['Jean Moreau', 'j.moreau@toitures-lambert.fr', '04 90 11 22 33'] };
    expect(read([person, window, numbers]).isReady).to.equal(false);
    const slogan = { x: 50, y: 50, lines: ['La qualité à votre service'], size: 20 };
    expect(read([slogan, window, numbers]).isReady).to.equal(false);
  });

  it('is never a label, a street, a bank, a person or a title', () => {
    const window = { x: 330, y: 150, lines: ADDRESSEE };
    const numbers = ['TVA FR44732829320', 'IBAN FR14 2004 1010 0505 0001 3M02 606'];
    for (const line of [
      'Verkäufer',
      'Verkoper:',
      'Devise',
      'Devise : EUR',
      'E-Mail',
      'Siège social',
      '12, rue des Lilas',
      'Kölner Str. 12',
      'ul. Nowy Świat 15',
      'Unit 5, Mill Lane',
      'BNP Paribas Fortis SA',
      'Geschäftsführer: Max Berger',
      'Handelsrechnung',
      'Merci de votre confiance.',
      'Page 1',
    ]) {
      const { name } = read([{ x: 50, y: 50, lines: [line, '59000 Lille', ...numbers] }, window]);
      expect(name, line).to.equal(null);
    }
  });

  it('may be called like a label or a street', () => {
    for (const name of [
      'Garage de la Rue Haute',
      'Place Verte Fleurs SA',
      'Client Services',
      'Kunde & Partner GmbH',
      'Page Blanche',
    ]) {
      const lines = [name, '12 rue des Lilas', '59000 Lille', 'TVA FR44732829320'];
      expect(
        read([
          { x: 50, y: 50, lines },
          { x: 330, y: 150, lines: ADDRESSEE },
        ]).name,
      ).to.equal(name);
    }
  });

  it('is beside or under its label', () => {
    const rows = [
      'Verkäufer: | Holzbau Reinhardt',
      'Anschrift: | Am Markt 5, 50667 Köln',
      'E-Mail: | mail@web.de',
      'Devise: | EUR',
      'USt-IdNr.: | DE129273398',
    ];
    expect(
      read([
        { x: 50, y: 50, lines: rows },
        { x: 50, y: 170, lines: ['Käufer', ...ADDRESSEE] },
      ]),
    ).to.include({
      name: 'Holzbau Reinhardt',
      address: 'Am Markt 5',
      postal_code: '50667',
      vat_number: 'DE129273398',
      email: 'mail@web.de',
    });
    const under = ['Lieferant', 'Holzbau Reinhardt', 'Am Markt 5', '50667 Köln', 'DE129273398'];
    expect(
      read([
        { x: 320, y: 60, lines: under },
        { x: 50, y: 60, lines: ['Kunde', ...ADDRESSEE] },
      ]).name,
    ).to.equal('Holzbau Reinhardt');
  });

  it('is whoever has numbers, also where the addressee is at the top of the page', () => {
    const sender = { x: 380, y: 60, lines: ['Brightwater Studio', '14 Mill Lane', 'Leeds LS1 4AP', 'VAT GB980780684'] };
    const extracted = readBlocks([{ x: 50, y: 50, lines: ADDRESSEE }, sender, FACTS, TOTALS]);
    expect(extracted.sheet.direction).to.equal('purchase');
    expect(extracted.sheet.counterparty).to.include({ name: 'Brightwater Studio', postal_code: 'LS1 4AP' });
  });

  it('is found among hundreds of lines that could be names', () => {
    const crowd = Array.from({ length: 11 }, (_, column) => ({
      x: 20 + column * 50,
      y: 310,
      lines: Array.from({ length: 30 }, (__, row) => `Firm ${column}${row} SA`),
      size: 4,
    }));
    expect(read([{ x: 330, y: 150, lines: ADDRESSEE }, FOOT, ...crowd]).name).to.equal('Toitures Lambert SAS');
  });

  it('is not a tax representative, although only that one has a VAT number', () => {
    const rep = { x: 50, y: 700, lines: ['Représentant fiscal : Fiducia Nova SA, TVA BE 0403.170.701'] };
    expect(read([{ x: 330, y: 150, lines: ADDRESSEE }, rep, FOOT])).to.include({
      name: 'Toitures Lambert SAS',
      vat_number: null,
      enterprise_number: '732829320',
    });
  });

  it('takes the name of the file where its number is known', () => {
    const known: KnownThirdParty = {
      id: 5, name: 'Lambert Couverture', type: 'supplier', vatNumber: 'FR44732829320', enterpriseNumber: null, ibans: [], country: 'FR',
    }; // oxfmt-ignore
    const blocks = [{ x: 330, y: 150, lines: ADDRESSEE }, FOOT];
    expect(read(blocks, { known: [known] })).to.include({ name: 'Lambert Couverture', isReady: true });
    // The document has the register number only: the VAT number follows from it.
    expect(collectThirdPartyKeys(writePages(blocks)).vatNumbers).to.include('FR44732829320');
  });
});
