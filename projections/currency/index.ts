import { exchangeRateEvents, type ExchangeRateEvent } from '../../domain/currency/exchange-rate-events.ts';
import { labelByColumns } from '../support/labels.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { EXCHANGE_RATES, projectExchangeRate } from './projector.ts';
import { ownExchangeRates } from './tables.ts';

export const subject = {
  tables: [ownExchangeRates],
  project: handleEach(exchangeRateEvents, projectExchangeRate),
  needs: handleEach(exchangeRateEvents, ({ id }: { readonly id: number }) => [{ table: ownExchangeRates, key: [id] }]),
  labels: { [EXCHANGE_RATES]: labelByColumns(ownExchangeRates, 'currency', 'day') },
} satisfies Subject<ExchangeRateEvent>;
