import { expect } from 'chai';
import fc from 'fast-check';
import {
  extractSheet,
  collectThirdPartyKeys,
  type KnownThirdParty,
  type PageOfWords,
} from '../../../domain/document-imports/extraction/index.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { extractedSheet } from '../../../domain/document-imports/sheet.ts';
import { listWords } from '../../support/invoices/index.ts';
import { createPen } from '../../support/invoices/drawing.ts';

const OWN = {
  name: 'Atelier Meridien SRL',
  vatNumber: 'BE0477472701',
  enterpriseNumber: '0477472701',
  ibans: ['BE68539007547034'],
  country: 'BE' as const,
};
const SUPPLIER = 'BE0403170701';

/** A document of lines, each a row; cells of a row are separated by a bar. */
const read = (text: string, known: readonly KnownThirdParty[] = [], own = OWN) =>
  extractSheet(pagesOf(text), { own, known, today: '2026-11-16' });

function pagesOf(text: string): PageOfWords[] {
  const paper = createPen();
  text
    .trim()
    .split('\n')
    .forEach((line, row) =>
      line.split('|').forEach((cell, column) => paper.text(40 + column * 170, 50 + row * 16, cell.trim())),
    );
  return [...listWords(paper.drawing())];
}

const codes = ({ warnings }: ReturnType<typeof read>): string[] => warnings.map(({ code }) => code);

const purchase = (more = '', totals = 'Total HTVA | 100,00\nTVA 21 % | 21,00\nTotal TVAC | 121,00') => `
Boulangerie du Coin SA
Rue Haute 12
1000 Bruxelles
TVA ${SUPPLIER}
Client
Atelier Meridien SRL
TVA BE 0477.472.701
Facture n° 2026-17
Date : 03/02/2026
${more}
${totals}
`;

describe('The tax in euros of a document in another currency', () => {
  const total = 'Total | 1000,00 GBP\nTVA 21 % | 210,00 GBP\nTotal TVAC | 1210,00 GBP';
  const readTax = (line: string, totals = total) => read(purchase('', `${totals}\n${line}`)).sheet;

  it('is read where the document states it', () => {
    const lines = [
      'Montant de la TVA en EUR : 247,06 (1 EUR = 0,85 GBP, 05/10/2026)',
      'Bedrag van de btw in EUR: 247,06',
      'VAT amount in EUR: 247.06',
      'Mehrwertsteuerbetrag in EUR: 247,06',
      'TVA (€) 247,06',
      'Total VAT 247,06 EUR',
    ];
    for (const line of lines) {
      const { currency, totals } = readTax(line);
      expect([currency, totals.vat, totals.vat_base_currency], line).to.deep.equal(['GBP', '210.00', '247.06']);
    }
    expect(readTax('TVA en EUR : 1 247,06').totals.vat_base_currency).to.equal('1247.06');
  });

  it('is absent where it is not stated, and in euros', () => {
    expect(readTax('1 EUR = 0,85 GBP').totals).to.not.have.property('vat_base_currency');
    const inEuros = read(purchase('', 'Total HTVA | 100,00 EUR\nTVA 21 % | 21,00 EUR\nTotal TVAC | 121,00 EUR'));
    expect(inEuros.sheet.totals).to.not.have.property('vat_base_currency');
  });
});

