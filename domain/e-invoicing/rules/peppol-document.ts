import { compare, ZERO } from '../../money.ts';
import { elementsAt, textAt, type XmlElement } from '../../xml.ts';
import { dateOf } from '../read/values.ts';
import { coded, needs, required, rule } from './builders.ts';
import type { CheckedDocument } from './checked-document.ts';
import {
  CHARGE_REASONS,
  CURRENCIES,
  MIME_TYPES,
  PEPPOL_ADDRESS_SCHEMES,
  PEPPOL_ALLOWANCE_REASONS,
  PEPPOL_CREDIT_NOTE_TYPES,
  PEPPOL_INVOICE_TYPES,
  TAX_POINTS,
} from './code-lists.ts';
import { amountLike, count, has, isCharge } from './conditions.ts';
import type { Rule } from './rule.ts';
import { TERMS } from './terms.ts';
import { filled, labels, MALFORMED } from './texts.ts';

/** Peppol BIS Billing 3: the document as a whole, its parties, its codes. */

export const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = /^urn:fdc:peppol\.eu:2017:poacc:billing:(\d{2}):1\.0$/;

const profileOf = (root: XmlElement): string | null => PROFILE.exec(textAt(root, 'ProfileID') ?? '')?.[1] ?? null;

const isGerman = ({ sellerCountry, buyerCountry }: CheckedDocument): boolean =>
  sellerCountry === 'DE' && buyerCountry === 'DE';

/** Neither is below zero where the other is above. */
function haveSameSign(root: XmlElement, currency: string | null): boolean {
  const other = textAt(root, 'TaxCurrencyCode');
  if (other === null) return true;
  const amountsIn = (code: string | null): string[] =>
    elementsAt(root, 'TaxTotal/TaxAmount')
      .filter(({ attributes }) => attributes['currencyID'] === code)
      .map(({ text }) => amountLike(text) ?? ZERO);
  const signs = new Set(
    [...amountsIn(other), ...amountsIn(currency)].map((amount) => Math.sign(compare(amount, ZERO))),
  );
  return !(signs.has(1) && signs.has(-1));
}

