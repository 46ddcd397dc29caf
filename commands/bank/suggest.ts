import { decideMatch, type MatchTransactions } from '../../domain/bank/match.ts';
import { countMatchLines } from '../../domain/bank/match-entry.ts';
import { createTaken, type Knowledge } from '../../domain/bank/suggestions/knowledge.ts';
import type { LineToLetter } from '../../domain/lettering/lettering.ts';
import type { Movement, OpenItem, Suggestion } from '../../domain/bank/suggestions/movement.ts';
import { suggestBookings } from '../../domain/bank/suggestions/suggest.ts';
import type { MatchOrigin } from '../../domain/bank/bank-events.ts';
import { listMissingAccounts } from '../../domain/currency/missing-accounts.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { listMovements } from '../../projections/bank/suggestion-facts.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { readKnowledge } from './knowledge.ts';
import type { RequestedMatching } from './match-transaction.ts';
import { buildPlaceholderIds, NO_ID } from '../support/preview.ts';

export interface Suggested {
  readonly suggestion: Suggestion;
  /** The entry it would post now, or why it cannot be posted. */
  readonly entry: PostedEntry | Refusal;
}

/** Possible matches of a transaction, most likely first, with the entry that each would post. */
export async function suggestMatches(
  { pool, commands }: Pick<Toolbox, 'pool' | 'commands'>,
  companyId: number,
  id: number,
): Promise<{ readonly suggested: readonly Suggested[]; readonly file: CompanyFile } | Refusal> {
  const [[movement], file] = await Promise.all([
    listMovements(pool, companyId, { ids: [id], limit: 1 }),
    commands.loadState('company', companyId),
  ]);
  if (!movement) return refuse('not_found');
  const knowledge = await readKnowledge({ pool }, companyId, {
    movements: [movement],
    file,
    taken: createTaken(),
    withAmounts: true,
  });
  const suggested = suggestBookings(movement, knowledge).map((suggestion) => ({
    suggestion,
    entry: previewEntry(movement, suggestion, knowledge),
  }));
  return { suggested, file };
}

/** The request that carries out a suggestion, made by a user or by the service. */
export const toRequestedMatching = (movement: Pick<Movement, 'id'>, suggestion: Suggestion): RequestedMatching => ({
  id: movement.id,
  items: suggestion.items.map(({ line, amount, currency_amount = null, reopen }) => ({
    line_id: line.line_id,
    amount,
    currency_amount,
    reopen,
  })),
  // The account number is for display only; the id identifies the account.
  lines: suggestion.lines.map((line) => ({ ...line, account: null, vat_code: null })),
  write_off: suggestion.write_off,
  label: null,
  origin: getOrigin(suggestion),
  reason: suggestion.kind,
  ...(suggestion.rule_id !== undefined && { rule_id: suggestion.rule_id }),
});

const getOrigin = ({ kind }: Suggestion): MatchOrigin => (kind === 'rule' ? 'rule' : 'automatic');

/** Decides with what is already known: reads nothing more and records nothing. */
export function previewEntry(
  movement: Movement,
  suggestion: Suggestion,
  { file, rates: byDay }: Pick<Knowledge, 'file' | 'rates'>,
): PostedEntry | Refusal {
  const { id: _, ...requested } = toRequestedMatching(movement, suggestion);
  // A reopened line is open by its full amount: its letterings are not needed for the entry.
  const items = requested.items.map((item) => ({ ...item, reopen: false }));
  const open = suggestion.items.map(({ line, amount, reopen }) =>
    toOpenLine(reopen ? { ...line, open: amount } : line),
  );
  const rates = byDay?.get(movement.entry_date);
  const match = { transaction: { ...movement, ...(rates && { rates }) }, ...requested, items };
  const command: MatchTransactions = {
    type: 'MatchTransactions',
    matches: [match],
    open,
    reopening: [],
    baseVersion: null,
    entryIds: [NO_ID],
    lineIds: buildPlaceholderIds(countMatchLines(match)),
    letteringIds: buildPlaceholderIds(items.length),
    accountIds: buildPlaceholderIds(listMissingAccounts(file).length),
  };
  const decision = decideMatch(command, file);
  return isRefusal(decision) ? decision : getFirstOfType(decision, 'EntryPosted').data;
}

/** Suggestions compare items in their own currency; decisions need both amounts. */
const toOpenLine = ({ base_open, ...line }: OpenItem): LineToLetter =>
  line.currency ? { ...line, open: base_open ?? line.open, currency_open: line.open } : line;
