import { computeUnmatched } from '../../domain/bank/match-entry.ts';
import type { MatchTransactions } from '../../domain/bank/match.ts';
import type { RequestedMatch } from '../../domain/bank/match-request.ts';
import { createTaken, takeAmount, type Knowledge, type Taken } from '../../domain/bank/suggestions/knowledge.ts';
import { CERTAIN, type Movement, type Reason, type Suggestion } from '../../domain/bank/suggestions/movement.ts';
import { suggestBookings } from '../../domain/bank/suggestions/suggest.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { getOpenAmount } from '../../domain/lettering/open-line.ts';
import { absolute, compare, isNegative, subtract, ZERO } from '../../domain/money.ts';
import { refuseInvalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import type { Steps } from '../../domain/steps.ts';
import { listMovements } from '../../projections/bank/suggestion-facts.ts';
import { runInTurns } from '../../support/yielding.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import { isRehearsed } from '../support/rehearsal.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { readKnowledge } from './knowledge.ts';
import { collectMatches } from './match-transaction.ts';
import { previewEntry, toRequestedMatching } from './suggest.ts';

/**
 * Finds certain matches of many transactions. The matches are recorded in one append: one operation, all or nothing, that
 * can be undone by one call. A call makes as many as fit, and reports whether there are more. The search runs first,
 * while others may write; items that were settled meanwhile are left out.
 */

export interface AutomaticRequest {
  /** Null for all pending transactions. */
  readonly ids: readonly number[] | null;
  /** Continues after this transaction, the last one examined by an earlier call. */
  readonly after: number | null;
  /** Lower scores are only proposed; nothing below certainty is ever posted. */
  readonly threshold: number;
}

export interface Result {
  readonly transaction_id: number;
  readonly status: 'matched' | 'proposed' | 'skipped';
  readonly score: number;
  readonly entry_id: number | null;
  readonly reasons: readonly Reason[];
}

export interface Report {
  readonly results: readonly Result[];
  /** The last transaction examined, if there are more than one call handles. */
  readonly nextAfter: number | null;
  readonly isRecorded: boolean;
}

export interface Extent {
  /** Number examined together. */
  readonly together: number;
  /** Maximum number examined, and matched, by one call. */
  readonly most: number;
  readonly matches: number;
}

/** More matches at once would delay others who write to the same company file. */
const EXTENT: Extent = { together: 500, most: 10_000, matches: 1_000 };

/** Approximate bytes for undoing a match, which takes more than the match itself: it must fit into one append too. */
const A_MATCH = 5_500;
const AN_ITEM = 1_300;

export async function matchAutomatically(
  toolbox: Toolbox,
  companyId: number,
  request: AutomaticRequest,
  context: CommandContext,
  extent = EXTENT,
): Promise<Report | Refusal> {
  const found = await findMatches(toolbox, companyId, request, extent);
  if (isRefusal(found)) return found;
  const certain = found.results.filter(({ chosen }) => chosen !== null);
  if (certain.length === 0 && context.isResumed !== true) return buildReport(found, new Map(), false);
  const requested = certain.map(({ movement, chosen }) => toRequestedMatching(movement, chosen!));
  let matches: readonly RequestedMatch[] = [];
  const buildCommand = async (file: CompanyFile): Promise<MatchTransactions> => {
    const gathered = await collectMatches(toolbox, companyId, requested, file);
    matches = filterStillPossible(gathered, certain);
    return { ...gathered, matches };
  };
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  // A dry run reports what would be matched, without entries.
  if (isRehearsed(outcome))
    return buildReport(found, new Map(matches.map(({ transaction }) => [transaction.id, null])), false);
  if (isRefusal(outcome)) return outcome;
  const made = filterByType(outcome.events, 'BankTransactionsMatched').flatMap(({ data }) => data.matches);
  return buildReport(found, new Map(made.map(({ id, entry_id }) => [id, entry_id])), made.length > 0);
}

interface Found {
  readonly movement: Movement;
  readonly best: Suggestion | null;
  /** The suggestion that is certain and can be posted. */
  readonly chosen: Suggestion | null;
  readonly refusal: Refusal | null;
}

interface Search {
  readonly results: readonly Found[];
  readonly nextAfter: number | null;
}

async function findMatches(
  { pool, commands }: Toolbox,
  companyId: number,
  { ids, after: lookedAt, threshold }: AutomaticRequest,
  { together, most, matches }: Extent,
): Promise<Search | Refusal> {
  const file = await commands.loadState('company', companyId);
  const taken = createTaken();
  const results: Found[] = [];
  const room = { matches, bytes: commands.maxAppendBytes * 0.9 };
  let after = lookedAt ?? 0;
  for (let looked = together; ; looked += together) {
    const part = ids?.slice(looked - together, looked);
    const movements = await listMovements(pool, companyId, {
      ...(part ? { ids: part } : { after }),
      limit: together,
    });
    const unknown = part ? findUnknownIds(part, movements, looked - together) : [];
    if (unknown.length > 0) return refuseInvalid(unknown);
    const knowledge = await readKnowledge({ pool }, companyId, { movements, file, taken, withAmounts: false });
    const isFull = await runInTurns(
      examineMovements(movements, knowledge, Math.max(threshold, CERTAIN), results, room),
    );
    if (isFull) return { results, nextAfter: results.at(-1)!.movement.id };
    if (ids ? looked >= ids.length : movements.length < together) return { results, nextAfter: null };
    after = movements.at(-1)!.id;
    if (looked >= most) return { results, nextAfter: after };
  }
}

function findUnknownIds(ids: readonly number[], movements: readonly Movement[], first: number): readonly Problem[] {
  const known = new Set(movements.map(({ id }) => id));
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ code: 'transaction_unknown', field: `transaction_ids.${first + index}` }],
  );
}

