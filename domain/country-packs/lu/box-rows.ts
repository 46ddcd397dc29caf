/** The fields of the periodic VAT return that stand for themselves: number, section of the form, name in four languages. */
export type BoxRow = readonly [box: string, frame: string, fr: string, nl: string, en: string, de: string];

/** Section I: turnover, and what of it is not taxed. */
// oxfmt-ignore
export const turnover: readonly BoxRow[] = [
  ['012', 'I.A', "Chiffre d'affaires global", 'Totale omzet', 'Overall turnover', 'Gesamtumsatz'],
  ['454', 'I.A', 'Total des ventes et recettes', 'Totaal van de verkopen en ontvangsten', 'Total sales and receipts', 'Gesamtbetrag der Verkäufe und Einnahmen'],
  ['471', 'I.A', "Ventes à distance et services électroniques à des particuliers d'autres États membres, sous le seuil de 10 000 euros", 'Afstandsverkopen en elektronische diensten aan particulieren in andere lidstaten, onder de drempel van 10 000 euro', 'Distance sales and electronic services to private customers in other Member States, below the threshold of 10,000 euros', 'Fernverkäufe und elektronische Dienstleistungen an Privatkunden in anderen Mitgliedstaaten, unter der Schwelle von 10 000 Euro'],
  ['472', 'I.A', 'Autres ventes et recettes', 'Andere verkopen en ontvangsten', 'Other sales and receipts', 'Sonstige Verkäufe und Einnahmen'],
  ['455', 'I.A', 'Prélèvements privés de biens et affectation de biens', 'Privéonttrekking en bestemming van goederen', 'Application of goods for private use and for business purposes', 'Privatentnahme und Zuordnung von Gegenständen'],
  ['456', 'I.A', 'Utilisation privée de biens et prélèvements privés de services', 'Privégebruik van goederen en privéonttrekking van diensten', 'Private use of goods and private application of services', 'Private Nutzung von Gegenständen und Privatentnahme von Dienstleistungen'],
  ['021', 'I.B', 'Exonérations et montants déductibles', 'Vrijstellingen en aftrekbare bedragen', 'Exemptions and deductible amounts', 'Steuerbefreiungen und abzugsfähige Beträge'],
  ['457', 'I.B', 'Livraisons intracommunautaires de biens à des personnes identifiées à la TVA dans un autre État membre', 'Intracommunautaire leveringen van goederen aan personen met een btw-nummer in een andere lidstaat', 'Intra-Community supplies of goods to persons identified for VAT in another Member State', 'Innergemeinschaftliche Lieferungen an Personen mit einer MwSt.-Nummer in einem anderen Mitgliedstaat'],
  ['014', 'I.B', "Livraisons à l'exportation", 'Leveringen bij uitvoer', 'Exports', 'Ausfuhrlieferungen'],
  ['015', 'I.B', 'Autres exonérations (articles 43 et 60bis)', 'Andere vrijstellingen (artikelen 43 en 60bis)', 'Other exemptions (articles 43 and 60bis)', 'Andere Befreiungen (Artikel 43 und 60bis)'],
  ['016', 'I.B', 'Autres exonérations (articles 44 et 56quater)', 'Andere vrijstellingen (artikelen 44 en 56quater)', 'Other exemptions (articles 44 and 56quater)', 'Andere Befreiungen (Artikel 44 und 56quater)'],
  ['017', 'I.B', "Tabacs fabriqués dont la TVA a été perçue à la source ou à la sortie de l'entrepôt fiscal", 'Tabaksfabricaten waarop de btw aan de bron of bij uitslag uit het belastingentrepot is geheven', 'Manufactured tobacco whose VAT was collected at the source or on leaving the tax warehouse', 'Tabakwaren, deren MwSt. an der Quelle oder beim Verlassen des Steuerlagers erhoben wurde'],
  ['481', 'I.B', 'Opérations sous le régime national de franchise (article 57bis)', 'Handelingen onder de nationale vrijstellingsregeling (artikel 57bis)', 'Operations under the domestic small business scheme (article 57bis)', 'Umsätze unter der inländischen Kleinunternehmerregelung (Artikel 57bis)'],
  ['482', 'I.B', 'Opérations sous le régime transfrontalier de franchise (article 57quater)', 'Handelingen onder de grensoverschrijdende vrijstellingsregeling (artikel 57quater)', 'Operations under the cross-border small business scheme (article 57quater)', 'Umsätze unter der grenzüberschreitenden Kleinunternehmerregelung (Artikel 57quater)'],
  ['226', 'I.B', 'Opérations déclarées au guichet unique (OSS et IOSS)', 'Handelingen aangegeven via het éénloketsysteem (OSS en IOSS)', 'Operations declared through the one-stop shop (OSS and IOSS)', 'Über die einzige Anlaufstelle (OSS und IOSS) erklärte Umsätze'],
  ['018', 'I.B', "Livraisons subséquentes dans le cadre d'opérations triangulaires", 'Daaropvolgende leveringen bij driehoekstransacties', 'Subsequent supplies in triangular transactions', 'Anschließende Lieferungen im Rahmen von Dreiecksgeschäften'],
  ['423', 'I.B', "Prestations de services non exonérées dans l'État membre du preneur redevable", 'Diensten die niet vrijgesteld zijn in de lidstaat van de afnemer, die de btw verschuldigd is', 'Services not exempt in the Member State of the customer, who owes the VAT', 'Dienstleistungen, die im Mitgliedstaat des Empfängers als Steuerschuldner nicht befreit sind'],
  ['424', 'I.B', "Prestations de services exonérées dans l'État membre du preneur", 'Diensten die vrijgesteld zijn in de lidstaat van de afnemer', 'Services exempt in the Member State of the customer', 'Dienstleistungen, die im Mitgliedstaat des Empfängers befreit sind'],
  ['019', 'I.B', "Autres opérations imposables à l'étranger", 'Andere in het buitenland belastbare handelingen', 'Other operations taxable abroad', 'Sonstige im Ausland steuerbare Umsätze'],
  ['419', 'I.B', "Opérations à l'intérieur du pays pour lesquelles le preneur est le redevable", 'Binnenlandse handelingen waarvoor de afnemer de btw verschuldigd is', 'Domestic operations on which the customer owes the VAT', 'Umsätze im Inland, für die der Empfänger Steuerschuldner ist'],
  ['022', 'I.C', "Chiffre d'affaires imposable", 'Belastbare omzet', 'Taxable turnover', 'Steuerpflichtiger Umsatz'],
];

