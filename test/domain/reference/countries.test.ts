import { expect } from 'chai';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { countries, findCountry } from '../../../domain/reference/countries.ts';
import { currencies } from '../../../domain/reference/currencies.ts';

const numberOfDistinct = (values: readonly unknown[]) => new Set(values).size;

describe('Countries', () => {
  it('are the 249 of ISO 3166-1, each with codes of its own', () => {
    expect(countries).to.have.length(249);
    for (const key of ['code', 'alpha3', 'numeric'] as const) {
      expect(numberOfDistinct(countries.map((one) => one[key])), key).to.equal(249);
    }
    for (const { code, alpha3, numeric } of countries) {
      expect(code).to.match(/^[A-Z]{2}$/);
      expect(alpha3).to.match(/^[A-Z]{3}$/);
      expect(numeric).to.match(/^\d{3}$/);
    }
    expect(countries.map(({ code }) => code)).to.deep.equal(countries.map(({ code }) => code).sort());
  });

  it('have a name of their own in every language', () => {
    for (const language of LANGUAGES) {
      const names = countries.map(({ names }) => names[language]);
      expect(names.filter((name) => name.trim() !== name || name === '')).to.deep.equal([]);
      expect(numberOfDistinct(names), language).to.equal(249);
    }
    expect(findCountry('DE')!.names).to.deep.equal({
      fr: 'Allemagne',
      nl: 'Duitsland',
      en: 'Germany',
      de: 'Deutschland',
    });
    expect(findCountry('LU')!.names).to.deep.equal({
      fr: 'Luxembourg',
      nl: 'Luxemburg',
      en: 'Luxembourg',
      de: 'Luxemburg',
    });
  });

  it('are mostly called what the runtime calls them', () => {
    // Its names change between versions, so only that most of ours are the same can be said: a shifted row would show.
    for (const language of LANGUAGES) {
      const names = new Intl.DisplayNames([language], { type: 'region' });
      const same = countries.filter(({ code, names: own }) => own[language] === names.of(code));
      expect(same.length, language).to.be.above(225);
    }
  });

  it('know the 27 members of the Union and the prefixes of VIES', () => {
    const members = countries.filter(({ isEu }) => isEu);
    expect(members).to.have.length(27);
    const others = countries.filter(({ code, vatPrefix }) => vatPrefix !== null && vatPrefix !== code);
    expect(others.map(({ code, vatPrefix, isEu }) => [code, vatPrefix, isEu])).to.deep.equal([
      ['GB', 'XI', false],
      ['GR', 'EL', true],
      ['MC', 'FR', false],
    ]);
    expect(members.every(({ vatPrefix }) => vatPrefix !== null)).to.equal(true);
    expect(findCountry('CH')).to.include({ isEu: false, vatPrefix: null, currency: 'CHF' });
  });

  it('use currencies that exist', () => {
    const known = new Set(currencies.map(({ code }) => code));
    const used = countries.flatMap(({ currency }) => currency ?? []);
    expect(used.filter((code) => !known.has(code))).to.deep.equal([]);
    expect(countries.filter(({ currency }) => currency === null).map(({ code }) => code)).to.deep.equal(['AQ']);
    const euro = countries.filter(({ isEu, currency }) => isEu && currency === 'EUR');
    expect(euro).to.have.length(21);
  });

  it('hold those of the country packs, with the same currency', () => {
    for (const { code, currency } of countryPacks) expect(findCountry(code)).to.include({ code, currency });
    expect(findCountry('XX')).to.equal(undefined);
  });
});

describe('Currencies', () => {
  it('have codes of their own, in order', () => {
    expect(numberOfDistinct(currencies.map(({ code }) => code))).to.equal(currencies.length);
    expect(numberOfDistinct(currencies.map(({ numeric }) => numeric))).to.equal(currencies.length);
    expect(currencies.map(({ code }) => code)).to.deep.equal(currencies.map(({ code }) => code).sort());
    for (const { code, numeric } of currencies) {
      expect(code).to.match(/^[A-Z]{3}$/);
      expect(numeric).to.match(/^\d{3}$/);
    }
  });

  it('have as many decimals as ISO 4217 says', () => {
    const decimals = (code: string) => currencies.find((one) => one.code === code)!.minorUnits;
    expect(['EUR', 'JPY', 'BHD', 'CLF', 'XAU', 'ISK', 'TND'].map(decimals)).to.deep.equal([2, 0, 3, 4, null, 0, 3]);
    for (const { minorUnits, kind, code } of currencies) {
      expect(minorUnits, code).to.be.oneOf(kind === 'currency' ? [0, 2, 3] : [null, 0, 2, 4]);
      if (kind === 'metal' || kind === 'special') expect(minorUnits, code).to.equal(null);
    }
  });

  it('have a name in every language', () => {
    for (const { code, names } of currencies) {
      for (const language of LANGUAGES)
        expect(names[language].trim(), code).to.equal(names[language]).and.not.equal('');
    }
    const euro = currencies.find(({ code }) => code === 'EUR')!;
    expect(euro).to.deep.include({ numeric: '978', names: { fr: 'euro', nl: 'euro', en: 'Euro', de: 'Euro' } });
  });

  it('are those in force', () => {
    const codes = currencies.map(({ code }) => code);
    expect(codes).to.include.members(['EUR', 'USD', 'GBP', 'CHF', 'XCG', 'ZWG', 'SLE', 'VED']);
    for (const gone of ['BEF', 'FRF', 'LUF', 'HRK', 'BGN', 'ANG', 'ZWL', 'SLL']) expect(codes).to.not.include(gone);
  });
});
