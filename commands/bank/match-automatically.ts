import { restOf } from '../../domain/bank/match-entry.ts';
import type { MatchTransactions } from '../../domain/bank/match.ts';
import type { RequestedMatch } from '../../domain/bank/match-request.ts';
import { nothingTaken, take, type Knowledge, type Taken } from '../../domain/bank/suggestions/knowledge.ts';
import { CERTAIN, type Movement, type Reason, type Suggestion } from '../../domain/bank/suggestions/movement.ts';
import { suggestionsFor } from '../../domain/bank/suggestions/suggest.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { absolute, compare, isNegative, subtract, ZERO } from '../../domain/money.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import type { Steps } from '../../domain/steps.ts';
import { movementsOf } from '../../projections/bank/suggestion-facts.ts';
import { inTurns } from '../../support/yielding.ts';
import type { CommandContext } from '../support/context.ts';
import { allOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { knowledgeFor } from './knowledge.ts';
import { gatherMatches } from './match-transaction.ts';
import { entryOf, matchingOf } from './suggest.ts';

/**
 * Certain matches of many transactions. What is found is made in one append, so that it is one operation, whole or not at all, which
 * one call takes back: a call makes as many as fit, and says whether there are more. The search is done before, and others write
 * meanwhile; what they have settled since is left out.
 */

export interface AutomaticRequest {
  /** Null: all that are to be booked. */
  readonly ids: readonly number[] | null;
  /** Behind this one, up to which an earlier call has looked. */
  readonly after: number | null;
  /** What scores less is only proposed; nothing below certainty is ever booked. */
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
  /** When there are more transactions than one call takes: the last one that was looked at. */
  readonly nextAfter: number | null;
  readonly isRecorded: boolean;
}

export interface Extent {
  /** Looked at together. */
  readonly together: number;
  /** Looked at, and matched, by one call. */
  readonly most: number;
  readonly matches: number;
}

/** More matches at once would let others wait who write to the same company file. */
const EXTENT: Extent = { together: 500, most: 10_000, matches: 1_000 };

/** About what the undoing of a match weighs, which is more than the match: it must fit into one append too. */
const A_MATCH = 5_500;
const AN_ITEM = 1_300;

export async function matchAutomatically(
  toolbox: Toolbox,
  companyId: number,
  request: AutomaticRequest,
  context: CommandContext | null,
  extent = EXTENT,
): Promise<Report | Refusal> {
  const found = await find(toolbox, companyId, request, extent);
  if (isRefusal(found)) return found;
  const certain = found.results.filter(({ chosen }) => chosen !== null);
  if (!context) return reportOf(found, new Map(certain.map(({ movement }) => [movement.id, null])), false);
  if (certain.length === 0 && context.isResumed !== true) return reportOf(found, new Map(), false);
  const requested = certain.map(({ movement, chosen }) => matchingOf(movement, chosen!));
  const gather = async (file: CompanyFile): Promise<MatchTransactions> => {
    const gathered = await gatherMatches(toolbox, companyId, requested, file);
    return { ...gathered, matches: stillPossible(gathered, certain) };
  };
  const outcome = await toolbox.commands.execute('company', companyId, gather, context);
  if (isRefusal(outcome)) return outcome;
  const made = allOfType(outcome.events, 'BankTransactionsMatched').flatMap(({ data }) => data.matches);
  return reportOf(found, new Map(made.map(({ id, entry_id }) => [id, entry_id])), made.length > 0);
}

interface Found {
  readonly movement: Movement;
  readonly best: Suggestion | null;
  /** What is certain and can be booked. */
  readonly chosen: Suggestion | null;
  readonly refusal: Refusal | null;
}

interface Search {
  readonly results: readonly Found[];
  readonly nextAfter: number | null;
}

async function find(
  { pool, commands }: Toolbox,
  companyId: number,
  { ids, after: lookedAt, threshold }: AutomaticRequest,
  { together, most, matches }: Extent,
): Promise<Search | Refusal> {
  const file = await commands.look('company', companyId);
  const taken = nothingTaken();
  const results: Found[] = [];
  const room = { matches, bytes: commands.maxAppendBytes * 0.9 };
  let after = lookedAt ?? 0;
  for (let looked = together; ; looked += together) {
    const part = ids?.slice(looked - together, looked);
    const movements = await movementsOf(pool, companyId, {
      ...(part ? { ids: part } : { after }),
      limit: together,
    });
    const unknown = part ? unknownAmong(part, movements, looked - together) : [];
    if (unknown.length > 0) return invalid(unknown);
    const knowledge = await knowledgeFor({ pool }, companyId, movements, file, taken, { withAmounts: false });
    const isFull = await inTurns(look(movements, knowledge, Math.max(threshold, CERTAIN), results, room));
    if (isFull) return { results, nextAfter: results.at(-1)!.movement.id };
    if (ids ? looked >= ids.length : movements.length < together) return { results, nextAfter: null };
    after = movements.at(-1)!.id;
    if (looked >= most) return { results, nextAfter: after };
  }
}

function unknownAmong(ids: readonly number[], movements: readonly Movement[], first: number): readonly Problem[] {
  const known = new Set(movements.map(({ id }) => id));
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ code: 'transaction_unknown', field: `transaction_ids.${first + index}` }],
  );
}

