import type { CompanyFile } from '../../domain/company-file-state.ts';
import {
  hasDifference,
  selectFittingMatches,
  proposeInSteps,
  type LetterAutomatically,
} from '../../domain/lettering/automatic.ts';
import { getDifferenceEntryId, type Lettering } from '../../domain/lettering/lettering-events.ts';
import type { Match, MatchReason } from '../../domain/lettering/matching.ts';
import type { OpenLine } from '../../domain/lettering/open-line.ts';
import { accounts } from '../../domain/accounts/account.ts';
import { getWaitingAccounts } from '../../domain/ledger/payment-tax.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { findLiveRecord } from '../../domain/records/state.ts';
import { refuseInvalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import {
  countOpenLines,
  readOpenLineBatch,
  type AutomaticFilter,
  type PlaceOfLine,
  type BatchSize,
} from '../../projections/lettering/facts.ts';
import { runInTurns } from '../../support/yielding.ts';
import type { CommandContext } from '../support/context.ts';
import { preparePaymentTax } from './payment-tax.ts';
import { allocateMissingAccounts } from '../support/missing-accounts.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Numbers of lines to examine: per batch and per request. */
export interface Extent extends BatchSize {
  /** For more lines, the client has to request one account or third party after another. */
  readonly most: number;
}

const EXTENT: Extent = { usual: 10_000, largest: 50_000, most: 500_000 };

export interface AutomaticRequest extends AutomaticFilter {
  /** Maximum number of items in a combination. */
  readonly maxItems: number;
}

interface Looked {
  /** Number of open lines examined. */
  readonly items: number;
  /** Number of lines that found a match. */
  readonly matched: number;
  /** False if there are more lines than one request examines. */
  readonly isComplete: boolean;
}

export interface Proposed extends Looked {
  /** Reasons of all matches found, in order. */
  readonly reasons: readonly MatchReason[];
  /** The requested range of matches. */
  readonly matches: readonly Match[];
}

/** Proposes letterings without recording anything. Returns only the matches in the requested range. */
export async function proposeLetterings(
  { pool, commands }: Toolbox,
  companyId: number,
  { maxItems, ...filter }: AutomaticRequest,
  [from, to]: readonly [from: number, to: number],
  extent = EXTENT,
): Promise<Proposed | Refusal> {
  const file = await commands.loadState('company', companyId);
  const problems = findFilterProblems(filter, file);
  if (problems.length > 0) return refuseInvalid(problems);
  const open = await countOpenLines(pool, companyId, filter);
  const reasons: MatchReason[] = [];
  const shown: Match[] = [];
  let behind: PlaceOfLine | null = null;
  let taken: ReadonlySet<number> = new Set();
  let [items, matched] = [0, 0];
  do {
    const { lines, next } = await readOpenLineBatch(pool, companyId, filter, behind, extent);
    const found: readonly Match[] = await findMatches(
      // A batch may overlap the previous one.
      lines.filter(({ line_id }) => !taken.has(line_id)),
      maxItems,
      file,
    );
    shown.push(...found.slice(Math.max(from - reasons.length, 0), Math.max(to - reasons.length, 0)));
    for (const { reason } of found) reasons.push(reason);
    taken = new Set(found.flatMap((match) => match.lines.map(({ line_id }) => line_id)));
    matched += taken.size;
    items += lines.length;
    behind = next;
  } while (behind !== null && items < extent.most);
  return { reasons, matches: shown, matched, items: Math.min(items, open), isComplete: behind === null };
}

const findMatches = async (lines: readonly OpenLine[], maxItems: number, file: CompanyFile) =>
  (await runInTurns(proposeInSteps(lines, maxItems, file))).matches;

function findFilterProblems({ account_id, third_party_id }: AutomaticFilter, { records }: CompanyFile): Problem[] {
  const problems: Problem[] = [];
  const account = account_id === undefined ? null : findLiveRecord(records, accounts, account_id);
  if (account === undefined) problems.push({ code: 'account_unknown', field: 'account_id' });
  else if (account && !account.data.is_letterable)
    problems.push({ code: 'account_not_letterable', field: 'account_id' });
  if (third_party_id !== undefined && !findLiveRecord(records, thirdParties, third_party_id))
    problems.push({ code: 'third_party_unknown', field: 'third_party_id' });
  return problems;
}

export interface Applied extends Looked {
  /** In order of creation, including those made by an earlier run of this request. */
  readonly letterings: readonly Made[];
}

interface Made {
  readonly id: number;
  readonly reason: MatchReason;
}

/**
 * Letters the matches found, batch by batch, in as few appends as the log allows. Lettered lines are no longer open, so
 * each append continues after the previous one, and an interrupted request continues where its earlier run stopped. Other
 * commands may run in between.
 */
export async function letterAutomatically(
  toolbox: Toolbox,
  companyId: number,
  { maxItems, ...filter }: AutomaticRequest,
  context: CommandContext,
  extent = EXTENT,
): Promise<Applied | Refusal> {
  const { pool, commands, ids } = toolbox;
  const open = await countOpenLines(pool, companyId, filter);
  const letterings: Made[] = [];
  let behind: PlaceOfLine | null = null;
  let part = 1;
  let [items, matched, matchedEarlier] = [0, 0, 0];
  for (;;) {
    // Remains null if an earlier run has written this part, which does not show whether more was to follow.
    let looked = null as { readonly items: number; readonly next: PlaceOfLine | null; readonly isLast: boolean } | null;
    const buildCommand = async (file: CompanyFile): Promise<LetterAutomatically | Refusal> => {
      const problems = findFilterProblems(filter, file);
      if (problems.length > 0) return refuseInvalid(problems);
      const { lines, next } = await readOpenLineBatch(pool, companyId, filter, behind, extent);
      const found = await findMatches(lines, maxItems, file);
      const matches = selectFittingMatches(found, commands.maxAppendBytes, canMoveTax(file));
      looked = { items: lines.length, next, isLast: matches.length === found.length };
      const entries = matches.flatMap((match) => match.lines.map(({ entry_id }) => entry_id));
      const payment = await preparePaymentTax(toolbox, companyId, entries, matches.length, file);
      return {
        type: 'LetterAutomatically',
        matches,
        ...(await allocateIds(matches, ids)),
        ...(matches.some(({ lines: [line] }) => line!.currency) && (await allocateMissingAccounts(ids, file))),
        ...(payment && { payment }),
      };
    };
    const outcome = await commands.execute('company', companyId, buildCommand, withPartId(context, part));
    if (isRefusal(outcome)) return outcome;
    const made = filterByType(outcome.events, 'LinesLettered').flatMap(({ data }) => data.letterings);
    for (const { id, reason } of made) letterings.push({ id, reason: reason as MatchReason });
    if (outcome.events.length > 0) part += 1;
    matched += countMatchedLines(made);
    if (!looked) matchedEarlier += countMatchedLines(made);
    // The rest of the batch is examined again without these lines.
    else if (!looked.isLast) items += countMatchedLines(made);
    else {
      items += looked.items;
      behind = looked.next;
      if (behind === null || items >= extent.most) break;
    }
  }
  return { letterings, matched, items: Math.min(items, open) + matchedEarlier, isComplete: behind === null };
}

/** Whether a lettering may have to post tax that becomes due with the payment. */
const canMoveTax = (file: CompanyFile): boolean => Object.keys(getWaitingAccounts(file)).length > 0;

/** Excludes lines of differences, which were not open items before. */
const countMatchedLines = (letterings: readonly Lettering[]): number =>
  letterings.reduce(
    (count, lettering) => count + lettering.lines.length - (getDifferenceEntryId(lettering) ? 1 : 0),
    0,
  );

/**
 * Gives each append a separate mutation id; otherwise the log takes the second for a replay of the first. Client ids have
 * at most 64 characters, so these longer ids never collide with them.
 */
function withPartId(context: CommandContext, part: number): CommandContext {
  const { clientMutationId } = context;
  if (part === 1 || clientMutationId === null) return context;
  return {
    ...context,
    clientMutationId: `Part ${part} of the automatic lettering that was asked for as mutation ${clientMutationId}`,
  };
}

async function allocateIds(matches: readonly Match[], ids: Toolbox['ids']) {
  const differences = matches.filter(hasDifference).length;
  const [letteringIds, entryIds, lineIds] = await Promise.all([
    ids.allocate('letterings', matches.length),
    ids.allocate('entries', differences),
    ids.allocate('entry_lines', 2 * differences),
  ]);
  const writeOffIds = entryIds.map((entryId, index) => ({
    entryId,
    lineIds: [lineIds[2 * index]!, lineIds[2 * index + 1]!] as const,
  }));
  return { letteringIds, writeOffIds };
}
