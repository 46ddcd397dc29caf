import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { RevaluationMethod } from '../../domain/country-packs/exchange.ts';
import { trimRate, type ExchangeRate } from '../../domain/currency/rates.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { resolveFiscalYear } from '../../domain/fiscal-years/fiscal-year.ts';
import type { FiscalYearState } from '../../domain/fiscal-years/state.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { countNewAccounts } from '../../domain/revaluations/accounts.ts';
import { selectOpenAmounts } from '../../domain/revaluations/open-amounts.ts';
import type { RevaluationRate, RevaluedItem } from '../../domain/revaluations/revaluation-events.ts';
import {
  resolveTerms,
  valueCurrenciesInSteps,
  type RevalueCurrencies,
  type RevaluingEvent,
} from '../../domain/revaluations/revalue.ts';
import { findRevaluation } from '../../domain/revaluations/state.ts';
import { REVALUATION_PARTS, type OpenAmount } from '../../domain/revaluations/valuation.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import { findRates } from '../../projections/currency/find-rate.ts';
import { PERIOD_IDS } from '../../projections/engine/ids.ts';
import { readOpenAmounts } from '../../projections/revaluations/open-amounts.ts';
import { MOST_PERIODS } from '../fiscal-years/change-fiscal-year.ts';
import type { EntryPosted } from '../ledger/post-entry.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Sources } from '../support/preview.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { runInTurns } from '../../support/yielding.ts';

export interface RequestedRevaluation {
  readonly id: number;
  readonly baseVersion: number | null;
  readonly on: PlainDate | null;
  readonly method: RevaluationMethod | null;
  readonly rates: Readonly<Record<string, ExchangeRate>>;
}

/** What a revaluation would value, at which rates. */
export interface RevaluationFacts {
  readonly year: FiscalYearState;
  readonly on: PlainDate;
  readonly method: RevaluationMethod;
  readonly rates: readonly RevaluationRate[];
  readonly open: readonly OpenAmount[];
}

/** Rates of the request win over those of an earlier request for the same day, and these over published ones. */
export async function readRevaluationFacts(
  pool: Sources['pool'],
  companyId: number,
  requested: RequestedRevaluation,
  file: CompanyFile,
): Promise<RevaluationFacts | Refusal> {
  const year = resolveFiscalYear(requested, file.fiscalYears);
  if (isRefusal(year)) return year;
  const terms = resolveTerms(year, requested, file);
  if (isRefusal(terms)) return terms;
  const { on, method } = terms;
  const open = selectOpenAmounts(await readOpenAmounts(pool, companyId, on), on, file);
  const currencies = [...new Set(open.map(({ currency }) => currency))];
  const known = await findRates(pool, companyId, currencies, on);
  const rates = currencies.flatMap((currency): readonly RevaluationRate[] => {
    const given = requested.rates[currency] ?? terms.given.get(currency);
    if (given !== undefined) return [{ currency, rate: trimRate(given), is_given: true }];
    const found = known.get(currency);
    return found === undefined ? [] : [{ currency, rate: trimRate(found.rate), is_given: false }];
  });
  return { year, on, method, rates, open };
}

export async function buildRevaluationCommand(
  { pool, ids }: Sources,
  companyId: number,
  requested: RequestedRevaluation,
  file: CompanyFile,
): Promise<RevalueCurrencies | Refusal> {
  const facts = await readRevaluationFacts(pool, companyId, requested, file);
  if (isRefusal(facts)) return facts;
  const { on, method, rates, open } = facts;
  const valuation = await runInTurns(valueCurrenciesInSteps(facts, file));
  if (isRefusal(valuation)) return valuation;
  const posted = findRevaluation(file.revaluations, on)?.amounts.length ?? 0;
  const [[revaluation], entries, lines, accounts, [fiscalYear], periods] = await Promise.all([
    ids.allocate('revaluations', 1),
    ids.allocate('entries', REVALUATION_PARTS.length),
    ids.allocate('entry_lines', valuation.amounts.length + posted),
    ids.allocate('accounts', countNewAccounts(valuation.amounts)),
    ids.allocate('fiscal_years', 1),
    ids.allocate(PERIOD_IDS, MOST_PERIODS),
  ]);
  const { id, baseVersion } = requested;
  const all = { revaluation: revaluation!, entries, lines, accounts, fiscalYear: fiscalYear!, periods };
  return { type: 'RevalueCurrencies', id, baseVersion, on, method, rates, open, ids: all };
}

/** A revaluation as it was made. */
export interface RevaluationMade<Presented> {
  readonly on: PlainDate;
  readonly method: RevaluationMethod;
  readonly rates: readonly RevaluationRate[];
  readonly items: readonly RevaluedItem[];
  readonly file: CompanyFile;
  readonly entries: readonly Presented[];
  readonly reversals: readonly Presented[];
  /** False if nothing moved since the last one. */
  readonly isRecorded: boolean;
}

/** Posts in one append what differs from the earlier revaluation of the day; nothing if nothing moved. */
export async function revalueCurrencies<Presented>(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedRevaluation,
  context: CommandContext,
  present: (posted: EntryPosted) => Presented,
): Promise<RevaluationMade<Presented> | Refusal> {
  const built: { readonly command: RevalueCurrencies; readonly file: CompanyFile }[] = [];
  const entries: Presented[] = [];
  const reversals: Presented[] = [];
  const buildCommand = async (file: CompanyFile) => {
    const command = await buildRevaluationCommand(toolbox, companyId, requested, file);
    if (!isRefusal(command)) built.push({ command, file });
    return command;
  };
  const recorded: NonNullable<ReturnType<typeof findRecorded>>[] = [];
  try {
    const outcome = await toolbox.commands.execute(
      'company',
      companyId,
      buildCommand,
      context,
      ({ events, state, recordedAt }) => {
        for (const { data } of filterByType(events, 'EntryPosted'))
          (isReversal(data) ? reversals : entries).push(present({ entry: data, file: state, recordedAt: recordedAt! }));
        recorded.push(...[findRecorded(events, state) ?? []].flat());
      },
    );
    if (isRefusal(outcome)) return outcome;
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('revaluation_too_large', { field: 'on' });
    throw error;
  }
  const [made] = recorded;
  if (made) return { ...made, entries, reversals, isRecorded: true };
  const { command, file } = built.at(-1)!;
  const valuation = await runInTurns(valueCurrenciesInSteps(command, file));
  if (isRefusal(valuation)) return valuation;
  return { ...command, items: valuation.items, file, entries, reversals, isRecorded: false };
}

/** As it was recorded, now or by an earlier try of the same request, whose command was not built again. */
function findRecorded(events: readonly RevaluingEvent[], file: CompanyFile) {
  const [recorded] = filterByType(events, 'CurrenciesRevalued');
  if (!recorded) return null;
  const items = filterByType(events, 'RevaluedItemsListed').flatMap(({ data }) => data.items);
  const { on, method, rates } = recorded.data;
  return { on, method, rates, items, file };
}

export const isReversal = ({ origin }: Pick<PostedEntry, 'origin'>): boolean => origin === 'revaluation_reversal';
