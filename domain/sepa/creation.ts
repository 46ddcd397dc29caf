import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journals, type Journal } from '../journals/journal.ts';
import type { LineToLetter } from '../lettering/lettering.ts';
import { compare, isNegative, isZero, sum, type Amount } from '../money.ts';
import { isStructuredCommunication, normaliseStructuredCommunication } from '../numbers/structured-communication.ts';
import { living } from '../records/state.ts';
import { invalid, type Decision, type Problem } from '../refusal.ts';
import { thirdParties, type ThirdParty } from '../third-parties/third-party.ts';
import { allocated, owedOn } from './allocation.ts';
import type { CreditTransferFormat, DirectDebitFormat, Mandate, SepaFormat } from './message.ts';
import type { Payment, SepaEvent, SepaType } from './sepa-events.ts';
import { livingFiles } from './state.ts';
import { isInSepa } from './countries.ts';
import { nextBankWorkingDay } from './target-calendar.ts';

export interface RequestedPayment {
  readonly third_party_id: number;
  /** None: an order of its own, such as an advance. */
  readonly line_ids: readonly number[];
  /** Null: all that is open of the lines. */
  readonly amount: Amount | null;
  /** Null: the first of the third party. */
  readonly iban: string | null;
  /** Null: what the lines say. */
  readonly communication: string | null;
}

export interface CreateSepaFile {
  readonly type: 'CreateSepaFile';
  readonly id: number;
  readonly direction: SepaType;
  /** Null: the one that the settings name. */
  readonly format: SepaFormat | null;
  readonly journal_id: number;
  readonly execution_date: PlainDate;
  readonly batch_booking: boolean | null;
  readonly payments: readonly RequestedPayment[];
  /** Those of the lines that are in the company file. */
  readonly lines: readonly LineToLetter[];
}

const FORMAT_SETTING = {
  credit_transfer: 'sepa.credit_transfer_format',
  direct_debit: 'sepa.direct_debit_format',
} as const;
const USUAL_FORMAT = {
  credit_transfer: 'pain.001.001.09',
  direct_debit: 'pain.008.001.08',
} as const satisfies Record<SepaType, CreditTransferFormat | DirectDebitFormat>;

export function decideCreation(command: CreateSepaFile, file: CompanyFile): Decision<SepaEvent> {
  const { id, direction, execution_date } = command;
  const settings = file.identity?.settings ?? {};
  const problems: Problem[] = [];
  const journal = payingJournal(command.journal_id, file, problems);
  const format =
    command.format ?? (settings[FORMAT_SETTING[direction]] as SepaFormat | undefined) ?? USUAL_FORMAT[direction];
  if (format.startsWith('pain.001') !== (direction === 'credit_transfer'))
    problems.push({ code: 'sepa_format_contradicts', field: 'format' });
  const creditor = settings['sepa.creditor_identifier'] as string | null | undefined;
  if (direction === 'direct_debit' && !creditor)
    problems.push({
      code: 'creditor_identifier_missing',
      field: 'type',
      params: { setting: 'sepa.creditor_identifier' },
    });
  const payments = command.payments.map((_, index) => paymentAt(index, command, file, problems));
  if (problems.length > 0 || !journal) return invalid(problems);
  const made = payments as readonly Payment[];
  const { name, street, house_number, postal_code, city, country, enterprise_number, country_pack } = file.identity!;
  return [
    {
      type: 'SepaFileCreated',
      data: {
        id,
        type: direction,
        format,
        message_id: `GL-${id}`,
        journal_id: command.journal_id,
        execution_date: nextBankWorkingDay(execution_date),
        batch_booking: command.batch_booking ?? (settings['sepa.batch_booking'] as boolean | undefined) ?? true,
        control_sum: sum(made.map(({ amount }) => amount)),
        holder: {
          name,
          iban: journal.data.iban!,
          bic: journal.data.bic ?? null,
          address: { street, house_number, postal_code, city, country },
          enterprise_number,
          country_pack,
        },
        payments: made,
        ...(direction === 'direct_debit' && { creditor_identifier: creditor! }),
      },
    },
  ];
}

/** Money goes out of, or comes into, a bank account that the file knows. */
function payingJournal(id: number, file: CompanyFile, problems: Problem[]): Journal | undefined {
  const field = 'journal_id';
  const journal = living(file.records, journals, id);
  if (!journal) problems.push({ code: 'journal_unknown', field });
  else if (!journal.data.is_active) problems.push({ code: 'journal_inactive', field });
  else if (journal.data.type !== 'bank') problems.push({ code: 'journal_not_bank', field });
  else if (!journal.data.iban) problems.push({ code: 'journal_without_iban', field });
  return journal;
}