const ONE_NOTE = labels(
  'Le document porte plus d’une note.',
  'Het document bevat meer dan één opmerking.',
  'The document has more than one note.',
  'Der Beleg enthält mehr als eine Bemerkung.',
);
const JOIN_NOTES = labels(
  'Réunissez les notes en une seule.',
  'Voeg de opmerkingen samen tot één.',
  'Join the notes into one.',
  'Fassen Sie die Bemerkungen zu einer zusammen.',
);
const WRONG_SPECIFICATION = labels(
  'Le document ne se dit pas conforme à Peppol BIS Billing 3.',
  'Het document noemt zich niet conform Peppol BIS Billing 3.',
  'The document does not claim to follow Peppol BIS Billing 3.',
  'Der Beleg gibt nicht an, Peppol BIS Billing 3 zu folgen.',
);
const GIVE = labels('Indiquez {value}.', 'Vermeld {value}.', 'Give {value}.', 'Geben Sie {value} an.');
const SAME_CURRENCY = labels(
  'La devise de comptabilisation de la TVA est celle du document.',
  'De munt van de btw-boekhouding is die van het document.',
  'The VAT accounting currency is that of the document.',
  'Die Währung der Umsatzsteuer ist die des Belegs.',
);
const DROP_CURRENCY = labels(
  'Ne l’indiquez que si elle diffère de la devise du document.',
  'Vermeld ze alleen als ze verschilt van de munt van het document.',
  'Give it only where it differs from the currency of the document.',
  'Geben Sie sie nur an, wenn sie von der Belegwährung abweicht.',
);
const EMPTY = labels('Un élément est vide.', 'Een element is leeg.', 'An element is empty.', 'Ein Element ist leer.');
const FILL_OR_DROP = labels(
  'Remplissez l’élément ou omettez-le.',
  'Vul het element in of laat het weg.',
  'Fill in the element or leave it out.',
  'Füllen Sie das Element aus oder lassen Sie es weg.',
);
const ONE_BREAKDOWN = labels(
  'Il faut exactement un total de TVA avec sa ventilation.',
  'Er moet precies één btw-totaal met uitsplitsing zijn.',
  'There must be exactly one VAT total with a breakdown.',
  'Es muss genau einen aufgeschlüsselten Umsatzsteuerbetrag geben.',
);
const JOIN_TOTALS = labels(
  'Réunissez les sous-totaux de TVA sous un seul total.',
  'Breng de btw-subtotalen onder één totaal.',
  'Put the VAT subtotals under one total.',
  'Fassen Sie die Zwischensummen unter einem Gesamtbetrag zusammen.',
);
const ONE_PLAIN_TOTAL = labels(
  'Un total de TVA sans ventilation n’existe que dans la devise de comptabilisation, une seule fois.',
  'Een btw-totaal zonder uitsplitsing bestaat alleen in de boekhoudmunt, en maar één keer.',
  'A VAT total without breakdown is given in the accounting currency only, and once.',
  'Ein nicht aufgeschlüsselter Umsatzsteuerbetrag steht nur in der Buchwährung, und nur einmal.',
);
const MATCH_CURRENCY = labels(
  'Faites correspondre la devise de comptabilisation et ce total.',
  'Laat de boekhoudmunt en dit totaal overeenstemmen.',
  'Make the accounting currency and this total match.',
  'Bringen Sie Buchwährung und diesen Betrag in Einklang.',
);
const SIGNS_DIFFER = labels(
  'Les deux totaux de TVA n’ont pas le même signe.',
  'De twee btw-totalen hebben niet hetzelfde teken.',
  'The two VAT totals do not have the same sign.',
  'Die beiden Umsatzsteuerbeträge haben nicht dasselbe Vorzeichen.',
);
const CORRECT_SIGN = labels(
  'Corrigez le signe du total dans la devise de comptabilisation.',
  'Corrigeer het teken van het totaal in de boekhoudmunt.',
  'Correct the sign of the total in the accounting currency.',
  'Berichtigen Sie das Vorzeichen des Betrags in der Buchwährung.',
);
const ONE_PROJECT = labels(
  'Plus d’une référence de projet.',
  'Meer dan één projectreferentie.',
  'More than one project reference.',
  'Mehr als eine Projektreferenz.',
);
const KEEP_ONE = labels('N’en gardez qu’une.', 'Houd er één.', 'Keep one only.', 'Behalten Sie nur eine.');
const OTHER_CURRENCY = labels(
  'Le montant n’est pas dans la devise du document.',
  'Het bedrag staat niet in de munt van het document.',
  'The amount is not in the currency of the document.',
  'Der Betrag steht nicht in der Belegwährung.',
);
const USE_CURRENCY = labels(
  'Exprimez tous les montants dans la devise du document.',
  'Druk alle bedragen uit in de munt van het document.',
  'Give all amounts in the currency of the document.',
  'Geben Sie alle Beträge in der Belegwährung an.',
);
const DATE_HINT = labels(
  'Écrivez la date sous la forme 2026-01-31.',
  'Schrijf de datum als 2026-01-31.',
  'Write the date as 2026-01-31.',
  'Schreiben Sie das Datum in der Form 2026-01-31.',
);
const GERMAN_ONLY = labels(
  'Les types 326 et 384 ne valent qu’entre parties allemandes.',
  'De types 326 en 384 gelden alleen tussen Duitse partijen.',
  'Types 326 and 384 are for German parties only.',
  'Die Belegarten 326 und 384 gelten nur zwischen deutschen Parteien.',
);
const USE_380 = labels(
  'Utilisez le type 380, ou une note de crédit (381).',
  'Gebruik type 380, of een creditnota (381).',
  'Use type 380, or a credit note (381).',
  'Verwenden Sie die Belegart 380 oder eine Gutschrift (381).',
);
const WRONG_CATEGORY = labels(
  'Le motif {reason} demande la catégorie de TVA {code}.',
  'Reden {reason} vraagt btw-categorie {code}.',
  'Reason {reason} asks for VAT category {code}.',
  'Der Grund {reason} verlangt die Umsatzsteuerkategorie {code}.',
);
const MATCH_CATEGORY = labels(
  'Corrigez la catégorie ou le motif d’exonération.',
  'Corrigeer de categorie of de reden van vrijstelling.',
  'Correct the category or the reason for exemption.',
  'Berichtigen Sie die Kategorie oder den Befreiungsgrund.',
);

