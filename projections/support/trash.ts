import { sql } from 'kysely';
import type { TrashEventNames, Versioned } from '../../domain/records/trashable.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch, RecordChange } from './batch.ts';
import { getFileProvenance, type FileProvenance } from './provenance.ts';
import type { ReadTable, Row, RowKey, RowOfColumns } from './table.ts';

/** Tables whose rows can be trashed, restored and purged. Purged rows remain, for the feed. */

export const TRASH_COLUMNS = { deleted_at: 'timestamptz', deleted_by: 'bigint', purged_at: 'timestamptz' } as const;
export type TrashColumns = RowOfColumns<typeof TRASH_COLUMNS>;

/** SQL condition of the rows in the recycle bin, for indexes. */
export const IN_TRASH = 'deleted_at IS NOT NULL AND purged_at IS NULL';
/** SQL condition of the rows that are not purged. */
export const NOT_PURGED = 'purged_at IS NULL';

export const TRASH_INDEX = `(company_id, deleted_at) WHERE ${IN_TRASH}`;

export const NOT_TRASHED = { deleted_at: null, deleted_by: null, purged_at: null } as const satisfies TrashColumns;

/** Query condition: the row is not purged. */
export const isNotPurged = (alias?: string) =>
  sql<boolean>`${sql.ref(alias === undefined ? 'purged_at' : `${alias}.purged_at`)} is null`;

export const isTrashTable = ({ columns }: ReadTable): boolean => 'purged_at' in columns;

/** Whether a recorded change purged its record. */
export const isPurge = (after: object | null): boolean => after !== null && 'purged_at' in after;
/** The same as a query condition. */
export const isPurgeIn = (alias: string) => sql<boolean>`${sql.ref(`${alias}.after`)} ? 'purged_at'`;

export interface TrashMove {
  readonly columns: Partial<TrashColumns>;
  readonly change: Pick<RecordChange, 'op'> & {
    readonly before: Partial<TrashColumns>;
    readonly after: Partial<TrashColumns>;
  };
}

export function moveToTrash({ recorded_at, user_id }: Pick<FileProvenance, 'recorded_at' | 'user_id'>): TrashMove {
  return {
    columns: { deleted_at: recorded_at, deleted_by: user_id },
    change: { op: 'delete', before: { deleted_at: null }, after: { deleted_at: recorded_at } },
  };
}

export function restoreFromTrash({ deleted_at }: Pick<TrashColumns, 'deleted_at'>): TrashMove {
  return {
    columns: { deleted_at: null, deleted_by: null },
    change: { op: 'upsert', before: { deleted_at }, after: { deleted_at: null } },
  };
}

export function purgeFromTrash(recorded_at: string): TrashMove {
  return {
    columns: { purged_at: recorded_at },
    change: { op: 'delete', before: { purged_at: null }, after: { purged_at: recorded_at } },
  };
}

type ProjectOne<Data> = (event: { readonly data: Data }, stored: RecordedEvent, batch: Batch) => void;
type Projectors<Names extends TrashEventNames> = Readonly<
  Record<Names['trashed'] | Names['restored'], ProjectOne<Versioned>> & Record<Names['purged'], ProjectOne<object>>
>;
type Needs<Names extends TrashEventNames> = Readonly<
  Record<Names['trashed'] | Names['restored'], (data: Versioned) => readonly RowKey[]> &
    Record<Names['purged'], (data: object) => readonly RowKey[]>
>;

interface TrashRow extends TrashColumns {
  readonly version: number;
  readonly seq: number;
  readonly updated_at: string;
}

/** Projects the trash events of a collection. `onMove` describes further effects; it gets the row before the move. */
export function projectTrash<Names extends TrashEventNames, TableRow extends Row & TrashRow>(
  { name: resource, events }: { readonly name: string; readonly events: Names },
  table: ReadTable<string, TableRow>,
  onMove?: (move: 'trash' | 'restore' | 'purge', row: TableRow, provenance: FileProvenance, batch: Batch) => void,
) {
  function project(
    move: 'trash' | 'restore' | 'purge',
    { id, version }: Versioned,
    stored: RecordedEvent,
    batch: Batch,
  ): void {
    const provenance = getFileProvenance(stored);
    const { company_id: companyId, recorded_at } = provenance;
    const row = batch.get(table, id);
    if (!row) throw new Error(`${resource} ${id} does not exist`);
    const { columns, change } =
      move === 'trash'
        ? moveToTrash(provenance)
        : move === 'restore'
          ? restoreFromTrash(row)
          : purgeFromTrash(recorded_at);
    const seq = batch.recordChange({ companyId, resource, id, version, ...change });
    onMove?.(move, row, provenance, batch);
    batch.put(table, { ...row, ...columns, version, seq, updated_at: recorded_at });
  }
  const listRows = ({ id }: Versioned): readonly RowKey[] => [{ table, key: [id] }];
  const listItems = (data: object): readonly Versioned[] =>
    (data as Readonly<Record<string, readonly Versioned[]>>)[events.list]!;

  return {
    project: {
      [events.trashed]: ({ data }, stored, batch) => project('trash', data as Versioned, stored, batch),
      [events.restored]: ({ data }, stored, batch) => project('restore', data as Versioned, stored, batch),
      [events.purged]: ({ data }, stored, batch) =>
        listItems(data).forEach((item) => project('purge', item, stored, batch)),
    } satisfies Record<string, ProjectOne<object>> as Projectors<Names>,
    needs: {
      [events.trashed]: listRows,
      [events.restored]: listRows,
      [events.purged]: (data: object) => listItems(data).flatMap(listRows),
    } as Needs<Names>,
  };
}
