import { accounts } from '../accounts/account.ts';
import { FEC_COLUMNS } from '../audit-files/fec.ts';
import { toSearchable } from '../text.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { parseDay } from './values.ts';

/** Detects the columns of a file from the names in its first record. */

export const ENTRY_FIELDS = [
  'journal',
  'journal_label',
  'number',
  'date',
  'account',
  'account_label',
  'party',
  'party_name',
  'reference',
  'due_date',
  'label',
  'debit',
  'credit',
  'amount',
  'side',
  'letter',
  'currency',
  'currency_amount',
] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];

/** Columns of the FEC. Some variants have `Montant` and `Sens` instead of `Debit` and `Credit`. */
const FEC_FIELDS: Readonly<Record<string, EntryField>> = {
  JournalCode: 'journal',
  JournalLib: 'journal_label',
  EcritureNum: 'number',
  EcritureDate: 'date',
  CompteNum: 'account',
  CompteLib: 'account_label',
  CompAuxNum: 'party',
  CompAuxLib: 'party_name',
  PieceRef: 'reference',
  EcritureLib: 'label',
  Debit: 'debit',
  Credit: 'credit',
  Montant: 'amount',
  Sens: 'side',
  EcritureLet: 'letter',
  Idevise: 'currency',
  Montantdevise: 'currency_amount',
};

/** Usual column names for entries in French, Dutch, English and German. */
const ENTRY_COLUMNS: Readonly<Record<EntryField, readonly string[]>> = {
  journal: ['journal', 'code journal', 'journal code', 'dagboek', 'dagboekcode', 'journalcode'],
  journal_label: ['libellé journal', 'nom du journal', 'journal label', 'journal name', 'naam dagboek', 'journalname'],
  number: [
    'numéro',
    'n° écriture',
    'numéro d’écriture',
    'écriture',
    'entry',
    'entry number',
    'number',
    'boeking',
    'boekingsnummer',
    'stuknummer',
    'buchung',
    'buchungsnummer',
    'belegnummer',
  ],
  date: ['date', 'date écriture', 'entry date', 'entry_date', 'datum', 'boekingsdatum', 'buchungsdatum'],
  account: [
    'compte',
    'n° compte',
    'numéro de compte',
    'account',
    'account number',
    'rekening',
    'rekeningnummer',
    'konto',
    'kontonummer',
  ],
  account_label: ['libellé compte', 'intitulé', 'account label', 'account name', 'naam rekening', 'kontobezeichnung'],
  party: [
    'tiers',
    'compte auxiliaire',
    'auxiliaire',
    'third party',
    'third_party',
    'derde',
    'relatie',
    'dritte',
    'partner',
  ],
  party_name: ['nom du tiers', 'nom tiers', 'third party name', 'naam derde', 'naam relatie', 'name des dritten'],
  reference: ['pièce', 'référence', 'n° pièce', 'reference', 'document', 'referentie', 'stuk', 'referenz', 'beleg'],
  due_date: ['échéance', 'date échéance', 'date d’échéance', 'due date', 'due_date', 'vervaldatum', 'fälligkeit'],
  label: ['libellé', 'description', 'label', 'omschrijving', 'buchungstext', 'bezeichnung', 'text'],
  debit: ['débit', 'debit', 'debet', 'soll'],
  credit: ['crédit', 'credit', 'haben'],
  amount: ['montant', 'amount', 'bedrag', 'betrag'],
  side: ['sens', 'side', 'd/c', 's/h', 'zijde', 'seite'],
  letter: ['lettrage', 'lettre', 'lettering', 'afpunting', 'afletteren', 'ausgleich'],
  currency: ['devise', 'monnaie', 'currency', 'currency code', 'munt', 'valuta', 'währung', 'idevise'],
  currency_amount: [
    'montant devise',
    'montant en devise',
    'currency amount',
    'amount in currency',
    'bedrag in munt',
    'bedrag in valuta',
    'valutabedrag',
    'währungsbetrag',
    'betrag in währung',
  ],
};

export type FileKind = 'fec' | 'entries' | 'accounts' | 'third_parties';

export interface FileColumns<Field extends string = string> {
  readonly kind: FileKind;
  /** Position of each field in a record, and its name in the file. */
  readonly at: Readonly<Partial<Record<Field, { readonly index: number; readonly name: string }>>>;
  /** False: the first record already contains data. */
  readonly hasHeader: boolean;
}

const compactName = (name: string): string => toSearchable(name).replace(/[^a-z0-9/°]+/g, '');

/** Maps each name to its field, ignoring accents, spaces and case. */
function indexNames(columns: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [field, called] of Object.entries(columns))
    for (const name of [field, ...called]) if (!names.has(compactName(name))) names.set(compactName(name), field);
  return names;
}

const FEC_NAMES = indexNames(
  Object.fromEntries(
    ENTRY_FIELDS.map((field) => [field, Object.keys(FEC_FIELDS).filter((one) => FEC_FIELDS[one] === field)]),
  ),
);
const ENTRY_NAMES = indexNames(ENTRY_COLUMNS);
const RECORD_NAMES = {
  accounts: indexNames(accounts.columnNames ?? {}),
  third_parties: indexNames(thirdParties.columnNames ?? {}),
};

/** Null if the kind is unknown. */
export function detectColumns(first: readonly string[]): FileColumns | null {
  const fec = locateColumns(first, FEC_NAMES);
  if (first.some((name) => /^(ecriturenum|comptenum)$/i.test(name))) return { kind: 'fec', at: fec, hasHeader: true };
  if (first.length >= FEC_COLUMNS.length && parseDay(first[3] ?? '') !== null)
    return { kind: 'fec', at: locateColumns(FEC_COLUMNS, FEC_NAMES), hasHeader: false };
  const entries = locateColumns(first, ENTRY_NAMES);
  if (entries['account'] && entries['date'] && (entries['debit'] ?? entries['amount']))
    return { kind: 'entries', at: entries, hasHeader: true };
  const parties = locateColumns(first, RECORD_NAMES.third_parties);
  const chart = locateColumns(first, RECORD_NAMES.accounts);
  if (chart['number'] && chart['label'] && !parties['vat_number'] && !parties['code'])
    return { kind: 'accounts', at: chart, hasHeader: true };
  return parties['name'] && parties['code'] ? { kind: 'third_parties', at: parties, hasHeader: true } : null;
}

function locateColumns(
  names: readonly string[],
  known: ReadonlyMap<string, string>,
): Record<string, { index: number; name: string }> {
  const at: Record<string, { index: number; name: string }> = {};
  for (const [index, name] of names.entries()) {
    const field = known.get(compactName(name));
    if (field !== undefined) at[field] ??= { index, name };
  }
  return at;
}

/** Mandatory columns that are missing. */
export function findMissingColumns({ kind, at }: FileColumns): readonly string[] {
  if (kind !== 'fec' && kind !== 'entries') return [];
  const needed: readonly EntryField[] = ['journal', 'number', 'date', 'account'];
  const missing: string[] = needed.filter((field) => !at[field]);
  const hasAmounts = (at['debit'] && at['credit']) ?? at['amount'];
  return hasAmounts ? missing : [...missing, 'debit', 'credit'];
}
