import type { companyFile, CompanyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import type { EntryEvent } from '../../../domain/ledger/entry-events.ts';
import type { RecurringContent } from '../../../domain/recurring-entries/content.ts';
import { NO_FACTS } from '../../../domain/recurring-entries/occurrence.ts';
import type { ConfirmOccurrences, RunRecurringEntries } from '../../../domain/recurring-entries/posting.ts';
import type { RecurringEvent, Schedule, TemplateLine } from '../../../domain/recurring-entries/recurring-events.ts';
import { findAccountId, decided, findJournalId, openedEvents, replay } from '../../support/company-file-samples.ts';

/** Recurring entries of the Belgian company file of the samples. */

export const SUPPLIER = 7;
export const supplier: DomainEvent = {
  type: 'RecordsCreated',
  data: {
    resource: 'third-parties',
    records: [
      {
        id: SUPPLIER,
        data: {
          type: 'supplier',
          code: 'S00001',
          name: 'Immobilière',
          account_id: findAccountId('440000'),
          is_active: true,
          ibans: [],
          mandates: [],
          payment_days: 30,
        } as JsonRecord,
      },
    ],
  },
};
export const CUSTOMER = 8;
/** A customer that gets its invoices by mail. */
export const buildCustomer = (changes: JsonRecord = {}): DomainEvent => ({
  type: 'RecordsCreated',
  data: {
    resource: 'third-parties',
    records: [
      {
        id: CUSTOMER,
        data: {
          type: 'customer',
          code: 'C00001',
          name: 'Boulangerie Petit',
          account_id: findAccountId('400000'),
          is_active: true,
          ibans: [],
          mandates: [],
          payment_days: 30,
          email: 'compta@petit.example',
          invoice_delivery: 'mail',
          ...changes,
        } as JsonRecord,
      },
    ],
  },
});
export const books = [...openedEvents, supplier];
/** The year behind that of the samples, with its twelve periods. */
export const year2027: DomainEvent = {
  type: 'FiscalYearOpened',
  data: {
    id: 20_000,
    code: '2027',
    starts_on: '2027-01-01',
    ends_on: '2027-12-31',
    periods: Array.from({ length: 12 }, (_, index) => {
      const month = `2027-${String(index + 1).padStart(2, '0')}`;
      const last = new Date(Date.UTC(2027, index + 1, 0)).getUTCDate();
      return { id: 20_000 + index, number: index + 1, starts_on: `${month}-01`, ends_on: `${month}-${last}` };
    }),
  },
};

export const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  every: 1,
  unit: 'month',
  starts_on: '2026-01-31',
  until: null,
  count: null,
  month_end: true,
  shift: 'none',
  ...changes,
});

export const line = (account: string, changes: Partial<TemplateLine> = {}): TemplateLine => ({
  account,
  account_id: null,
  vat_code: null,
  vat_code_id: null,
  label: null,
  ...changes,
});

const RENT = [line('610000', { debit: '1000.00' }), line('550000', { credit: '1000.00' })];

export const content = (
  changes: Partial<RecurringContent> = {},
  lines: readonly TemplateLine[] = RENT,
): RecurringContent => ({
  kind: 'free',
  label: 'Rent',
  mode: 'post',
  reverses_next_period: false,
  is_active: true,
  schedule: schedule(),
  template: { journal_id: findJournalId('OD'), label: 'Rent {month}', reference: null, lines },
  ...changes,
});

/** A purchase of 500.00 with VAT. */
export const invoice = (changes: Partial<RecurringContent> = {}): RecurringContent =>
  content({
    kind: 'invoice',
    template: {
      journal_id: findJournalId('ACH'),
      label: null,
      reference: 'R-{month}',
      third_party_id: SUPPLIER,
      lines: [line('610000', { amount: '500.00', vat_code: 'P-M-21' })],
    },
    ...changes,
  });

/** A sale of 2 hours at 100.00 with VAT, issued on each date. */
export const document = (
  changes: Partial<RecurringContent> = {},
  template: Partial<RecurringContent['template']> = {},
): RecurringContent =>
  content({
    kind: 'document',
    template: {
      journal_id: findJournalId('VEN'),
      label: null,
      reference: null,
      third_party_id: CUSTOMER,
      lines: [
        line('700000', {
          vat_code: 'S-21',
          description: 'Maintenance {month}',
          quantity: '2',
          unit_price: '100',
          unit: 'h',
        }),
      ],
      ...template,
    },
    ...changes,
  });

export const create = (one: RecurringContent, id = 1) =>
  ({ type: 'CreateRecurringEntry', id, content: one, credited: null }) as const;

export const fileWith = (one: RecurringContent, ...history: readonly DomainEvent[]): CompanyFile => {
  const file = replay([...books, ...history]);
  return replay(decided(create(one), file), file);
};

const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
export const ids = {
  entries: range(500, 400),
  lines: range(9_000, 2_000),
  letterings: range(70, 50),
  documents: range(800, 400),
  documentLines: range(20_000, 2_000),
  series: [],
};

export const run = (until: string, changes: Partial<RunRecurringEntries> = {}): RunRecurringEntries => ({
  type: 'RunRecurringEntries',
  id: 1,
  until,
  baseVersion: null,
  facts: NO_FACTS,
  ids,
  ...changes,
});

export const confirm = (dates: readonly string[], changes: Partial<ConfirmOccurrences> = {}): ConfirmOccurrences => ({
  type: 'ConfirmOccurrences',
  id: 1,
  dates,
  baseVersion: null,
  facts: NO_FACTS,
  ids,
  ...changes,
});

export type Events = readonly (EntryEvent | RecurringEvent)[];

export const entriesOf = (events: readonly DomainEvent[]) =>
  (events as Events).flatMap((event) => (event.type === 'EntryPosted' ? [event.data] : []));

export const datesPosted = (events: readonly DomainEvent[]): readonly string[] =>
  entriesOf(events).map(({ entry_date }) => entry_date);

/** What happens next to a file, and the file after it. */
export function after(file: CompanyFile, command: Parameters<typeof companyFile.decide>[0]) {
  const events = decided(command, file);
  return { events, file: replay(events, file) };
}
