import type { CompanyFile } from '../company-file-state.ts';
import { journals } from '../journals/journal.ts';
import { isLiving } from '../records/state.ts';
import { conflict } from '../records/records.ts';
import { refuse, unreachable, type Decision } from '../refusal.ts';
import type { BankEvent, WholeFile } from './bank-events.ts';

/** Files of banks go to the recycle bin as a whole, come back as a whole, and may be removed for good from there. */
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
  /** What lies in the bin no longer is passed over; else it is refused. */
  readonly passesOver: boolean;
  readonly baseVersion: number | null;
}

/** A file as it is now, with what came in it. */
export interface KnownFile extends WholeFile {
  readonly is_trashed: boolean;
  readonly is_purged: boolean;
  /** Of each of its statements. */
  readonly journals: readonly number[];
  /** How many of its transactions something was done about. */
  readonly handled: number;
  /** Another file that brings the same, which would be doubled by this one; null: there is none. */
  readonly same_file_id: number | null;
}

export function decideStatementFile(command: StatementFileCommand, file: CompanyFile): Decision<BankEvent> {
  switch (command.type) {
    case 'TrashStatementFile':
      return trash(command);
    case 'RestoreStatementFile':
      return restore(command, file);
    case 'PurgeStatementFiles':
      return purge(command);
    default:
      return unreachable(command);
  }
}

const after = ({ id, name, statements, transactions, version }: KnownFile): WholeFile => ({
  id,
  version: version + 1,
  name,
  statements,
  transactions,
});

function trash({ facts, baseVersion }: TrashStatementFile): Decision<BankEvent> {
  if (facts.is_trashed) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  if (facts.handled > 0) return refuse('statement_file_matched', { params: { count: facts.handled } });
  return [{ type: 'StatementFileTrashed', data: after(facts) }];
}

function restore({ facts, baseVersion }: RestoreStatementFile, { records }: CompanyFile): Decision<BankEvent> {
  if (!facts.is_trashed || facts.is_purged) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  if (facts.same_file_id !== null)
    return refuse('statement_already_imported', { params: { id: facts.same_file_id } }, { id: facts.same_file_id });
  if (!facts.journals.every((id) => isLiving(records, journals.name, id))) return refuse('parent_in_bin');
  return [{ type: 'StatementFileRestored', data: after(facts) }];
}

function purge({ files, passesOver, baseVersion }: PurgeStatementFiles): Decision<BankEvent> {
  const there = files.filter(({ is_trashed, is_purged }) => is_trashed && !is_purged);
  if (there.length < files.length && !passesOver) return refuse('not_found');
  const [first] = there;
  if (!first) return [];
  if (baseVersion !== null && baseVersion !== first.version) return conflict(first.version);
  return [
    {
      type: 'StatementFilesPurged',
      data: { files: there.map(({ id, version, journals: ids }) => ({ id, version: version + 1, journals: ids })) },
    },
  ];
}
