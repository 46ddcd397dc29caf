import type { PlainDate } from '../../domain/dates.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findOwnRate } from '../../projections/currency/queries.ts';
import { countRateUses } from '../../projections/currency/uses.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { buildRateKey } from '../../domain/currency/state.ts';

export interface RequestedRate {
  readonly currency: string;
  readonly on: PlainDate;
  readonly rate: string;
}

/** Sets the own rate of a day. `recorded` is false if it was the same before. */
export async function setExchangeRate(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: RequestedRate,
  context: CommandContext,
): Promise<{ readonly id: number; readonly recorded: boolean } | Refusal> {
  const [id] = await ids.allocate('own_exchange_rates', 1);
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'SetExchangeRate', id: id!, ...requested, source: 'own' },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  const [set] = filterByType(outcome.events, 'ExchangeRateSet');
  const known = outcome.state.exchangeRates.get(buildRateKey(requested.currency, requested.on));
  return { id: set?.data.id ?? known!.id, recorded: set !== undefined };
}

/** Removes an own rate that nothing has used. */
export async function removeExchangeRate(
  { commands, pool }: Toolbox,
  companyId: number,
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<{ readonly recorded: boolean } | Refusal> {
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const rate = await findOwnRate(pool, companyId, id);
      if (!rate) return refuse('not_found');
      const uses = await countRateUses(pool, companyId, rate);
      return { type: 'RemoveExchangeRate', id, currency: rate.currency, on: rate.on, uses, baseVersion };
    },
    context,
  );
  return isRefusal(outcome) ? outcome : { recorded: outcome.events.length > 0 };
}
