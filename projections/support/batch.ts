import type { RecordedEvent } from '../../eventlog/port.ts';
import type { ReadTable, Row } from './table.ts';

/** Interface through which the projector of a subject describes the effect of an event on the read tables. */

export interface RecordChange {
  readonly companyId: number;
  readonly resource: string;
  readonly id: number;
  readonly op: 'upsert' | 'delete';
  readonly version: number;
  /** Earlier and new values of the changed fields; null for a new record. */
  readonly before: object | null;
  readonly after: object | null;
}

export interface Announcement {
  readonly event: string;
  readonly data: object;
}

export interface Batch {
  /** The row after the events so far; undefined if there is none. */
  get<TableRow extends Row>(table: ReadTable<string, TableRow>, ...key: readonly number[]): TableRow | undefined;
  put<TableRow extends Row>(table: ReadTable<string, TableRow>, row: NoInfer<TableRow>): void;
  /** Adds to the `added` columns of a row; other columns are set. */
  add<TableRow extends Row>(table: ReadTable<string, TableRow>, row: NoInfer<TableRow>): void;
  /** Removes the rows of a company file from the table. The event must be the last of its batch (`ends` of its subject). */
  clear(table: ReadTable, companyId: number): void;
  /** Adds a change to the feed and the history, and returns its sequence number. */
  recordChange(change: RecordChange): number;
  /** Reported to webhook endpoints; not evaluated during a rebuild. */
  announce(event: RecordedEvent, announcement: () => Announcement): void;
  /** Access rights changed: cached data about this user, firm or company is invalid. */
  invalidateAccess(subject: AccessSubject): void;
}

export type AccessSubject = `user:${number}` | `firm:${number}` | `company:${string}` | 'all';
