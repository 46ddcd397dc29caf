import { resource } from '../../domain/records/resource.ts';
import type { Notations } from '../records/import/columns.ts';
import { listReferences, type ImportSheet } from '../records/import/sheet.ts';

/** Columns of a file of entries, one row per line. Amounts are in human notation. */

const text = (max: number) => ({ kind: 'text', max }) as const;

/** Usual names in journals exported by other programs, besides the names of the API and the labels of the fields. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  entry: [
    ...['écriture', 'n° écriture', 'numéro d’écriture', 'ecriturenum', 'boeking', 'boekingsnummer', 'volgnummer'],
    ...['entry number', 'buchung', 'buchungsnummer', 'buchungsnr'],
  ],
  journal: ['code journal', 'journalcode', 'dagboek', 'dagboekcode', 'journal code', 'journalkürzel'],
  entry_date: [
    ...['date', 'date d’écriture', 'date comptable', 'ecrituredate', 'datum', 'boekdatum', 'boekingsdatum'],
    ...['posting date', 'buchungsdatum', 'belegdatum'],
  ],
  due_date: ['échéance', 'date d’échéance', 'vervaldag', 'vervaldatum', 'due', 'fälligkeit', 'fällig am'],
  reference: [
    ...['référence', 'pièce', 'n° de pièce', 'pieceref', 'referentie', 'stuk', 'stuknummer', 'document number'],
    ...['referenz', 'beleg', 'belegnummer'],
  ],
  account: [
    ...['compte', 'n° compte', 'n° de compte', 'numéro de compte', 'comptenum', 'rekening', 'rekeningnummer'],
    ...['account number', 'konto', 'kontonummer'],
  ],
  third_party: [
    ...['tiers', 'code tiers', 'compte auxiliaire', 'compauxnum', 'relatie', 'relatiecode', 'third party code'],
    ...['geschäftspartner', 'debitor', 'kreditor'],
  ],
  label: [
    ...['libellé', 'intitulé', 'libellé de la ligne', 'ecriturelib', 'omschrijving', 'description'],
    ...['bezeichnung', 'buchungstext', 'text'],
  ],
  debit: ['débit', 'debet', 'soll'],
  credit: ['crédit', 'haben'],
  vat_code: ['code tva', 'btw-code', 'mwst-code', 'steuercode'],
  tax_base: ['base tva', 'base d’imposition', 'maatstaf', 'maatstaf van heffing', 'bemessungsgrundlage'],
  currency: ['devise', 'idevise', 'munt', 'valuta', 'currency code', 'währung'],
  currency_amount: ['montant en devise', 'montantdevise', 'bedrag in munt', 'amount in currency', 'betrag in währung'],
  exchange_rate: ['cours', 'taux de change', 'koers', 'wisselkoers', 'kurs', 'wechselkurs'],
  analytic_codes: [
    ...['analytique', 'section analytique', 'code analytique', 'analytische code', 'kostenplaats'],
    ...['analytic code', 'kostenstelle', 'analytischer code'],
  ],
};

export const entryRows = resource({
  name: 'entries',
  columnNames: NAMES,
  fields: {
    entry: text(40),
    journal_id: { kind: 'reference', to: 'journals' },
    entry_date: { kind: 'date' },
    due_date: { kind: 'date' },
    reference: text(100),
    entry_label: text(200),
    account_id: { kind: 'reference', to: 'accounts' },
    third_party_id: { kind: 'reference', to: 'third-parties' },
    label: text(200),
    debit: text(40),
    credit: text(40),
    vat_code: text(20),
    tax_base: text(40),
    currency: text(3),
    currency_amount: text(40),
    exchange_rate: text(40),
    analytic_codes: text(500),
  },
  unique: [],
});

export const ENTRY_NOTATIONS = {
  debit: 'amount',
  credit: 'amount',
  tax_base: 'amount',
  currency_amount: 'amount',
  exchange_rate: 'amount',
} as const satisfies Notations;

export const entrySheet: ImportSheet = {
  name: 'entries',
  title: 'entries',
  resource: entryRows,
  columns: [
    ...['entry', 'journal', 'entry_date', 'due_date', 'reference', 'entry_label', 'account', 'third_party', 'label'],
    ...['debit', 'credit', 'vat_code', 'tax_base', 'currency', 'currency_amount', 'exchange_rate', 'analytic_codes'],
  ],
  required: ['journal', 'entry_date', 'account', 'debit', 'credit'],
  notations: ENTRY_NOTATIONS,
  lists: { ...listReferences(entryRows), vat_code: 'vat_codes' },
  help: {
    entry: 'entry',
    journal: 'entry_head',
    entry_date: 'entry_head',
    due_date: 'entry_head',
    reference: 'entry_head',
    entry_label: 'entry_head',
    debit: 'sides',
    credit: 'sides',
    tax_base: 'tax_base',
    currency: 'currency',
    currency_amount: 'currency_amount',
    exchange_rate: 'exchange_rate',
    analytic_codes: 'analytic_codes',
  },
};
