/** Label patterns in four languages, without accents and case. */

/** Documents that look like an invoice or a credit note but are neither. */
export const OTHER_DOCUMENTS =
  /\b(bon de commande|bon de livraison|devis|offre de prix|bestelbon|leveringsbon|leverbon|prijsofferte|offerte|quotation|quote|purchase order|delivery note|pro ?forma|angebot|lieferschein|auftragsbestatigung|order confirmation|rappel|herinnering|mahnung|reminder|releve de compte|rekeninguittreksel|statement of account)\b/;
export const INVOICE =
  /\b(facture|factuur|invoice|rechnung|ticket de caisse|kassaticket|kassenbon|receipt|recu|ontvangstbewijs|quittung|beleg|note d'honoraires|ereloonnota|honorarnote|ticket)\b|\b[a-z]{0,16}(?:rechnung|factuur)\b|\brechnungs|factuur(nummer|datum)|sales slip/;
export const CREDIT_NOTE =
  /\b(note de credit|notes? de credit|avoir|creditnota|kredietnota|credit ?note|credit memo|gutschrift|rechnungskorrektur|stornorechnung|facture d'avoir)\b/;

/** A document, also as a German or Dutch compound: «Handelsrechnung (380)», «verkoopfactuur», «facture de vente». */
const DOCUMENT =
  "(?:(?:facture|avoir|note de credit|(?:commercial |sales |tax )?invoice|credit ?note|credit memo|document|piece|ticket|bon|receipt|recu|creditnota|kredietnota|[a-z]{0,16}(?:factuur|rechnung|gutschrift|beleg))s?(?: (?:de vente|d'acompte|de solde|d'avoir))?(?: ?\\(\\d{2,3}\\))?)";
const NUMBER = '(?:n°|nº|no\\b|nr\\b|num\\b|number|nummer|numero|#|id\\b)';

/** Labels before the document number, most certain first. */
export const NUMBER_LABELS: readonly (readonly [RegExp, number])[] = [
  [
    new RegExp(
      `\\b(?:numero (?:de |du |de la )?(?:facture|l'avoir|note de credit|document|piece)|${DOCUMENT}\\s*-?\\s?${NUMBER}|creditnotanummer|re\\.?-? ?nr\\b|n°\\s*(?:de |du |de la )?(?:facture|document|piece|ticket|note de credit|l'avoir|avoir)|(?:nr|nummer)\\.?\\s*(?:van de )?factuur|nummer der rechnung|ref(?:erence)?\\.? (?:de la |de )?facture|notre reference facture|invoice ref(?:erence)?|factuurreferentie|rechnungsreferenz)(?:\\s*[.:°#]+)*`,
    ),
    1,
  ],
  [
    new RegExp(
      `(?:^\\W{0,3}|\\/ ?)(?:facture d'avoir|${DOCUMENT})\\b(?<!\\b(?:document|piece|bon))(?: ?\\(\\d{2,3}\\))?(?: ?\\/ ?${DOCUMENT})*\\s*[.:#]*`,
    ),
    0.92,
  ],
  [
    /^\W{0,3}(?:n°|nº|no|nr|num|numero|nummer|number|reference|ref|referentie|our ref(?:erence)?|notre ref(?:erence)?|onze ref(?:erentie)?|unser zeichen|unsere referenz)\b\s*[.:°#]*/,
    0.45,
  ],
];
/** A label that is only «Numéro» or «Nr.»: as good as a full one directly under the title of the document. */
export const BARE_NUMBER = /^\W{0,3}(?:n°|nº|no|nr|num|numero|nummer|number)\b[\s.:°#]*$/;
/** Labels of other numbers. */
export const OTHER_NUMBERS =
  /client|klant|customer|kunden|commande|bestel|order|auftrag|tva|btw|\bvat\b|ust|mwst|iban|compte|rekening|account|konto|siret|siren|rcs|bce|kbo|entreprise|ondernemings|telephone|\btel|phone|fax|contrat|contract|vertrag|livraison|levering|delivery|liefer|dossier|article|artikel|handelsregister|steuernummer|tax id|membre|project|chantier|werf|votre ref|uw ref|your ref|ihr zeichen|meter|compteur/;

export const DATE_LABELS: readonly (readonly [RegExp, number])[] = [
  [
    /date (?:de )?(?:la )?(?:facture|facturation|l'avoir|emission|la note de credit|piece|document)|date d'emission|date d'etablissement|factuurdatum|datum (?:van de )?factuur|creditnotadatum|documentdatum|invoice date|date of (?:issue|invoice)|issue date|issued (?:on|at)|credit note date|document date|rechnungsdatum|belegdatum|ausstellungsdatum|gutschriftsdatum|datum der rechnung|tax point/,
    1,
  ],
  [
    /(?:facture|factuur|invoice|rechnung|avoir|credit ?note|creditnota|gutschrift|note de credit)\b.*\b(?:du|van|of|vom|dd|von|issued at|dated)\b/,
    0.9,
  ],
  [/^\W{0,3}(?:date|datum|dated|fait le|emise? le|le)\b\s*:?/, 0.93],
  [/\b(?:date|datum)\s*:?\s*$/, 0.85],
];
export const DUE_LABELS =
  /echeance|date limite|a payer (?:avant|pour|au plus tard)|payable (?:avant|le|pour|au plus tard)|a regler (?:avant|pour|le)|vervalda|vervaldatum|te betalen (?:voor|tegen|uiterlijk)|betalen (?:voor|tegen)|uiterste betaaldatum|betaaldatum|due (?:date|on|by)|payment due|\bdue\b|pay(?:able)? by|fallig|zahlbar bis|zahlungsziel|zahlungsfrist|zu zahlen bis|faellig/;
/** Words of payment before or after a date, and words directly before it that make it the last day. */
export const PAYING =
  /\bpay|paiement|regl(?:er|ement|ez)|virement|verser|solder|betal|betaling|storten|over te (?:maken|schrijven)|voldoen|settle|remit|zahl|uberweis|ueberweis|begleich|\bdue\b|fallig|rechnungsbetrag|entricht/;
export const UNTIL =
  /(?:avant|jusqu'?au|jusqu'?a|au plus tard|pour|voor|tegen|tot(?: en met)?|uiterlijk|until|\bby|before|no later than|not later than|\bbis|spatestens|spaetestens|\bvor)(?: (?:le|la date du|op|the|zum|dem|den|am|uiterlijk|spatestens|date))*\W*$/;
/** Terms of a discount for early payment. */
export const DISCOUNT_TERMS = /skonto|escompte|discount|korting|rabais/;
export const OTHER_DATES =
  /livraison|levering|delivery|liefer|leistung|prestation|periode|period|zeitraum|commande|bestel|order|auftrag|naissance|geboorte|birth|geburt|contrat|contract|vertrag|d'origine|oorspronkelijke|original|ursprung|valab|geldig|valid|gultig|impression|print|afdruk|druck|expedition|verzend|ship|versand|reference/;

export const CUSTOMER_LABELS =
  /\b(?:facture a|factures? a|facturation a|adresse de facturation|adresse facturation|client|votre client|destinataire|vendu a|acheteur|preneur|doit|gefactureerd aan|factuuradres|facturatieadres|klant|geadresseerde|koper|afnemer|aan\s*:|bill(?:ed)? to|invoice to|sold to|customer|buyer|client address|billing address|rechnungsempfanger|rechnungsadresse|rechnung an|kunde|kunden?anschrift|empfanger|kaufer|besteller|auftraggeber|opdrachtgever|rechnungsanschrift|leistungsempfanger|kundenadresse|an\s*:)(?!\s*(?:n°|nr|no\b|number|nummer|ref|code|id\b))/;
export const SUPPLIER_LABELS =
  /\b(?:fournisseur|vendeur|emetteur|emis par|prestataire|leverancier|verkoper|supplier|seller|vendor|from\s*:|lieferant|verkaufer|aussteller|van\s*:|de\s*:|von\s*:|rechnungssteller|absender|afzender|expediteur|leistungserbringer|auftragnehmer|dienstverlener|opdrachtnemer|issued by|sold by|vendu par|verkocht door|verkauft von)(?!\p{L})|beneficiaire|begunstigde|beneficiary|zahlungsempfanger|kontoinhaber|^(?:from|von|van)$/u;
export const DELIVERY_LABELS =
  /adresse de livraison|livre a|leveringsadres|afleveradres|deliver(?:y|ed)? (?:address|to)|ship(?:ped)? to|lieferadresse|lieferanschrift/;
/** True for a text that names a side of the document and nothing else, except behind a colon: «Client», «Kunde: …». */
export function isPartyLabel(plain: string, labels: RegExp): boolean {
  const match = labels.exec(plain);
  if (!match || match.index > 20) return false;
  const after = plain.slice(match.index + match[0].length).trim();
  return after === '' || /^[:/(]/.test(after) || match[0].endsWith(':') || (after.length < 20 && labels.test(after));
}
export const YOUR_VAT =
  /\b(?:votre|vos|uw|your|ihre?|client|klant|customer|kunden?)\b[^:]{0,25}(?:tva|btw|vat|ust|mwst)|(?:tva|btw|vat|ust-?id(?:-?nr)?)\.?\s*(?:client|klant|customer|kunde|du client|van de klant|n° client)/;

/** Numbers of others who take part: tax representatives, carriers, agents. */
export const REPRESENTATIVE =
  /representant|fiscal rep|tax rep|vertegenwoordiger|fiskalvertreter|steuervertreter|transporteur|carrier|vervoerder|spediteur|frachtfuhrer|intermediaire|tussenpersoon|mediateur|ombuds|assureur|verzekeraar|versicher|courtier|makelaar/;

const GROSS =
  /\bttc\b|\btvac\b|t\.t\.c|t\.v\.a\.c|tva (?:comprise|incluse|inclus|c\b)|toutes taxes|\bincl|\binkl|net a payer|te betalen|a payer|\bto pay\b|amount due|total due|balance due|zu zahlen|zahlbetrag|zahlungsbetrag|rechnungsbetrag|rechnungssumme|gesamtbetrag|endbetrag|endsumme|gesamtsumme|grand total|brutto|montant du\b|montant total|total general|total facture|total a\b|algemeen totaal|eindtotaal|factuurbedrag|invoice total|total amount|total invoice|\bgross\b|payable|total note de credit|totaal factuur|gutschriftsbetrag|a rembourser|terug te betalen|total credit/;
const NET =
  /\bht\b|\bhtva\b|h\.t|hors (?:tva|taxe)|\bexcl|\bexkl|\bohne\b|sous-?total|sous total|subtotaal|sub-?total|zwischensumme|netto(?!y)|\bnet\b|taxable|\bbase\b|grundlage|maatstaf|before (?:tax|vat)|imposable|warenwert|mvh|m\.v\.h/;
const VAT =
  /\btva\b|\bbtw\b|\bvat\b|mwst|\bust\b|umsatzsteuer|mehrwertsteuer|\bsteuer|\btaxes?\b|t\.v\.a|b\.t\.w|steuerbetrag|\btax\b/;
const TOTAL = /\btotal\b|\btotaal\b|\bsumme\b|\bgesamt\b|\bmontant\b|\bbedrag\b|\bbetrag\b|\bamount\b/;
const PREPAID =
  /acompte|deja (?:paye|regle|verse)|voorschot|reeds (?:betaald|voldaan)|prepaid|already paid|deposit|anzahlung|bereits (?:bezahlt|gezahlt)|versement|paid in advance|down payment/;
const RESIDUE = /reste|solde|saldo|restbetrag|resterend|balance|remaining|noch zu|restant/;
const LOOSE =
  /remise|korting|discount|rabatt|escompte|skonto|frais de port|verzendkosten|shipping|versandkosten|unit|prix|prijs|price|preis|capital|kapitaal|kapital|report|overdracht|carried/;

export type AmountRole = 'net' | 'vat' | 'gross' | 'total' | 'prepaid' | 'residue' | 'other' | null;

/** Role of the amount after a label. */
export function findRole(label: string): AmountRole {
  if (label.trim() === '') return null;
  if (PREPAID.test(label)) return 'prepaid';
  if (LOOSE.test(label)) return 'other';
  if (RESIDUE.test(label)) return 'residue';
  const isGross = GROSS.test(label);
  const isNet = NET.test(label);
  // «net à payer» is gross, «total excl. VAT» is not.
  if (isGross && !(isNet && /\bexcl|\bht\b|htva|hors|\bohne\b|netto(?:betrag|summe)|\bexkl/.test(label)))
    return 'gross';
  if (isNet) return 'net';
  if (VAT.test(label)) return 'vat';
  return TOTAL.test(label) ? 'total' : null;
}

export const REVERSE_CHARGE =
  /autoliquidation|auto-liquidation|cocontractant|report de perception|btw verlegd|verleggingsregeling|medecontractant|reverse charge|reverse-charge|steuerschuldnerschaft|article 196|art\.? ?196|artikel 196|(?<!(?:tva|t\.v\.a\.|btw|vat|numero|n°|identification)[ -]?)(?:intracommunautaire?|intra-community)(?![ -](?:tva|btw|vat))|innergemeinschaftliche|exempte? de tva|exonere|exoneration|vrijgesteld|vrijstelling|vat exempt|exempt from vat|steuerfrei|steuerbefreit|tva non applicable|franchise de (?:la )?t\.?v\.?a|kleinunternehmer|kleine onderneming|article 293|petites entreprises|niet onderworpen|non soumis/;
export const PAID =
  /\b(?:paye par (?:carte|bancontact|visa)|deja paye|facture acquittee|pour acquit|acquittee?|paye le|paid(?: (?:by|with|on|in full))?|voldaan|reeds betaald|betaald (?:met|op|via)|bezahlt(?: (?:am|mit|per))?|dankend erhalten|carte bancaire|bancontact|visa|mastercard|maestro|especes|contant|kontant|bar bezahlt|cash|kartenzahlung|girocard|ec-karte)\b/;
export const NOT_PAID =
  /non paye|impaye|niet betaald|onbetaald|unpaid|not paid|unbezahlt|nicht bezahlt|be paid|if paid|a ete paye|wordt betaald|moyens? de paiement|accept/;

export const LANGUAGE_WORDS: Readonly<Record<'fr' | 'nl' | 'en' | 'de', RegExp>> = {
  fr: /\b(facture|montant|quantite|prix|hors|tva|echeance|client|adresse|paiement|merci|numero|avoir|designation|taux|virement|payer|compte|avec|pour|dans|les|des)\b/g,
  nl: /\b(factuur|bedrag|aantal|prijs|btw|vervaldag|vervaldatum|klant|adres|betaling|omschrijving|totaal|datum|gelieve|rekening|excl|het|een|voor|met|op|van|wij|uw|te betalen|ondernemingsnummer)\b/g,
  en: /\b(invoice|amount|quantity|price|vat|due|customer|address|payment|description|total|date|please|account|the|and|for|with|your|of|thank|number|bill|unit)\b/g,
  de: /\b(rechnung|betrag|menge|preis|mwst|ust|fallig|kunde|adresse|zahlung|bezeichnung|gesamt|datum|bitte|konto|rechnungsnummer|der|die|und|fur|mit|vielen|dank|nettobetrag|zahlbar|einzelpreis|innerhalb)\b/g,
};