/** Reasons that belong to one category, with the last digits of their rules. */
const REASONS: readonly (readonly [string, string, string])[] = [
  ['P0104', 'VATEX-EU-G', 'G'],
  ['P0105', 'VATEX-EU-O', 'O'],
  ['P0106', 'VATEX-EU-IC', 'K'],
  ['P0107', 'VATEX-EU-AE', 'AE'],
  ['P0108', 'VATEX-EU-D', 'E'],
  ['P0109', 'VATEX-EU-F', 'E'],
  ['P0110', 'VATEX-EU-I', 'E'],
  ['P0111', 'VATEX-EU-J', 'E'],
];

/** The one total that may be in another currency is that without a breakdown. */
const isInOtherCurrency = (parent: XmlElement | undefined): boolean =>
  parent?.name === 'TaxTotal' && !has(parent, 'TaxSubtotal');

export const PEPPOL_DOCUMENT_RULES: readonly Rule[] = [
  required('PEPPOL-EN16931-R001', 'document', 'ProfileID', 'process', 'document'),
  rule(
    'PEPPOL-EN16931-R002',
    'document',
    (root, document) => count(root, 'Note') <= 1 || isGerman(document),
    ONE_NOTE,
    JOIN_NOTES,
  ),
  required('PEPPOL-EN16931-R003', 'document', ['BuyerReference', 'OrderReference/ID'], 'reference', 'document'),
  rule(
    'PEPPOL-EN16931-R004',
    'document',
    (root) => (textAt(root, 'CustomizationID') ?? '').startsWith(CUSTOMIZATION),
    WRONG_SPECIFICATION,
    filled(GIVE, { value: `${CUSTOMIZATION} (BT-24)` }),
  ),
  rule(
    'PEPPOL-EN16931-R005',
    'taxCurrency',
    ({ text }, { currency }) => text !== currency,
    SAME_CURRENCY,
    DROP_CURRENCY,
  ),
  rule(
    'PEPPOL-EN16931-R007',
    'document',
    (root) => profileOf(root) !== null,
    filled(MALFORMED, { term: TERMS.process }),
    filled(GIVE, { value: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0 (BT-23)' }),
  ),
  rule('PEPPOL-EN16931-R008', 'empty', () => false, EMPTY, FILL_OR_DROP),
  required('PEPPOL-EN16931-R010', 'buyer', 'EndpointID', 'buyerEndpoint', 'buyer'),
  required('PEPPOL-EN16931-R020', 'seller', 'EndpointID', 'sellerEndpoint', 'seller'),
  rule(
    'PEPPOL-EN16931-R051',
    'amount',
    ({ attributes }, { currency }, { parent }) =>
      attributes['currencyID'] === currency || isInOtherCurrency(parent?.element),
    OTHER_CURRENCY,
    USE_CURRENCY,
  ),
  rule(
    'PEPPOL-EN16931-R053',
    'document',
    (root) => elementsAt(root, 'TaxTotal').filter((total) => has(total, 'TaxSubtotal')).length === 1,
    ONE_BREAKDOWN,
    JOIN_TOTALS,
  ),
  rule(
    'PEPPOL-EN16931-R054',
    'document',
    (root) =>
      elementsAt(root, 'TaxTotal').filter((total) => !has(total, 'TaxSubtotal')).length ===
      (has(root, 'TaxCurrencyCode') ? 1 : 0),
    ONE_PLAIN_TOTAL,
    MATCH_CURRENCY,
  ),
  rule(
    'PEPPOL-EN16931-R055',
    'document',
    (root, { currency }) => haveSameSign(root, currency),
    SIGNS_DIFFER,
    CORRECT_SIGN,
  ),
  needs(
    'PEPPOL-EN16931-R061',
    'payment',
    (payment) => !['49', '59'].includes(textAt(payment, 'PaymentMeansCode') ?? '') || has(payment, 'PaymentMandate/ID'),
    'mandate',
    'payment',
  ),
  rule(
    'PEPPOL-EN16931-R080',
    'document',
    (root) =>
      root.name !== 'CreditNote' ||
      elementsAt(root, 'AdditionalDocumentReference').filter((one) => textAt(one, 'DocumentTypeCode') === '50')
        .length <= 1,
    ONE_PROJECT,
    KEEP_ONE,
  ),
  rule(
    'PEPPOL-EN16931-F001',
    'date',
    ({ text }) => text.length === 10 && dateOf(text) === text,
    filled(MALFORMED, { term: TERMS.date }),
    DATE_HINT,
  ),
  coded(
    'PEPPOL-EN16931-CL001',
    'embeddedFile',
    ({ attributes }) => MIME_TYPES.has(attributes['mimeCode'] ?? ''),
    'mimeType',
    'IANA',
  ),
  coded(
    'PEPPOL-EN16931-CL002',
    'reasonCode',
    ({ text }, _, { parent }) => isCharge(parent!.element) || PEPPOL_ALLOWANCE_REASONS.has(text),
    'allowanceCode',
    'UNTDID 5189',
  ),
  coded(
    'PEPPOL-EN16931-CL003',
    'reasonCode',
    ({ text }, _, { parent }) => !isCharge(parent!.element) || CHARGE_REASONS.has(text),
    'chargeCode',
    'UNTDID 7161',
  ),
  coded('PEPPOL-EN16931-CL006', 'taxPointCode', ({ text }) => TAX_POINTS.has(text), 'taxPointCode', 'UNTDID 2005'),
  coded(
    'PEPPOL-EN16931-CL007',
    'amount',
    ({ attributes }) => CURRENCIES.has(attributes['currencyID'] ?? ''),
    'amountCurrency',
    'ISO 4217',
  ),
  coded(
    'PEPPOL-EN16931-CL008',
    'endpoint',
    ({ attributes }) => attributes['schemeID'] === undefined || PEPPOL_ADDRESS_SCHEMES.has(attributes['schemeID']),
    'endpointScheme',
    'EAS',
  ),
  coded(
    'PEPPOL-EN16931-P0100',
    'typeCode',
    ({ name, text }, { root }) =>
      name !== 'InvoiceTypeCode' || profileOf(root.element) !== '01' || PEPPOL_INVOICE_TYPES.has(text),
    'typeCode',
    'UNTDID 1001',
  ),
  coded(
    'PEPPOL-EN16931-P0101',
    'typeCode',
    ({ name, text }, { root }) =>
      name !== 'CreditNoteTypeCode' || profileOf(root.element) !== '01' || PEPPOL_CREDIT_NOTE_TYPES.has(text),
    'typeCode',
    'UNTDID 1001',
  ),
  ...REASONS.map(([id, reason, code]) =>
    rule(
      `PEPPOL-EN16931-${id}`,
      'taxCategory',
      (category) =>
        textAt(category, 'TaxExemptionReasonCode')?.toUpperCase() !== reason || textAt(category, 'ID') === code,
      filled(WRONG_CATEGORY, { reason, code }),
      MATCH_CATEGORY,
    ),
  ),
  rule(
    'PEPPOL-EN16931-P0112',
    'typeCode',
    ({ text }, document) => (text !== '326' && text !== '384') || isGerman(document),
    GERMAN_ONLY,
    USE_380,
  ),
];
