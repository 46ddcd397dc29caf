import { expect } from 'chai';
import { wordsIn } from '../../../api/reports/words.ts';
import { wordsIn as wordsOfReturns } from '../../../api/vat-filing/words.ts';

describe('The words of reports', () => {
  it('are those of the country where the same language has others', () => {
    const income = (['BE', 'FR', 'LU'] as const).map((country) => wordsIn('fr', country)('income_statement'));
    expect(income).to.deep.equal(['Compte de résultats', 'Compte de résultat', 'Compte de profits et pertes']);
    expect(wordsIn('de', 'BE')('income')).to.equal('Ergebnisrechnung');
    expect(wordsIn('de', 'LU')('income')).to.equal('Gewinn- und Verlustrechnung');
    expect(wordsIn('en', 'LU')('income')).to.equal('Profit and loss account');
    expect([wordsIn('fr', 'BE')('box'), wordsIn('nl', 'BE')('boxes')]).to.deep.equal(['Grille', 'Per rooster']);
    expect([wordsIn('fr', 'FR')('box'), wordsIn('nl', 'LU')('boxes')]).to.deep.equal(['Case', 'Per vak']);
  });

  it('name a statement and the table that it is by the same words', () => {
    for (const country of ['BE', 'FR', 'LU'] as const)
      for (const language of ['fr', 'nl', 'en', 'de'] as const)
        expect(wordsIn(language, country)('income')).to.equal(wordsIn(language, country)('income_statement'));
  });

  it('call boxes and listings of returns as the country does', () => {
    expect([wordsOfReturns('fr', 'BE')('box'), wordsOfReturns('nl', 'BE')('box')]).to.deep.equal(['Grille', 'Rooster']);
    expect([wordsOfReturns('fr', 'LU')('box'), wordsOfReturns('de', 'BE')('box')]).to.deep.equal(['Case', 'Feld']);
    expect(wordsOfReturns('fr', 'FR')('intracom_listing')).to.equal('État récapitulatif intracommunautaire');
    expect(wordsOfReturns('fr', 'BE')('intracom_listing')).to.equal('Relevé intracommunautaire');
  });
});
