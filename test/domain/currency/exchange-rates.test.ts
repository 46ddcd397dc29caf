import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { RateUses, SetExchangeRate } from '../../../domain/currency/exchange-rates.ts';
import { packExchangeRates, unpackExchangeRates } from '../../../domain/currency/state.ts';
import { openCompany } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const opened = given().when(openCompany()).events;
const set = (fields: Partial<SetExchangeRate> = {}): SetExchangeRate => ({
  type: 'SetExchangeRate',
  id: 5,
  currency: 'USD',
  on: '2026-11-10',
  rate: '1.1000',
  source: 'own',
  ...fields,
});
const remove = (uses: Partial<RateUses> = {}, baseVersion: number | null = null, id = 5) =>
  ({
    type: 'RemoveExchangeRate',
    id,
    currency: 'USD',
    on: '2026-11-10',
    uses: { documents: 0, entries: 0, ...uses },
    baseVersion,
  }) as const;

describe('Own exchange rates', () => {
  const first = given(opened).when(set()).events;

  it('are kept with their day and source', () => {
    const data = { id: 5, version: 1, currency: 'USD', on: '2026-11-10', rate: '1.1000', source: 'own' };
    expect(first).to.deep.equal([{ type: 'ExchangeRateSet', data }]);
    given(opened, first)
      .when(set({ id: 6, rate: '1.1' }))
      .then([]);
  });

  it('replace the earlier one of the same day, under its id', () => {
    const previous = { rate: '1.1000', source: 'own' } as const;
    const data = { ...set({ rate: '1.2' }), version: 2, previous };
    const { type: _type, ...expected } = data;
    given(opened, first)
      .when(set({ id: 6, rate: '1.2' }))
      .then([{ type: 'ExchangeRateSet', data: expected }]);
    expect(given(opened, first).when(set({ id: 6, on: '2026-11-11' })).events).to.have.length(1);
  });

  it('are positive, and of a foreign currency of ISO 4217', () => {
    given(opened)
      .when(set({ currency: 'EUR' }))
      .then(refusedAt(['currency', 'currency_of_file']));
    given(opened)
      .when(set({ currency: 'ABC', rate: '0.00' }))
      .then(refusedAt(['currency', 'currency_unknown'], ['rate', 'exchange_rate_invalid']));
  });

  it('can be removed unless something has used them', () => {
    const used_by = [
      { resource: 'documents', count: 2 },
      { resource: 'entries', count: 1 },
    ];
    expect(given(opened, first).when(remove({ documents: 2, entries: 1 })).decision).to.deep.include({
      code: 'in_use',
      facts: { used_by },
    });
    given(opened, first)
      .when(remove({}, 3))
      .then(refused('conflict', { facts: { server_version: 1 } }));
    given(opened, first)
      .when(remove({}, 1, 6))
      .then(refused('not_found'));
    const removed = given(opened, first).when(remove({}, 1)).events;
    const data = { id: 5, version: 2, currency: 'USD', on: '2026-11-10', rate: '1.1000', source: 'own' };
    expect(removed).to.deep.equal([{ type: 'ExchangeRateRemoved', data }]);
    given(opened, first, removed).when(remove()).then(refused('not_found'));
  });

  it('are in snapshots', () => {
    const { exchangeRates } = given(opened, first).state;
    const packed = JSON.parse(JSON.stringify(packExchangeRates(exchangeRates)));
    expect([...unpackExchangeRates(packed).entries()]).to.deep.equal([
      ['USD 2026-11-10', { id: 5, version: 1, rate: '1.1000', source: 'own' }],
    ]);
  });
});
