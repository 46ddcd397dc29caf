import type {
  Course,
  RecurringKind,
  RecurringMode,
  Schedule,
  Template,
} from '../../domain/recurring-entries/recurring-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';
import { TRASH_COLUMNS, TRASH_INDEX } from '../support/trash.ts';

/** Templates and their progress. */
export const recurringEntries = table({
  name: 'recurring_entries',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    label: 'text NOT NULL',
    kind: text<RecurringKind>('NOT NULL'),
    template: json<Template>('NOT NULL'),
    schedule: json<Schedule>('NOT NULL'),
    mode: text<RecurringMode>('NOT NULL'),
    reverses_next_period: 'boolean NOT NULL',
    is_active: 'boolean NOT NULL',
    course: json<Course>('NOT NULL'),
    /** The first unposted date; null when there are no more. */
    next_on: 'date',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    ...TRASH_COLUMNS,
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: [
    '(company_id, id) WHERE deleted_at IS NULL',
    // For the nightly run, across all company files.
    "(company_id, next_on) WHERE deleted_at IS NULL AND is_active AND mode = 'post' AND next_on IS NOT NULL",
    TRASH_INDEX,
  ],
});

/** Postings of templates. One that was undone and posted again has two rows. */
export const recurringOccurrences = table({
  name: 'recurring_occurrences',
  columns: {
    recurring_entry_id: 'bigint NOT NULL',
    entry_id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    date: 'date NOT NULL',
    reversal_entry_id: 'bigint',
    posted_at: 'timestamptz NOT NULL',
    /** When it was undone. */
    withdrawn_at: 'timestamptz',
  },
  key: ['recurring_entry_id', 'entry_id'],
  repeated: 'replaces',
  past: {
    of: [],
    buildRows: ({ company, at }) =>
      `SELECT o.recurring_entry_id, o.entry_id, o.company_id, o.date, o.reversal_entry_id, o.posted_at,
         CASE WHEN o.withdrawn_at <= ${at} THEN o.withdrawn_at END AS withdrawn_at
       FROM read.recurring_occurrences o WHERE o.company_id = ${company} AND o.posted_at <= ${at}`,
  },
  indexes: ['(recurring_entry_id, date)'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.recurring_entries': RowOf<typeof recurringEntries>;
    readonly 'read.recurring_occurrences': RowOf<typeof recurringOccurrences>;
  }
}
