import { blockUndo, toUndone, type UndoRules } from '../history/undo.ts';
import { isSameRate } from './rates.ts';
import type { exchangeRateEvents } from './exchange-rate-events.ts';
import { decideExchangeRate, type RateUses } from './exchange-rates.ts';
import { buildRateKey } from './state.ts';

const RATES = 'exchange-rates';
const NO_USES: RateUses = { documents: 0, entries: 0 };

/** Documents and entries keep the rate that they were made with, so that the undo of a rate changes none of them. */
export const exchangeRatesUndo: UndoRules<typeof exchangeRateEvents> = {
  ExchangeRateSet: {
    role: ({ previous }) => (previous ? 'encoder' : 'manager'),
    revert: ({ id, currency, on, rate, previous }, { file }) => {
      const known = file.exchangeRates.get(buildRateKey(currency, on));
      if (!known) return [];
      if (!isSameRate(known.rate, rate)) return blockUndo('undo_changed_since', RATES, id, { field: 'rate' });
      const undone = previous
        ? ({ type: 'SetExchangeRate', id, currency, on, ...previous } as const)
        : ({ type: 'RemoveExchangeRate', id, currency, on, uses: NO_USES, baseVersion: null } as const);
      return toUndone(decideExchangeRate(undone, file), RATES, id);
    },
  },
  ExchangeRateRemoved: {
    role: 'encoder',
    revert: ({ id, version, currency, on, rate, source }, { file }) => {
      if (file.exchangeRates.has(buildRateKey(currency, on)))
        return blockUndo('undo_changed_since', RATES, id, { field: 'rate' });
      return [{ type: 'ExchangeRateSet', data: { id, version: version + 1, currency, on, rate, source } }];
    },
  },
};
