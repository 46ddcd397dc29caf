import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journals, type Journal } from '../journals/journal.ts';
import type { LineToLetter } from '../lettering/lettering.ts';
import type { OpenLine } from '../lettering/open-line.ts';
import { compare, isNegative, isZero, sum, ZERO, type Amount } from '../money.ts';
import { isStructuredCommunication, normaliseStructuredCommunication } from '../numbers/structured-communication.ts';
import { findLiveRecord } from '../records/state.ts';
import { refuseInvalid, collectValue, NO_PROBLEMS, type Checked, type Decision, type Problem } from '../refusal.ts';
import { thirdParties, type ThirdParty } from '../third-parties/third-party.ts';
import { allocatePayment, computeOwedAmount } from './allocation.ts';
import type { CreditTransferFormat, DirectDebitFormat, Mandate, SepaFormat } from './message.ts';
import type { Payment, SepaEvent, SepaType } from './sepa-events.ts';
import { mapLinesToActiveFiles } from './state.ts';
import { isInSepa } from './countries.ts';
import { findNextBankWorkingDay } from './target-calendar.ts';

/** Orders of SEPA are in euros only. */
export const SEPA_CURRENCY = 'EUR';

export interface RequestedPayment {
  readonly third_party_id: number;
  /** Empty: a separate order, such as an advance. */
  readonly line_ids: readonly number[];
  /** Null: the whole open amount of the lines. */
  readonly amount: Amount | null;
  /** Null: the first IBAN of the third party. */
  readonly iban: string | null;
  /** Null: derived from the lines. */
  readonly communication: string | null;
}

