import { z } from 'zod';
import {
  FORMULA_YEARS,
  RECURRING_KINDS,
  RECURRING_MODES,
  SCHEDULE_SHIFTS,
  SCHEDULE_UNITS,
  type TemplateLine,
} from '../../domain/recurring-entries/recurring-events.ts';
import type { Language } from '../../domain/language.ts';
import type { RecurringEntryRow } from '../../projections/recurring-entries/queries.ts';
import { TemplateAnalytics } from '../analytics/shares.ts';
import { dateTimestamp, decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { STRICT } from './bodies.ts';
import {
  presentDelivery,
  presentDocument,
  presentDocumentLine,
  shownDelivery,
  shownDocument,
  shownDocumentLine,
} from './document-fields.ts';

const vatCode = { vat_code: z.string().nullable(), vat_code_id: recordId.nullable() };

const RecurringLine = z
  .object({
    account: z.string().nullable(),
    account_id: recordId.nullable(),
    ...vatCode,
    label: z.string().nullable(),
    debit: decimalString.nullable(),
    credit: decimalString.nullable(),
    amount: decimalString.nullable().meta({ description: 'Invoices and credit notes only; excluding VAT.' }),
    tax_base: decimalString.nullable().meta({ description: 'Base of the VAT code if it differs from the amount.' }),
    third_party_id: recordId.nullable(),
    currency: z.string().nullable().meta({ description: 'Null: the currency of the company file.' }),
    currency_amount: decimalString.nullable().meta({ description: 'Signed like debit minus credit.' }),
    exchange_rate: decimalString.nullable().meta({ description: 'Null: the rate between the two amounts.' }),
    indexation: z
      .object({
        percent: z.string().meta({ description: 'Increase of the amount in per cent.' }),
        from: dateTimestamp.meta({ description: 'First date with the increased amount.' }),
        every: z.int().nullable().meta({ description: 'Months until the next increase; null for a single increase.' }),
      })
      .nullable()
      .meta({ id: 'Indexation', description: 'Increases the amount of the line; each step is rounded to the cent.' }),
    formula: z
      .object({
        accounts: z.array(z.string()).meta({ description: 'Account numbers or prefixes.' }),
        fiscal_year: z.enum(FORMULA_YEARS).meta({ description: 'Fiscal year of the date, or the one before.' }),
        factor: z.string().meta({ description: 'Factor: a decimal, or a fraction such as `1/12`.' }),
      })
      .nullable()
      .meta({ id: 'Formula', description: 'Computes the amount as a part of account balances.' }),
    ...shownDocumentLine,
    analytics: TemplateAnalytics.nullable().meta({
      description: 'Analytic codes; null means the defaults of the day.',
    }),
  })
  .meta({ id: 'RecurringLine' });

export const RecurringEntry = z
  .object({
    id: recordId,
    label: z.string(),
    kind: z.enum(RECURRING_KINDS),
    template: z
      .object({
        journal_id: recordId,
        label: z.string().nullable(),
        reference: z.string().nullable(),
        third_party_id: recordId.nullable(),
        lines: z.array(RecurringLine),
        vat_amounts: z
          .array(z.object({ ...vatCode, amount: decimalString }))
          .meta({ description: 'Tax of a VAT code as printed on the document.' }),
        strict: z.boolean().meta({ description: STRICT }),
        credited_entry_id: recordId.nullable(),
        ...shownDocument,
      })
      .meta({ id: 'RecurringTemplate', description: 'What is posted: the body of the posting route without dates.' }),
    schedule: z
      .object({
        every: z.int(),
        unit: z.enum(SCHEDULE_UNITS),
        starts_on: dateTimestamp,
        until: dateTimestamp.nullable().meta({ description: 'The last possible date; null means no end.' }),
        count: z.int().nullable().meta({ description: 'Number of dates; null means unlimited.' }),
        month_end: z.boolean(),
        shift: z.enum(SCHEDULE_SHIFTS),
      })
      .meta({ id: 'Schedule' }),
    mode: z.enum(RECURRING_MODES),
    reverses_next_period: z.boolean(),
    is_active: z.boolean(),
    next_on: dateTimestamp.nullable(),
    last_on: dateTimestamp.nullable(),
    posted_count: z.int(),
    occurrences: z
      .array(
        z
          .object({
            date: dateTimestamp.meta({ description: 'Date of the schedule and of the entry.' }),
            entry_id: recordId,
            reversal_entry_id: recordId.nullable(),
            is_taken_back: z.boolean(),
            ...shownDelivery,
          })
          .meta({ id: 'Occurrence' }),
      )
      .meta({ description: 'The 24 most recent occurrences that were posted, latest first.' }),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'RecurringEntry' });

const toZeroTimeOrNull = (date: string | null): string | null => date && toZeroTime(date);

export function presentRecurringEntry(row: RecurringEntryRow, language: Language): z.output<typeof RecurringEntry> {
  const { template, schedule } = row;
  return {
    id: row.id,
    label: row.label,
    kind: row.kind,
    template: {
      journal_id: template.journal_id,
      label: template.label,
      reference: template.reference,
      third_party_id: template.third_party_id ?? null,
      lines: template.lines.map(presentLine),
      vat_amounts: [...(template.vat_amounts ?? [])],
      strict: template.strict ?? false,
      credited_entry_id: template.credited_entry_id ?? null,
      ...presentDocument(template),
    },
    schedule: { ...schedule, starts_on: toZeroTime(schedule.starts_on), until: toZeroTimeOrNull(schedule.until) },
    mode: row.mode,
    reverses_next_period: row.reverses_next_period,
    is_active: row.is_active,
    next_on: toZeroTimeOrNull(row.next_on),
    last_on: toZeroTimeOrNull(row.last_on),
    posted_count: row.posted_count,
    occurrences: row.occurrences.map((occurrence) => ({
      date: toZeroTime(occurrence.date),
      entry_id: occurrence.entry_id,
      reversal_entry_id: occurrence.reversal_entry_id,
      is_taken_back: occurrence.withdrawn_at !== null,
      ...presentDelivery(occurrence, language),
    })),
    version: row.version,
    lock_version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function presentLine({ indexation, formula, analytics, ...line }: TemplateLine): z.output<typeof RecurringLine> {
  return {
    account: line.account,
    account_id: line.account_id,
    vat_code: line.vat_code,
    vat_code_id: line.vat_code_id,
    label: line.label,
    debit: line.debit ?? null,
    credit: line.credit ?? null,
    amount: line.amount ?? null,
    tax_base: line.tax_base ?? null,
    third_party_id: line.third_party_id ?? null,
    currency: line.currency ?? null,
    currency_amount: line.currency_amount ?? null,
    exchange_rate: line.exchange_rate ?? null,
    ...presentDocumentLine(line),
    indexation: indexation ? { ...indexation, from: toZeroTime(indexation.from) } : null,
    formula: formula ? { ...formula, accounts: [...formula.accounts] } : null,
    analytics: analytics?.map(({ code, code_id, share = null }) => ({ code, code_id, share })) ?? null,
  };
}
