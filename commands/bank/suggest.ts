import { decideMatch, type MatchTransactions } from '../../domain/bank/match.ts';
import { linesOfMatch } from '../../domain/bank/match-entry.ts';
import { nothingTaken } from '../../domain/bank/suggestions/knowledge.ts';
import type { Movement, Suggestion } from '../../domain/bank/suggestions/movement.ts';
import { suggestionsFor } from '../../domain/bank/suggestions/suggest.ts';
import type { MatchOrigin } from '../../domain/bank/bank-events.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { movementsOf } from '../../projections/bank/suggestion-facts.ts';
import { firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { knowledgeFor } from './knowledge.ts';
import type { RequestedMatching } from './match-transaction.ts';

export interface Suggested {
  readonly suggestion: Suggestion;
  /** What it would post now, or why it cannot be. */
  readonly entry: PostedEntry | Refusal;
}

/** What a transaction may be, the likeliest first, with what each would post. */
export async function suggestMatches(
  { pool, commands }: Pick<Toolbox, 'pool' | 'commands'>,
  companyId: number,
  id: number,
): Promise<{ readonly suggested: readonly Suggested[]; readonly file: CompanyFile } | Refusal> {
  const [[movement], file] = await Promise.all([
    movementsOf(pool, companyId, { ids: [id], limit: 1 }),
    commands.look('company', companyId),
  ]);
  if (!movement) return refuse('not_found');
  const knowledge = await knowledgeFor({ pool }, companyId, [movement], file, nothingTaken(), { withAmounts: true });
  const suggested = suggestionsFor(movement, knowledge).map((suggestion) => ({
    suggestion,
    entry: entryOf(movement, suggestion, file),
  }));
  return { suggested, file };
}

/** What people or the service would ask for to carry a suggestion out. */
export const matchingOf = (movement: Pick<Movement, 'id'>, suggestion: Suggestion): RequestedMatching => ({
  id: movement.id,
  items: suggestion.items.map(({ line, amount, reopen }) => ({ line_id: line.line_id, amount, reopen })),
  // The number of the account is shown to people; its id says which one is meant.
  lines: suggestion.lines.map((line) => ({ ...line, account: null, vat_code: null })),
  write_off: suggestion.write_off,
  label: null,
  origin: originOf(suggestion),
  reason: suggestion.kind,
  ...(suggestion.rule_id !== undefined && { rule_id: suggestion.rule_id }),
});

const originOf = ({ kind }: Suggestion): MatchOrigin => (kind === 'rule' ? 'rule' : 'automatic');

/** Decided with what is known already: nothing more is read, and nothing is recorded. */
export function entryOf(movement: Movement, suggestion: Suggestion, file: CompanyFile): PostedEntry | Refusal {
  const { id: _, ...requested } = matchingOf(movement, suggestion);
  // A line that is opened again is open by as much: its letterings need not be known for the entry.
  const items = requested.items.map((item) => ({ ...item, reopen: false }));
  const open = suggestion.items.map(({ line, amount, reopen }) => (reopen ? { ...line, open: amount } : line));
  const match = { transaction: movement, ...requested, items };
  const command: MatchTransactions = {
    type: 'MatchTransactions',
    matches: [match],
    open,
    reopening: [],
    baseVersion: null,
    entryIds: [-1],
    lineIds: Array.from({ length: linesOfMatch(match) }, (_none, index) => -1 - index),
    letteringIds: items.map((_none, index) => -1 - index),
  };
  const decision = decideMatch(command, file);
  return isRefusal(decision) ? decision : firstOfType(decision, 'EntryPosted').data;
}