/** Three rows of section II.A take any rate that has none of its own; the base of the first of them is 033, for 0 %. */
// oxfmt-ignore
export const otherRates: readonly BoxRow[] = [
  ['042', 'II.A', 'Premier autre taux - taxe', 'Eerste ander tarief - btw', 'First other rate - tax', 'Erster anderer Satz - MwSt.'],
  ['416', 'II.A', 'Deuxième autre taux - base', 'Tweede ander tarief - maatstaf', 'Second other rate - base', 'Zweiter anderer Satz - Basis'],
  ['417', 'II.A', 'Deuxième autre taux - taxe', 'Tweede ander tarief - btw', 'Second other rate - tax', 'Zweiter anderer Satz - MwSt.'],
  ['451', 'II.A', 'Troisième autre taux - base', 'Derde ander tarief - maatstaf', 'Third other rate - base', 'Dritter anderer Satz - Basis'],
  ['452', 'II.A', 'Troisième autre taux - taxe', 'Derde ander tarief - btw', 'Third other rate - tax', 'Dritter anderer Satz - MwSt.'],
];

/** Tobacco whose tax is collected when it leaves the tax warehouse: only its base is declared. */
// oxfmt-ignore
export const acquiredTobacco: readonly BoxRow[] = [
  ['719', 'II.B', 'Acquisitions intracommunautaires de tabacs dont la TVA est perçue avec les accises', 'Intracommunautaire verwervingen van tabak waarop de btw met de accijnzen wordt geheven', 'Intra-Community acquisitions of tobacco whose VAT is collected with the excise duties', 'Innergemeinschaftliche Erwerbe von Tabakwaren, deren MwSt. mit den Verbrauchsteuern erhoben wird'],
];

