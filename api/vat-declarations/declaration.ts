import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { ZERO } from '../../domain/money.ts';
import { listReturnWarnings } from '../../domain/vat-declarations/checks.ts';
import { mapByBox } from '../../domain/vat-declarations/computation.ts';
import { PERIOD_TYPES } from '../../domain/vat-declarations/declaration-events.ts';
import { getFormByCode } from '../../domain/vat-declarations/form.ts';
import type { BoxDifference } from '../../domain/vat-declarations/movement.ts';
import { isEndingInMarch, formatPeriodLabel } from '../../domain/vat-declarations/period.ts';
import { DECLARATION_STATUSES } from '../../domain/vat-declarations/state.ts';
import type { DeclarationRow } from '../../projections/vat-declarations/queries.ts';
import { dateTimestamp, decimalString, recordId, timestamp, vatBox } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';

const Difference = z.object({
  box: vatBox,
  filed: decimalString.meta({ description: 'Amount in the return, also while it is a draft.' }),
  now: decimalString.meta({ description: 'Amount if computed now.' }),
  entries: z.array(z.object({ id: recordId, number: z.int(), journal_code: z.string(), amount: decimalString })),
});

export const Warning = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  links: z.array(z.object({ resource: z.string(), id: recordId })),
});

export const VatDeclaration = z
  .object({
    id: recordId,
    form: z.string().meta({ description: 'The official form: 625, 629, CA3, CA12, TVA_DECM, TVA_DECT or TVA_DECA.' }),
    period_type: z.enum(PERIOD_TYPES),
    year: z.int(),
    period: z.int().meta({ description: 'Month, quarter, or 1 for a year.' }),
    label: z.string(),
    starts_on: dateTimestamp,
    ends_on: dateTimestamp,
    due_on: dateTimestamp.meta({
      description: 'Moved to the next working day on weekends and public holidays.',
    }),
    status: z.enum(DECLARATION_STATUSES),
    boxes: z.record(z.string(), decimalString).meta({ description: 'All boxes of the form, by number.' }),
    manual: z
      .record(z.string(), z.object({ amount: decimalString, reason: z.string() }))
      .meta({ description: 'Amounts added manually, by box.' }),
    amount_due: decimalString,
    amount_refund: decimalString,
    requests: z.object({ restitution: z.boolean(), payment_forms: z.boolean(), client_listing_nil: z.boolean() }),
    comment: z.string().nullable(),
    structured_communication: z
      .string()
      .nullable()
      .meta({ description: 'Payment reference for VAT, from the settings.' }),
    computed_at: timestamp,
    computed_position: z.int().meta({ description: 'Position of the log when the books were read.' }),
    fingerprint: z.string().meta({ description: 'SHA-256 of the content of the return.' }),
    journal_entry_id: recordId.nullable().meta({ description: 'Entry of its balance, once validated.' }),
    validated_at: timestamp.nullable(),
    validated_by: z.object({ id: recordId, name: z.string() }).nullable(),
    filed_on: dateTimestamp.nullable(),
    filing_reference: z.string().nullable(),
    has_moved: z.boolean().meta({
      description:
        'Whether the return would differ if computed now, from the entries and from what the previous return carries forward.',
    }),
    differences: z.array(Difference).meta({ description: 'Differences by box; only for a single return.' }),
    warnings: z.array(Warning),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'VatDeclaration' });

export type PresentedDeclaration = z.output<typeof VatDeclaration>;
export type Differences = readonly BoxDifference<{
  readonly id: number;
  readonly number: number;
  readonly journal_code: string;
}>[];

/** `differences` is null if they were not computed; `hasMoved` then says whether there are any. */
export function presentDeclaration(
  row: DeclarationRow,
  language: Language,
  differences: Differences | null = null,
  hasMoved = row.has_late_tax,
): PresentedDeclaration {
  const form = getFormByCode(row.country_pack, row.form);
  const amounts = mapByBox(row.boxes);
  const { period_type, year, period, carried, books, boxes, has_late_tax: hasLateTax } = row;
  const tellsShares = row.form === '625' && row.is_special_pro_rata && isEndingInMarch(row);
  return {
    id: row.id,
    form: row.form,
    period_type,
    year,
    period,
    label: formatPeriodLabel({ period_type, year, period }, language),
    starts_on: toZeroTime(row.starts_on),
    ends_on: toZeroTime(row.ends_on),
    due_on: toZeroTime(row.due_on),
    status: row.status,
    // A return on an older form retains its boxes.
    boxes: {
      ...Object.fromEntries(amounts),
      ...Object.fromEntries(form.boxes.map(({ box }) => [box, amounts.get(box) ?? ZERO])),
    },
    manual: Object.fromEntries(row.manual.map(({ box, amount, reason }) => [box, { amount, reason }])),
    amount_due: row.amount_due,
    amount_refund: row.amount_refund,
    requests: row.requests,
    comment: row.comment,
    structured_communication: row.structured_communication,
    computed_at: row.computed_at,
    computed_position: row.computed_position,
    fingerprint: row.fingerprint,
    journal_entry_id: row.journal_entry_id,
    validated_at: row.validated_at,
    validated_by: row.validated_by === null ? null : { id: row.validated_by, name: row.validated_by_name ?? '' },
    filed_on: row.filed_on && toZeroTime(row.filed_on),
    filing_reference: row.filing_reference,
    has_moved: differences === null ? hasMoved : differences.length > 0,
    differences: (differences ?? []).map(({ entries, ...one }) => ({
      ...one,
      entries: entries.map(({ id, number, journal_code, amount }) => ({ id, number, journal_code, amount })),
    })),
    warnings: listReturnWarnings({
      form,
      boxes,
      carried,
      books,
      hasLateTax,
      tellsShares,
      openingTax: row.untold_opening_tax,
    }).map(({ code, severity, params }) => ({
      code,
      severity,
      message: translate(code, language, params),
      links: [],
    })),
    version: row.version,
    lock_version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
