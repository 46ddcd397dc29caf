import type { MatchToUndo, UnmatchTransaction } from '../../domain/bank/unmatch.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { countReversalLines, listLinesToMatch } from '../../domain/ledger/reversal.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { loadKnownTransactions } from '../../projections/bank/facts.ts';
import { listEntryDocuments } from '../../projections/documents/facts.ts';
import { readEntryFacts } from '../../projections/ledger/facts.ts';
import { prepareTaxMoveBack } from '../lettering/payment-tax.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedUnmatching {
  readonly id: number;
  /** Only the part posted by this entry; null for everything. */
  readonly entry_id: number | null;
  readonly baseVersion: number | null;
}

export interface Unmatched {
  /** Entries that reverse the match, latest first. */
  readonly reversalIds: readonly number[];
  /** Transactions that replace it, because details of its amount came while it was matched. */
  readonly partIds: readonly number[];
}

export async function unmatchTransaction(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedUnmatching,
  context: CommandContext,
): Promise<Unmatched | Refusal> {
  const buildCommand = (file: CompanyFile) => collectUnmatching(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  const undone = filterByType(outcome.events, 'BankTransactionsUnmatched').flatMap(({ data }) => data.matches);
  const splits = filterByType(outcome.events, 'BankTransactionsSplit').flatMap(({ data }) => data.splits);
  return {
    reversalIds: undone.map(({ reversal_entry_id }) => reversal_entry_id),
    partIds: splits.flatMap(({ parts }) => parts),
  };
}

async function collectUnmatching(
  toolbox: Toolbox,
  companyId: number,
  { id, entry_id, baseVersion }: RequestedUnmatching,
  file: CompanyFile,
): Promise<UnmatchTransaction | Refusal> {
  const { pool, ids } = toolbox;
  const [transaction] = await loadKnownTransactions(pool, companyId, [id]);
  if (!transaction) return refuse('not_found');
  const known = transaction.matches ?? [];
  const meant = known.filter((match) => entry_id === null || match.entry_id === entry_id).toReversed();
  if (entry_id !== null && meant.length === 0) return refuse('match_unknown', { field: 'entry_id' });
  const entries = await readEntryFacts(
    pool,
    companyId,
    meant.map((match) => match.entry_id),
  );
  const documents = await listEntryDocuments(
    pool,
    companyId,
    meant.map((match) => match.entry_id),
  );
  const matches = await Promise.all(
    meant.map(async ({ amount, third_party_id, entry_id: entryId }): Promise<MatchToUndo> => {
      const facts = entries.find((entry) => entry.id === entryId);
      if (!facts) throw new Error(`The entry ${entryId} of a match does not exist`);
      const [[reversalId], lineIds, letteringIds, payment] = await Promise.all([
        ids.allocate('entries', 1),
        ids.allocate('entry_lines', countReversalLines(facts)),
        ids.allocate('letterings', listLinesToMatch(facts).length),
        prepareTaxMoveBack(toolbox, companyId, facts.letterings, file),
      ]);
      const made = { entryId: reversalId!, lineIds, letteringIds };
      return {
        amount,
        third_party_id,
        facts,
        ids: made,
        documents: documents.filter(({ last_entry_id }) => last_entry_id === entryId),
        ...(payment && { payment }),
      };
    }),
  );
  const remaining = known.findLast((match) => !meant.includes(match)) ?? null;
  return { type: 'UnmatchTransaction', transaction, matches, remaining, baseVersion };
}
