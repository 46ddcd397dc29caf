import type {
  Course,
  DeliveryChannel,
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

export type DeliveryFailure = {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
};

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
    /** The document that was issued. */
    document_id: 'bigint',
    /** How we send it; null: we do not. */
    delivery: text<DeliveryChannel>(),
    /** When it was handed over, by which mail or message. */
    delivered_at: 'timestamptz',
    mail_id: 'bigint',
    message_id: 'bigint',
    /** Why the last attempt failed, and when this reason was first met. */
    failure: json<DeliveryFailure>(),
    failed_at: 'timestamptz',
  },
  key: ['recurring_entry_id', 'entry_id'],
  repeated: 'replaces',
  past: {
    of: [],
    buildRows: ({ company, at }) =>
      `SELECT o.recurring_entry_id, o.entry_id, o.company_id, o.date, o.reversal_entry_id, o.posted_at,
         CASE WHEN o.withdrawn_at <= ${at} THEN o.withdrawn_at END AS withdrawn_at, o.document_id, o.delivery,
         CASE WHEN o.delivered_at <= ${at} THEN o.delivered_at END AS delivered_at,
         CASE WHEN o.delivered_at <= ${at} THEN o.mail_id END AS mail_id,
         CASE WHEN o.delivered_at <= ${at} THEN o.message_id END AS message_id,
         CASE WHEN o.failed_at <= ${at} THEN o.failure END AS failure,
         CASE WHEN o.failed_at <= ${at} THEN o.failed_at END AS failed_at
       FROM read.recurring_occurrences o WHERE o.company_id = ${company} AND o.posted_at <= ${at}`,
  },
  indexes: [
    '(recurring_entry_id, date)',
    // Documents to be sent, of all company files: always few.
    '(company_id, entry_id) WHERE delivery IS NOT NULL AND delivered_at IS NULL AND withdrawn_at IS NULL',
  ],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.recurring_entries': RowOf<typeof recurringEntries>;
    readonly 'read.recurring_occurrences': RowOf<typeof recurringOccurrences>;
  }
}
