import type { PlainDate } from '../dates.ts';
import type { Json } from '../json.ts';
import { createEmptyMap, toPersistentMap, type PersistentMap } from '../persistent-map.ts';
import type { ExchangeRateEvent, OwnRateSource } from './exchange-rate-events.ts';

export type OwnRate = {
  readonly id: number;
  readonly version: number;
  readonly rate: string;
  readonly source: OwnRateSource;
};

/** Rates that the company file holds itself, by `buildRateKey`. */
export type ExchangeRatesState = PersistentMap<string, OwnRate>;

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly exchangeRates: ExchangeRatesState;
  }
}

export const initialExchangeRates: ExchangeRatesState = createEmptyMap();

export const buildRateKey = (currency: string, on: PlainDate): string => `${currency} ${on}`;

export function evolveExchangeRates(state: ExchangeRatesState, event: ExchangeRateEvent): ExchangeRatesState {
  const { id, version, currency, on, rate, source } = event.data;
  const key = buildRateKey(currency, on);
  return event.type === 'ExchangeRateSet' ? state.with(key, { id, version, rate, source }) : state.without(key);
}

export const packExchangeRates = (state: ExchangeRatesState): Json => [...state.entries()];

export const unpackExchangeRates = (packed: Json): ExchangeRatesState =>
  toPersistentMap(packed as unknown as readonly (readonly [string, OwnRate])[]);
