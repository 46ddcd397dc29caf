import { getRecords, type RecordOf } from '../../domain/records/state.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { journals } from '../../domain/journals/journal.ts';
import { accounts } from '../../domain/accounts/account.ts';
import { z } from 'zod';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { EntryPosted } from '../../commands/ledger/post-entry.ts';
import type { Language } from '../../domain/language.ts';
import {
  ENTRY_ORIGINS,
  VAT_EFFECTS,
  type EntryLine as PostedLine,
  type EntryOrigin,
  type VatEffect,
} from '../../domain/ledger/entry-events.ts';
import { getEffectKind } from '../../domain/ledger/vat.ts';
import type { EntryWithLines, LineRow } from '../../projections/ledger/queries.ts';
import { dateTimestamp, decimalString, recordId, timestamp, vatBox } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { warningsMember } from '../http/reply/warnings.ts';
import { LineAnalytics, presentShares } from '../analytics/shares.ts';
import { AccountReference } from '../accounts/account.ts';
import { translateLabel } from '../records/present.ts';

export const EntryLine = z
  .object({
    id: recordId,
    account_id: recordId,
    debit: decimalString,
    credit: decimalString,
    label: z.string().nullable(),
    third_party_id: recordId.nullable(),
    account: AccountReference,
    vat_code: z.object({ id: recordId, code: z.string() }).nullable(),
    due_date: dateTimestamp.nullable(),
    reference: z.string().nullable(),
    is_disputed: z.boolean(),
    dispute_reason: z.string().nullable(),
    analytics: LineAnalytics,
    currency: z.string().nullable(),
    currency_amount: decimalString.nullable(),
    exchange_rate: z.string().nullable(),
  })
  .meta({ id: 'EntryLine' });

/** Amounts of a VAT code in an entry, and the boxes of the VAT return they go to. */
export const EntryVat = z
  .object({
    vat_code: z.object({ id: recordId, code: z.string() }),
    base: decimalString,
    due: decimalString,
    deductible: decimalString,
    non_deductible: decimalString,
    exigibility: z.enum(['invoice', 'payment']),
    line_id: recordId
      .optional()
      .meta({ description: 'In an opening balance: the open item whose payment makes the tax due.' }),
    effect: z.enum(VAT_EFFECTS).meta({
      description:
        'Which boxes of the code are filled: those for invoices or those for credit notes. Negative amounts in invoice boxes are netted with an entry of the same VAT period that this one reverses',
    }),
    boxes: z.array(z.object({ box: vatBox, amount: decimalString })),
    exchange_rate: z.string().optional().meta({
      description:
        'Only in a company file that is kept in another currency than that of its VAT returns: units of the latter for one unit of the former. The amounts are in the currency of the returns.',
    }),
  })
  .meta({ id: 'EntryVat' });