function paymentAt(index: number, command: CreateSepaFile, file: CompanyFile, problems: Problem[]): Payment | null {
  const requested = command.payments[index]!;
  const at = (code: string, name: string, params?: Problem['params']): null => {
    problems.push({ code, field: `payments.${index}.${name}`, ...(params && { params }) });
    return null;
  };
  const party = living(file.records, thirdParties, requested.third_party_id);
  if (!party) return at('third_party_unknown', 'third_party_id');
  const before = problems.length;
  if (party.data.is_payment_blocked && command.direction === 'credit_transfer')
    at('payment_blocked', 'third_party_id', { reason: party.data.payment_block_reason ?? 'none' });
  const lines = linesAt(index, command, file, problems);
  const iban = requested.iban ?? party.data.ibans[0] ?? null;
  if (iban === null) at('iban_missing', 'iban');
  else if (!isInSepa(iban)) at('iban_outside_sepa', 'iban', { country: iban.slice(0, 2) });
  const mandate = command.direction === 'direct_debit' ? activeMandate(party) : null;
  if (command.direction === 'direct_debit' && !mandate) at('mandate_missing', 'third_party_id');
  const owed = owedOn(command.direction, lines);
  const amount = requested.amount ?? owed;
  if (requested.line_ids.length === 0 && requested.amount === null) at('required', 'amount');
  else if (isZero(amount) || isNegative(amount)) at('nothing_to_pay', 'amount');
  else if (lines.length > 0 && compare(amount, owed) > 0) at('amount_above_open', 'amount', { open: owed });
  if (party.data.account_id === null) at('third_party_without_account', 'third_party_id');
  if (problems.length > before) return null;
  const { name, street, house_number, postal_code, city, country, bic } = party.data;
  return {
    third_party_id: requested.third_party_id,
    name,
    iban: iban!,
    // A BIC belongs to the account that it was given for.
    bic: requested.iban === null || requested.iban === party.data.ibans[0] ? (bic ?? null) : null,
    address: {
      street: street ?? null,
      house_number: house_number ?? null,
      postal_code: postal_code ?? null,
      city: city ?? null,
      country: country ?? null,
    },
    amount,
    communication: communicationOf(requested, lines),
    end_to_end_id: `GL-${command.id}-${index + 1}`,
    account_id: party.data.account_id!,
    lines: allocated(command.direction, lines, amount),
    ...(mandate && { mandate }),
  };
}

/** Lines of the third party that are open and in no other file; each named once in all payments. */
function linesAt(
  index: number,
  command: CreateSepaFile,
  file: CompanyFile,
  problems: Problem[],
): readonly LineToLetter[] {
  const known = new Map(command.lines.map((line) => [line.line_id, line]));
  const elsewhere = livingFiles(file.sepa);
  const named = new Set(command.payments.slice(0, index).flatMap(({ line_ids }) => line_ids));
  const { line_ids, third_party_id } = command.payments[index]!;
  return line_ids.flatMap((id, place) => {
    const line = known.get(id);
    const code = named.has(id) ? 'line_repeated' : problemOf(line, third_party_id);
    named.add(id);
    const other = elsewhere.get(id);
    const field = `payments.${index}.line_ids.${place}`;
    if (code !== null) problems.push({ code, field });
    else if (other !== undefined) problems.push({ code: 'line_in_sepa_file', field, params: { file: other } });
    return line && code === null ? [line] : [];
  });
}

function problemOf(line: LineToLetter | undefined, thirdPartyId: number): string | null {
  if (!line) return 'line_unknown';
  if (!line.isItem) return 'line_not_letterable';
  if (isZero(line.open)) return 'line_settled';
  if (line.is_disputed) return 'line_disputed';
  return line.third_party_id === thirdPartyId ? null : 'line_of_another_third_party';
}

/** The first that is in force. */
function activeMandate({ data }: ThirdParty): Mandate | null {
  const mandate = data.mandates.find(({ is_active }) => is_active);
  if (!mandate) return null;
  const { reference, signed_on, type, sequence } = mandate;
  return { reference, signed_on, type, sequence };
}

/** One invoice with a structured communication is paid with it; several are named one after another. */
function communicationOf({ communication }: RequestedPayment, lines: readonly LineToLetter[]): string {
  if (communication !== null) return normaliseStructuredCommunication(communication) ?? communication;
  const references = [...new Set(lines.flatMap((line) => line.references.slice(0, 1)))];
  const structured = lines.length === 1 ? structuredIn(lines[0]!) : null;
  return structured ?? references.join(' ');
}

export function structuredIn({ references, labels }: Pick<LineToLetter, 'references' | 'labels'>): string | null {
  for (const text of [...references, ...labels]) {
    const digits = normaliseStructuredCommunication(text);
    if (digits !== null && isStructuredCommunication(digits)) return digits;
  }
  return null;
}
