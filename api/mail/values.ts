import type { Language } from '../../domain/language.ts';
import type { ReminderFacts } from '../../domain/mail/mail-events.ts';
import { isZero } from '../../domain/money.ts';
import type { DocumentRow } from '../../projections/documents/queries.ts';
import type { StatementTotals } from '../../projections/third-parties/statement.ts';
import { subtract } from '../../domain/money.ts';
import { writtenAmount, writtenDate } from '../exports/notation.ts';
import { closingBalance } from '../third-parties/statement-document.ts';
import { communicationOf, totalOf, writtenCommunication, writtenIban } from './reminder-document.ts';

/** What the placeholders of a mail stand for, as its recipient writes dates and amounts. */
export type Values = Readonly<Record<string, string | null>>;

export interface Bank {
  readonly iban: string;
  readonly bic: string | null;
}

interface Setting {
  readonly language: Language;
  readonly currency: string;
}

export interface Correspondents extends Setting {
  readonly company: string;
  readonly recipient: string | null;
  readonly sender: string;
  readonly today: string;
}

const amountIn = (amount: string, { language, currency }: Setting): string =>
  `${writtenAmount(amount, language)}\u00a0${currency}`;

export const commonValues = ({ company, recipient, sender, today, language }: Correspondents): Values => ({
  company,
  recipient,
  sender,
  date: writtenDate(today, language),
});

const bankValues = (bank: Bank | null): Values => ({
  iban: bank && writtenIban(bank.iban),
  bic: bank?.bic ?? null,
});

/** A document that nothing is to be paid for, or that is to be paid by us, names no account. */
export function documentValues(document: DocumentRow, bank: Bank | null, setting: Setting): Values {
  const isOwed = document.direction === 'sale' && !document.is_credit_note && !isZero(document.amount_gross);
  const communication = document.structured_communication ?? document.number;
  return {
    number: document.number,
    document_date: writtenDate(document.document_date, setting.language),
    due_date: document.due_date && isOwed ? writtenDate(document.due_date, setting.language) : null,
    amount: amountIn(document.amount_gross, { ...setting, currency: document.currency }),
    ...bankValues(isOwed ? bank : null),
    communication: isOwed && communication !== null ? writtenCommunication(communication) : null,
  };
}

export const statementValues = (totals: StatementTotals, asOf: string, setting: Setting): Values => ({
  as_of: writtenDate(asOf, setting.language),
  balance: amountIn(closingBalance(totals), setting),
  overdue: amountIn(subtract(totals.open_total, totals.not_due), setting),
});

export function reminderValues(
  reminder: ReminderFacts,
  customer: { readonly code: string },
  bank: Bank | null,
  setting: Setting,
): Values {
  const { items, level, total_due, interest, lump_sum, pay_by } = reminder;
  const { language } = setting;
  const unlessZero = (amount: string): string | null => (isZero(amount) ? null : amountIn(amount, setting));
  const hasCosts = !isZero(interest) || !isZero(lump_sum);
  const oldest = items.map(({ due_date }) => due_date).sort()[0]!;
  return {
    level: String(level),
    items: items
      .map(({ reference, due_date, amount }) =>
        [`- ${reference ?? '–'}`, writtenDate(due_date, language), amountIn(amount, setting)].join(' · '),
      )
      .join('\n'),
    total_due: amountIn(total_due, setting),
    interest: unlessZero(interest),
    lump_sum: unlessZero(lump_sum),
    total: hasCosts ? amountIn(totalOf(reminder), setting) : null,
    oldest_due_date: writtenDate(oldest, language),
    days_late: String(Math.max(...items.map(({ days_late }) => days_late))),
    pay_by: writtenDate(pay_by, language),
    ...bankValues(bank),
    communication: bank && writtenCommunication(communicationOf(reminder, customer.code)),
  };
}
