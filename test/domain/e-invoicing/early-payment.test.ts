import { expect } from 'chai';
import { recalculateSheet } from '../../../domain/document-imports/recalculation.ts';
import type { OwnIdentity, ReadDocument } from '../../../domain/document-imports/sheet.ts';
import { readEInvoice, writeCii, writeUbl, type UblDocument } from '../../../domain/e-invoicing/index.ts';
import { BUYER, INVOICE, LINE, parseTree } from '../../support/e-invoices.ts';

const OWN: OwnIdentity = {
  name: BUYER.name,
  vatNumber: BUYER.vatNumber,
  enterpriseNumber: '0202239951',
  ibans: [],
  country: 'BE',
};

/** In both syntaxes, which must say the same. */
async function read(document: Partial<UblDocument>, country: OwnIdentity['country'] = 'BE'): Promise<ReadDocument> {
  const written: UblDocument = { ...INVOICE, ...document };
  const [ubl, cii] = await Promise.all(
    [writeUbl(written), writeCii(written)].map(async (xml) => {
      const found = readEInvoice(await parseTree(xml), { ...OWN, country });
      if ('refused' in found) throw new Error(found.refused);
      return found;
    }),
  );
  expect(cii).to.deep.equal(ubl);
  return ubl!;
}

const reason = 'Escompte';
const DISCOUNTED: Partial<UblDocument> = {
  lines: [{ ...LINE, quantity: '1', unitPrice: '100.00' }],
  allowances: [{ amount: '2.00', reason, reasonCode: '66', category: 'S', rate: '21.00' }],
  charges: [{ amount: '2.00', reason, reasonCode: 'ZZZ', category: 'E', rate: '0.00' }],
  paymentTerms: '30 jours\nEscompte de 2 % pour paiement dans les 8 jours, au plus tard le 10/03/2026.',
};

describe('reading a discount for early payment', () => {
  it('takes the Belgian allowance and charge for one, not for lines', async () => {
    const { sheet, warnings } = await read(DISCOUNTED);
    expect(sheet.discount).to.deep.equal({ percent: '2', days: 8, amount: '2.00', until: '2026-03-10' });
    expect(sheet.lines.map(({ amount_net, amount_vat }) => [amount_net, amount_vat])).to.deep.equal([
      ['100.00', '20.58'],
    ]);
    expect(sheet.totals).to.include({ net: '100.00', vat: '20.58', gross: '120.58' });
    expect(warnings).to.deep.equal([]);
    expect(recalculateSheet(sheet).totals).to.include({ vat: '20.58', gross: '120.58' });
  });

  it('keeps the amount where the terms say nothing, until the document is due', async () => {
    const { sheet } = await read({ ...DISCOUNTED, paymentTerms: null });
    expect(sheet.discount).to.deep.equal({ percent: null, days: null, amount: '2.00', until: '2026-04-01' });
  });

  it('leaves other allowances and charges as lines', async () => {
    const [charge] = DISCOUNTED.charges!;
    for (const other of [
      { ...charge!, amount: '3.00' },
      { ...charge!, reason: 'Port', reasonCode: 'FC' },
    ]) {
      const { sheet } = await read({ ...DISCOUNTED, charges: [other] });
      expect(sheet.discount).to.equal(undefined);
      expect(sheet.lines).to.have.lengthOf(3);
    }
  });

  it('reads the terms in words where the full price is taxed', async () => {
    const lines = [{ ...LINE, quantity: '1', unitPrice: '100.00', rate: '20.00' }];
    const found = async (paymentTerms: string) => (await read({ lines, paymentTerms }, 'FR')).sheet.discount;
    const expected = { percent: '2', days: 8, amount: null, until: '2026-03-10' };
    expect(await found('Escompte de 2 % sous 8 jours')).to.deep.equal(expected);
    expect(await found('2% discount within 8 days')).to.deep.equal(expected);
    expect(await found('Korting van 2,0 % bij betaling binnen 8 dagen')).to.deep.equal(expected);
    expect(await found('#SKONTO#TAGE=8#PROZENT=2.00#')).to.deep.equal(expected);
    expect(await found('1,5 % Skonto bei Zahlung spätestens am 12/03/2026')).to.deep.equal({
      percent: '1.5',
      days: null,
      amount: null,
      until: '2026-03-12',
    });
    for (const none of ['Pas d’escompte', 'Pénalités de retard : 12 % après 30 jours', 'Escompte 0 % à 8 jours'])
      expect(await found(none), none).to.equal(undefined);
  });
});
