import { expect } from 'chai';
import { hasAmount, isReceipt } from '../../../domain/document-imports/receipts.ts';

describe('The text of a message', () => {
  it('is a receipt if it states a total of something bought, in four languages', () => {
    for (const text of [
      'Votre facture\nAbonnement janvier  10,00 €\nTotal TTC  12,10 €',
      'Bedankt voor uw bestelling\nTotaal incl. btw  12,10',
      'Your receipt from Example\nAmount due  $12.10',
      'Rechnung für Ihre Bestellung\nGesamtbetrag  1.212,10 EUR',
    ])
      expect(isReceipt(text), text).to.equal(true);
  });

  it('is none if it is a letter or an advertisement', () => {
    for (const text of [
      'Bonjour,\nveuillez trouver notre facture en annexe.\nBien à vous',
      'Sale! Shoes from 49.99 only today',
      'Can we meet on 15.01 at 10.30? Total chaos here.',
    ])
      expect(isReceipt(text), text).to.equal(false);
    expect(hasAmount('See you on Monday')).to.equal(false);
    expect(hasAmount('To pay: 12,10')).to.equal(true);
  });
});
