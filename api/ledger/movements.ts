import { z } from 'zod';
import { countDaysBetween } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { add, subtract } from '../../domain/money.ts';
import {
  readMovements,
  type LedgerOf,
  type MovementFilter,
  type MovementRow,
} from '../../projections/ledger/movements.ts';
import type { OpenItemRow } from '../../projections/lettering/open-items.ts';
import { currencyCode, date, pageQuery } from '../http/input/fields.ts';
import { dateTimestamp, decimalString, recordId } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { AccountReference } from '../accounts/account.ts';
import { translateLabel } from '../records/present.ts';

const movement = {
  id: recordId,
  entry_id: recordId,
  entry_date: dateTimestamp,
  due_date: dateTimestamp.nullable(),
  number: z.int(),
  reference: z.string().nullable(),
  label: z.string().nullable(),
  journal: z.object({ id: recordId, code: z.string() }),
  account: AccountReference,
  third_party: z.object({ id: recordId, name: z.string() }).nullable(),
  debit: decimalString,
  credit: decimalString,
  /** Codes of the letterings that settle it, in full or in part. */
  lettering_codes: z.array(z.string()),
  currency: z.string().nullable(),
  currency_amount: decimalString.nullable(),
};

export const Movement = z
  .object({
    ...movement,
    balance: decimalString,
    currency_balance: decimalString.nullish().meta({
      description: 'Running balance in the currency of the account, or in the one asked for; otherwise null.',
    }),
  })
  .meta({ id: 'LedgerMovement' });

/** Balances and totals of a ledger. */
const LedgerSums = {
  opening_balance: decimalString,
  total_debit: decimalString,
  total_credit: decimalString,
  closing_balance: decimalString,
};

export const InCurrency = z.object(LedgerSums).meta({ id: 'LedgerInCurrency' });

/** A page of movements with a running balance, and the opening and closing balances. */
export const LedgerPage = pageSchema(Movement)
  .extend({
    ...LedgerSums,
    currency: z.string().nullable().meta({
      description:
        'Currency of the account, or the one asked for; null if amounts are shown in the currency of the company file only.',
    }),
    in_currency: InCurrency.nullable().meta({ description: 'The same balances and totals in that currency.' }),
  })
  .meta({ id: 'LedgerPage' });

/** Amounts are signed: debit is positive, credit negative. */
export const OpenItem = z
  .object({
    ...movement,
    due_date: dateTimestamp,
    original_amount: decimalString,
    settled_amount: decimalString,
    /** Amount still open. */
    amount: decimalString,
    open_amount: decimalString.meta({ description: 'The same as `amount`.' }),
    currency_open_amount: decimalString
      .nullable()
      .meta({ description: 'Amount still open in the currency of the item; null without currency.' }),
    days_late: z.int(),
    /** The SEPA file that contains the item and is not posted yet. */
    in_sepa_file_id: recordId.nullable(),
  })
  .meta({ id: 'OpenItem' });

export const ledgerQuery = z.object({
  from: date().optional(),
  to: date().optional(),
  currency: currencyCode().optional().meta({ description: 'Only movements in this currency, with its balances.' }),
  ...pageQuery(),
});

type Request = Pick<RouteRequest, 'services' | 'company' | 'language' | 'pathUrl'> & {
  readonly query: MovementFilter & { readonly page: number; readonly per_page: number };
};

/** `own` is the currency of the account. */
export async function respondWithLedger(
  { query, services, company, language, pathUrl }: Request,
  of: LedgerOf,
  own: string | null = null,
) {
  const { page, per_page: perPage, ...filter } = query;
  const currency = filter.currency ?? own;
  const found = await readMovements(services.pool, company.id, of, filter, {
    page,
    perPage,
    ...(currency !== null && { inCurrency: currency }),
  });
  const { total, openingBalance, pageBalance, debit, credit, inCurrency } = found;
  let balance = add(openingBalance, pageBalance);
  let currencyBalance = inCurrency && add(inCurrency.openingBalance, inCurrency.pageBalance);
  const rows = found.rows.map((row) => {
    balance = subtract(add(balance, row.debit), row.credit);
    if (currencyBalance !== null && row.currency === currency)
      currencyBalance = add(currencyBalance, row.currency_amount!);
    return { ...presentMovement(row, language), balance, currency_balance: currencyBalance };
  });
  return ok({
    ...paginate({ rows, total, page, perPage, pathUrl, language }),
    opening_balance: openingBalance,
    total_debit: debit,
    total_credit: credit,
    closing_balance: subtract(add(openingBalance, debit), credit),
    currency,
    in_currency: inCurrency && {
      opening_balance: inCurrency.openingBalance,
      total_debit: inCurrency.debit,
      total_credit: inCurrency.credit,
      closing_balance: subtract(add(inCurrency.openingBalance, inCurrency.debit), inCurrency.credit),
    },
  });
}

export function presentMovement(row: MovementRow, language: Language) {
  const { account_number, account_label, account_labels, third_party_id, third_party_name } = row;
  return {
    id: row.id,
    entry_id: row.entry_id,
    entry_date: toZeroTime(row.entry_date),
    due_date: row.due_date && toZeroTime(row.due_date),
    number: row.number,
    reference: row.reference,
    label: row.label,
    journal: { id: row.journal_id, code: row.journal_code },
    account: {
      id: row.account_id,
      number: account_number,
      label: translateLabel(language, account_label, account_labels),
    },
    third_party: third_party_id === null ? null : { id: third_party_id, name: third_party_name ?? '' },
    debit: row.debit,
    credit: row.credit,
    lettering_codes: [...row.lettering_codes],
    currency: row.currency,
    currency_amount: row.currency_amount,
  };
}

export function presentOpenItem(row: OpenItemRow, language: Language, asOf: string) {
  const due = row.due_date ?? row.entry_date;
  return {
    ...presentMovement(row, language),
    due_date: toZeroTime(due),
    original_amount: subtract(row.debit, row.credit),
    settled_amount: row.settled,
    amount: row.open,
    open_amount: row.open,
    currency_open_amount: row.currency_open,
    days_late: Math.max(countDaysBetween(due, asOf), 0),
    in_sepa_file_id: row.in_sepa_file_id,
  };
}
