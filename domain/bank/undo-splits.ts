import { blockUndo, type Blocked, type Undone, type Undoing } from '../history/undo.ts';
import { isZero } from '../money.ts';
import type { Split } from './batch-details.ts';
import { toJoinEvents } from './import-batches.ts';

const NAME = 'bank-transactions';

const FILE_EVENTS: ReadonlySet<string> = new Set([
  'StatementsImported',
  'BatchDetailsImported',
  'StatementFileTrashed',
  'StatementFileRestored',
]);
/** A transaction that was pending again was split by the details that waited for it. */
const PENDING_AGAIN: ReadonlySet<string> = new Set(['BankTransactionsUnmatched', 'BankTransactionReopened']);
const SET_ASIDE: ReadonlySet<string> = new Set(['BankTransactionsMatched', 'BankTransactionIgnored']);

const isDoneWith = ({ together, only }: Undoing, types: ReadonlySet<string>): boolean =>
  only === null && together.some(({ type }) => types.has(type));

/** Splits follow their file, which splits or joins the transactions again, or their transaction. */
export function undoSplits(splits: readonly Split[], undoing: Undoing): Undone {
  if (isDoneWith(undoing, FILE_EVENTS)) return [];
  if (!isDoneWith(undoing, PENDING_AGAIN)) return blockAsPart(splits);
  const blockers = splits.flatMap((split) => findBlocker(split, undoing)?.blockers ?? []);
  if (blockers.length > 0) return { blockers };
  const { splitTransactions } = undoing.facts;
  return [
    ...toJoinEvents(splits.map((one) => ({ ...one, version: splitTransactions.get(one.transaction_id)!.version }))),
  ];
}

/** Once the transaction is pending again, its details split it again by themselves. */
export function undoJoins(splits: readonly Split[], undoing: Undoing): Undone {
  return isDoneWith(undoing, FILE_EVENTS) || isDoneWith(undoing, SET_ASIDE) ? [] : blockAsPart(splits);
}

const blockAsPart = (splits: readonly Split[]): Undone =>
  blockUndo('undo_part_of_statement', NAME, splits[0]?.transaction_id ?? null);

/** The parts must be as they came, and the whole must still be replaced by them. */
function findBlocker({ transaction_id, batch_id, parts }: Split, { facts }: Undoing): Blocked | null {
  const whole = facts.splitTransactions.get(transaction_id);
  if (whole?.split_batch_id !== batch_id) return blockUndo('undo_record_trashed', NAME, transaction_id);
  for (const id of parts) {
    const part = facts.bankTransactions.get(id);
    if (!part) return blockUndo('undo_record_trashed', NAME, id);
    if (part.status === 'ignored') return blockUndo('transaction_already_ignored', NAME, id);
    if (!isZero(part.matched_amount)) return blockUndo('transaction_already_matched', NAME, id);
  }
  return null;
}
