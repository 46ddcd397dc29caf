import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { findSharedClue } from '../../domain/lettering/explanation.ts';
import { LETTERING_ORIGINS } from '../../domain/lettering/lettering-events.ts';
import type { MatchReason } from '../../domain/lettering/matching.ts';
import { negate, ZERO } from '../../domain/money.ts';
import type { LetteredLineRow, LetteringRow } from '../../projections/lettering/queries.ts';
import { dateTimestamp, decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { translate } from '../i18n/translate.ts';
import { AccountReference } from '../accounts/account.ts';
import { translateLabel } from '../records/present.ts';

/** Amounts of letterings are signed: debit is positive, credit negative. */
const LetteringLine = z
  .object({
    line_id: recordId,
    entry_id: recordId,
    entry_date: dateTimestamp,
    due_date: dateTimestamp.nullable(),
    number: z.int(),
    journal: z.object({ id: recordId, code: z.string() }),
    reference: z.string().nullable(),
    label: z.string().nullable(),
    debit: decimalString,
    credit: decimalString,
    /** Amount settled by this lettering. */
    amount: decimalString,
    currency: z.string().nullable(),
    currency_amount: decimalString.nullable(),
  })
  .meta({ id: 'LetteringLine' });

/** Fields shared by a lettering and a proposal. */
export const settlement = {
  account: AccountReference,
  third_party: z.object({ id: recordId, name: z.string() }).nullable(),
  settled_on: dateTimestamp,
  /** Sum of the debits, equal to the sum of the credits. */
  total: decimalString,
  /** Amount written off: debit less credit of the lines, without the line that takes it. */
  difference: decimalString,
  difference_entry_id: recordId.nullable(),
  currency: z.string().nullable(),
  exchange_entry_id: recordId.nullable(),
  lines: z.array(LetteringLine),
};

export const LetteringAnswer = z
  .object({
    id: recordId,
    code: z.string(),
    ...settlement,
    origin: z.enum(LETTERING_ORIGINS),
    /** Criterion used by automatic lettering. */
    reason: z.string().nullable(),
    explanation: z.string().nullable(),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Lettering' });

export function presentLettering(row: LetteringRow, language: Language): z.output<typeof LetteringAnswer> {
  return {
    id: row.id,
    code: row.code,
    ...presentSettlement(row, language),
    origin: row.origin,
    reason: row.reason,
    explanation: row.reason === null ? null : explainLettering(row.reason, row.lines, language),
    version: row.version,
    lock_version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export type Settlement = Pick<
  LetteringRow,
  | 'account_id'
  | 'account_number'
  | 'account_label'
  | 'account_labels'
  | 'third_party_id'
  | 'third_party_name'
  | 'settled_on'
  | 'total'
  | 'difference_entry_id'
  | 'currency'
  | 'exchange_entry_id'
  | 'lines'
>;

export function presentSettlement(row: Settlement, language: Language) {
  const { account_id, account_number, account_label, account_labels, third_party_id, third_party_name } = row;
  return {
    account: { id: account_id, number: account_number, label: translateLabel(language, account_label, account_labels) },
    third_party: third_party_id === null ? null : { id: third_party_id, name: third_party_name ?? '' },
    settled_on: toZeroTime(row.settled_on),
    total: row.total,
    difference: computeDifference(row),
    difference_entry_id: row.difference_entry_id,
    currency: row.currency,
    exchange_entry_id: row.exchange_entry_id,
    lines: row.lines.map(presentLine),
  };
}

function computeDifference({ difference_entry_id, exchange_entry_id, lines }: Settlement): string {
  const line = lines.find(({ entry_id }) => entry_id === (difference_entry_id ?? exchange_entry_id));
  return line ? negate(line.amount) : ZERO;
}

function presentLine(line: LetteredLineRow) {
  return {
    line_id: line.line_id,
    entry_id: line.entry_id,
    entry_date: toZeroTime(line.entry_date),
    due_date: line.due_date && toZeroTime(line.due_date),
    number: line.number,
    journal: { id: line.journal_id, code: line.journal_code },
    reference: line.reference,
    label: line.label,
    debit: line.debit,
    credit: line.credit,
    amount: line.amount,
    currency: line.currency,
    currency_amount: line.currency_amount,
  };
}

/** Confidence per reason; 1 is certain. */
export const CONFIDENCE: Readonly<Record<MatchReason, number>> = {
  structured_communication: 1,
  reference: 0.95,
  amount: 0.9,
  amount_and_date: 0.75,
  combination: 0.6,
};

type Texts = Pick<LetteredLineRow, 'references' | 'labels'>;

/** Explains in a sentence why lines were lettered; less specific if their texts have changed since. */
export function explainLettering(reason: string, lines: readonly Texts[], language: Language): string | null {
  const shared = findSharedClue(reason, lines);
  const key = `lettered_by_${reason}`;
  if (shared !== null) return translate(`${key}_shared`, language, { shared });
  return isMessageKey(key) ? translate(key, language, { count: lines.length }) : null;
}