// oxfmt-ignore
export const importedTobacco: readonly BoxRow[] = [
  ['729', 'II.D', 'Importations de tabacs dont la TVA est perçue avec les accises', 'Invoer van tabak waarop de btw met de accijnzen wordt geheven', 'Imports of tobacco whose VAT is collected with the excise duties', 'Einfuhren von Tabakwaren, deren MwSt. mit den Verbrauchsteuern erhoben wird'],
];

// oxfmt-ignore
export const triangular: readonly BoxRow[] = [
  ['152', 'II.C', "Acquisitions dans le cadre d'opérations triangulaires - base", 'Verwervingen bij driehoekstransacties - maatstaf', 'Acquisitions in triangular transactions - base', 'Erwerbe im Rahmen von Dreiecksgeschäften - Basis'],
];

// oxfmt-ignore
export const importTotals: readonly BoxRow[] = [
  ['065', 'II.D', 'Importations de biens - base', 'Invoer van goederen - maatstaf', 'Imports of goods - base', 'Einfuhren von Gegenständen - Basis'],
  ['407', 'II.D', 'Importations de biens - taxe', 'Invoer van goederen - btw', 'Imports of goods - tax', 'Einfuhren von Gegenständen - MwSt.'],
];

// oxfmt-ignore
export const serviceTotals: readonly BoxRow[] = [
  ['409', 'II.E', 'Prestations de services à déclarer par le preneur redevable - base', 'Diensten aan te geven door de afnemer, die de btw verschuldigd is - maatstaf', 'Services on which the customer owes the VAT - base', 'Vom Empfänger als Steuerschuldner zu erklärende Dienstleistungen - Basis'],
  ['410', 'II.E', 'Prestations de services à déclarer par le preneur redevable - taxe', 'Diensten aan te geven door de afnemer, die de btw verschuldigd is - btw', 'Services on which the customer owes the VAT - tax', 'Vom Empfänger als Steuerschuldner zu erklärende Dienstleistungen - MwSt.'],
];

/** Counted beside 436 and not in it, while 445 is counted in 463. */
// oxfmt-ignore
export const exemptServicesFromUnion: readonly BoxRow[] = [
  ['435', 'II.E', "Services reçus d'assujettis d'autres États membres - exonérés à l'intérieur du pays", 'Diensten ontvangen van belastingplichtigen in andere lidstaten - in het binnenland vrijgesteld', 'Services received from taxable persons in other Member States - exempt in Luxembourg', 'Dienstleistungen von Steuerpflichtigen aus anderen Mitgliedstaaten - im Inland befreit'],
];

