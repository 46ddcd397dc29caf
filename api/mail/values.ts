import type { Language } from '../../domain/language.ts';
import type { ReminderFacts } from '../../domain/mail/mail-events.ts';
import { isZero } from '../../domain/money.ts';
import type { DocumentRow } from '../../projections/documents/queries.ts';
import type { StatementTotals } from '../../projections/third-parties/statement.ts';
import { subtract } from '../../domain/money.ts';
import { formatLocalAmount, formatDate } from '../exports/notation.ts';
import { computeStatementClosing } from '../third-parties/statement-document.ts';
import { buildCommunication, computeReminderTotal, formatCommunication, formatIban } from './reminder-document.ts';

/** Values of the placeholders of a mail, with dates and amounts formatted for its recipient. */
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

const formatMoney = (amount: string, { language, currency }: Setting): string =>
  `${formatLocalAmount(amount, language)}\u00a0${currency}`;

export const buildCommonValues = ({ company, recipient, sender, today, language }: Correspondents): Values => ({
  company,
  recipient,
  sender,
  date: formatDate(today, language),
});

const buildBankValues = (bank: Bank | null): Values => ({
  iban: bank && formatIban(bank.iban),
  bic: bank?.bic ?? null,
});

/** A document with nothing to pay, or payable by us, shows no bank account. */
export function buildDocumentValues(document: DocumentRow, bank: Bank | null, setting: Setting): Values {
  const isOwed = document.direction === 'sale' && !document.is_credit_note && !isZero(document.amount_gross);
  const communication = document.structured_communication ?? document.number;
  return {
    number: document.number,
    document_date: formatDate(document.document_date, setting.language),
    due_date: document.due_date && isOwed ? formatDate(document.due_date, setting.language) : null,
    amount: formatMoney(document.amount_gross, { ...setting, currency: document.currency }),
    ...buildBankValues(isOwed ? bank : null),
    communication: isOwed && communication !== null ? formatCommunication(communication) : null,
  };
}

export const buildStatementValues = (totals: StatementTotals, asOf: string, setting: Setting): Values => ({
  as_of: formatDate(asOf, setting.language),
  balance: formatMoney(computeStatementClosing(totals), setting),
  overdue: formatMoney(subtract(totals.open_total, totals.not_due), setting),
});

export function buildReminderValues(
  reminder: ReminderFacts,
  customer: { readonly code: string },
  bank: Bank | null,
  setting: Setting,
): Values {
  const { items, level, total_due, interest, lump_sum, pay_by } = reminder;
  const { language } = setting;
  const formatUnlessZero = (amount: string): string | null => (isZero(amount) ? null : formatMoney(amount, setting));
  const hasCosts = !isZero(interest) || !isZero(lump_sum);
  const oldest = items.map(({ due_date }) => due_date).sort()[0]!;
  return {
    level: String(level),
    items: items
      .map(({ reference, description, due_date, amount }) =>
        [
          `- ${reference ?? '–'}`,
          ...(description === undefined || description === reference ? [] : [description]),
          formatDate(due_date, language),
          formatMoney(amount, setting),
        ].join(' · '),
      )
      .join('\n'),
    total_due: formatMoney(total_due, setting),
    interest: formatUnlessZero(interest),
    lump_sum: formatUnlessZero(lump_sum),
    total: hasCosts ? formatMoney(computeReminderTotal(reminder), setting) : null,
    oldest_due_date: formatDate(oldest, language),
    days_late: String(Math.max(...items.map(({ days_late }) => days_late))),
    pay_by: formatDate(pay_by, language),
    ...buildBankValues(bank),
    communication: bank && formatCommunication(buildCommunication(reminder, customer.code)),
  };
}
