import { findCountryPack } from '../../domain/country-packs/index.ts';
import { buildPaymentCode } from '../../domain/documents/payment-code.ts';
import type { Language } from '../../domain/language.ts';
import type { ReminderFacts } from '../../domain/mail/mail-events.ts';
import { add, isNegative, isZero, sum } from '../../domain/money.ts';
import {
  formatStructuredCommunication,
  normaliseStructuredCommunication,
} from '../../domain/numbers/structured-communication.ts';
import { computeBelgianTiers } from '../../domain/reminders/costs.ts';
import type { Column, Fact, Party, Row, Table, TableDocument } from '../exports/document.ts';
import { formatLocalAmount } from '../exports/notation.ts';
import { getReminderLabels, type ReminderWord } from './reminder-labels.ts';

/** A printed reminder: overdue items, statutory charges and payment details. */
export interface PrintedReminder {
  readonly reminder: ReminderFacts;
  readonly language: Language;
  readonly currency: string;
  readonly country: 'BE' | 'FR' | 'LU';
  readonly sender: Party & { readonly logo: Uint8Array | null };
  readonly recipient: Party;
  readonly customer: { readonly code: string; readonly is_business: boolean };
  /** Text of the mail, printed so that the reminder can be posted. */
  readonly letter: string;
  /** Account to pay to; null if the company file has none. */
  readonly bank: { readonly iban: string; readonly bic: string | null } | null;
}

export const computeReminderTotal = ({ total_due, interest, lump_sum }: ReminderFacts): string =>
  add(total_due, add(interest, lump_sum));

/** A single item is paid with its own reference; several with the customer code, by which the payment is recognised. */
export function buildCommunication({ items }: ReminderFacts, code: string): string {
  const owed = items.filter(({ amount }) => !isNegative(amount));
  const references = owed.flatMap(({ reference }) => (reference === null ? [] : [reference]));
  if (owed.length === 1 && references[0] !== undefined)
    return normaliseStructuredCommunication(references[0]) ?? references[0];
  return [code, ...references].join(' ').slice(0, 140);
}

export const formatCommunication = (text: string): string =>
  /^\d{12}$/.test(text) ? formatStructuredCommunication(text) : text;

export function buildReminderDocument(printed: PrintedReminder): TableDocument {
  const { reminder, language, currency, sender, recipient, customer, letter } = printed;
  const words = getReminderLabels(language);
  const title = words(`reminder_${Math.min(reminder.level, 3)}` as ReminderWord);
  const notes = buildNotes(printed);
  const buildFact = (key: ReminderWord, kind: Fact['kind'], value: string, isMain = false): Fact => ({
    key,
    label: words(key),
    kind,
    value,
    ...(isMain && { isMain }),
  });
  return {
    language,
    title,
    currency,
    sender,
    recipient,
    date: reminder.as_of,
    facts: [
      buildFact('customer_code', 'text', customer.code),
      buildFact('as_of', 'date', reminder.as_of),
      buildFact('pay_by', 'date', reminder.pay_by),
      buildFact('to_pay', 'amount', computeReminderTotal(reminder), true),
    ],
    letter,
    tables: [buildItemsTable(printed)],
    ...(notes !== null && { notes }),
    ...buildPayment(printed),
    fileName: `${title} ${customer.code} ${reminder.as_of}`,
  };
}

