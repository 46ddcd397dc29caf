import { shape, type EventCatalogue, type EventOf } from '../event.ts';

/** Where a rate that a company file holds itself comes from. Published rates are recorded by the integration. */
export const OWN_RATE_SOURCES = ['own', 'import'] as const;
export type OwnRateSource = (typeof OWN_RATE_SOURCES)[number];

const rate = shape.matching('^\\d{1,9}(\\.\\d{1,8})?$');
const source = shape.oneOf(...OWN_RATE_SOURCES);
const one = { id: shape.id, version: shape.positive, currency: shape.text, on: shape.date, rate, source };

export const exchangeRateEvents = {
  ExchangeRateSet: {
    version: 1,
    meaning:
      'A rate of the company file was set for a day: units of the currency for one unit of the currency of the file. It replaces the earlier one of that day.',
    schema: shape.object(one, { previous: shape.object({ rate, source }) }),
  },
  ExchangeRateRemoved: {
    version: 1,
    meaning: 'A rate of the company file was removed: the published rate of that day applies again.',
    schema: shape.object(one),
  },
} satisfies EventCatalogue;

export type ExchangeRateEvent = EventOf<typeof exchangeRateEvents>;
