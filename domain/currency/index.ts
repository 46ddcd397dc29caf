import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, type Subject } from '../subject.ts';
import { exchangeRateEvents } from './exchange-rate-events.ts';
import { decideExchangeRate } from './exchange-rates.ts';
import { evolveExchangeRates, initialExchangeRates, packExchangeRates, unpackExchangeRates } from './state.ts';
import { exchangeRatesUndo } from './undo.ts';

/** Exchange rates that a company file holds itself. */
export const currency = {
  events: exchangeRateEvents,
  decide: { SetExchangeRate: decideExchangeRate, RemoveExchangeRate: decideExchangeRate },
  evolve: [
    on(exchangeRateEvents, (file, event) => ({
      ...file,
      exchangeRates: evolveExchangeRates(file.exchangeRates, event),
    })),
  ],
  slices: {
    exchangeRates: { initial: initialExchangeRates, pack: packExchangeRates, unpack: unpackExchangeRates },
  },
  undo: exchangeRatesUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
