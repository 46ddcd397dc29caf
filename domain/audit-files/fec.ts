import type { PlainDate } from '../dates.ts';
import type { Layer } from '../ledger/entry-events.ts';
import { divide, isNegative, isZero, multiply, round, subtract, type Amount } from '../money.ts';
import {
  normaliseFrenchEnterpriseNumber,
  normaliseFrenchVatNumber,
  normaliseSiren,
} from '../numbers/french-numbers.ts';

/**
 * Accounting entries file required by the French tax authority (fichier des écritures comptables, article A47 A-1 of the
 * livre des procédures fiscales): flat, one record per entry line, 18 fields in a fixed order.
 */
export const FEC_COLUMNS = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const;

/** The law excludes entries that zero income and expenses; opening entries come first. */
export const FEC_LAYERS = ['movement', 'opening', 'carried', 'awaiting'] as const satisfies readonly Layer[];

export interface FecLine {
  readonly journal: { readonly code: string; readonly label: string };
  readonly number: number;
  readonly entry_date: PlainDate;
  readonly account: { readonly number: string; readonly label: string };
  readonly third_party: { readonly code: string; readonly name: string } | null;
  /** Name of the entry, used when it has no document reference. */
  readonly called: string;
  readonly reference: string | null;
  readonly document_date: PlainDate | null;
  readonly label: string | null;
  readonly debit: Amount;
  readonly credit: Amount;
  /** Code of the group of lines that settle one another, its date, and the part of the line that it settles. */
  readonly lettering: {
    readonly code: string;
    readonly settled_on: PlainDate;
    readonly settled: Amount;
    /** Absent or null: in proportion. */
    readonly currency_settled?: Amount | null;
  } | null;
  /** Amount in another currency, without sign: debit or credit shows its side. Null if it is in euros. */
  readonly currency: { readonly code: string; readonly amount: Amount } | null;
  /** Day it was recorded, from which it could no longer be changed. */
  readonly recorded_on: PlainDate;
}

const SEPARATOR = '\t';
export const FEC_RECORD_END = '\r\n';

export const buildFecHeader = (): string => FEC_COLUMNS.join(SEPARATOR) + FEC_RECORD_END;

/**
 * A line that is settled in part is written as two records: the settled part with its code, and the open part without
 * one. So every code balances, and the open items can be read from the file.
 */
export function buildFecRecords(line: FecLine): string {
  const { lettering, debit, credit } = line;
  const whole = isZero(debit) ? credit : debit;
  if (!lettering || lettering.settled === whole) return buildFecRecord(line);
  const { currency } = line;
  const { settled, currency_settled: foreignSettled } = lettering;
  const foreign =
    currency && (foreignSettled ? { ...currency, amount: foreignSettled } : scaleCurrency(currency, settled, whole));
  const rest = currency && foreign && { ...currency, amount: subtract(currency.amount, foreign.amount) };
  const buildPart = (amount: Amount, part: Pick<FecLine, 'lettering' | 'currency'>): string =>
    buildFecRecord({
      ...line,
      ...part,
      debit: isZero(debit) ? debit : amount,
      credit: isZero(debit) ? amount : credit,
    });
  return (
    buildPart(settled, { lettering, currency: foreign }) +
    buildPart(subtract(whole, settled), { lettering: null, currency: rest })
  );
}

/** The amount in currency of a part of a line. */
export const scaleCurrency = (
  { code, amount }: NonNullable<FecLine['currency']>,
  part: Amount,
  whole: Amount,
): NonNullable<FecLine['currency']> => ({
  code,
  amount: part === whole ? amount : round(divide(multiply(amount, part), whole, 10)),
});

export function buildFecRecord(line: FecLine): string {
  const reference = cleanText(line.reference) || cleanText(line.called);
  const { third_party: party, lettering } = line;
  return (
    [
      cleanText(line.journal.code),
      cleanText(line.journal.label) || cleanText(line.journal.code),
      String(line.number),
      formatDay(line.entry_date),
      cleanText(line.account.number),
      cleanText(line.account.label) || cleanText(line.account.number),
      party ? cleanText(party.code) : '',
      party ? cleanText(party.name) || cleanText(party.code) : '',
      reference,
      formatDay(line.document_date ?? line.entry_date),
      cleanText(line.label) || reference,
      formatFecAmount(line.debit),
      formatFecAmount(line.credit),
      lettering ? cleanText(lettering.code) : '',
      lettering ? formatDay(lettering.settled_on) : '',
      formatDay(line.recorded_on),
      line.currency ? formatFecAmount(line.currency.amount) : '',
      line.currency ? cleanText(line.currency.code) : '',
    ].join(SEPARATOR) + FEC_RECORD_END
  );
}

/** Field and record separators are not allowed inside a field, and the format has no quoting. */
const cleanText = (text: string | null): string =>
  text === null ? '' : SEPARATES.test(text) ? text.replace(/[\p{Cc}|\u2028\u2029]+/gu, ' ').trim() : text.trim();

/** Hardly any text contains one: testing is cheaper than replacing. */
const SEPARATES = /[\p{Cc}|\u2028\u2029]/u;

const formatDay = (date: PlainDate): string => date.slice(0, 4) + date.slice(5, 7) + date.slice(8, 10);

function formatFecAmount(value: Amount): string {
  if (isNegative(value)) throw new Error('An entry line cannot have a negative amount');
  return value.replace('.', ',');
}

/** `123456789FEC20261231.txt` */
export const buildFecFileName = (siren: string, endsOn: PlainDate): string => `${siren}FEC${formatDay(endsOn)}`;

/** The nine digits that identify the company to the authority; null if the company file does not contain them. */
export function findSiren(company: {
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
}): string | null {
  const { enterprise_number: enterprise, vat_number: vat } = company;
  const fromEnterprise = enterprise === null ? null : normaliseFrenchEnterpriseNumber(enterprise);
  if (fromEnterprise !== null) return fromEnterprise;
  const number = vat === null ? null : normaliseFrenchVatNumber(vat);
  // Numbers from Monaco contain no SIREN.
  return number === null ? null : normaliseSiren(number.slice(-9));
}
