import type { CompanyFile } from '../../domain/company-file-state.ts';
import { fitting, proposals, type LetterAutomatically } from '../../domain/lettering/automatic.ts';
import type { Lettering } from '../../domain/lettering/lettering-events.ts';
import type { Match, MatchReason } from '../../domain/lettering/matching.ts';
import type { OpenLine } from '../../domain/lettering/open-line.ts';
import { accounts } from '../../domain/accounts/account.ts';
import { waitingAccounts } from '../../domain/ledger/payment-tax.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { living } from '../../domain/records/state.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import {
  countOpenLines,
  openLinesBehind,
  type AutomaticFilter,
  type PlaceOfLine,
  type BatchSize,
} from '../../projections/lettering/facts.ts';
import { inTurns } from '../../support/yielding.ts';
import type { CommandContext } from '../support/context.ts';
import { paymentTaxOf } from './payment-tax.ts';
import { allOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** How much is looked at: together, and in one request. */
export interface Extent extends BatchSize {
  /** Who has more asks for one account or third party after another. */
  readonly most: number;
}

const EXTENT: Extent = { usual: 10_000, largest: 50_000, most: 500_000 };

export interface AutomaticRequest extends AutomaticFilter {
  /** The most items of a combination. */
  readonly maxItems: number;
}

interface Looked {
  /** How many open lines were looked at. */
  readonly items: number;
  /** How many of them found a partner. */
  readonly matched: number;
  /** False when there are more than one request looks at. */
  readonly isComplete: boolean;
}

export interface Proposed extends Looked {
  /** Of all that was found, in order. */
  readonly reasons: readonly MatchReason[];
  /** Those that were requested. */
  readonly matches: readonly Match[];
}

/** What could be lettered now; nothing is recorded. Only the matches from a place to another are kept. */
export async function proposeLetterings(
  { pool, commands }: Toolbox,
  companyId: number,
  { maxItems, ...filter }: AutomaticRequest,
  [from, to]: readonly [from: number, to: number],
  extent = EXTENT,
): Promise<Proposed | Refusal> {
  const file = await commands.look('company', companyId);
  const problems = filterProblems(filter, file);
  if (problems.length > 0) return invalid(problems);
  const open = await countOpenLines(pool, companyId, filter);
  const reasons: MatchReason[] = [];
  const shown: Match[] = [];
  let behind: PlaceOfLine | null = null;
  let taken: ReadonlySet<number> = new Set();
  let [items, matched] = [0, 0];
  do {
    const { lines, next } = await openLinesBehind(pool, companyId, filter, behind, extent);
    const found: readonly Match[] = await matchesAmong(
      // A batch may begin within the one before.
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

const matchesAmong = async (lines: readonly OpenLine[], maxItems: number, file: CompanyFile) =>
  (await inTurns(proposals(lines, maxItems, file))).matches;

function filterProblems({ account_id, third_party_id }: AutomaticFilter, { records }: CompanyFile): Problem[] {
  const problems: Problem[] = [];
  const account = account_id === undefined ? null : living(records, accounts, account_id);
  if (account === undefined) problems.push({ code: 'account_unknown', field: 'account_id' });
  else if (account && !account.data.is_letterable)
    problems.push({ code: 'account_not_letterable', field: 'account_id' });
  if (third_party_id !== undefined && !living(records, thirdParties, third_party_id))
    problems.push({ code: 'third_party_unknown', field: 'third_party_id' });
  return problems;
}

export interface Applied extends Looked {
  /** In the order in which they were made, by this request or by an earlier run of it. */
  readonly letterings: readonly Made[];
}

interface Made {
  readonly id: number;
  readonly reason: MatchReason;
}

/**
 * Letters what is found, batch by batch, in as few appends as the log takes. What is lettered is no longer open, so that
 * each append finds what the one before left, and so does a request that was interrupted: it goes on where its earlier
 * run has stopped. Others write to the company file in between.
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
    // Stays null when an earlier run has written this part, which does not tell whether more was to come.
    let looked = null as { readonly items: number; readonly next: PlaceOfLine | null; readonly isLast: boolean } | null;
    const gather = async (file: CompanyFile): Promise<LetterAutomatically | Refusal> => {
      const problems = filterProblems(filter, file);
      if (problems.length > 0) return invalid(problems);
      const { lines, next } = await openLinesBehind(pool, companyId, filter, behind, extent);
      const found = await matchesAmong(lines, maxItems, file);
      const matches = fitting(found, commands.maxAppendBytes, movesTax(file));
      looked = { items: lines.length, next, isLast: matches.length === found.length };
      const entries = matches.flatMap((match) => match.lines.map(({ entry_id }) => entry_id));
      const payment = await paymentTaxOf(toolbox, companyId, entries, matches.length, file);
      return { type: 'LetterAutomatically', matches, ...(await idsFor(matches, ids)), ...(payment && { payment }) };
    };
    const outcome = await commands.execute('company', companyId, gather, partOf(context, part));
    if (isRefusal(outcome)) return outcome;
    const made = allOfType(outcome.events, 'LinesLettered').flatMap(({ data }) => data.letterings);
    for (const { id, reason } of made) letterings.push({ id, reason: reason as MatchReason });
    if (outcome.events.length > 0) part += 1;
    matched += linesMatched(made);
    if (!looked) matchedEarlier += linesMatched(made);
    // The rest of the batch is looked at again, without these.
    else if (!looked.isLast) items += linesMatched(made);
    else {
      items += looked.items;
      behind = looked.next;
      if (behind === null || items >= extent.most) break;
    }
  }
  return { letterings, matched, items: Math.min(items, open) + matchedEarlier, isComplete: behind === null };
}

/** Whether a lettering may have to post the tax that becomes due by it. */
const movesTax = (file: CompanyFile): boolean => Object.keys(waitingAccounts(file)).length > 0;

/** Without the lines that took differences, which were no open items before. */
const linesMatched = (letterings: readonly Lettering[]): number =>
  letterings.reduce((count, { lines, difference_entry_id }) => count + lines.length - (difference_entry_id ? 1 : 0), 0);

/**
 * Each append has a mutation id of its own, or the log would take the second for the first one sent again. Those of clients
 * are at most 64 characters long, so that none is ever the same.
 */
function partOf(context: CommandContext, part: number): CommandContext {
  const { clientMutationId } = context;
  if (part === 1 || clientMutationId === null) return context;
  return {
    ...context,
    clientMutationId: `Part ${part} of the automatic lettering that was asked for as mutation ${clientMutationId}`,
  };
}

async function idsFor(matches: readonly Match[], ids: Toolbox['ids']) {
  const differences = matches.filter(({ difference }) => difference !== 0n).length;
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