export interface CreateSepaFile {
  readonly type: 'CreateSepaFile';
  readonly id: number;
  readonly direction: SepaType;
  /** Null: the one from the settings. */
  readonly format: SepaFormat | null;
  readonly journal_id: number;
  readonly execution_date: PlainDate;
  /** The execution date is not before this day. */
  readonly today: PlainDate;
  readonly batch_booking: boolean | null;
  readonly payments: readonly RequestedPayment[];
  /** The requested lines that exist in the company file. */
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
  const settings = file.identity.settings;
  const { value: journal, problems: ofJournal } = resolvePayingJournal(command.journal_id, file);
  const problems = [...ofJournal];
  if (execution_date < command.today) problems.push({ code: 'execution_date_past', field: 'execution_date' });
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
  const payments = command.payments.map((_, index) => collectValue(buildPayment(index, command, file), problems));
  if (problems.length > 0 || !journal) return refuseInvalid(problems);
  const made = payments as readonly Payment[];
  const { name, street, house_number, postal_code, city, country, enterprise_number, country_pack } = file.identity;
  return [
    {
      type: 'SepaFileCreated',
      data: {
        id,
        type: direction,
        format,
        message_id: `GL-${id}`,
        journal_id: command.journal_id,
        execution_date: findNextBankWorkingDay(execution_date),
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

/** The money leaves or enters a known bank account. */
function resolvePayingJournal(id: number, file: CompanyFile): Checked<Journal | undefined> {
  const journal = findLiveRecord(file.records, journals, id);
  const code = findJournalProblem(journal);
  if (code !== null) return { value: journal, problems: [{ code, field: 'journal_id' }] };
  const currency = journal?.data.currency ?? file.identity.currency;
  return {
    value: journal,
    problems:
      currency === SEPA_CURRENCY
        ? NO_PROBLEMS
        : [{ code: 'journal_not_in_eur', field: 'journal_id', params: { currency } }],
  };
}

function findJournalProblem(journal: Journal | undefined): string | null {
  if (!journal) return 'journal_unknown';
  if (!journal.data.is_active) return 'journal_inactive';
  if (journal.data.type !== 'bank') return 'journal_not_bank';
  return journal.data.iban ? null : 'journal_without_iban';
}

function buildPayment(index: number, command: CreateSepaFile, file: CompanyFile): Checked<Payment | null> {
  const requested = command.payments[index]!;
  const problems: Problem[] = [];
  const reportProblem = (code: string, name: string, params?: Problem['params']): void =>
    void problems.push({ code, field: `payments.${index}.${name}`, ...(params && { params }) });
  const party = findLiveRecord(file.records, thirdParties, requested.third_party_id);
  if (!party) {
    reportProblem('third_party_unknown', 'third_party_id');
    return { value: null, problems };
  }
  if (party.data.is_payment_blocked && command.direction === 'credit_transfer')
    reportProblem('payment_blocked', 'third_party_id', { reason: party.data.payment_block_reason ?? 'none' });
  const lines = collectValue(resolveLines(index, command, file), problems);
  const iban = requested.iban ?? party.data.ibans[0] ?? null;
  if (iban === null) reportProblem('iban_missing', 'iban');
  else if (!isInSepa(iban)) reportProblem('iban_outside_sepa', 'iban', { country: iban.slice(0, 2) });
  const mandate = command.direction === 'direct_debit' ? findActiveMandate(party) : null;
  if (command.direction === 'direct_debit' && !mandate) reportProblem('mandate_missing', 'third_party_id');
  const owed = computeOwedAmount(command.direction, lines);
  const amount = requested.amount ?? owed;
  if (requested.line_ids.length === 0 && requested.amount === null) reportProblem('required', 'amount');
  else if (isZero(amount) || isNegative(amount)) reportProblem('nothing_to_pay', 'amount');
  else if (lines.length > 0 && compare(amount, owed) > 0) reportProblem('amount_above_open', 'amount', { open: owed });
  if (party.data.account_id === null) reportProblem('third_party_without_account', 'third_party_id');
  if (problems.length > 0) return { value: null, problems };
  const { name, street, house_number, postal_code, city, country, bic } = party.data;
  const payment = {
    third_party_id: requested.third_party_id,
    name,
    iban: iban!,
    // A BIC belongs to the account for which it was given.
    bic: requested.iban === null || requested.iban === party.data.ibans[0] ? (bic ?? null) : null,
    address: {
      street: street ?? null,
      house_number: house_number ?? null,
      postal_code: postal_code ?? null,
      city: city ?? null,
      country: country ?? null,
    },
    amount,
    communication: buildCommunication(requested, lines),
    end_to_end_id: `GL-${command.id}-${index + 1}`,
    account_id: party.data.account_id!,
    lines: allocatePayment(command.direction, lines, amount),
    ...(mandate && { mandate }),
  };
  return { value: payment, problems };
}

/** Lines of the third party that are open and in no other file. Each may occur only once in all payments. */
function resolveLines(index: number, command: CreateSepaFile, file: CompanyFile): Checked<readonly LineToLetter[]> {
  const problems: Problem[] = [];
  const known = new Map(command.lines.map((line) => [line.line_id, toSepaLine(line, file.identity.currency)]));
  const elsewhere = mapLinesToActiveFiles(file.sepa);
  const named = new Set(command.payments.slice(0, index).flatMap(({ line_ids }) => line_ids));
  const { line_ids, third_party_id } = command.payments[index]!;
  const lines = line_ids.flatMap((id, place) => {
    const line = known.get(id);
    const code = named.has(id) ? 'line_repeated' : findLineProblem(line, third_party_id);
    named.add(id);
    const other = elsewhere.get(id);
    const field = `payments.${index}.line_ids.${place}`;
    if (code !== null) problems.push({ code, field });
    else if (!isInEuro(line!)) problems.push(buildNotInEuro(line!, field));
    else if (other !== undefined) problems.push({ code: 'line_in_sepa_file', field, params: { file: other } });
    return line && code === null ? [line] : [];
  });
  return { value: lines, problems };
}

/** In a file that is kept in another currency, items in euros are open by their amount in euros. */
export function toSepaLine<Line extends OpenLine>(line: Line, bookCurrency: string): Line {
  if (bookCurrency === SEPA_CURRENCY) return line;
  if (line.currency !== SEPA_CURRENCY) return { ...line, currency: line.currency ?? bookCurrency };
  const { currency: _currency, currency_open = ZERO, ...rest } = line;
  return { ...rest, open: currency_open } as Line;
}

export const isInEuro = ({ currency }: Pick<LineToLetter, 'currency'>): boolean => !currency;

export const buildNotInEuro = (
  { currency, references }: Pick<LineToLetter, 'currency' | 'references'>,
  field?: string,
): Problem => ({
  code: 'line_not_in_eur',
  ...(field !== undefined && { field }),
  params: { currency: currency ?? '', reference: references[0] ?? '' },
});

function findLineProblem(line: LineToLetter | undefined, thirdPartyId: number): string | null {
  if (!line) return 'line_unknown';
  if (!line.isItem) return 'line_not_letterable';
  if (isZero(line.open)) return 'line_settled';
  if (line.is_disputed) return 'line_disputed';
  return line.third_party_id === thirdPartyId ? null : 'line_of_another_third_party';
}

/** The first mandate in force. */
function findActiveMandate({ data }: ThirdParty): Mandate | null {
  const mandate = data.mandates.find(({ is_active }) => is_active);
  if (!mandate) return null;
  const { reference, signed_on, type, sequence } = mandate;
  return { reference, signed_on, type, sequence };
}

/** A single invoice is paid with its structured communication. Several are listed by reference. */
function buildCommunication({ communication }: RequestedPayment, lines: readonly LineToLetter[]): string {
  if (communication !== null) return normaliseStructuredCommunication(communication) ?? communication;
  const references = [...new Set(lines.flatMap((line) => line.references.slice(0, 1)))];
  const structured = lines.length === 1 ? findStructuredCommunication(lines[0]!) : null;
  return structured ?? references.join(' ');
}

export function findStructuredCommunication({
  references,
  labels,
}: Pick<LineToLetter, 'references' | 'labels'>): string | null {
  for (const text of [...references, ...labels]) {
    const digits = normaliseStructuredCommunication(text);
    if (digits !== null && isStructuredCommunication(digits)) return digits;
  }
  return null;
}
