import type { RecordedEvent } from '../../eventlog/port.ts';
import type { ReadTable, Row } from './table.ts';

/** What the projector of a subject is given to say what an event does to the read tables. */

export interface RecordChange {
  readonly companyId: number;
  readonly resource: string;
  readonly id: number;
  readonly op: 'upsert' | 'delete';
  readonly version: number;
  /** Earlier and new values of the fields that changed; null for a record that came into being. */
  readonly before: object | null;
  readonly after: object | null;
}

export interface Announcement {
  readonly event: string;
  readonly data: object;
}

export interface Batch {
  /** The row as it stands after the events so far; undefined when there is none. */
  get<TableRow extends Row>(table: ReadTable<string, TableRow>, ...key: readonly number[]): TableRow | undefined;
  put<TableRow extends Row>(table: ReadTable<string, TableRow>, row: NoInfer<TableRow>): void;
  /** Adds to the `added` columns of a row, other columns are set. */
  add<TableRow extends Row>(table: ReadTable<string, TableRow>, row: NoInfer<TableRow>): void;
  /** Takes away what the table holds of a company file; the event is the last of its batch (`ends` of its subject). */
  clear(table: ReadTable, companyId: number): void;
  /** Puts a change into the feed and the history, and gives the place that it gets in them. */
  change(change: RecordChange): number;
  /** Reported to webhook endpoints; not even put together while tables are made anew. */
  announce(event: RecordedEvent, announcement: () => Announcement): void;
  /** Someone's rights changed: what is cached about this user, firm or company is no longer true. */
  invalidateAccess(subject: AccessSubject): void;
}

export type AccessSubject = `user:${number}` | `firm:${number}` | `company:${string}` | 'all';
