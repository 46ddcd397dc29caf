import { LANGUAGES, type Language } from '../support/words.ts';

/** Origins and statuses of entries: fr, nl, en, de. */
const WORDS: Readonly<Record<string, readonly [string, string, string, string]>> = {
  free: ['saisie libre', 'vrije invoer', 'typed in', 'freie Eingabe'],
  invoice: ['facture', 'factuur', 'invoice', 'Rechnung'],
  credit_note: ['note de crédit', 'creditnota', 'credit note', 'Gutschrift'],
  reversal: ['contre-passation', 'tegenboeking', 'reversal', 'Storno'],
  lettering_difference: ['différence de lettrage', 'afpuntingsverschil', 'matching difference', 'Ausgleichsdifferenz'],
  tax_on_payment: ['TVA sur encaissement', 'btw op ontvangst', 'VAT on payment', 'MwSt. bei Zahlung'],
  vat_settlement: ['décompte de TVA', 'btw-afrekening', 'VAT settlement', 'MwSt.-Abrechnung'],
  opening_balance: ['bilan d’ouverture', 'openingsbalans', 'opening balance', 'Eröffnungsbilanz'],
  accrual: ['régularisation', 'overlopende boeking', 'accrual', 'Abgrenzung'],
  accrual_reversal: [
    'extourne de régularisation',
    'terugname van overloop',
    'accrual reversal',
    'Abgrenzungsauflösung',
  ],
  appropriation: [
    'affectation du résultat',
    'resultaatverwerking',
    'appropriation of the result',
    'Ergebnisverwendung',
  ],
  closing: ['clôture', 'afsluiting', 'closing', 'Abschluss'],
  opening: ['réouverture', 'heropening', 'carried forward', 'Saldovortrag'],
  sepa_file: ['fichier de paiement', 'betaalbestand', 'payment file', 'Zahlungsdatei'],
  bank_transaction: ['extrait bancaire', 'bankafschrift', 'bank statement', 'Kontoauszug'],
  depreciation: ['amortissement', 'afschrijving', 'depreciation', 'Abschreibung'],
  fixed_asset: ['immobilisation', 'vast actief', 'fixed asset', 'Anlagegut'],
  posted: ['comptabilisée', 'geboekt', 'posted', 'gebucht'],
  reversed: ['contre-passée', 'tegengeboekt', 'reversed', 'storniert'],
};

export const translateEntryWord = (name: string, language: Language): string =>
  WORDS[name]?.[LANGUAGES.indexOf(language)] ?? name;
