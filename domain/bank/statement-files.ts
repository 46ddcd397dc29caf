import type { CompanyFile } from '../company-file-state.ts';
import { journals } from '../journals/journal.ts';
import { isLiveRecord } from '../records/state.ts';
import { refuse, assertUnreachable, type Decision } from '../refusal.ts';
import type { BankEvent, WholeFile } from './bank-events.ts';
import { findSplits, type Split, type SplitTotal, type WaitingBatch } from './batch-details.ts';
import { toJoinEvents, toSplitEvents } from './import-batches.ts';
import { findVersionConflict } from '../versions.ts';
import type { TrashEventNames } from '../records/trashable.ts';

/** Bank files are trashed and restored as a whole, and can be deleted permanently from the recycle bin. */
export type StatementFileCommand = TrashStatementFile | RestoreStatementFile | PurgeStatementFiles;

export interface TrashStatementFile {
  readonly type: 'TrashStatementFile';
  readonly facts: KnownFile;
  readonly baseVersion: number | null;
}

export interface RestoreStatementFile {
  readonly type: 'RestoreStatementFile';
  readonly facts: KnownFile;
  readonly baseVersion: number | null;
}

export interface PurgeStatementFiles {
  readonly type: 'PurgeStatementFiles';
  readonly files: readonly Pick<KnownFile, 'id' | 'version' | 'is_trashed' | 'is_purged' | 'journals'>[];
  /** True: files no longer in the recycle bin are skipped; false: they are refused. */
  readonly passesOver: boolean;
  readonly baseVersion: number | null;
}

/** Names of the recycle bin of bank files, whose content is not in the state of the company file. */
export const statementFileBin = {
  name: 'coda-files',
  events: {
    trashed: 'StatementFileTrashed',
    restored: 'StatementFileRestored',
    purged: 'StatementFilesPurged',
    list: 'files',
  },
} as const satisfies { readonly name: string; readonly events: TrashEventNames };

/** Current state of a file, with its contents. */
export interface KnownFile extends WholeFile {
  readonly is_trashed: boolean;
  readonly is_purged: boolean;
  /** One per statement. */
  readonly journals: readonly number[];
  /** Number of its transactions that have been processed. */
  readonly handled: number;
  /** Another file with the same content, which this one would duplicate; null if none. */
  readonly same_file_id: number | null;
  /** Transactions replaced by details, if this file contains either. */
  readonly splits?: readonly Split[];
  /** Batches and transactions that belong together once this file is restored. */
  readonly waiting?: readonly WaitingBatch[];
  readonly totals?: readonly SplitTotal[];
}

export function decideStatementFile(command: StatementFileCommand, file: CompanyFile): Decision<BankEvent> {
  switch (command.type) {
    case 'TrashStatementFile':
      return decideTrash(command);
    case 'RestoreStatementFile':
      return decideRestore(command, file);
    case 'PurgeStatementFiles':
      return decidePurge(command);
    default:
      return assertUnreachable(command);
  }
}

const toNextVersion = ({ id, name, statements, transactions, version }: KnownFile): WholeFile => ({
  id,
  version: version + 1,
  name,
  statements,
  transactions,
});

function decideTrash({ facts, baseVersion }: TrashStatementFile): Decision<BankEvent> {
  if (facts.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(facts, baseVersion);
  if (conflict) return conflict;
  if (facts.handled > 0) return refuse('statement_file_matched', { params: { count: facts.handled } });
  return [...toJoinEvents(facts.splits ?? []), { type: 'StatementFileTrashed', data: toNextVersion(facts) }];
}

function decideRestore({ facts, baseVersion }: RestoreStatementFile, { records }: CompanyFile): Decision<BankEvent> {
  if (!facts.is_trashed || facts.is_purged) return refuse('not_found');
  const conflict = findVersionConflict(facts, baseVersion);
  if (conflict) return conflict;
  if (facts.same_file_id !== null)
    return refuse('statement_already_imported', { params: { id: facts.same_file_id } }, { id: facts.same_file_id });
  if (!facts.journals.every((id) => isLiveRecord(records, journals.name, id))) return refuse('parent_in_bin');
  return [{ type: 'StatementFileRestored', data: toNextVersion(facts) }, ...toSplitEvents(findRestoredSplits(facts))];
}

/** Splits that apply again with this file. Its own transactions get a new version when they are restored. */
function findRestoredSplits({ id, waiting = [], totals = [] }: KnownFile): readonly Split[] {
  const isThere = (one: WaitingBatch | SplitTotal): boolean => one.is_live || one.coda_file_id === id;
  return findSplits(
    waiting.filter(isThere),
    totals.filter(isThere).map((total) => ({ ...total, version: total.version + (total.is_live ? 0 : 1) })),
  );
}

function decidePurge({ files, passesOver, baseVersion }: PurgeStatementFiles): Decision<BankEvent> {
  const there = files.filter(({ is_trashed, is_purged }) => is_trashed && !is_purged);
  if (there.length < files.length && !passesOver) return refuse('not_found');
  const [first] = there;
  if (!first) return [];
  const conflict = findVersionConflict(first, baseVersion);
  if (conflict) return conflict;
  return [
    {
      type: 'StatementFilesPurged',
      data: { files: there.map(({ id, version, journals: ids }) => ({ id, version: version + 1, journals: ids })) },
    },
  ];
}