describe('What a document says', () => {
  it('is read off its lines', () => {
    const totals = 'Total HTVA | 100,00 €\nTVA 21 % | 21,00 €\nTotal TVAC | 121,00 €';
    const { sheet, warnings } = read(purchase('Échéance : 05/03/2026\nCommunication +++010/8068/17183+++', totals));
    expect(sheet).to.deep.include({
      document_type: 'invoice',
      direction: 'purchase',
      number: '2026-17',
      date: '2026-02-03',
      due_date: '2026-03-05',
      structured_communication: '010806817183',
      currency: 'EUR',
      language: 'fr',
    });
    expect(sheet.counterparty).to.include({
      name: 'Boulangerie du Coin SA',
      vat_number: SUPPLIER,
      postal_code: '1000',
      city: 'Bruxelles',
      address: 'Rue Haute 12',
      country: 'BE',
    });
    expect(sheet.totals).to.deep.equal({
      net: '100.00',
      vat: '21.00',
      gross: '121.00',
      prepaid: null,
      vat_breakdown: [{ rate: '21', category: null, base: '100.00', amount: '21.00' }],
    });
    expect(warnings).to.deep.equal([]);
    expect(Number(sheet.confidence)).to.be.at.least(0.9);
  });

  it('is the same in every way of writing amounts', () => {
    for (const [net, vat, gross] of [
      ['1.234,56', '259,26', '1.493,82'],
      ['1,234.56', '259.26', '1,493.82'],
      ['1 234,56', '259,26', '1 493,82'],
      ["1'234.56", '259.26', "1'493.82"],
      ['€ 1.234,56', '€ 259,26', '€ 1.493,82'],
      ['1234,56 EUR', '259,26 EUR', '1493,82 EUR'],
    ]) {
      const { sheet } = read(purchase('', `Total HTVA | ${net}\nTVA 21 % | ${vat}\nTotal TVAC | ${gross}`));
      expect(sheet.totals, net).to.include({ net: '1234.56', vat: '259.26', gross: '1493.82' });
    }
  });

  it('is the same in every way of writing dates', () => {
    for (const date of [
      '03/02/2026',
      '3-2-2026',
      '03.02.26',
      '2026-02-03',
      '3 février 2026',
      '3 feb. 2026',
      'February 3, 2026',
      '3. Februar 2026',
      '03-Feb-2026',
    ])
      expect(read(purchase().replace('03/02/2026', date)).sheet.date, date).to.equal('2026-02-03');
  });

  it('is due after so many days where the terms say so', () => {
    expect(read(purchase('Paiement à 30 jours')).sheet.due_date).to.equal('2026-03-05');
    expect(read(purchase('Conditions de paiement : 30 jours fin de mois')).sheet.due_date).to.equal('2026-03-31');
    expect(read(purchase('Betaling binnen 14 dagen')).sheet.due_date).to.equal('2026-02-17');
    expect(read(purchase('Garantie 30 jours')).sheet.due_date).to.equal(null);
  });

  it('lets the arithmetic decide between amounts that could be the total', () => {
    const { sheet } = read(
      purchase(
        '',
        'Total articles | 150,00\nRemise | -50,00\nTotal HTVA | 100,00\nTVA 21 % | 21,00\nTotal TVAC | 121,00\nAcompte | 21,00\nReste à payer | 100,00',
      ),
    );
    expect(sheet.totals).to.include({ net: '100.00', vat: '21.00', gross: '121.00', prepaid: '21.00' });
  });

  it('has several rates', () => {
    const { sheet } = read(purchase('', 'Total HTVA | 300,00\nTVA 6 % | 6,00\nTVA 21 % | 42,00\nTotal TVAC | 348,00'));
    expect(sheet.totals).to.include({ net: '300.00', vat: '48.00', gross: '348.00' });
    expect(sheet.totals.vat_breakdown.map(({ rate, base }) => [rate, base])).to.have.deep.members([
      ['6', '100.00'],
      ['21', '200.00'],
    ]);
  });

  it('has no tax where it is due by the customer', () => {
    const { sheet } = read(purchase('Autoliquidation', 'Total HTVA | 500,00\nTVA 0 % | 0,00\nTotal à payer | 500,00'));
    expect(sheet.totals).to.include({ net: '500.00', vat: '0.00', gross: '500.00' });
  });

  it('is a credit note by its title or its signs, and positive', () => {
    expect(read(purchase().replace('Facture n°', 'Note de crédit n°')).sheet.document_type).to.equal('credit_note');
    const { sheet } = read(purchase('', 'Total HTVA | -100,00\nTVA 21 % | -21,00\nTotal TVAC | -121,00'));
    expect(sheet.document_type).to.equal('credit_note');
    expect(sheet.totals).to.include({ net: '100.00', vat: '21.00', gross: '121.00' });
  });

  it('says in which currency', () => {
    expect(
      read(purchase('', 'Net amount | 100.00 CHF\nVAT 8.1 % | 8.10 CHF\nTotal due | 108.10 CHF')).sheet.currency,
    ).to.equal('CHF');
  });
});

describe('How sure one is of what was recognised in a picture', () => {
  /** All words are clear but one. */
  function confidence(doubtful: string | null): number {
    const pages = pagesOf(purchase().replace('03/02/2026', '18 janvier 2026')).map((page) => ({
      ...page,
      source: 'ocr' as const,
      words: page.words.map((word) => ({ ...word, confidence: word.text === doubtful ? 0.5 : 0.96 })),
    }));
    const { sheet } = extractSheet(pages, { own: OWN, known: [], today: '2026-11-16' });
    expect(sheet).to.include({ number: '2026-17', date: '2026-01-18' });
    return Number(sheet.confidence);
  }

  it('follows each of the words of its number, its date and its name, of which nothing else tells whether they are right', () => {
    expect(confidence(null)).to.be.at.least(0.9);
    for (const word of ['18', 'janvier', '2026', '2026-17', 'Boulangerie'])
      expect(confidence(word), word).to.be.below(0.9);
    expect(confidence('Bruxelles')).to.be.at.least(0.9);
  });
});