export const Entry = z
  .object({
    id: recordId,
    journal_id: recordId,
    fiscal_year_id: recordId,
    period_id: recordId,
    number: z.int(),
    entry_date: dateTimestamp,
    due_date: dateTimestamp.nullable(),
    label: z.string().nullable(),
    reference: z.string().nullable(),
    status: z.enum(['posted', 'reversed']),
    origin: z.enum(ENTRY_ORIGINS),
    reversed_entry_id: recordId.nullable(),
    reversed_by_entry_id: recordId.nullable(),
    reversal_reason: z
      .string()
      .nullable()
      .meta({ description: 'On a reversal: why the other entry was reversed, as given with the request.' }),
    credited_entry_id: recordId.nullable(),
    accrual_entry_id: recordId.nullable(),
    total_debit: decimalString,
    total_credit: decimalString,
    journal: z.object({ id: recordId, code: z.string(), type: z.string() }),
    third_party: z.object({ id: recordId, name: z.string() }).nullable(),
    lines: z.array(EntryLine),
    vat: z.array(EntryVat),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Entry' });

/** An entry as returned when it is posted. */
export const PostedEntry = Entry.extend({ warnings: warningsMember }).meta({ id: 'PostedEntry' });

export function presentEntry(entry: EntryWithLines, language: Language): z.output<typeof Entry> {
  return {
    id: entry.id,
    journal_id: entry.journal_id,
    fiscal_year_id: entry.fiscal_year_id,
    period_id: entry.period_id,
    number: entry.number,
    entry_date: toZeroTime(entry.entry_date),
    due_date: entry.due_date && toZeroTime(entry.due_date),
    label: entry.label,
    reference: entry.reference,
    status: entry.status,
    origin: entry.origin,
    reversed_entry_id: entry.reversed_entry_id,
    reversed_by_entry_id: entry.reversed_by_entry_id,
    reversal_reason: entry.reversal_reason,
    credited_entry_id: entry.credited_entry_id,
    accrual_entry_id: entry.accrual_entry_id,
    total_debit: entry.total,
    total_credit: entry.total,
    journal: { id: entry.journal_id, code: entry.journal_code, type: entry.journal_type },
    third_party:
      entry.third_party_id === null ? null : { id: entry.third_party_id, name: entry.third_party_name ?? '' },
    lines: entry.lines.map((line) => ({
      id: line.id,
      account_id: line.account_id,
      debit: line.debit,
      credit: line.credit,
      label: line.label,
      third_party_id: line.third_party_id,
      account: {
        id: line.account_id,
        number: line.account_number,
        label: translateLabel(language, line.account_label, line.account_labels),
      },
      vat_code: line.vat_code_id === null ? null : { id: line.vat_code_id, code: line.vat_code ?? '' },
      due_date: line.due_date && toZeroTime(line.due_date),
      reference: line.reference,
      is_disputed: line.dispute !== null,
      dispute_reason: line.dispute === '' ? null : line.dispute,
      analytics: presentShares(line.analytics),
      currency: line.currency,
      currency_amount: line.currency_amount,
      exchange_rate: line.exchange_rate,
    })),
    vat: (entry.vat ?? []).map((effect) => presentVat(effect, entry.origin)),
    version: entry.version,
    lock_version: entry.version,
    created_at: entry.created_at,
    updated_at: entry.updated_at,
  };
}

export function presentVat(effect: VatEffect, origin: EntryOrigin): z.output<typeof EntryVat> {
  const { vat_code_id: id, vat_code: code, exigibility = 'invoice', ...amounts } = effect;
  return {
    ...amounts,
    vat_code: { id, code },
    exigibility,
    effect: getEffectKind(effect, origin),
    boxes: [...effect.boxes],
  };
}

/** Builds the rows that the read tables hold for a freshly posted entry, without querying them. */
export function toEntryWithLines({ entry, file, recordedAt }: EntryPosted): EntryWithLines {
  const { third_party_id } = entry;
  return {
    id: entry.id,
    journal_id: entry.journal_id,
    journal_code: entry.journal_code,
    fiscal_year_id: entry.fiscal_year_id,
    period_id: entry.period_id,
    number: entry.number,
    entry_date: entry.entry_date,
    due_date: entry.due_date,
    label: entry.label,
    reference: entry.reference,
    third_party_id,
    origin: entry.origin,
    total: entry.total,
    status: 'posted',
    reversed_entry_id: entry.reversed_entry_id ?? null,
    reversed_by_entry_id: null,
    reversal_reason: entry.reversal_reason ?? null,
    credited_entry_id: entry.credited_entry_id ?? null,
    accrual_entry_id: entry.accrual_entry_id ?? null,
    vat: entry.vat ?? null,
    version: 1,
    created_at: recordedAt,
    updated_at: recordedAt,
    journal_type: getRecordData(file, journals, entry.journal_id).type,
    third_party_name: third_party_id === null ? null : getRecordData(file, thirdParties, third_party_id).name,
    lines: entry.lines.map((line) => toLineRow(line, entry.id, file)),
  };
}

/** Runs for every line of a batch: fields are copied one by one, and each record is looked up once. */
function toLineRow(line: PostedLine, entry_id: number, file: CompanyFile): LineRow {
  const account = getRecordData(file, accounts, line.account_id);
  const { vat_code_id } = line;
  return {
    entry_id,
    id: line.id,
    account_id: line.account_id,
    debit: line.debit,
    credit: line.credit,
    label: line.label,
    third_party_id: line.third_party_id,
    account_number: account.number,
    account_label: account.label,
    account_labels: account.labels ?? null,
    vat_code_id: vat_code_id ?? null,
    vat_code: vat_code_id === undefined ? null : getRecordData(file, vatCodes, vat_code_id).code,
    due_date: line.due_date ?? null,
    reference: line.reference ?? null,
    dispute: null,
    analytics: line.analytics ?? null,
    currency: line.currency ?? null,
    currency_amount: line.currency_amount ?? null,
    exchange_rate: line.exchange_rate ?? null,
  };
}

/** Data of a record that an entry refers to: such a record always exists, possibly in the recycle bin. */
const getRecordData = <R extends Resource>(file: CompanyFile, resource: R, id: number): RecordOf<R>['data'] =>
  getRecords(file.records, resource).byId.get(id)!.data;
