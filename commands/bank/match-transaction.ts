import type { MatchTransactions } from '../../domain/bank/match.ts';
import type { RequestedMatch } from '../../domain/bank/match-request.ts';
import { planDiscountCorrections } from '../../domain/bank/discount-correction.ts';
import type { MatchEvent } from '../../domain/bank/match.ts';
import { countMatchLines } from '../../domain/bank/match-entry.ts';
import type { OpenLine } from '../../domain/lettering/open-line.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { SignedAmount } from '../../domain/money.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { loadTransactionsToMatch } from '../../projections/bank/facts.ts';
import { readEntryFacts } from '../../projections/ledger/facts.ts';
import { readLinesToLetter } from '../../projections/lettering/facts.ts';
import { prepareCorrections } from './discount-corrections.ts';
import { withKnownRates } from './match-rates.ts';
import { preparePaymentTax, prepareTaxMoveBack } from '../lettering/payment-tax.ts';
import { allocateMissingAccounts } from '../support/missing-accounts.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType, getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

export type RequestedMatching = Omit<RequestedMatch, 'transaction'> & { readonly id: number };

export interface Matched {
  readonly entryId: number;
  readonly letteringIds: readonly number[];
  /** Positive for a loss; null if there is none. */
  readonly exchangeDifference: SignedAmount | null;
  /** Discounts that no credit note corrects. */
  readonly warnings: readonly Problem[];
}

/** Returns the entry and the letterings; after an interrupted earlier run, those created then. */
export async function matchTransaction(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedMatching,
  baseVersion: number | null,
  context: CommandContext,
): Promise<Matched | Refusal> {
  let decidedOn: { readonly command: MatchTransactions; readonly file: CompanyFile } | null = null;
  const buildCommand = async (file: CompanyFile) => {
    const command = await buildMatchCommand(toolbox, companyId, requested, file);
    if (isRefusal(command)) return command;
    decidedOn = { command, file };
    return { ...command, baseVersion };
  };
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  const [match] = getFirstOfType(outcome.events, 'BankTransactionsMatched').data.matches;
  const letterings = filterByType(outcome.events, 'LinesLettered').flatMap(({ data }) => data.letterings);
  const warnings = decidedOn ? listCorrectionWarnings(outcome.events, decidedOn) : [];
  return {
    entryId: match!.entry_id,
    letteringIds: letterings.map(({ id }) => id),
    exchangeDifference: match!.exchange_difference ?? null,
    warnings,
  };
}

/** Discounts taken by the first match whose sales no credit note corrects, on the state before it. */
export function listCorrectionWarnings(
  events: readonly MatchEvent[],
  { command, file }: { readonly command: MatchTransactions; readonly file: CompanyFile },
): readonly Problem[] {
  const { items } = getFirstOfType(events, 'BankTransactionsMatched').data.matches[0]!;
  const paid = new Set(items.map(({ entry_id }) => entry_id));
  const planned = planDiscountCorrections(findMatchEntry(events), paid, command.corrections, file);
  return isRefusal(planned) ? [] : planned.warnings;
}

export async function buildMatchCommand(
  sources: Sources,
  companyId: number,
  requested: RequestedMatching,
  file: CompanyFile,
): Promise<MatchTransactions | Refusal> {
  const command = await collectMatches(sources, companyId, [requested], file);
  return command.matches.length === 0 ? refuse('not_found') : command;
}

/** The entry that books the first match. */
export function findMatchEntry(events: readonly MatchEvent[]): PostedEntry {
  const { entry_id } = getFirstOfType(events, 'BankTransactionsMatched').data.matches[0]!;
  return filterByType(events, 'EntryPosted').find(({ data }) => data.id === entry_id)!.data;
}

/** Collects matches with everything needed to decide them; matches of deleted transactions are left out. */
export async function collectMatches(
  { pool, ids }: Sources,
  companyId: number,
  requested: readonly RequestedMatching[],
  file: CompanyFile,
): Promise<MatchTransactions> {
  const transactions = await loadTransactionsToMatch(
    pool,
    companyId,
    requested.map(({ id }) => id),
  );
  const known = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  const existing = requested.flatMap(({ id, ...match }): readonly RequestedMatch[] => {
    const transaction = known.get(id);
    return transaction ? [{ transaction, ...match }] : [];
  });
  const items = existing.flatMap((match) => match.items);
  const open = await readLinesToLetter(pool, companyId, [...new Set(items.map(({ line_id }) => line_id))]);
  const matches = await withKnownRates(pool, companyId, existing, open, file);
  const reopen = new Set(items.filter((item) => item.reopen).map(({ line_id }) => line_id));
  const reopened = open.filter(({ line_id }) => reopen.has(line_id)).map(({ entry_id }) => entry_id);
  const entries = await readEntryFacts(pool, companyId, [...new Set(reopened)]);
  const reopening = entries
    .flatMap(({ letterings }) => letterings)
    .filter(({ lines }) => lines.some(({ line_id }) => reopen.has(line_id)));
  const lineCount = matches.reduce((count, match) => count + countMatchLines(match), 0);
  const [entryIds, lineIds, letteringIds, payment, movedBack] = await Promise.all([
    ids.allocate('entries', matches.length),
    ids.allocate('entry_lines', lineCount),
    ids.allocate('letterings', items.length),
    preparePaymentTax(
      { pool, ids },
      companyId,
      open.map(({ entry_id }) => entry_id),
      items.length,
      file,
    ),
    prepareTaxMoveBack({ pool, ids }, companyId, reopening, file),
  ]);
  const corrections = await prepareCorrections({ pool, ids }, companyId, matches, open, file);
  return {
    type: 'MatchTransactions',
    matches,
    open,
    reopening,
    baseVersion: null,
    entryIds,
    lineIds,
    letteringIds,
    ...(isInCurrency(matches, open, file) && (await allocateMissingAccounts(ids, file))),
    ...(payment && { payment }),
    ...(movedBack && { movedBack }),
    ...(corrections && { corrections }),
  };
}

const isInCurrency = (
  matches: readonly RequestedMatch[],
  open: readonly OpenLine[],
  { identity }: CompanyFile,
): boolean =>
  open.some(({ currency }) => currency) ||
  matches.some(({ transaction: { currency } }) => (currency ?? identity.currency) !== identity.currency);
