import { expect } from 'chai';
import { findExchangeKind, getRealisedAccounts } from '../../../domain/country-packs/exchange.ts';
import { countryPacks, findCountryPack, type ChartVariant } from '../../../domain/country-packs/index.ts';

describe('Exchange accounts of the country packs', () => {
  for (const { code, charts, exchange } of countryPacks) {
    it(`${code}: every account is in the chart, or has a name for its first use`, () => {
      for (const { variant, accounts } of charts) {
        const postable = new Set(accounts.filter(({ isPostable }) => isPostable).map(({ number }) => number));
        for (const { loss, gain, chart, purpose } of exchange.accounts)
          for (const account of chart === null || chart === variant ? [loss, gain] : [])
            if (account !== null && !(account in exchange.ownAccounts))
              expect(postable.has(account), `${variant}: ${purpose} ${account}`).to.equal(true);
      }
    });

    it(`${code}: every row states its source`, () => {
      for (const { source, certainty } of [...exchange.accounts, ...exchange.items]) {
        expect(source).to.match(/\S/);
        expect(certainty).to.be.oneOf(['certain', 'likely', 'unsure']);
      }
    });
  }

  const realised = (country: string, number: string, chart: ChartVariant = 'capital') => {
    const { loss, gain } = getRealisedAccounts(findCountryPack(country)!.exchange, chart, number);
    return [loss, gain];
  };

  it('tell where a realised difference goes by the account of the item', () => {
    expect(realised('BE', '400000')).to.deep.equal(['654000', '754000']);
    expect(realised('FR', '411000')).to.deep.equal(['656000', '756000']);
    expect(realised('FR', '164000')).to.deep.equal(['666000', '766000']);
    expect(realised('FR', '512400')).to.deep.equal(['666000', '766000']);
    expect(realised('LU', '4011')).to.deep.equal(['6562', '7562']);
    expect(realised('LU', '41111')).to.deep.equal(['6561', '7561']);
  });

  it('leave the membership fees of a French association alone', () => {
    expect(realised('FR', '411000', 'association')).to.deep.equal(['656000', '766000']);
  });

  it('tell what is revalued: money and items, not advances, taxes, costs and stocks', () => {
    const kinds = (country: string, numbers: readonly string[]) =>
      numbers.map((number) => findExchangeKind(findCountryPack(country)!.exchange, number));
    expect(kinds('BE', ['400000', '440000', '550000', '174', '460000', '451000', '411000', '300000'])).to.deep.equal([
      'trade',
      'trade',
      'cash',
      'financial',
      null,
      null,
      null,
      null,
    ]);
    expect(kinds('FR', ['411000', '401000', '512000', '164000', '419100', '445660', '455000'])).to.deep.equal([
      'trade',
      'trade',
      'cash',
      'financial',
      null,
      null,
      'affiliated',
    ]);
    expect(kinds('LU', ['4011', '44111', '513101', '4311', '421611', '461411', '41111'])).to.deep.equal([
      'trade',
      'trade',
      'cash',
      null,
      null,
      null,
      'affiliated',
    ]);
  });
});
