import { expect } from 'chai';
import { isReliable } from '../../../domain/document-imports/extraction/index.ts';
import { readBlocks, type WrittenBlock } from '../../support/written-document.ts';

const PARTIES: readonly WrittenBlock[] = [
  { x: 50, y: 50, lines: ['Holzbau Reinhardt GmbH', 'Am Markt 5', '50667 Köln', 'USt-IdNr. DE129273398'] },
  { x: 60, y: 150, lines: ['Atelier Meridien SRL', 'Rue Haute 12', '1000 Bruxelles'] },
];
const totals = (net: string, vat: string, gross: string): WrittenBlock => ({
  x: 330,
  y: 500,
  lines: [`Nettobetrag | ${net}`, `USt. 19 % | ${vat}`, `Gesamtbetrag | ${gross}`],
});
const EUROS = totals('100,00 €', '19,00 €', '119,00 €');
const FACTS = ['Rechnungsnummer: 2015-117', 'Rechnungsdatum: 04.06.2015'];

const read = (facts: readonly string[], amounts = EUROS, more: readonly WrittenBlock[] = []) =>
  readBlocks([...PARTIES, { x: 50, y: 280, lines: facts }, amounts, ...more]);

describe('The number of a document', () => {
  it('follows German and Dutch compounds, headings and abbreviations', () => {
    for (const label of [
      'Handelsrechnung (380) Nr. #',
      'Handelsrechnung Nr. #',
      'Rechnungsnummer: #',
      'Rechnungs-Nr.: #',
      'Rechnung-Nr. #',
      'Rechnungsnr. #',
      'Beleg-Nr. #',
      'Belegnummer: #',
      'Re.-Nr.: #',
      'Schlussrechnung Nr. #',
      'RECHNUNG #',
      'Verkoopfactuur nr. #',
      'Factuurnummer #',
      'Facture de vente n° #',
      'Réf. facture : #',
      'Commercial invoice no. #',
      'Invoice ref. #',
      'Rechnungsnummer | #',
      'Beleg-Nr. | #',
    ])
      // oxfmt-ignore
      expect(read([label.replace('#', 'AB-2015/117'), 'Datum: 04.06.2015']).sheet.number, label).to.equal('AB-2015/117');
  });

  it('may be under its heading', () => {
    const strip = ['Kundennummer', 'Beleg-Nr.', 'Belegdatum'].map((label, index) => ({
      x: 50 + index * 150,
      y: 280,
      lines: [label, ['88120', '471103', '04.06.2015'][index]!],
    }));
    expect(readBlocks([...PARTIES, ...strip, EUROS]).sheet).to.include({ number: '471103', date: '2015-06-04' });
  });

  it('is neither a day nor a house', () => {
    const facts = ['Number: F-88541', 'Invoice date: | 14 September 2026'];
    expect(read(['INVOICE', ...facts]).sheet).to.include({ number: 'F-88541', date: '2026-09-14' });
    const column = { x: 50, y: 280, lines: ['Rechnung', 'Nr.', '10'] };
    const counted = readBlocks([...PARTIES, column, { x: 330, y: 280, lines: ['Datum: 04.06.2015'] }, EUROS]);
    expect(isReliable(counted)).to.equal(false);
    const street = { x: 330, y: 280, lines: ['154, avenue Foch'] };
    expect(read(['Note de crédit'], EUROS, [street]).sheet.number).to.equal(null);
  });
});

describe('The day a document is due', () => {
  it('is the last one of a sentence about paying', () => {
    for (const sentence of [
      'Bitte überweisen Sie den Betrag bis zum 04.07.2015.',
      'Zahlbar bis zum 04.07.2015 ohne Abzug.',
      'Der Rechnungsbetrag ist bis zum 04.07.2015 zu begleichen.',
      'Zahlung bis spätestens 04.07.2015',
      'Merci de régler avant le 04/07/2015.',
      'À payer jusqu’au 04/07/2015',
      'Te betalen tot en met 04/07/2015',
      'Gelieve het bedrag te storten tegen 04/07/2015.',
      'Payable until 4 July 2015 by bank transfer',
      'Kindly settle on or before 4 July 2015',
      'Zahlbar bis zum | 04.07.2015',
    ])
      expect(read([...FACTS, sentence]).sheet, sentence).to.include({ date: '2015-06-04', due_date: '2015-07-04' });
  });

  it('may stand in the line below', () => {
    const sentence = ['Bitte überweisen Sie den Rechnungsbetrag ohne Abzug', 'bis zum 04.07.2015 auf unser Konto.'];
    expect(read([...FACTS, ...sentence]).sheet.due_date).to.equal('2015-07-04');
  });

  it('is neither the end of a discount nor of anything else', () => {
    const terms = ['2 % Skonto bis zum 14.06.2015', 'Zahlbar bis zum 04.07.2015'];
    expect(read([...FACTS, ...terms]).sheet.due_date).to.equal('2015-07-04');
    expect(read([...FACTS, 'Angebot gültig bis zum 04.07.2015']).sheet.due_date).to.equal(null);
  });
});

