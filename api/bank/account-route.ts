import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { subtract } from '../../domain/money.ts';
import { listBankAccountRows, type BankAccountRow } from '../../projections/bank/account-queries.ts';
import { listStatementGaps, type Gap } from '../../projections/bank/gaps.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { formatGapMessage } from './coda-file.ts';

const BankAccount = z
  .object({
    journal_id: recordId,
    code: z.string(),
    label: z.string(),
    iban: z.string().nullable(),
    bic: z.string().nullable(),
    currency: z.string(),
    account: z.object({ id: recordId, number: z.string(), label: z.string() }).nullable(),
    last_statement: z
      .object({ number: z.string(), date: plainDate, closing_balance: decimalString })
      .nullable()
      .meta({ description: 'The latest by date; null before the first.' }),
    statement_balance: decimalString
      .nullable()
      .meta({ description: 'Balance according to the bank; null before the first statement.' }),
    ledger_balance: decimalString.meta({
      description: 'Balance of the account of the journal in the books, in the currency of the journal.',
    }),
    base_ledger_balance: decimalString.meta({ description: 'The same in the currency of the company file.' }),
    difference: decimalString.nullable().meta({ description: 'Statement balance minus ledger balance.' }),
    pending_count: z.int().meta({ description: 'Transactions not booked yet, or only partly.' }),
    pending_amount: decimalString.meta({
      description: 'Amount still to be booked; explains that part of the difference.',
    }),
    ignored_amount: decimalString.meta({ description: 'Amount of ignored transactions, which have no entry.' }),
    unexplained: decimalString.nullable().meta({ description: 'Part of the difference that no transaction explains.' }),
    gaps: z.array(
      z.object({
        after_statement: z.string(),
        after_date: plainDate,
        before_statement: z.string(),
        before_date: plainDate,
        amount: decimalString.meta({ description: 'Jump in the balance from one statement to the next.' }),
        reason: z.enum(['statement_missing', 'statement_overlap', 'balance_broken']),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'BankAccount' });

export const bankAccountsRoute = route({
  area: 'bank',
  demo: 'allowed',
  method: 'get',
  path: '/v1/companies/{company}/bank-accounts',
  summary: 'List financial journals with their bank and ledger balances, and what explains the difference',
  ability: 'read',
  role: 'any',
  replies: { 200: z.object({ data: z.array(BankAccount) }) },
  async handle({ services, company, language }) {
    const [rows, gaps] = await Promise.all([
      listBankAccountRows(services.pool, company.id),
      listStatementGaps(services.pool, company.id),
    ]);
    return ok({ data: rows.map((row) => presentAccount(row, gaps, language)) });
  },
});

function presentAccount(row: BankAccountRow, gaps: readonly Gap[], language: Language): z.input<typeof BankAccount> {
  const { journal_id, code, iban, bic, currency, ledger_balance, pending_count, pending_amount, ignored_amount } = row;
  const { statement_number, statement_date, statement_balance } = row;
  const difference = statement_balance === null ? null : subtract(statement_balance, ledger_balance);
  return {
    journal_id,
    code,
    iban,
    bic,
    currency,
    label: row.labels?.[language] ?? row.label,
    account:
      row.account_id === null
        ? null
        : {
            id: row.account_id,
            number: row.account_number!,
            label: row.account_labels?.[language] ?? row.account_label!,
          },
    last_statement:
      statement_balance === null
        ? null
        : { number: statement_number!, date: statement_date!, closing_balance: statement_balance },
    statement_balance,
    ledger_balance,
    base_ledger_balance: row.base_ledger_balance,
    difference,
    pending_count,
    pending_amount,
    ignored_amount,
    unexplained: difference === null ? null : subtract(subtract(difference, pending_amount), ignored_amount),
    gaps: gaps
      .filter((gap) => gap.journal_id === journal_id)
      .map((gap) => ({
        after_statement: gap.after_number,
        after_date: gap.after_date,
        before_statement: gap.before_number,
        before_date: gap.before_date,
        amount: subtract(gap.before_balance, gap.after_balance),
        reason: gap.reason,
        message: formatGapMessage(gap, language),
      })),
  };
}