/** True when no more matches fit. */
function* look(
  movements: readonly Movement[],
  knowledge: Knowledge,
  threshold: number,
  results: Found[],
  room: { matches: number; bytes: number },
): Steps<boolean> {
  for (const movement of movements) {
    yield;
    const [best = null, next] = suggestionsFor(movement, knowledge);
    // Two things that are both certain are neither.
    const isSure = best !== null && best.score >= threshold && (next === undefined || next.score < best.score);
    const entry = isSure ? entryOf(movement, best, knowledge.file) : null;
    const refusal = isRefusal(entry) ? entry : null;
    const chosen = isSure && refusal === null ? best : null;
    if (chosen) {
      room.matches -= 1;
      room.bytes -= A_MATCH + AN_ITEM * (chosen.items.length + chosen.lines.length);
      if (room.matches < 0 || room.bytes < 0) return true;
      takeItems(chosen, knowledge.taken);
    }
    results.push({ movement, best, chosen, refusal });
  }
  return false;
}

function takeItems({ items }: Suggestion, taken: Taken): void {
  for (const { line, amount, reopen } of items) if (!reopen) take(taken, line.line_id, amount);
}

/** Without those that somebody else has booked or settled since they were looked at. */
function stillPossible({ matches, open }: MatchTransactions, certain: readonly Found[]): readonly RequestedMatch[] {
  const seen = new Map(certain.map(({ movement }) => [movement.id, movement]));
  const left = new Map(open.map((line) => [line.line_id, line.open]));
  return matches.filter(({ transaction, items }) => {
    const before = seen.get(transaction.id);
    if (!before || transaction.status !== 'pending' || compare(restOf(before), restOf(transaction)) !== 0) return false;
    const fits = items.every(({ line_id, amount, reopen }) => {
      const is = left.get(line_id) ?? ZERO;
      return reopen || (isNegative(is) === isNegative(amount!) && compare(absolute(is), absolute(amount!)) >= 0);
    });
    if (fits)
      for (const { line_id, amount, reopen } of items)
        if (!reopen) left.set(line_id, subtract(left.get(line_id)!, amount!));
    return fits;
  });
}

function reportOf(
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
  // An earlier run of the same request has booked these: they are not looked at any more.
  const earlier = [...made].flatMap(([id, entry_id]): readonly Result[] =>
    known.has(id) ? [] : [{ transaction_id: id, status: 'matched', score: CERTAIN, entry_id, reasons: [] }],
  );
  return { results: [...earlier, ...shown], nextAfter, isRecorded };
}
