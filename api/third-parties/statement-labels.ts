import type { Labels, Language } from '../../domain/language.ts';

/** Labels of a statement of account. */
const LABELS = {
  title: {
    fr: 'Relevé de compte',
    nl: 'Rekeningoverzicht',
    en: 'Statement of account',
    de: 'Kontoauszug',
  },
  enterprise_number: { fr: 'N° d’entreprise', nl: 'Ondernemingsnr.', en: 'Enterprise no.', de: 'Unternehmensnr.' },
  rpm_district: { fr: 'RPM', nl: 'RPR', en: 'Register of legal entities', de: 'RJP' },
  vat_number: { fr: 'N° de TVA', nl: 'Btw-nr.', en: 'VAT no.', de: 'MwSt.-Nr.' },
  customer_code: { fr: 'Code client', nl: 'Klantnummer', en: 'Customer code', de: 'Kundennummer' },
  supplier_code: { fr: 'Code fournisseur', nl: 'Leveranciersnummer', en: 'Supplier code', de: 'Lieferantennummer' },
  period: { fr: 'Période', nl: 'Periode', en: 'Period', de: 'Zeitraum' },
  until: { fr: 'Jusqu’au {to}', nl: 'Tot en met {to}', en: 'Up to {to}', de: 'Bis {to}' },
  overdue: { fr: 'Échu au {date}', nl: 'Vervallen op {date}', en: 'Overdue at {date}', de: 'Überfällig am {date}' },
  balance_on: { fr: 'Solde au {date}', nl: 'Saldo op {date}', en: 'Balance at {date}', de: 'Saldo am {date}' },
  in_our_favour: { fr: 'en notre faveur', nl: 'in ons voordeel', en: 'in our favour', de: 'zu unseren Gunsten' },
  in_your_favour: { fr: 'en votre faveur', nl: 'in uw voordeel', en: 'in your favour', de: 'zu Ihren Gunsten' },
  movements: { fr: 'Mouvements', nl: 'Verrichtingen', en: 'Movements', de: 'Bewegungen' },
  open_items: { fr: 'Postes ouverts', nl: 'Openstaande posten', en: 'Open items', de: 'Offene Posten' },
  no_open_items: {
    fr: 'Aucun poste ouvert.',
    nl: 'Geen openstaande posten.',
    en: 'No open items.',
    de: 'Keine offenen Posten.',
  },
  ageing: {
    fr: 'Ancienneté des postes',
    nl: 'Ouderdom van de posten',
    en: 'Ageing of the items',
    de: 'Altersstruktur der Posten',
  },
  on: { fr: 'au {date}', nl: 'op {date}', en: 'at {date}', de: 'am {date}' },
  date: { fr: 'Date', nl: 'Datum', en: 'Date', de: 'Datum' },
  due_date: { fr: 'Échéance', nl: 'Vervaldag', en: 'Due date', de: 'Fälligkeit' },
  document: { fr: 'Pièce', nl: 'Stuk', en: 'Document', de: 'Beleg' },
  reference: { fr: 'Référence', nl: 'Referentie', en: 'Reference', de: 'Referenz' },
  description: { fr: 'Libellé', nl: 'Omschrijving', en: 'Description', de: 'Buchungstext' },
  debit: { fr: 'Débit', nl: 'Debet', en: 'Debit', de: 'Soll' },
  credit: { fr: 'Crédit', nl: 'Credit', en: 'Credit', de: 'Haben' },
  balance: { fr: 'Solde', nl: 'Saldo', en: 'Balance', de: 'Saldo' },
  days_late: { fr: 'Jours de retard', nl: 'Dagen te laat', en: 'Days late', de: 'Tage Verzug' },
  amount: { fr: 'Montant', nl: 'Bedrag', en: 'Amount', de: 'Betrag' },
  total: { fr: 'Total', nl: 'Totaal', en: 'Total', de: 'Gesamt' },
  opening_balance: { fr: 'Solde reporté', nl: 'Beginsaldo', en: 'Opening balance', de: 'Saldovortrag' },
  closing_balance: {
    fr: 'Totaux et solde final',
    nl: 'Totalen en eindsaldo',
    en: 'Totals and closing balance',
    de: 'Summen und Endsaldo',
  },
  not_due: { fr: 'Non échu', nl: 'Niet vervallen', en: 'Not due', de: 'Nicht fällig' },
  days_1_30: { fr: '1–30 jours', nl: '1–30 dagen', en: '1–30 days', de: '1–30 Tage' },
  days_31_60: { fr: '31–60 jours', nl: '31–60 dagen', en: '31–60 days', de: '31–60 Tage' },
  days_61_90: { fr: '61–90 jours', nl: '61–90 dagen', en: '61–90 days', de: '61–90 Tage' },
  days_over_90: { fr: '> 90 jours', nl: '> 90 dagen', en: '> 90 days', de: '> 90 Tage' },
} as const satisfies Readonly<Record<string, Labels>>;

export type StatementWord = keyof typeof LABELS;

/** Returns the labels of a statement in one language; placeholders in braces are filled in. */
export function createStatementLabels(
  language: Language,
): (word: StatementWord, values?: Readonly<Record<string, string>>) => string {
  return (word, values = {}) => LABELS[word][language].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
