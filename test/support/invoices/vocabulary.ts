/** The words of invoices in four languages, with variants. */
export type Language = 'fr' | 'nl' | 'en' | 'de';

export interface Vocabulary {
  readonly invoice: string;
  readonly creditNote: string;
  readonly numberLabels: readonly string[];
  readonly creditNumberLabels: readonly string[];
  readonly dateLabels: readonly string[];
  readonly dueLabels: readonly string[];
  readonly customer: readonly string[];
  readonly supplier: string;
  readonly vatLabel: readonly string[];
  readonly yourVat: string;
  readonly columns: {
    readonly description: string;
    readonly quantity: string;
    readonly price: string;
    readonly rate: string;
    readonly amount: string;
    readonly gross: string;
  };
  readonly net: readonly string[];
  readonly vat: readonly string[];
  readonly gross: readonly string[];
  readonly base: string;
  readonly discount: string;
  readonly prepaid: string;
  readonly residue: string;
  readonly reverse: string;
  readonly communication: string;
  readonly terms: (days: number) => string;
  readonly thanks: string;
  readonly paid: string;
  readonly carried: string;
  readonly orderNumber: string;
  readonly customerNumber: string;
  readonly delivery: string;
  readonly items: readonly string[];
  readonly months: readonly string[];
}

export const VOCABULARIES: Readonly<Record<Language, Vocabulary>> = {
  fr: {
    invoice: 'Facture',
    creditNote: 'Note de crédit',
    numberLabels: ['Facture n°', 'Numéro de facture', 'N° facture :', 'Facture N°:'],
    creditNumberLabels: ['Note de crédit n°', 'Numéro de la note de crédit', 'N° note de crédit :'],
    dateLabels: ['Date', 'Date de facture', 'Date de la facture :', "Date d'émission"],
    dueLabels: ["Date d'échéance", 'Échéance', 'À payer avant le', 'Échéance :'],
    customer: ['Facturé à', 'Client', 'Adresse de facturation'],
    supplier: 'Fournisseur',
    vatLabel: ['TVA', 'N° TVA :', 'N° de TVA intracommunautaire :'],
    yourVat: 'Votre n° TVA',
    columns: {
      description: 'Description',
      quantity: 'Quantité',
      price: 'Prix unitaire',
      rate: 'TVA',
      amount: 'Montant HT',
      gross: 'Montant TTC',
    },
    net: ['Total HTVA', 'Total HT', 'Sous-total', 'Montant hors TVA'],
    vat: ['TVA', 'Total TVA', 'Montant TVA'],
    gross: ['Total TVAC', 'Total TTC', 'Net à payer', 'Total à payer', 'Montant total TTC'],
    base: 'Base',
    discount: 'Remise',
    prepaid: 'Acompte déjà versé',
    residue: 'Reste à payer',
    reverse: 'Autoliquidation - TVA due par le cocontractant, article 196 de la directive 2006/112/CE',
    communication: 'Communication',
    terms: (days) => `Conditions de paiement : ${days} jours date de facture`,
    thanks: 'Merci pour votre confiance et à bientôt.',
    paid: 'Payé par carte Bancontact',
    carried: 'À reporter',
    orderNumber: 'N° de commande',
    customerNumber: 'N° client',
    delivery: 'Date de livraison',
    items: [
      'Conseil en organisation',
      'Maintenance annuelle du matériel',
      'Papier A4 80 g, carton de 5 rames',
      'Location de véhicule',
      'Nettoyage des bureaux',
      'Abonnement téléphonique',
      'Formation sur site',
      'Fournitures de bureau',
    ],
    months: [
      'janvier',
      'février',
      'mars',
      'avril',
      'mai',
      'juin',
      'juillet',
      'août',
      'septembre',
      'octobre',
      'novembre',
      'décembre',
    ],
  },
  nl: {
    invoice: 'Factuur',
    creditNote: 'Creditnota',
    numberLabels: ['Factuurnummer', 'Factuur nr.', 'Factuurnr.:', 'Nummer factuur:'].slice(0, 3),
    creditNumberLabels: ['Creditnota nr.', 'Creditnotanummer', 'Creditnota nr.:'],
    dateLabels: ['Factuurdatum', 'Datum', 'Datum:', 'Factuurdatum:'],
    dueLabels: ['Vervaldatum', 'Vervaldag', 'Te betalen voor', 'Vervaldag:'],
    customer: ['Gefactureerd aan', 'Klant', 'Factuuradres'],
    supplier: 'Leverancier',
    vatLabel: ['BTW', 'BTW-nummer:', 'Btw nr.'],
    yourVat: 'Uw btw-nummer',
    columns: {
      description: 'Omschrijving',
      quantity: 'Aantal',
      price: 'Eenheidsprijs',
      rate: 'BTW',
      amount: 'Bedrag',
      gross: 'Bedrag incl. btw',
    },
    net: ['Totaal excl. btw', 'Subtotaal', 'Bedrag excl. BTW', 'Netto'],
    vat: ['BTW', 'Totaal btw', 'Btw-bedrag'],
    gross: ['Totaal incl. btw', 'Te betalen', 'Totaal te betalen', 'Factuurbedrag', 'Algemeen totaal'],
    base: 'Maatstaf',
    discount: 'Korting',
    prepaid: 'Reeds betaald voorschot',
    residue: 'Saldo te voldoen',
    reverse: 'Btw verlegd - verleggingsregeling, artikel 196 richtlijn 2006/112/EG',
    communication: 'Mededeling',
    terms: (days) => `Betaling binnen ${days} dagen na factuurdatum`,
    thanks: 'Bedankt voor uw vertrouwen en tot ziens.',
    paid: 'Betaald met Bancontact',
    carried: 'Overdracht',
    orderNumber: 'Bestelnummer',
    customerNumber: 'Klantnummer',
    delivery: 'Leveringsdatum',
    items: [
      'Onderhoud van machines',
      'Advies en begeleiding',
      'Kantoorbenodigdheden',
      'Huur opslagruimte',
      'Drukwerk brochures',
      'Transport naar Antwerpen',
      'Softwarelicentie per gebruiker',
      'Schoonmaak van lokalen',
    ],
    months: [
      'januari',
      'februari',
      'maart',
      'april',
      'mei',
      'juni',
      'juli',
      'augustus',
      'september',
      'oktober',
      'november',
      'december',
    ],
  },
  en: {
    invoice: 'Invoice',
    creditNote: 'Credit note',
    numberLabels: ['Invoice number', 'Invoice no.', 'Invoice #', 'Invoice No:'],
    creditNumberLabels: ['Credit note number', 'Credit note no.', 'Credit note no:'],
    dateLabels: ['Invoice date', 'Date', 'Date of issue', 'Issue date:'],
    dueLabels: ['Due date', 'Payment due', 'Due date:', 'Pay by'],
    customer: ['Bill to', 'Customer', 'Invoice to'],
    supplier: 'Supplier',
    vatLabel: ['VAT', 'VAT number:', 'VAT Reg. No.'],
    yourVat: 'Your VAT number',
    columns: {
      description: 'Description',
      quantity: 'Qty',
      price: 'Unit price',
      rate: 'VAT',
      amount: 'Amount',
      gross: 'Amount incl. VAT',
    },
    net: ['Subtotal', 'Total excl. VAT', 'Net amount', 'Total net'],
    vat: ['VAT', 'Total VAT', 'VAT amount'],
    gross: ['Total incl. VAT', 'Amount due', 'Total due', 'Grand total', 'Invoice total'],
    base: 'Taxable',
    discount: 'Discount',
    prepaid: 'Deposit already paid',
    residue: 'Balance remaining',
    reverse: 'Reverse charge - VAT to be accounted for by the recipient, Article 196 Directive 2006/112/EC',
    communication: 'Payment reference',
    terms: (days) => `Payment terms: net ${days} days`,
    thanks: 'Thank you for your business, we look forward to the next order.',
    paid: 'Paid by Visa card',
    carried: 'Carried forward',
    orderNumber: 'Order number',
    customerNumber: 'Customer no.',
    delivery: 'Delivery date',
    items: [
      'Consulting services',
      'Annual support contract',
      'Cloud hosting, standard plan',
      'Office chairs',
      'Travel expenses',
      'Data migration',
      'Printed catalogues',
      'Training day on site',
    ],
    months: [
      'January',
      'February',
      'March',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ],
  },
  de: {
    invoice: 'Rechnung',
    creditNote: 'Gutschrift',
    numberLabels: ['Rechnungsnummer', 'Rechnung Nr.', 'Rechnungs-Nr.:', 'Rechnungsnummer:'],
    creditNumberLabels: ['Gutschrift Nr.', 'Gutschriftsnummer', 'Gutschrift-Nr.:'],
    dateLabels: ['Rechnungsdatum', 'Datum', 'Datum:', 'Rechnungsdatum:'],
    dueLabels: ['Fällig am', 'Zahlbar bis', 'Fälligkeitsdatum', 'Zahlbar bis:'],
    customer: ['Rechnungsempfänger', 'Kunde', 'Rechnungsadresse'],
    supplier: 'Lieferant',
    vatLabel: ['USt-IdNr.', 'USt-IdNr.:', 'MwSt.-Nr.'],
    yourVat: 'Ihre USt-IdNr.',
    columns: {
      description: 'Bezeichnung',
      quantity: 'Menge',
      price: 'Einzelpreis',
      rate: 'MwSt.',
      amount: 'Gesamtpreis',
      gross: 'Betrag brutto',
    },
    net: ['Nettobetrag', 'Zwischensumme', 'Summe netto', 'Gesamt netto'],
    vat: ['MwSt.', 'Umsatzsteuer', 'zzgl. USt.'],
    gross: ['Gesamtbetrag', 'Rechnungsbetrag', 'Bruttobetrag', 'Zu zahlender Betrag', 'Endbetrag'],
    base: 'Bemessungsgrundlage',
    discount: 'Rabatt',
    prepaid: 'Bereits gezahlte Anzahlung',
    residue: 'Restbetrag',
    reverse: 'Steuerschuldnerschaft des Leistungsempfängers, Artikel 196 MwStSystRL',
    communication: 'Verwendungszweck',
    terms: (days) => `Zahlbar innerhalb von ${days} Tagen ohne Abzug`,
    thanks: 'Vielen Dank für Ihren Auftrag und Ihr Vertrauen.',
    paid: 'Bezahlt mit EC-Karte',
    carried: 'Übertrag',
    orderNumber: 'Bestellnummer',
    customerNumber: 'Kundennummer',
    delivery: 'Lieferdatum',
    items: [
      'Beratung und Planung',
      'Wartung der Anlage',
      'Büromaterial',
      'Miete Lagerraum',
      'Druck von Broschüren',
      'Softwarelizenz pro Nutzer',
      'Montage vor Ort',
      'Reinigung der Räume',
    ],
    months: [
      'Januar',
      'Februar',
      'März',
      'April',
      'Mai',
      'Juni',
      'Juli',
      'August',
      'September',
      'Oktober',
      'November',
      'Dezember',
    ],
  },
};