/** From the total of tax due on, sections III and IV. */
// oxfmt-ignore
export const outcome: readonly BoxRow[] = [
  ['227', 'II.G', 'Régime suspensif - régularisation', 'Schorsingsregeling - regularisatie', 'Tax suspension scheme - adjustment', 'Steueraussetzung - Berichtigung'],
  ['076', 'II.H', 'Total de la taxe en aval', 'Totaal van de verschuldigde btw', 'Total tax due', 'Gesamtbetrag der geschuldeten Steuer'],
  ['458', 'III.A', "Taxe en amont sur les achats de biens et de services à l'intérieur du pays", 'Voorbelasting op binnenlandse aankopen van goederen en diensten', 'Input tax on domestic purchases of goods and services', 'Vorsteuer auf inländische Einkäufe von Gegenständen und Dienstleistungen'],
  ['459', 'III.A', 'Taxe en amont sur les acquisitions intracommunautaires de biens', 'Voorbelasting op intracommunautaire verwervingen van goederen', 'Input tax on intra-Community acquisitions of goods', 'Vorsteuer auf innergemeinschaftliche Erwerbe von Gegenständen'],
  ['460', 'III.A', 'Taxe en amont sur les importations de biens (déclarée ou payée)', 'Voorbelasting op invoer van goederen (aangegeven of betaald)', 'Input tax on imports of goods (declared or paid)', 'Vorsteuer auf Einfuhren von Gegenständen (erklärt oder gezahlt)'],
  ['090', 'III.A', 'Taxe en amont sur les affectations de biens', 'Voorbelasting op bestemming van goederen', 'Input tax on the application of goods for business purposes', 'Vorsteuer auf die Zuordnung von Gegenständen'],
  ['461', 'III.A', 'Taxe en amont déclarée comme débiteur (points II.E et II.F)', 'Voorbelasting aangegeven als schuldenaar (punten II.E en II.F)', 'Input tax due under the reverse charge (points II.E and II.F)', 'Als Steuerschuldner erklärte Vorsteuer (Punkte II.E und II.F)'],
  ['092', 'III.A', 'Taxe acquittée comme caution solidaire', 'Als hoofdelijke borg betaalde btw', 'Tax paid as joint and several guarantor', 'Als Gesamtschuldner gezahlte Steuer'],
  ['228', 'III.A', 'Taxe régularisée - régime suspensif', 'Geregulariseerde btw - schorsingsregeling', 'Adjusted tax - tax suspension scheme', 'Berichtigte Steuer - Steueraussetzung'],
  ['093', 'III.A', 'Total de la taxe en amont', 'Totaal van de voorbelasting', 'Total input tax', 'Gesamtbetrag der Vorsteuer'],
  ['094', 'III.B', 'Taxe en amont non déductible en rapport avec des opérations exonérées', 'Niet-aftrekbare voorbelasting op vrijgestelde handelingen', 'Non-deductible input tax relating to exempt operations', 'Nicht abziehbare Vorsteuer auf befreite Umsätze'],
  ['095', 'III.B', 'Taxe en amont non déductible en application du prorata (article 50)', 'Niet-aftrekbare voorbelasting volgens het prorata (artikel 50)', 'Non-deductible input tax by application of the deductible proportion (article 50)', 'Nicht abziehbare Vorsteuer nach dem Pro-rata-Satz (Artikel 50)'],
  ['096', 'III.B', 'Taxe en amont non déductible sous le régime de la marge', 'Niet-aftrekbare voorbelasting onder de margeregeling', 'Non-deductible input tax under the margin scheme', 'Nicht abziehbare Vorsteuer bei der Differenzbesteuerung'],
  ['097', 'III.B', 'Total de la taxe en amont non déductible', 'Totaal van de niet-aftrekbare voorbelasting', 'Total non-deductible input tax', 'Gesamtbetrag der nicht abziehbaren Vorsteuer'],
  ['102', 'III.C', 'Total de la taxe en amont déductible', 'Totaal van de aftrekbare voorbelasting', 'Total deductible input tax', 'Gesamtbetrag der abziehbaren Vorsteuer'],
  ['103', 'IV', 'Total de la taxe en aval (report)', 'Totaal van de verschuldigde btw (overdracht)', 'Total tax due (brought forward)', 'Gesamtbetrag der geschuldeten Steuer (Übertrag)'],
  ['104', 'IV', 'Total de la taxe en amont déductible (report)', 'Totaal van de aftrekbare voorbelasting (overdracht)', 'Total deductible input tax (brought forward)', 'Gesamtbetrag der abziehbaren Vorsteuer (Übertrag)'],
  ['105', 'IV', 'Excédent à payer, ou à rembourser si négatif', 'Te betalen saldo, of terug te krijgen indien negatief', 'Balance to pay, or to reclaim if negative', 'Zu zahlender Überschuss, oder zu erstattender, wenn negativ'],
];
