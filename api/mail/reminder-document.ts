import { paymentCode } from '../../domain/documents/payment-code.ts';
import type { Language } from '../../domain/language.ts';
import type { ReminderFacts } from '../../domain/mail/mail-events.ts';
import { add, isNegative, isZero, sum } from '../../domain/money.ts';
import {
  formatStructuredCommunication,
  normaliseStructuredCommunication,
} from '../../domain/numbers/structured-communication.ts';
import { belgianTiers } from '../../domain/reminders/costs.ts';
import type { Column, Fact, Party, Row, Table, TableDocument } from '../exports/document.ts';
import { writtenAmount } from '../exports/notation.ts';
import { reminderWords, type ReminderWord } from './reminder-labels.ts';

/** A reminder on paper: what is late, what the law adds to it, and how it is paid. */
export interface PrintedReminder {
  readonly reminder: ReminderFacts;
  readonly language: Language;
  readonly currency: string;
  readonly country: 'BE' | 'FR' | 'LU';
  readonly sender: Party & { readonly logo: Uint8Array | null };
  readonly recipient: Party;
  readonly customer: { readonly code: string; readonly is_business: boolean };
  /** The account to pay to; null: the file knows none. */
  readonly bank: { readonly iban: string; readonly bic: string | null } | null;
}

export const totalOf = ({ total_due, interest, lump_sum }: ReminderFacts): string =>
  add(total_due, add(interest, lump_sum));

/** One item is paid with its own reference; several with the code of the customer, by which the payment is found. */
export function communicationOf({ items }: ReminderFacts, code: string): string {
  const owed = items.filter(({ amount }) => !isNegative(amount));
  const references = owed.flatMap(({ reference }) => (reference === null ? [] : [reference]));
  if (owed.length === 1 && references[0] !== undefined)
    return normaliseStructuredCommunication(references[0]) ?? references[0];
  return [code, ...references].join(' ').slice(0, 140);
}

export const writtenCommunication = (text: string): string =>
  /^\d{12}$/.test(text) ? formatStructuredCommunication(text) : text;

export function reminderDocument(printed: PrintedReminder): TableDocument {
  const { reminder, language, currency, sender, recipient, customer } = printed;
  const words = reminderWords(language);
  const title = words(`reminder_${Math.min(reminder.level, 3)}` as ReminderWord);
  const notes = notesOf(printed);
  const fact = (key: ReminderWord, kind: Fact['kind'], value: string, isMain = false): Fact => ({
    ...{ key, label: words(key), kind, value },
    ...(isMain && { isMain }),
  });
  return {
    ...{ language, title, currency, sender, recipient },
    date: reminder.as_of,
    facts: [
      fact('customer_code', 'text', customer.code),
      fact('as_of', 'date', reminder.as_of),
      fact('pay_by', 'date', reminder.pay_by),
      fact('to_pay', 'amount', totalOf(reminder), true),
    ],
    tables: [itemsTable(printed)],
    ...(notes !== null && { notes }),
    ...paymentOf(printed),
    fileName: `${title} ${customer.code} ${reminder.as_of}`,
  };
}

/** Interest and compensation have columns where there are some. */
function itemsTable({ reminder, language }: PrintedReminder): Table {
  const words = reminderWords(language);
  const hasInterest = !isZero(reminder.interest);
  const hasLumpSum = !isZero(reminder.lump_sum);
  const column = (key: ReminderWord, kind: Column['kind'], width: number): Column => ({
    ...{ key, label: words(key), kind, width },
  });
  const optional = <T>(value: T, isThere: boolean): T[] => (isThere ? [value] : []);
  const rows = reminder.items.map((item): Row => ({
    cells: [
      item.due_date,
      item.entry_date,
      item.reference,
      item.days_late,
      item.amount,
      ...optional(item.interest, hasInterest),
      ...optional(item.lump_sum, hasLumpSum),
    ],
  }));
  const total: Row = {
    cells: [
      null,
      null,
      { term: 'total', text: words('total') },
      null,
      reminder.total_due,
      ...optional(reminder.interest, hasInterest),
      ...optional(reminder.lump_sum, hasLumpSum),
    ],
    isTotal: true,
  };
  return {
    key: 'items',
    title: words('items'),
    columns: [
      column('due_date', 'date', 13),
      column('entry_date', 'date', 13),
      column('reference', 'text', 26),
      column('days_late', 'integer', 16),
      column('amount', 'amount', 17),
      ...optional(column('interest', 'amount', 15), hasInterest),
      ...optional(column('lump_sum', 'amount', 15), hasLumpSum),
    ],
    rows: () => [...rows, total],
  };
}

/** On what the costs rest; to a Belgian consumer, what will be asked for if he does not pay. */
function notesOf({ reminder, language, currency, country, customer }: PrintedReminder): string | null {
  const words = reminderWords(language);
  const debtor = customer.is_business ? 'business' : 'consumer';
  if (!isZero(add(reminder.interest, reminder.lump_sum))) return words(`law_${country}_${debtor}`);
  if (country !== 'BE' || customer.is_business || reminder.level > 1) return null;
  const owed = reminder.items.filter(({ amount }) => !isNegative(amount));
  const later = sum(owed.map(({ amount }) => belgianTiers(amount)));
  return words('free_BE').replace('{amount}', `${writtenAmount(later, language)}\u00a0${currency}`);
}

function paymentOf({ reminder, language, currency, sender, customer, bank }: PrintedReminder): Partial<TableDocument> {
  if (!bank) return {};
  const words = reminderWords(language);
  const amount = totalOf(reminder);
  const communication = communicationOf(reminder, customer.code);
  const line = (key: ReminderWord, value: string | null): Fact[] =>
    value === null ? [] : [{ key, label: words(key), kind: 'text', value }];
  const request = { name: sender.name, iban: bank.iban, bic: bank.bic, amount, communication };
  const code = currency === 'EUR' ? paymentCode(request) : null;
  return {
    payment: {
      title: words('payment'),
      facts: [
        ...line('beneficiary', sender.name),
        ...line('iban', writtenIban(bank.iban)),
        ...line('bic', bank.bic),
        ...line('to_pay', `${writtenAmount(amount, language)}\u00a0${currency}`),
        ...line('communication', writtenCommunication(communication)),
      ],
      ...(code !== null && { code, hint: words('scan') }),
    },
  };
}

export const writtenIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');
