import type { Labels, Language } from '../../domain/language.ts';

/** Labels of a printed reminder. */
const LABELS = {
  reminder_1: {
    fr: 'Rappel de paiement',
    nl: 'Betalingsherinnering',
    en: 'Payment reminder',
    de: 'Zahlungserinnerung',
  },
  reminder_2: {
    fr: 'Deuxième rappel de paiement',
    nl: 'Tweede betalingsherinnering',
    en: 'Second payment reminder',
    de: 'Zweite Mahnung',
  },
  reminder_3: { fr: 'Mise en demeure', nl: 'Ingebrekestelling', en: 'Formal notice', de: 'Letzte Mahnung' },
  customer_code: { fr: 'Code client', nl: 'Klantnummer', en: 'Customer code', de: 'Kundennummer' },
  as_of: { fr: 'Date', nl: 'Datum', en: 'Date', de: 'Datum' },
  pay_by: { fr: 'À payer au plus tard le', nl: 'Te betalen uiterlijk op', en: 'To be paid by', de: 'Zahlbar bis' },
  to_pay: { fr: 'À payer', nl: 'Te betalen', en: 'To pay', de: 'Zu zahlen' },
  items: { fr: 'Postes échus', nl: 'Vervallen posten', en: 'Overdue items', de: 'Überfällige Posten' },
  due_date: { fr: 'Échéance', nl: 'Vervaldag', en: 'Due date', de: 'Fällig am' },
  entry_date: { fr: 'Date', nl: 'Datum', en: 'Date', de: 'Datum' },
  reference: { fr: 'Référence', nl: 'Referentie', en: 'Reference', de: 'Referenz' },
  days_late: { fr: 'Jours de retard', nl: 'Dagen te laat', en: 'Days late', de: 'Tage in Verzug' },
  amount: { fr: 'Montant', nl: 'Bedrag', en: 'Amount', de: 'Betrag' },
  interest: { fr: 'Intérêts', nl: 'Interesten', en: 'Interest', de: 'Zinsen' },
  lump_sum: { fr: 'Indemnité', nl: 'Vergoeding', en: 'Compensation', de: 'Pauschale' },
  total: { fr: 'Total', nl: 'Totaal', en: 'Total', de: 'Gesamt' },
  payment: { fr: 'Paiement', nl: 'Betaling', en: 'Payment', de: 'Zahlung' },
  beneficiary: { fr: 'Bénéficiaire', nl: 'Begunstigde', en: 'Payee', de: 'Empfänger' },
  iban: { fr: 'IBAN', nl: 'IBAN', en: 'IBAN', de: 'IBAN' },
  bic: { fr: 'BIC', nl: 'BIC', en: 'BIC', de: 'BIC' },
  communication: { fr: 'Communication', nl: 'Mededeling', en: 'Reference', de: 'Mitteilung' },
  scan: {
    fr: 'Payez en scannant ce code avec l’application de votre banque.',
    nl: 'Betaal door deze code te scannen met de app van uw bank.',
    en: 'Pay by scanning this code with the app of your bank.',
    de: 'Bezahlen Sie, indem Sie diesen Code mit der App Ihrer Bank scannen.',
  },
  law_BE_business: {
    fr: 'Les intérêts et l’indemnité forfaitaire sont ceux de la loi du 2 août 2002 concernant la lutte contre le retard de paiement dans les transactions commerciales.',
    nl: 'De interesten en de forfaitaire vergoeding zijn die van de wet van 2 augustus 2002 betreffende de bestrijding van de betalingsachterstand bij handelstransacties.',
    en: 'Interest and fixed compensation are those of the Belgian law of 2 August 2002 on late payment in commercial transactions.',
    de: 'Zinsen und Pauschale richten sich nach dem belgischen Gesetz vom 02.08.2002 zur Bekämpfung des Zahlungsverzugs im Geschäftsverkehr.',
  },
  law_BE_consumer: {
    fr: 'Les intérêts et l’indemnité forfaitaire ne dépassent pas ce que permet le livre XIX du Code de droit économique.',
    nl: 'De interesten en de forfaitaire vergoeding overschrijden niet wat boek XIX van het Wetboek van economisch recht toelaat.',
    en: 'Interest and fixed compensation do not exceed what book XIX of the Belgian Code of economic law allows.',
    de: 'Zinsen und Pauschale überschreiten nicht, was Buch XIX des belgischen Wirtschaftsgesetzbuches zulässt.',
  },
  law_FR_business: {
    fr: 'Pénalités de retard et indemnité forfaitaire pour frais de recouvrement : articles L441-10 et D441-5 du Code de commerce.',
    nl: 'Verwijlinteresten en forfaitaire vergoeding voor invorderingskosten: artikelen L441-10 en D441-5 van de Franse Code de commerce.',
    en: 'Late payment interest and fixed compensation for recovery costs: articles L441-10 and D441-5 of the French Code de commerce.',
    de: 'Verzugszinsen und Pauschale für Beitreibungskosten: Artikel L441-10 und D441-5 des französischen Code de commerce.',
  },
  law_FR_consumer: {
    fr: 'Les intérêts sont calculés au taux légal (article 1231-6 du Code civil).',
    nl: 'De interesten zijn berekend tegen de wettelijke rentevoet (artikel 1231-6 van de Franse Code civil).',
    en: 'Interest is computed at the legal rate (article 1231-6 of the French Code civil).',
    de: 'Die Zinsen sind zum gesetzlichen Satz berechnet (Artikel 1231-6 des französischen Code civil).',
  },
  law_LU_business: {
    fr: 'Intérêts de retard et indemnité forfaitaire : loi modifiée du 18 avril 2004 relative aux délais de paiement et aux intérêts de retard.',
    nl: 'Verwijlinteresten en forfaitaire vergoeding: gewijzigde Luxemburgse wet van 18 april 2004 betreffende betalingstermijnen en verwijlinteresten.',
    en: 'Late payment interest and fixed compensation: amended Luxembourg law of 18 April 2004 on payment periods and late payment interest.',
    de: 'Verzugszinsen und Pauschale: geändertes luxemburgisches Gesetz vom 18. April 2004 über Zahlungsfristen und Verzugszinsen.',
  },
  law_LU_consumer: {
    fr: 'Les intérêts sont ceux qui ont été convenus.',
    nl: 'De interesten zijn die welke werden overeengekomen.',
    en: 'Interest is as agreed.',
    de: 'Die Zinsen entsprechen der Vereinbarung.',
  },
  free_BE: {
    fr: 'Ce premier rappel est gratuit. À défaut de paiement dans les 14 jours calendrier qui suivent son envoi, une indemnité de {amount} et des intérêts au taux de référence majoré de huit points pourront être demandés (livre XIX du Code de droit économique).',
    nl: 'Deze eerste herinnering is kosteloos. Zonder betaling binnen 14 kalenderdagen na de verzending kunnen een vergoeding van {amount} en interesten tegen de referentierentevoet vermeerderd met acht procentpunten worden gevraagd (boek XIX van het Wetboek van economisch recht).',
    en: 'This first reminder is free of charge. Without payment within 14 calendar days after it was sent, a compensation of {amount} and interest at the reference rate plus eight points may be asked for (book XIX of the Belgian Code of economic law).',
    de: 'Diese erste Mahnung ist kostenlos. Geht binnen 14 Kalendertagen nach ihrem Versand keine Zahlung ein, können eine Entschädigung von {amount} und Zinsen zum Referenzzinssatz zuzüglich acht Prozentpunkten verlangt werden (Buch XIX des belgischen Wirtschaftsgesetzbuches).',
  },
} as const satisfies Readonly<Record<string, Labels>>;

export type ReminderWord = keyof typeof LABELS;

export const getReminderLabels =
  (language: Language) =>
  (word: ReminderWord): string =>
    LABELS[word][language];