/** Interest and compensation get a column only if there are any. */
function buildItemsTable({ reminder, language }: PrintedReminder): Table {
  const words = getReminderLabels(language);
  const hasInterest = !isZero(reminder.interest);
  const hasLumpSum = !isZero(reminder.lump_sum);
  const hasDescription = reminder.items.some(({ description }) => description !== undefined);
  const buildColumn = (key: ReminderWord, kind: Column['kind'], width: number): Column => ({
    key,
    label: words(key),
    kind,
    width,
  });
  const includeIf = <T>(value: T, isThere: boolean): T[] => (isThere ? [value] : []);
  const rows = reminder.items.map((item): Row => ({
    cells: [
      item.due_date,
      item.entry_date,
      item.reference,
      ...includeIf(item.description ?? null, hasDescription),
      item.days_late,
      item.amount,
      ...includeIf(item.interest, hasInterest),
      ...includeIf(item.lump_sum, hasLumpSum),
    ],
  }));
  const total: Row = {
    cells: [
      null,
      null,
      { term: 'total', text: words('total') },
      ...includeIf(null, hasDescription),
      null,
      reminder.total_due,
      ...includeIf(reminder.interest, hasInterest),
      ...includeIf(reminder.lump_sum, hasLumpSum),
    ],
    isTotal: true,
  };
  return {
    key: 'items',
    title: words('items'),
    columns: [
      buildColumn('due_date', 'date', 13),
      buildColumn('entry_date', 'date', 13),
      buildColumn('reference', 'text', hasDescription ? 18 : 26),
      ...includeIf(buildColumn('description', 'text', 30), hasDescription),
      buildColumn('days_late', 'integer', 16),
      buildColumn('amount', 'amount', 17),
      ...includeIf(buildColumn('interest', 'amount', 15), hasInterest),
      ...includeIf(buildColumn('lump_sum', 'amount', 15), hasLumpSum),
    ],
    streamRows: () => [...rows, total],
  };
}

/** Legal basis of the charges; for a Belgian consumer what the law requires, unless the letter already has it. */
function buildNotes(printed: PrintedReminder): string | null {
  const { reminder, language, country, customer, letter, sender } = printed;
  const words = getReminderLabels(language);
  const debtor = customer.is_business ? 'business' : 'consumer';
  if (!isZero(add(reminder.interest, reminder.lump_sum))) return words(`law_${country}_${debtor}`);
  if (country !== 'BE' || customer.is_business || reminder.level > 1) return null;
  const notice = buildFreeReminderNotice(reminder, { ...printed, company: sender.name, enterpriseNumber: null });
  return letter.includes(words('free_BE').split('{')[0]!) ? null : notice;
}

/**
 * What the first, free reminder to a Belgian consumer must contain besides the items: the creditor, the amount due, the
 * indemnity that may follow and the period before it.
 */
export function buildFreeReminderNotice(
  reminder: ReminderFacts,
  creditor: {
    readonly company: string;
    readonly enterpriseNumber: string | null;
    readonly language: Language;
    readonly currency: string;
  },
): string {
  const { company, enterpriseNumber, language, currency } = creditor;
  const words = getReminderLabels(language);
  const owed = reminder.items.filter(({ amount }) => !isNegative(amount));
  const formatMoney = (amount: string): string => `${formatLocalAmount(amount, language)}\u00a0${currency}`;
  const number =
    enterpriseNumber === null ? '' : ` (${words('enterprise_number')} ${formatEnterpriseNumber(enterpriseNumber)})`;
  return words('free_BE')
    .replace('{company}', () => `${company}${number}`)
    .replace('{total}', formatMoney(reminder.total_due))
    .replace('{amount}', formatMoney(sum(owed.map(({ amount }) => computeBelgianTiers(amount)))));
}

const formatEnterpriseNumber = (number: string): string => findCountryPack('BE')!.enterpriseNumber.format(number);

function buildPayment({
  reminder,
  language,
  currency,
  sender,
  customer,
  bank,
}: PrintedReminder): Partial<TableDocument> {
  if (!bank) return {};
  const words = getReminderLabels(language);
  const amount = computeReminderTotal(reminder);
  const communication = buildCommunication(reminder, customer.code);
  const buildLine = (key: ReminderWord, value: string | null): Fact[] =>
    value === null ? [] : [{ key, label: words(key), kind: 'text', value }];
  const request = { name: sender.name, iban: bank.iban, bic: bank.bic, amount, communication };
  const code = currency === 'EUR' ? buildPaymentCode(request) : null;
  return {
    payment: {
      title: words('payment'),
      facts: [
        ...buildLine('beneficiary', sender.name),
        ...buildLine('iban', formatIban(bank.iban)),
        ...buildLine('bic', bank.bic),
        ...buildLine('to_pay', `${formatLocalAmount(amount, language)}\u00a0${currency}`),
        ...buildLine('communication', formatCommunication(communication)),
      ],
      ...(code !== null && { code, hint: words('scan') }),
    },
  };
}

export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');
