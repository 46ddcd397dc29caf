import { expect } from 'chai';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import { findTaxRate, isKeptInTaxCurrency } from '../../../domain/currency/tax-rate.ts';
import { decided, details, openCompany, replay } from '../../support/company-file-samples.ts';
import type { DomainEvent } from '../../../domain/event.ts';

const opened = (currency?: string): CompanyFile => {
  const command = openCompany({
    details: { ...details, country_pack: 'LU', legal_form: null },
    ...(currency !== undefined && { currency }),
  });
  const many = Array.from({ length: 3_000 }, (_, index) => 50_000 + index);
  const ids = { ...command.ids, accounts: many, vatCodes: many, journals: many, numberSeries: many };
  return replay(decided({ ...command, ids }, companyFile.initialState));
};

describe('the rate of VAT in a file of another currency', () => {
  const published: DomainEvent = {
    type: 'ExchangeRatesRecorded',
    data: { days: [{ day: '2026-03-02', rates: { USD: '1.25', GBP: '0.85' } }] },
  };
  const own: DomainEvent = {
    type: 'ExchangeRateSet',
    data: { id: 1, version: 1, currency: 'EUR', on: '2026-03-04', rate: '0.9', source: 'own' },
  };

  it('is the published one the other way round, for a week', () => {
    const file = replay([published], opened('USD'));
    expect(isKeptInTaxCurrency(file)).to.equal(false);
    const known = { rate: '0.8', on: '2026-03-02', source: 'ecb' };
    expect(findTaxRate(file, '2026-03-02')).to.deep.equal(known);
    expect(findTaxRate(file, '2026-03-09')).to.deep.equal(known);
    expect(findTaxRate(file, '2026-03-10')).to.equal(null);
    expect(findTaxRate(file, '2026-03-01')).to.equal(null);
  });

  it('is the own one from its day on', () => {
    const file = replay([published, own], opened('USD'));
    expect(findTaxRate(file, '2026-03-03')).to.include({ source: 'ecb' });
    expect(findTaxRate(file, '2026-12-31')).to.deep.equal({ rate: '0.9', on: '2026-03-04', source: 'own' });
  });

  it('is not needed in a file in euros, which keeps none', () => {
    const file = replay([published], opened());
    expect([isKeptInTaxCurrency(file), file.integrations.tax_rates]).to.deep.equal([true, {}]);
  });
});
