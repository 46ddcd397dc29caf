import { z } from 'zod';
import { accounts } from '../../domain/accounts/account.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { REVALUATION_METHODS } from '../../domain/country-packs/exchange.ts';
import { subtract, type SignedAmount } from '../../domain/money.ts';
import { getRecords } from '../../domain/records/state.ts';
import { sumSides } from '../../domain/revaluations/valuation.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { Entry } from '../ledger/entry.ts';
import { EntryPreview } from '../ledger/preview.ts';

const Item = z
  .object({
    line_id: recordId.nullable().meta({ description: 'Null for the balance of an account, such as a bank account.' }),
    account: z.string(),
    third_party: z.object({ id: recordId, name: z.string() }).nullable(),
    currency_amount: decimalString.meta({ description: 'Open amount in the currency; a debit is positive.' }),
    carrying_amount: decimalString.meta({ description: 'Its amount in the books; a debit is positive.' }),
    closing_amount: decimalString.meta({ description: 'Its amount at the rate of the day.' }),
    difference: decimalString.meta({ description: 'A gain is positive, a loss negative.' }),
  })
  .meta({ id: 'RevaluedItem' });

const Currency = z
  .object({
    currency: z.string(),
    rate: z.string(),
    items: z.array(Item),
    gain: decimalString.meta({ description: 'Sum of the gains of its items.' }),
    loss: decimalString.meta({ description: 'Sum of the losses of its items, without sign.' }),
    net: decimalString.meta({ description: 'Gains minus losses.' }),
  })
  .meta({ id: 'RevaluedCurrency' });

const METHOD =
  'How differences are treated: `net` and `all` in Belgium, `item` and `global` in France, `prudent` and `closing_rate` in Luxembourg.';
const REVERSALS = 'Entries of the next day, which reverse what is not realised.';

const common = {
  on: plainDate.meta({ description: 'Day of the valuation and of its entries.' }),
  method: z.enum(REVALUATION_METHODS).meta({ description: METHOD }),
  currencies: z.array(Currency).meta({ description: 'What is open in each currency, with the rate of the day.' }),
};
const posted = { entries: z.array(Entry), reversals: z.array(Entry).meta({ description: REVERSALS }) };

export const Revaluation = z.object({ ...common, ...posted }).meta({ id: 'Revaluation' });
export const LastRevaluation = z
  .object({
    ...common,
    ...posted,
    has_moved: z
      .boolean()
      .meta({ description: 'Whether the same revaluation would post something now: run it again before the closing.' }),
  })
  .meta({ id: 'LastRevaluation' });
export const RevaluationPreview = z
  .object({
    dry_run: z.literal(true),
    ...common,
    entries: z.array(EntryPreview),
    reversals: z.array(EntryPreview).meta({ description: REVERSALS }),
  })
  .meta({ id: 'RevaluationPreview' });

interface ShownItem {
  readonly line_id: number | null;
  readonly account: string;
  readonly third_party: { readonly id: number; readonly name: string } | null;
  readonly currency: string;
  readonly currency_amount: SignedAmount;
  readonly carrying_amount: SignedAmount;
  readonly closing_amount: SignedAmount;
}

interface Rate {
  readonly currency: string;
  readonly rate: string;
}

export interface ShownRevaluation {
  readonly on: string;
  readonly method: z.output<typeof common.method>;
  readonly rates: readonly Rate[];
  readonly items: readonly ShownItem[];
}

/** The items by currency, with the sum of their gains and losses. */
export const presentRevaluation = ({ on, method, rates, items }: ShownRevaluation) => ({
  on,
  method,
  currencies: rates.map(({ currency, rate }) => {
    const own = items
      .filter((item) => item.currency === currency)
      .map(({ currency: _same, ...item }) => ({
        ...item,
        difference: subtract(item.closing_amount, item.carrying_amount),
      }));
    const { gain, loss } = sumSides(own);
    return { currency, rate, items: own, gain, loss, net: subtract(gain, loss) };
  }),
});

interface ValuedItem extends Omit<ShownItem, 'account' | 'third_party'> {
  readonly account_id: number;
  readonly third_party_id: number | null;
}

/** Adds the names of accounts and third parties from the state of the company file. */
export function nameItem(item: ValuedItem, { records }: CompanyFile): ShownItem {
  const { line_id, currency, currency_amount, carrying_amount, closing_amount } = item;
  const account = getRecords(records, accounts).byId.get(item.account_id)?.data.number ?? '';
  const named =
    item.third_party_id === null ? undefined : getRecords(records, thirdParties).byId.get(item.third_party_id);
  const third_party = named ? { id: item.third_party_id!, name: named.data.name } : null;
  return { line_id, account, third_party, currency, currency_amount, carrying_amount, closing_amount };
}