describe('The other side', () => {
  it('is the customer where the company is the one to be paid', () => {
    const text = `
Atelier Meridien SRL
TVA BE0477472701 IBAN BE68 5390 0754 7034
Facturé à
Boulangerie du Coin SA
TVA ${SUPPLIER}
Facture n° 12
Date | 03/02/2026
Total HTVA | 100,00
TVA 21 % | 21,00
Total TVAC | 121,00`;
    const { sheet } = read(text);
    expect(sheet.direction).to.equal('sale');
    expect(sheet.counterparty).to.include({ vat_number: SUPPLIER, name: 'Boulangerie du Coin SA', iban: null });
  });

  const known: KnownThirdParty = {
    id: 9,
    name: 'Le Coin SA',
    type: 'supplier',
    vatNumber: SUPPLIER,
    enterpriseNumber: '0403170701',
    ibans: ['BE71096123456769'],
    country: 'BE',
  };

  it('is a known third party by number, by account or by name', () => {
    expect(read(purchase(), [known]).thirdPartyId).to.equal(9);
    const without = purchase('IBAN BE71 0961 2345 6769').replace(`TVA ${SUPPLIER}\n`, '');
    expect(read(without, [known]).thirdPartyId).to.equal(9);
    const named = { ...known, name: 'Boulangerie du Coin SRL', vatNumber: null, enterpriseNumber: null, ibans: [] };
    expect(read(purchase().replace(`TVA ${SUPPLIER}\n`, ''), [named]).thirdPartyId).to.equal(9);
    expect(read(purchase(), [{ ...named, vatNumber: 'BE0202239951' }]).thirdPartyId).to.equal(null);
  });

  it('with another account than the known ones is a point to check', () => {
    const changed = read(purchase('IBAN BE62 5100 0754 7061'), [known]);
    expect(codes(changed)).to.include('iban_differs');
    expect(codes(read(purchase('IBAN BE71 0961 2345 6769'), [known]))).to.not.include('iban_differs');
  });

  it('is looked up by everything that could name it', () => {
    const paper = createPen();
    ['Boulangerie du Coin SA', `TVA ${SUPPLIER}`, 'FR 44 732 829 320', 'IBAN BE71 0961 2345 6769'].forEach(
      (line, row) => paper.text(40, 60 + row * 16, line),
    );
    const keys = collectThirdPartyKeys(listWords(paper.drawing()));
    expect(keys.vatNumbers).to.include.members([SUPPLIER, 'FR44732829320']);
    expect(keys.enterpriseNumbers).to.include.members(['0403170701', '732829320']);
    expect(keys.ibans).to.deep.equal(['BE71096123456769']);
    expect(keys.names).to.include('boulangerie du coin sa');
  });
});

describe('Points to check', () => {
  it('are told by code', () => {
    expect(codes(read('Bonjour\nceci est une lettre\nsans rien'))).to.include.members([
      'counterparty_missing',
      'number_missing',
      'date_missing',
      'totals_missing',
      'document_type_unclear',
      'low_confidence',
      'not_addressed_to_company',
    ]);
    expect(codes(read(purchase().replace('03/02/2026', '03/02/2027')))).to.include('date_in_future');
    expect(codes(read(purchase('Échéance : 01/01/2026')))).to.include('due_date_before_date');
    expect(codes(read(purchase('Communication +++010/8068/17184+++')))).to.include('structured_communication_invalid');
    expect(codes(read(purchase('IBAN BE71 0961 2345 6768')))).to.include('iban_invalid');
    expect(
      codes(read(purchase().replace('BE 0477.472.701', '').replace('Atelier Meridien SRL', 'Quelqu’un'))),
    ).to.include('not_addressed_to_company');
  });

  it('numbers whose check digits are wrong are not taken', () => {
    expect(read(purchase().replace(SUPPLIER, 'BE0403170702')).sheet.counterparty.vat_number).to.equal(null);
  });
});

describe('Whatever is on a page', () => {
  it('gives a sheet', () => {
    const isSheet = new Ajv2020({ strict: false }).compile(extractedSheet);
    const word = fc.record({
      text: fc.oneof(
        fc.string({ minLength: 1, maxLength: 12 }),
        fc.constantFrom(
          'Total',
          'TVA',
          '21',
          '%',
          '€',
          'BE0477472701',
          '12.03.2026',
          '1.234,56',
          '-',
          'IBAN',
          'RF18',
          '+++123',
          'facture',
          '100,00',
        ),
      ),
      left: fc.integer({ min: 0, max: 500 }),
      top: fc.integer({ min: 0, max: 800 }),
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const page = {
          number: 1,
          width: 595,
          height: 842,
          source: 'ocr' as const,
          words: words.map((each) => ({ ...each, right: each.left + 30, bottom: each.top + 9, confidence: 0.8 })),
        };
        const { sheet } = extractSheet([page], { own: OWN, known: [], today: '2026-11-16' });
        expect(isSheet(sheet), JSON.stringify(isSheet.errors)).to.equal(true);
      }),
      { numRuns: 150 },
    );
  });
});
