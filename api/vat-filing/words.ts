import type { Labels, Language } from '../../domain/language.ts';
import { createLabelFormatter, type CountryLabels } from '../i18n/country-labels.ts';

/** The words on printed returns, listings and slips. */
const WORDS = {
  return_title: { fr: 'Déclaration de TVA', nl: 'Btw-aangifte', en: 'VAT return', de: 'MwSt.-Erklärung' },
  return_monthly: {
    fr: 'Déclaration de TVA mensuelle',
    nl: 'Maandelijkse btw-aangifte',
    en: 'Monthly VAT return',
    de: 'Monatliche MwSt.-Erklärung',
  },
  return_quarterly: {
    fr: 'Déclaration de TVA trimestrielle',
    nl: 'Driemaandelijkse btw-aangifte',
    en: 'Quarterly VAT return',
    de: 'Vierteljährliche MwSt.-Erklärung',
  },
  return_yearly: {
    fr: 'Déclaration de TVA annuelle',
    nl: 'Jaarlijkse btw-aangifte',
    en: 'Annual VAT return',
    de: 'Jährliche MwSt.-Erklärung',
  },
  ca3_heading: {
    fr: 'Taxe sur la valeur ajoutée et taxes assimilées',
    nl: 'Belasting over de toegevoegde waarde en gelijkgestelde taksen',
    en: 'Value added tax and assimilated taxes',
    de: 'MwSt. und gleichgestellte Steuern',
  },
  draft: { fr: 'PROJET', nl: 'ONTWERP', en: 'DRAFT', de: 'ENTWURF' },
  form: { fr: 'Formulaire', nl: 'Formulier', en: 'Form', de: 'Formular' },
  period: { fr: 'Période', nl: 'Periode', en: 'Period', de: 'Zeitraum' },
  year: { fr: 'Année', nl: 'Jaar', en: 'Year', de: 'Jahr' },
  due_on: {
    fr: 'À déposer au plus tard le',
    nl: 'Uiterlijk in te dienen op',
    en: 'To be filed by',
    de: 'Einzureichen bis',
  },
  filed_on: { fr: 'Déposée le', nl: 'Ingediend op', en: 'Filed on', de: 'Eingereicht am' },
  validated_on: { fr: 'Validée le', nl: 'Gevalideerd op', en: 'Validated on', de: 'Validiert am' },
  amount_due: { fr: 'À payer', nl: 'Te betalen', en: 'To be paid', de: 'Zu zahlen' },
  amount_refund: { fr: 'À récupérer', nl: 'Terug te krijgen', en: 'To be got back', de: 'Zu erstatten' },
  vat_number: { fr: 'N° de TVA', nl: 'Btw-nr.', en: 'VAT no.', de: 'MwSt.-Nr.' },
  enterprise_number: { fr: 'N° d’entreprise', nl: 'Ondernemingsnr.', en: 'Enterprise no.', de: 'Unternehmensnr.' },
  national_number: {
    fr: 'N° de registre national',
    nl: 'Rijksregisternr.',
    en: 'National register no.',
    de: 'Nationalregisternr.',
  },
  siren: { fr: 'SIREN', nl: 'SIREN', en: 'SIREN', de: 'SIREN' },
  box: { fr: 'Case', nl: 'Vak', en: 'Box', de: 'Feld' },
  operation: { fr: 'Opérations', nl: 'Handelingen', en: 'Operations', de: 'Umsätze' },
  amount: { fr: 'Montant', nl: 'Bedrag', en: 'Amount', de: 'Betrag' },
  amount_paid: { fr: 'Payé effectivement', nl: 'Werkelijk betaald', en: 'Actually paid', de: 'Tatsächlich gezahlt' },
  total: { fr: 'Total', nl: 'Totaal', en: 'Total', de: 'Summe' },
  frame: {
    fr: 'Cadre {frame} – {what}',
    nl: 'Kader {frame} – {what}',
    en: 'Frame {frame} – {what}',
    de: 'Rahmen {frame} – {what}',
  },
  outgoing: {
    fr: 'Opérations à la sortie',
    nl: 'Uitgaande handelingen',
    en: 'Outgoing operations',
    de: 'Ausgangsumsätze',
  },
  incoming: {
    fr: 'Opérations à l’entrée',
    nl: 'Inkomende handelingen',
    en: 'Incoming operations',
    de: 'Eingangsumsätze',
  },
  tax_due: { fr: 'Taxe due', nl: 'Verschuldigde btw', en: 'Tax due', de: 'Geschuldete Steuer' },
  input_tax: { fr: 'Taxe en amont', nl: 'Voorbelasting', en: 'Input tax', de: 'Vorsteuer' },
  taxable_turnover: {
    fr: 'Chiffre d’affaires imposable',
    nl: 'Belastbare omzet',
    en: 'Taxable turnover',
    de: 'Steuerpflichtiger Umsatz',
  },
  balance: { fr: 'Solde', nl: 'Saldo', en: 'Balance', de: 'Saldo' },
  administration: {
    fr: 'Administration compétente',
    nl: 'Bevoegde administratie',
    en: 'Competent administration',
    de: 'Verwaltungsstelle',
  },
  directorate: { fr: 'direction', nl: 'directie', en: 'directorate', de: 'Direktion' },
  office: { fr: 'bureau', nl: 'kantoor', en: 'office', de: 'Amt' },
  declarant: { fr: 'Déclarant', nl: 'Aangever', en: 'Declarant', de: 'Erklärender' },
  signature: { fr: 'Signature', nl: 'Handtekening', en: 'Signature', de: 'Unterschrift' },
  comment: { fr: 'Remarque', nl: 'Opmerking', en: 'Comment', de: 'Bemerkung' },
  restitution: {
    fr: 'Le remboursement est demandé.',
    nl: 'De terugbetaling wordt gevraagd.',
    en: 'A refund is asked for.',
    de: 'Die Erstattung wird beantragt.',
  },
  client_listing_nil: {
    fr: 'Aucun client à reprendre dans la liste annuelle.',
    nl: 'Geen klanten op te nemen in de jaarlijkse lijst.',
    en: 'No customer is to be listed for the year.',
    de: 'Kein Kunde ist in der Jahresliste aufzuführen.',
  },
  payment: { fr: 'Paiement', nl: 'Betaling', en: 'Payment', de: 'Zahlung' },
  communication: { fr: 'Communication', nl: 'Mededeling', en: 'Communication', de: 'Mitteilung' },
  ca3_a: {
    fr: 'A – Montant des opérations réalisées',
    nl: 'A – Bedrag van de verrichte handelingen',
    en: 'A – Amount of the operations',
    de: 'A – Betrag der getätigten Umsätze',
  },
  ca3_b: {
    fr: 'B – Décompte de la TVA à payer',
    nl: 'B – Afrekening van de te betalen btw',
    en: 'B – Computation of the VAT to be paid',
    de: 'B – Berechnung der zu zahlenden MwSt.',
  },
  taxed: { fr: 'Opérations taxées (HT)', nl: 'Belaste handelingen', en: 'Taxed operations', de: 'Besteuerte Umsätze' },
  untaxed: {
    fr: 'Opérations non taxées',
    nl: 'Niet-belaste handelingen',
    en: 'Untaxed operations',
    de: 'Nicht besteuerte Umsätze',
  },
  gross_tax: { fr: 'TVA brute', nl: 'Brutobtw', en: 'Gross VAT', de: 'Brutto-MwSt.' },
  base: { fr: 'Base hors taxe', nl: 'Maatstaf', en: 'Base', de: 'Grundlage' },
  tax: { fr: 'Taxe due', nl: 'Verschuldigd', en: 'Tax due', de: 'Steuer' },
  deductible: { fr: 'TVA déductible', nl: 'Aftrekbare btw', en: 'Deductible VAT', de: 'Abziehbare MwSt.' },
  outcome: {
    fr: 'Crédit ou taxe à payer',
    nl: 'Tegoed of te betalen belasting',
    en: 'Credit or tax to be paid',
    de: 'Guthaben oder zu zahlende Steuer',
  },
  customer_listing: {
    fr: 'Liste annuelle des clients assujettis',
    nl: 'Jaarlijkse lijst van btw-plichtige afnemers',
    en: 'Annual listing of VAT-registered customers',
    de: 'Jährliche Liste der MwSt.-pflichtigen Kunden',
  },
  intracom_listing: {
    fr: 'Relevé intracommunautaire',
    nl: 'Intracommunautaire opgave',
    en: 'Intra-Community listing',
    de: 'Innergemeinschaftliche Aufstellung',
  },
  name: { fr: 'Nom', nl: 'Naam', en: 'Name', de: 'Name' },
  turnover: { fr: 'Chiffre d’affaires', nl: 'Omzet', en: 'Turnover', de: 'Umsatz' },
  vat_amount: { fr: 'TVA', nl: 'Btw', en: 'VAT', de: 'MwSt.' },
  code: { fr: 'Code', nl: 'Code', en: 'Code', de: 'Code' },
  correcting: { fr: 'Période corrigée', nl: 'Verbeterde periode', en: 'Period corrected', de: 'Berichtigter Zeitraum' },
  clients: { fr: 'Clients', nl: 'Klanten', en: 'Customers', de: 'Kunden' },
  nobody: { fr: 'Personne.', nl: 'Niemand.', en: 'Nobody.', de: 'Niemand.' },
  fees_title: { fr: 'Fiches 281.50', nl: 'Fiches 281.50', en: 'Slips 281.50', de: 'Karten 281.50' },
  slip_title: { fr: 'Fiche 281.50', nl: 'Fiche 281.50', en: 'Slip 281.50', de: 'Karte 281.50' },
  slip_note: {
    fr: 'Commissions, courtages, ristournes, vacations, honoraires, gratifications, rétributions ou avantages de toute nature.',
    nl: 'Commissies, makelaarslonen, restorno’s, vacatiegelden, erelonen, gratificaties, vergoedingen of voordelen van alle aard.',
    en: 'Commissions, brokerage, rebates, fees, gratuities, remuneration or benefits of any kind.',
    de: 'Provisionen, Maklergebühren, Rückvergütungen, Honorare, Gratifikationen, Vergütungen oder Vorteile jeder Art.',
  },
  debtor: {
    fr: 'Débiteur des revenus',
    nl: 'Schuldenaar van de inkomsten',
    en: 'Debtor of the income',
    de: 'Schuldner der Einkünfte',
  },
  nature: { fr: 'Nature', nl: 'Aard', en: 'Nature', de: 'Art' },
  commissions: {
    fr: 'Commissions, courtages, ristournes commerciales',
    nl: 'Commissies, makelaarslonen, handelsrestorno’s',
    en: 'Commissions, brokerage, trade rebates',
    de: 'Provisionen, Maklergebühren, Handelsrabatte',
  },
  fees: { fr: 'Honoraires ou vacations', nl: 'Erelonen of vacatiegelden', en: 'Fees', de: 'Honorare' },
  benefits: {
    fr: 'Avantages de toute nature',
    nl: 'Voordelen van alle aard',
    en: 'Benefits of any kind',
    de: 'Vorteile jeder Art',
  },
  expenses: { fr: 'Frais exposés', nl: 'Gemaakte kosten', en: 'Expenses incurred', de: 'Getätigte Ausgaben' },
} as const satisfies Record<string, Labels>;

