import { EXCHANGE_KINDS, REVALUATION_METHODS } from '../country-packs/exchange.ts';
import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';
import { REVALUATION_PARTS } from './valuation.ts';

const currency = shape.matching('^[A-Z]{3}$');

const amount = shape.object({
  part: shape.oneOf(...REVALUATION_PARTS),
  account_id: shape.id,
  currency,
  amount: shape.signedAmount,
});
export type RevaluedAmount = TypeOf<typeof amount>;

const rate = shape.object({
  currency,
  /** Units of the currency for one unit of the currency of the company file. */
  rate: shape.matching('^\\d{1,15}(\\.\\d{1,8})?$'),
  /** Whether the rate was part of the request. */
  is_given: shape.flag,
});
export type RevaluationRate = TypeOf<typeof rate>;

const entry = shape.object({ entry_id: shape.id, part: shape.oneOf(...REVALUATION_PARTS) });

const item = shape.object({
  line_id: shape.reference,
  account_id: shape.id,
  third_party_id: shape.reference,
  currency,
  currency_amount: shape.signedAmount,
  carrying_amount: shape.signedAmount,
  closing_amount: shape.signedAmount,
});
export type RevaluedItem = TypeOf<typeof item>;

const revaluation = shape.object(
  {
    id: shape.id,
    version: shape.positive,
    fiscal_year_id: shape.id,
    on: shape.date,
    method: shape.oneOf(...REVALUATION_METHODS),
    rates: shape.list(rate),
    /** All amounts of this day, including those of earlier revaluations of the same day. */
    amounts: shape.list(amount),
    entries: shape.list(entry),
  },
  {
    /** Differences that were not reversed on the next day. */
    values: shape.list(
      shape.object({
        account_id: shape.id,
        kind: shape.oneOf(...EXCHANGE_KINDS),
        currency,
        amount: shape.signedAmount,
      }),
      1,
    ),
    /** The provisions for losses on the books after this revaluation. */
    provisions: shape.list(
      shape.object({ kind: shape.oneOf('trade', 'financial'), currency, amount: shape.signedAmount }),
      1,
    ),
    /** Sub-accounts created for the differences of an account. */
    accounts: shape.list(shape.object({ account_id: shape.id, revaluation_account_id: shape.id }), 1),
  },
);

export const revaluationEvents = {
  CurrenciesRevalued: {
    version: 1,
    meaning:
      'Open items and accounts in foreign currencies were valued at the rates of a day. Entries post what differs from the previous revaluation of the same day.',
    schema: revaluation,
  },
  RevaluedItemsListed: {
    version: 1,
    meaning: 'The open items and accounts that a revaluation valued, with their values.',
    schema: shape.object({ revaluation_id: shape.id, items: shape.list(item, 1) }),
  },
  RevaluationTakenBack: {
    version: 1,
    meaning: 'A revaluation was undone. Its entries were reversed.',
    schema: revaluation,
  },
} satisfies EventCatalogue;

export type RevaluationEvent = EventOf<typeof revaluationEvents>;
export type Revaluation = DataOfEvent<typeof revaluationEvents, 'CurrenciesRevalued'>;