describe('The currency of a document', () => {
  const codes = ({ warnings }: ReturnType<typeof read>): string[] => warnings.map(({ code }) => code);

  it('is read by sign and by code', () => {
    for (const [shape, code] of [
      ['# €', 'EUR'],
      ['CHF #', 'CHF'],
      ['Fr. #', 'CHF'],
      ['£#', 'GBP'],
      ['US$ #', 'USD'],
      ['$#', 'USD'],
      ['# zł', 'PLN'],
      ['# SEK', 'SEK'],
      ['# Kč', 'CZK'],
      ['DKK #', 'DKK'],
      ['# NOK', 'NOK'],
    ] as const) {
      // oxfmt-ignore
      const amounts = ['100,00', '19,00', '119,00'].map((amount) => shape.replace('#', amount));
      const { sheet, warnings } = read(FACTS, totals(amounts[0]!, amounts[1]!, amounts[2]!));
      expect(sheet, shape).to.include({ currency: code });
      expect(sheet.totals, shape).to.include({ net: '100.00', vat: '19.00', gross: '119.00' });
      expect(warnings, shape).to.deep.equal([]);
    }
  });

  it('is read where it is stated for all amounts', () => {
    const bare = totals('100,00', '19,00', '119,00');
    for (const line of ['Währung: CHF', 'Devise | CHF', 'Alle Beträge in CHF', 'Betrag (CHF)'])
      expect(read([...FACTS, line], bare).sheet.currency, line).to.equal('CHF');
    const capital = [{ x: 50, y: 800, lines: ['Capital social 18.600,00 EUR'] }];
    expect(read([...FACTS, 'Currency: GBP'], bare, capital).sheet.currency).to.equal('GBP');
  });

  it('depends on the country where the sign does', () => {
    const swedish = {
      x: 50,
      y: 50,
      lines: ['Nordic Tools AB', 'Storgatan 6', '111 22 Stockholm', 'VAT SE556188840401'],
    };
    const { sheet } = readBlocks([
      swedish, PARTIES[1]!, { x: 50, y: 280, lines: ['Invoice no. 17', 'Date: 2026-02-03'] }, totals('100.00 kr', '19.00 kr', '119.00 kr'),
    ]); // oxfmt-ignore
    expect(sheet.currency).to.equal('SEK');
  });

  it('is assumed with a warning where there is none', () => {
    const german = read(FACTS, totals('100,00', '19,00', '119,00'));
    expect(german.sheet.currency).to.equal('EUR');
    expect(codes(german)).to.deep.equal(['currency_missing']);
    expect(isReliable(german)).to.equal(true);
    const british = { x: 50, y: 50, lines: ['Mill Tools Ltd', 'Mill Lane 6', 'London EC1A 4HD', 'VAT GB980780684'] };
    const foreign = readBlocks([
      british,
      PARTIES[1]!,
      { x: 50, y: 280, lines: FACTS },
      totals('100,00', '19,00', '119,00'),
    ]);
    expect(codes(foreign)).to.include('currency_unclear');
    expect(isReliable(foreign)).to.equal(false);
  });
});

describe('Net amount, tax and gross amount', () => {
  it('agree before a document is ready', () => {
    expect(isReliable(read(FACTS))).to.equal(true);
    for (const [net, vat, gross] of [
      ['100,00 €', '19,00 €', '125,00 €'],
      ['110,00 €', '19,00 €', '119,00 €'],
      ['100,00 €', '9,00 €', '119,00 €'],
    ] as const) {
      const wrong = read(FACTS, totals(net, vat, gross));
      expect(isReliable(wrong), `${net} ${vat} ${gross}`).to.equal(false);
      expect(wrong.warnings.map(({ code }) => code)).to.include('totals_mismatch');
    }
  });

  it('are not untaxed only because a VAT number is called intra-community', () => {
    const number = { x: 50, y: 700, lines: ['N° TVA intracommunautaire : DE129273398'] };
    const unclear = { x: 330, y: 500, lines: ['Montant TVA | 19,00 €', 'Net à payer | 119,00 €'] };
    const document = read(FACTS, unclear, [number]);
    expect(document.sheet.totals.vat).to.not.equal('0.00');
  });
});

describe('The VAT number on an image', () => {
  it('is found despite letters and signs that look alike, if its check digits are right', () => {
    for (const [written, meant] of [
      ['TVA FRO1324503861', 'FR01324503861'],
      ['BTW BE-0768,733.413', 'BE0768733413'],
      ['BTW BE 0768,733,413', 'BE0768733413'],
      ['TVALU27411079', 'LU27411079'],
      ['TVA FRO2324503861', null],
    ] as const) {
      const supplier = { x: 50, y: 50, lines: ['Menuiserie Renard SA', 'Avenue Louise 222', '1050 Ixelles', written] };
      const { sheet } = readBlocks([supplier, PARTIES[1]!, { x: 50, y: 280, lines: FACTS }, EUROS]);
      expect(sheet.counterparty.vat_number, written).to.equal(meant);
    }
  });
});