/** Returns true when no more matches fit. */
function* examineMovements(
  movements: readonly Movement[],
  knowledge: Knowledge,
  threshold: number,
  results: Found[],
  room: { matches: number; bytes: number },
): Steps<boolean> {
  for (const movement of movements) {
    yield;
    const [best = null, next] = suggestBookings(movement, knowledge);
    // If two suggestions are equally certain, neither is.
    const isSure = best !== null && best.score >= threshold && (next === undefined || next.score < best.score);
    const entry = isSure ? previewEntry(movement, best, knowledge) : null;
    const refusal = isRefusal(entry) ? entry : null;
    const chosen = isSure && refusal === null ? best : null;
    if (chosen) {
      room.matches -= 1;
      room.bytes -= A_MATCH + AN_ITEM * (chosen.items.length + chosen.lines.length);
      if (room.matches < 0 || room.bytes < 0) return true;
      reserveItems(chosen, knowledge.taken);
    }
    results.push({ movement, best, chosen, refusal });
  }
  return false;
}

function reserveItems({ items }: Suggestion, taken: Taken): void {
  for (const { line, amount, currency_amount, reopen } of items)
    if (!reopen) takeAmount(taken, line.line_id, currency_amount ?? amount);
}

/** Leaves out transactions that others have posted or settled since they were examined. */
function filterStillPossible(
  { matches, open }: MatchTransactions,
  certain: readonly Found[],
): readonly RequestedMatch[] {
  const seen = new Map(certain.map(({ movement }) => [movement.id, movement]));
  const left = new Map(open.map((line) => [line.line_id, getOpenAmount(line)]));
  return matches.filter(({ transaction, items }) => {
    const before = seen.get(transaction.id);
    if (
      !before ||
      transaction.status !== 'pending' ||
      compare(computeUnmatched(before), computeUnmatched(transaction)) !== 0
    )
      return false;
    const settled = items.map(({ amount, currency_amount }) => currency_amount ?? amount!);
    const fits = items.every(({ line_id, reopen }, index) => {
      const [is, part] = [left.get(line_id) ?? ZERO, settled[index]!];
      return reopen || (isNegative(is) === isNegative(part) && compare(absolute(is), absolute(part)) >= 0);
    });
    if (fits)
      for (const [index, { line_id, reopen }] of items.entries())
        if (!reopen) left.set(line_id, subtract(left.get(line_id)!, settled[index]!));
    return fits;
  });
}

function buildReport(
  { results, nextAfter }: Search,
  made: ReadonlyMap<number, number | null>,
  isRecorded: boolean,
): Report {
  const known = new Set(results.map(({ movement }) => movement.id));
  const shown = results.map(({ movement, best, refusal }): Result => {
    const entryId = made.get(movement.id);
    const status = entryId !== undefined ? 'matched' : best ? 'proposed' : 'skipped';
    const problems = refusal?.problems.map(({ code, params }) => ({ code, ...(params && { params }) })) ?? [];
    return {
      transaction_id: movement.id,
      status,
      score: best?.score ?? 0,
      entry_id: entryId ?? null,
      reasons: [...(best?.reasons ?? []), ...problems],
    };
  });
  // Posted by an earlier run of the same request, so no longer examined.
  const earlier = [...made].flatMap(([id, entry_id]): readonly Result[] =>
    known.has(id) ? [] : [{ transaction_id: id, status: 'matched', score: CERTAIN, entry_id, reasons: [] }],
  );
  return { results: [...earlier, ...shown], nextAfter, isRecorded };
}
