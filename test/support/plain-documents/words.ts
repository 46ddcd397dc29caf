/** Texts of plain documents in four languages, each in several wordings. */
export type Language = 'fr' | 'nl' | 'en' | 'de';

export interface Words {
  readonly title: readonly string[];
  /** Before the number in the same text; `#` is the number. */
  readonly numberSentence: readonly string[];
  readonly numberLabel: readonly string[];
  readonly dateLabel: readonly string[];
  readonly dueLabel: readonly string[];
  /** Sentences that state when to pay; `#` is the date. */
  readonly dueSentence: readonly string[];
  readonly seller: readonly string[];
  readonly buyer: readonly string[];
  readonly delivery: string;
  readonly vatLabel: readonly string[];
  readonly yourVat: readonly string[];
  readonly attention: readonly string[];
  readonly contact: readonly string[];
  readonly currency: readonly string[];
  readonly email: readonly string[];
  readonly phone: readonly string[];
  readonly bank: readonly string[];
  readonly slogans: readonly string[];
  readonly manager: readonly string[];
  readonly address: readonly string[];
  readonly other: readonly (readonly [string, string])[];
  readonly columns: readonly [string, string, string, string];
  readonly net: readonly string[];
  readonly vat: readonly string[];
  readonly gross: readonly string[];
  readonly exempt: string;
  readonly thanks: readonly string[];
  readonly items: readonly string[];
  readonly months: readonly string[];
}

