import type { PlainDate } from '../dates.ts';
import type { Layer } from '../ledger/entry-events.ts';
import { isNegative, type Amount } from '../money.ts';
import {
  normaliseFrenchEnterpriseNumber,
  normaliseFrenchVatNumber,
  normaliseSiren,
} from '../numbers/french-numbers.ts';

/**
 * The file of entries that the French tax authority asks for (fichier des écritures comptables, article A47 A-1 of the livre
 * des procédures fiscales): flat, one line of an entry a record, 18 fields in a fixed order.
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

/** Entries that set income and expenses to zero are left out by law; what opens the year comes first. */
export const FEC_LAYERS = ['movement', 'opening', 'carried', 'awaiting'] as const satisfies readonly Layer[];

export interface FecLine {
  readonly journal: { readonly code: string; readonly label: string };
  readonly number: number;
  readonly entry_date: PlainDate;
  readonly account: { readonly number: string; readonly label: string };
  readonly third_party: { readonly code: string; readonly name: string } | null;
  /** What the entry is called where no document is named. */
  readonly called: string;
  readonly reference: string | null;
  readonly document_date: PlainDate | null;
  readonly label: string | null;
  readonly debit: Amount;
  readonly credit: Amount;
  readonly lettering: { readonly code: string; readonly settled_on: PlainDate } | null;
  /** The day from which it could not be changed any more: that of its recording. */
  readonly recorded_on: PlainDate;
}

const SEPARATOR = '\t';
export const FEC_RECORD_END = '\r\n';

export const fecHeader = (): string => FEC_COLUMNS.join(SEPARATOR) + FEC_RECORD_END;

export function fecRecord(line: FecLine): string {
  const reference = written(line.reference) || written(line.called);
  const { third_party: party, lettering } = line;
  return (
    [
      written(line.journal.code),
      written(line.journal.label) || written(line.journal.code),
      String(line.number),
      day(line.entry_date),
      written(line.account.number),
      written(line.account.label) || written(line.account.number),
      party ? written(party.code) : '',
      party ? written(party.name) || written(party.code) : '',
      reference,
      day(line.document_date ?? line.entry_date),
      written(line.label) || reference,
      amount(line.debit),
      amount(line.credit),
      lettering ? written(lettering.code) : '',
      lettering ? day(lettering.settled_on) : '',
      day(line.recorded_on),
      '',
      '',
    ].join(SEPARATOR) + FEC_RECORD_END
  );
}

/** Separators of fields and records have no place inside a field, and there is no way to quote them. */
const written = (text: string | null): string =>
  text === null ? '' : SEPARATES.test(text) ? text.replace(/[\p{Cc}|\u2028\u2029]+/gu, ' ').trim() : text.trim();

/** Nearly no text has any: to look is cheaper than to replace. */
const SEPARATES = /[\p{Cc}|\u2028\u2029]/u;

const day = (date: PlainDate): string => date.slice(0, 4) + date.slice(5, 7) + date.slice(8, 10);

function amount(value: Amount): string {
  if (isNegative(value)) throw new Error('A line of an entry has no negative amount');
  return value.replace('.', ',');
}

/** `123456789FEC20261231.txt` */
export const fecFileName = (siren: string, endsOn: PlainDate): string => `${siren}FEC${day(endsOn)}`;

/** The nine digits by which the authority knows the company; null where its file does not tell them. */
export function sirenOf(company: {
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
}): string | null {
  const { enterprise_number: enterprise, vat_number: vat } = company;
  const fromEnterprise = enterprise === null ? null : normaliseFrenchEnterpriseNumber(enterprise);
  if (fromEnterprise !== null) return fromEnterprise;
  const number = vat === null ? null : normaliseFrenchVatNumber(vat);
  // Numbers of Monaco have no SIREN in them.
  return number === null ? null : normaliseSiren(number.slice(-9));
}
