import type { VatKind } from '../../domain/country-packs/pack.ts';
import type { Labels, Language } from '../../domain/language.ts';

/** Labels of a printed invoice or credit note. */
const LABELS = {
  invoice: { fr: 'Facture', nl: 'Factuur', en: 'Invoice', de: 'Rechnung' },
  credit_note: { fr: 'Note de crédit', nl: 'Creditnota', en: 'Credit note', de: 'Gutschrift' },
  date: { fr: 'Date', nl: 'Datum', en: 'Date', de: 'Datum' },
  due_date: { fr: 'Échéance', nl: 'Vervaldag', en: 'Due date', de: 'Fällig am' },
  customer_code: { fr: 'Code client', nl: 'Klantnummer', en: 'Customer code', de: 'Kundennummer' },
  to_pay: { fr: 'À payer', nl: 'Te betalen', en: 'To pay', de: 'Zu zahlen' },
  credited: { fr: 'Montant crédité', nl: 'Gecrediteerd bedrag', en: 'Amount credited', de: 'Gutgeschriebener Betrag' },
  lines: { fr: 'Détail', nl: 'Detail', en: 'Details', de: 'Positionen' },
  description: { fr: 'Description', nl: 'Omschrijving', en: 'Description', de: 'Bezeichnung' },
  quantity: { fr: 'Quantité', nl: 'Aantal', en: 'Quantity', de: 'Menge' },
  unit_price: { fr: 'Prix unitaire', nl: 'Eenheidsprijs', en: 'Unit price', de: 'Einzelpreis' },
  vat: { fr: 'TVA', nl: 'Btw', en: 'VAT', de: 'MwSt.' },
  amount: { fr: 'Montant HTVA', nl: 'Bedrag excl. btw', en: 'Amount excl. VAT', de: 'Betrag ohne MwSt.' },
  breakdown: { fr: 'Récapitulatif', nl: 'Overzicht', en: 'Summary', de: 'Zusammenfassung' },
  rate: { fr: 'Taux de TVA', nl: 'Btw-tarief', en: 'VAT rate', de: 'MwSt.-Satz' },
  base: { fr: 'Base', nl: 'Maatstaf', en: 'Base', de: 'Bemessungsgrundlage' },
  gross: { fr: 'Montant TVAC', nl: 'Bedrag incl. btw', en: 'Amount incl. VAT', de: 'Betrag inkl. MwSt.' },
  total: { fr: 'Total', nl: 'Totaal', en: 'Total', de: 'Gesamt' },
  payment: { fr: 'Paiement', nl: 'Betaling', en: 'Payment', de: 'Zahlung' },
  beneficiary: { fr: 'Bénéficiaire', nl: 'Begunstigde', en: 'Payee', de: 'Empfänger' },
  iban: { fr: 'IBAN', nl: 'IBAN', en: 'IBAN', de: 'IBAN' },
  bic: { fr: 'BIC', nl: 'BIC', en: 'BIC', de: 'BIC' },
  communication: { fr: 'Communication', nl: 'Mededeling', en: 'Reference', de: 'Mitteilung' },
  scan: {
    fr: 'Payez en scannant ce code avec l’application de votre banque.',
    nl: 'Betaal door deze code te scannen met de app van uw bank.',
    en: 'Pay by scanning this code with your banking app.',
    de: 'Bezahlen Sie, indem Sie diesen Code mit der App Ihrer Bank scannen.',
  },
  reverse_charge: {
    fr: 'Autoliquidation',
    nl: 'Btw verlegd',
    en: 'Reverse charge',
    de: 'Steuerschuldnerschaft des Leistungsempfängers',
  },
  intracom_goods: {
    fr: 'Livraison intracommunautaire exonérée',
    nl: 'Vrijgestelde intracommunautaire levering',
    en: 'Exempt intra-Community supply',
    de: 'Steuerfreie innergemeinschaftliche Lieferung',
  },
  export: { fr: 'Exportation exonérée', nl: 'Vrijgestelde uitvoer', en: 'Exempt export', de: 'Steuerfreie Ausfuhr' },
  exempt: { fr: 'Exonéré de TVA', nl: 'Vrijgesteld van btw', en: 'Exempt from VAT', de: 'Von der MwSt. befreit' },
  margin: {
    fr: "Régime particulier - Biens d'occasion",
    nl: 'Bijzondere regeling - Gebruikte goederen',
    en: 'Margin scheme - Second-hand goods',
    de: 'Gebrauchtgegenstände/Sonderregelung',
  },
  outside_scope: {
    fr: 'Hors champ de la TVA',
    nl: 'Buiten het toepassingsgebied van de btw',
    en: 'Outside the scope of VAT',
    de: 'Nicht steuerbar',
  },
} as const satisfies Readonly<Record<string, Labels>>;

export type PrintedWord = keyof typeof LABELS;

/** French terms used in France for the net amount and the credit note. */
const IN_FRANCE: Partial<Readonly<Record<PrintedWord, string>>> = {
  credit_note: 'Avoir',
  amount: 'Montant HT',
  gross: 'Montant TTC',
};

export function createWordLookup(language: Language, country: string): (word: PrintedWord) => string {
  return (word) => (language === 'fr' && country === 'FR' && IN_FRANCE[word]) || LABELS[word][language];
}

/** The legal mention required where no tax is charged; null if the rate is enough. */
export function findVatMention(kind: VatKind, intraListing: 'L' | 'T' | 'S' | null): PrintedWord | null {
  switch (kind) {
    case 'reverse_charge':
    case 'export':
    case 'exempt':
    case 'margin':
    case 'outside_scope':
      return kind;
    case 'intracom':
      return intraListing === 'L' ? 'intracom_goods' : 'reverse_charge';
    default:
      return null;
  }
}