export const WORDS: Readonly<Record<Language, Words>> = {
  fr: {
    title: ['FACTURE', 'Facture', 'Facture de vente'],
    numberSentence: ['Facture n° #', 'FACTURE N° : #', 'Facture #', 'Numéro de facture : #', 'Facture de vente n° #'],
    numberLabel: ['Numéro', 'N° de facture', 'Facture n°', 'Réf. facture', 'Numéro de facture', 'N° pièce'],
    dateLabel: ['Date', 'Date de facture', "Date d'émission", 'Date de facturation', 'Émise le'],
    dueLabel: ['Échéance', "Date d'échéance", 'À payer avant le', 'Date limite de paiement'],
    dueSentence: [
      'Merci de régler avant le #.',
      "À payer jusqu'au # au plus tard.",
      'Règlement par virement pour le #.',
      'Montant payable au plus tard le #.',
    ],
    seller: ['Vendeur', 'Émetteur', 'Fournisseur', 'Prestataire'],
    buyer: ['Facturé à', 'Client', 'Adresse de facturation', 'Destinataire', 'Acheteur'],
    delivery: 'Adresse de livraison',
    vatLabel: ['TVA', 'N° TVA :', 'N° TVA intracommunautaire :', 'TVA intra :'],
    yourVat: ['Votre n° TVA', 'TVA client', 'N° TVA client'],
    attention: ["À l'attention de Mme Claire Fontaine", 'Service comptabilité', 'M. Paul Durieux'],
    contact: ['Contact', 'Votre interlocuteur', 'Suivi par'],
    currency: ['Devise', 'Monnaie'],
    email: ['E-mail', 'Courriel', 'Mail'],
    phone: ['Tél.', 'Téléphone'],
    bank: ['BNP Paribas Fortis', 'Crédit Agricole', 'Banque Populaire', 'ING Belgique', 'BGL BNP Paribas'],
    slogans: ['Votre partenaire depuis 1987', 'La qualité à votre service', 'Artisans de père en fils'],
    manager: ['Gérant : Luc Morel', 'Capital social 18.600 EUR', 'Administrateur : Anne Petit'],
    address: ['Adresse', 'Siège social'],
    other: [
      ['N° client', '41012'],
      ['Votre commande', 'PO-7781'],
      ['Bon de livraison', 'BL 30871'],
      ['Mode de paiement', 'Virement'],
    ],
    columns: ['Désignation', 'Qté', 'P.U. HT', 'Montant HT'],
    net: ['Total HT', 'Total HTVA', 'Montant hors TVA', 'Sous-total'],
    vat: ['TVA', 'Montant TVA', 'Total TVA'],
    gross: ['Total TTC', 'Net à payer', 'Total TVAC', 'Total à payer'],
    exempt: 'Exonération de TVA, exportation de services',
    thanks: ['Merci de votre confiance.', 'Nous vous remercions de votre commande.'],
    items: ['Entretien de la toiture', 'Conseil en gestion', 'Location de matériel', 'Impression de dépliants'],
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  },
  nl: {
    title: ['FACTUUR', 'Factuur', 'Verkoopfactuur'],
    numberSentence: ['Factuur nr. #', 'Factuurnummer: #', 'FACTUUR #', 'Factuur nummer #', 'Verkoopfactuur nr. #'],
    numberLabel: ['Nummer', 'Factuurnummer', 'Factuurnr.', 'Factuur nr.', 'Documentnummer', 'Onze referentie'],
    dateLabel: ['Datum', 'Factuurdatum', 'Datum factuur', 'Documentdatum'],
    dueLabel: ['Vervaldatum', 'Vervaldag', 'Te betalen voor', 'Uiterste betaaldatum', 'Betalen vóór'],
    dueSentence: [
      'Gelieve te betalen voor #.',
      'Te betalen tot en met # op onze rekening.',
      'Betaling uiterlijk op #.',
      'Gelieve het bedrag te storten tegen #.',
    ],
    seller: ['Verkoper', 'Leverancier', 'Afzender'],
    buyer: ['Gefactureerd aan', 'Klant', 'Factuuradres', 'Koper', 'Geadresseerde'],
    delivery: 'Leveringsadres',
    vatLabel: ['BTW', 'Btw-nummer:', 'BTW nr.', 'Ondernemingsnummer'],
    yourVat: ['Uw btw-nummer', 'Btw-nummer klant', 'Uw BTW nr.'],
    attention: ['T.a.v. mevrouw Lies Claes', 'Dienst boekhouding', 'De heer Bart Maes'],
    contact: ['Contactpersoon', 'Uw contact', 'Behandeld door'],
    currency: ['Munt', 'Valuta'],
    email: ['E-mail', 'Mail'],
    phone: ['Tel.', 'Telefoon'],
    bank: ['KBC Bank', 'Belfius Bank', 'ABN AMRO', 'Rabobank', 'Argenta'],
    slogans: ['Vakmanschap sinds 1962', 'Kwaliteit en service', 'Samen bouwen aan morgen'],
    manager: ['Zaakvoerder: Tom Wouters', 'RPR Gent', 'Bestuurder: An Goossens'],
    address: ['Adres', 'Maatschappelijke zetel'],
    other: [
      ['Klantnummer', '20711'],
      ['Uw bestelling', 'B-5581'],
      ['Leverbon', '77120'],
      ['Betaalwijze', 'Overschrijving'],
    ],
    columns: ['Omschrijving', 'Aantal', 'Prijs', 'Bedrag'],
    net: ['Totaal excl. btw', 'Subtotaal', 'Maatstaf van heffing', 'Netto'],
    vat: ['Btw', 'BTW-bedrag', 'Totaal btw'],
    gross: ['Totaal incl. btw', 'Te betalen', 'Totaal te betalen', 'Eindtotaal'],
    exempt: 'Vrijgesteld van btw, uitvoer van diensten',
    thanks: ['Bedankt voor uw vertrouwen.', 'Wij danken u voor uw bestelling.'],
    items: ['Onderhoud van de tuin', 'Advies en begeleiding', 'Huur van machines', 'Drukwerk folders'],
    months: 'januari februari maart april mei juni juli augustus september oktober november december'.split(' '),
  },
  en: {
    title: ['INVOICE', 'Invoice', 'Tax Invoice', 'Sales invoice'],
    numberSentence: ['Invoice no. #', 'Invoice number: #', 'INVOICE #', 'Invoice No: #', 'Commercial invoice no. #'],
    numberLabel: ['Number', 'Invoice number', 'Invoice no.', 'Invoice ID', 'Document number', 'Invoice ref.'],
    dateLabel: ['Date', 'Invoice date', 'Date of issue', 'Issued on', 'Issue date'],
    dueLabel: ['Due date', 'Payment due', 'Pay by', 'Due by'],
    dueSentence: [
      'Please pay by #.',
      'Payable until # by bank transfer.',
      'Payment is due no later than #.',
      'Kindly settle on or before #.',
    ],
    seller: ['Seller', 'Supplier', 'From', 'Vendor'],
    buyer: ['Bill to', 'Invoice to', 'Customer', 'Buyer', 'Sold to', 'Billed to'],
    delivery: 'Delivery address',
    vatLabel: ['VAT', 'VAT number:', 'VAT Reg. No.', 'VAT ID:'],
    yourVat: ['Your VAT number', 'Customer VAT', 'Customer VAT no.'],
    attention: ['Attn. Mrs Jane Cooper', 'Accounts payable', 'For the attention of Mr Tim Reed'],
    contact: ['Contact', 'Your contact', 'Sales person'],
    currency: ['Currency'],
    email: ['E-mail', 'Email'],
    phone: ['Tel.', 'Phone'],
    bank: ['Barclays Bank', 'HSBC', 'Lloyds Bank', 'Commerzbank', 'Allied Irish Banks'],
    slogans: ['Your partner since 1987', 'Quality you can trust', 'We make it happen'],
    manager: ['Director: John Hall', 'Registered office as above', 'Company Secretary: A. Moore'],
    address: ['Address', 'Registered office'],
    other: [
      ['Customer no.', '10554'],
      ['Your order', 'PO 4471'],
      ['Delivery note', 'DN-2201'],
      ['Payment method', 'Bank transfer'],
    ],
    columns: ['Description', 'Qty', 'Unit price', 'Amount'],
    net: ['Subtotal', 'Total excl. VAT', 'Net total', 'Net amount'],
    vat: ['VAT', 'VAT amount', 'Total VAT'],
    gross: ['Total', 'Total due', 'Amount due', 'Total incl. VAT', 'Grand total'],
    exempt: 'Exempt from VAT: export of services',
    thanks: ['Thank you for your business.', 'We appreciate your order.'],
    items: ['Roof maintenance', 'Management consulting', 'Equipment rental', 'Printing of leaflets'],
    months: 'January February March April May June July August September October November December'.split(' '),
  },
  de: {
    title: ['RECHNUNG', 'Rechnung', 'Handelsrechnung'],
    numberSentence: [
      'Rechnung Nr. #',
      'Handelsrechnung (380) Nr. #',
      'Rechnungsnummer: #',
      'RECHNUNG #',
      'Ausgangsrechnung Nr. #',
      'Rechnung-Nr.: #',
      'Schlussrechnung Nr. #',
    ],
    numberLabel: [
      'Rechnungsnummer',
      'Rechnungs-Nr.',
      'Beleg-Nr.',
      'Belegnummer',
      'Rechnung Nr.',
      'Rechnungsnr.',
      'Nummer',
      'Re.-Nr.',
    ],
    dateLabel: ['Datum', 'Rechnungsdatum', 'Belegdatum', 'Ausstellungsdatum', 'Datum der Rechnung'],
    dueLabel: ['Fällig am', 'Zahlbar bis', 'Fälligkeitsdatum', 'Zahlungsziel', 'Zahlbar bis zum'],
    dueSentence: [
      'Bitte überweisen Sie den Betrag bis zum #.',
      'Zahlbar bis zum # ohne Abzug.',
      'Der Rechnungsbetrag ist bis zum # zu begleichen.',
      'Zahlung bis spätestens #.',
    ],
    seller: ['Verkäufer', 'Lieferant', 'Rechnungssteller', 'Absender', 'Leistungserbringer'],
    buyer: ['Rechnungsempfänger', 'Kunde', 'Käufer', 'Rechnung an', 'Empfänger'],
    delivery: 'Lieferanschrift',
    vatLabel: ['USt-IdNr.', 'USt-IdNr.:', 'USt-ID', 'Umsatzsteuer-ID:'],
    yourVat: ['Ihre USt-IdNr.', 'USt-IdNr. Kunde', 'Ihre USt-ID'],
    attention: ['z. Hd. Frau Sabine Krause', 'Buchhaltung', 'Herrn Dieter Lang'],
    contact: ['Ansprechpartner', 'Sachbearbeiter', 'Ihr Ansprechpartner'],
    currency: ['Währung', 'Devise'],
    email: ['E-Mail', 'Mail'],
    phone: ['Tel.', 'Telefon'],
    bank: ['Deutsche Bank', 'Sparkasse KölnBonn', 'Commerzbank AG', 'Volksbank Eifel eG', 'Postbank'],
    slogans: ['Qualität seit 1954', 'Ihr Partner für Holz und Bau', 'Meisterbetrieb der Innung'],
    manager: ['Geschäftsführer: Max Berger', 'Amtsgericht Köln', 'Sitz der Gesellschaft: Köln'],
    address: ['Anschrift', 'Adresse'],
    other: [
      ['Kundennummer', '88120'],
      ['Ihre Bestellung', 'B 4471'],
      ['Lieferschein-Nr.', 'LS-9912'],
      ['Zahlungsart', 'Überweisung'],
    ],
    columns: ['Bezeichnung', 'Menge', 'Einzelpreis', 'Gesamtpreis'],
    net: ['Nettobetrag', 'Summe netto', 'Zwischensumme', 'Warenwert netto'],
    vat: ['MwSt.', 'Umsatzsteuer', 'USt.'],
    gross: ['Gesamtbetrag', 'Rechnungsbetrag', 'Bruttobetrag', 'Endsumme', 'Zu zahlen'],
    exempt: 'Steuerfreie Leistung, Ausfuhr',
    thanks: ['Vielen Dank für Ihren Auftrag.', 'Wir danken für Ihr Vertrauen.'],
    items: ['Wartung des Daches', 'Beratung und Planung', 'Miete von Geräten', 'Druck von Prospekten'],
    months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  },
};
