import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { refuse, refuseInvalid, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { findVersionConflict } from '../versions.ts';
import { isCurrencyCode } from './codes.ts';
import type { ExchangeRateEvent, OwnRateSource } from './exchange-rate-events.ts';
import { isExchangeRate, isSameRate } from './rates.ts';
import { buildRateKey } from './state.ts';

/** Rates that the users of a company file enter. They precede the published rate of the same day. */

export const MAX_OWN_RATES = 20_000;

export interface SetExchangeRate {
  readonly type: 'SetExchangeRate';
  /** Used if the day has no own rate yet. */
  readonly id: number;
  readonly currency: string;
  readonly on: PlainDate;
  readonly rate: string;
  readonly source: OwnRateSource;
}

export interface RemoveExchangeRate {
  readonly type: 'RemoveExchangeRate';
  readonly id: number;
  readonly currency: string;
  readonly on: PlainDate;
  /** How many documents and entries have used it. */
  readonly uses: RateUses;
  readonly baseVersion: number | null;
}

export interface RateUses {
  readonly documents: number;
  readonly entries: number;
}

export type ExchangeRateCommand = SetExchangeRate | RemoveExchangeRate;

export const decideExchangeRate = (command: ExchangeRateCommand, file: CompanyFile): Decision<ExchangeRateEvent> =>
  command.type === 'SetExchangeRate' ? setRate(command, file) : removeRate(command, file);

function setRate(command: SetExchangeRate, file: CompanyFile): Decision<ExchangeRateEvent> {
  const { currency, on, rate, source } = command;
  const problems = findRateProblems(command, file);
  if (problems.length > 0) return refuseInvalid(problems);
  const known = file.exchangeRates.get(buildRateKey(currency, on));
  if (!known) {
    if (file.exchangeRates.size >= MAX_OWN_RATES)
      return refuse('exchange_rate_limit_reached', { params: { max: MAX_OWN_RATES } });
    return [{ type: 'ExchangeRateSet', data: { id: command.id, version: 1, currency, on, rate, source } }];
  }
  if (isSameRate(known.rate, rate) && known.source === source) return [];
  const previous = { rate: known.rate, source: known.source };
  const data = { id: known.id, version: known.version + 1, currency, on, rate, source, previous };
  return [{ type: 'ExchangeRateSet', data }];
}

function findRateProblems({ currency, rate }: SetExchangeRate, { identity }: CompanyFile): readonly Problem[] {
  const problems: Problem[] = [];
  if (!isCurrencyCode(currency)) problems.push({ code: 'currency_unknown', field: 'currency', params: { currency } });
  if (currency === identity.currency)
    problems.push({ code: 'currency_of_file', field: 'currency', params: { currency } });
  if (!isExchangeRate(rate)) problems.push({ code: 'exchange_rate_invalid', field: 'rate' });
  return problems;
}

function removeRate(command: RemoveExchangeRate, file: CompanyFile): Decision<ExchangeRateEvent> {
  const { id, currency, on, uses, baseVersion } = command;
  const known = file.exchangeRates.get(buildRateKey(currency, on));
  if (known?.id !== id) return refuse('not_found');
  const conflict = findVersionConflict(known, baseVersion);
  if (conflict) return conflict;
  const used = listUses(uses);
  if (used.length > 0) return refuseRateInUse(used);
  const { rate, source } = known;
  return [{ type: 'ExchangeRateRemoved', data: { id, version: known.version + 1, currency, on, rate, source } }];
}

const listUses = (uses: RateUses) =>
  (['documents', 'entries'] as const).flatMap((resource) =>
    uses[resource] > 0 ? [{ resource, count: uses[resource] }] : [],
  );

function refuseRateInUse(used: ReturnType<typeof listUses>): Refusal {
  const said = used.map(({ resource, count }) => ({ code: `used_by_${resource}`, params: { count } }));
  return refuse('in_use', { field: 'id', lists: { uses: said } }, { used_by: used });
}