export type Word = keyof typeof WORDS;

/** What the frames of the forms are about, by their numbers; of Luxembourg by the part in front of the point. */
const FRAMES: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  BE: { II: 'outgoing', III: 'incoming', IV: 'tax_due', V: 'deductible', VI: 'balance' },
  FR: { 'A-I': 'taxed', 'A-II': 'untaxed', 'B-I': 'gross_tax', 'B-II': 'deductible', 'B-III': 'outcome' },
  LU: { I: 'taxable_turnover', II: 'tax_due', III: 'input_tax', IV: 'balance' },
};

export function frameTitle(country: string, frame: string, language: Language): string {
  const word = FRAMES[country]?.[frame.split('.')[0]!];
  const say = wordsIn(language);
  return word === undefined ? frame : say('frame', { frame, what: say(word) });
}

const RECAPITULATIVE = { fr: 'État récapitulatif intracommunautaire', de: 'Zusammenfassende Meldung' };

const OF_COUNTRIES: CountryLabels<Word> = {
  BE: { box: { fr: 'Grille', nl: 'Rooster' } },
  FR: { intracom_listing: RECAPITULATIVE },
  LU: { intracom_listing: RECAPITULATIVE },
};

export const wordsIn = createLabelFormatter<Word>(WORDS, OF_COUNTRIES);
