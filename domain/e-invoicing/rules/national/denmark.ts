import { isNegative, ZERO } from '../../../money.ts';
import { findElement, findText, listElements, type XmlElement } from '../../../xml.ts';
import { parseNumberAt } from '../conditions.ts';
import type { Rule } from '../rule.ts';
import { COMPLETE, CORRECT_NUMBER, filled, toLabels } from '../texts.ts';
import {
  areBothIn,
  buildMissingMessage,
  createNationalRules,
  findAccount,
  getMeans,
  isPartyOf,
  isSellerIn,
  MEANS,
  MEANS_HINT,
} from './sellers.ts';

const REGISTER = toLabels(
  'numéro CVR (registre 0184)',
  'CVR-nummer (register 0184)',
  'CVR number (register 0184)',
  'CVR-Nummer (Register 0184)',
);
const SCHEME = toLabels(
  'registre de l’identifiant',
  'register van de identificatie',
  'register of the identifier',
  'Register der Kennung',
);
const NEGATIVE = toLabels(
  'Une note de crédit danoise ne peut avoir un total négatif.',
  'Een Deense creditnota kan geen negatief totaal hebben.',
  'A Danish credit note cannot have a negative total.',
  'Eine dänische Gutschrift kann keinen negativen Gesamtbetrag haben.',
);
const USE_INVOICE = toLabels(
  'Établissez une facture.',
  'Maak een factuur op.',
  'Issue an invoice.',
  'Stellen Sie eine Rechnung aus.',
);
const CLASSIFICATION = toLabels(
  'version de la classification UNSPSC (19.05.01 ou 26.08.01)',
  'versie van de UNSPSC-classificatie (19.05.01 of 26.08.01)',
  'version of the UNSPSC classification (19.05.01 or 26.08.01)',
  'Version der UNSPSC-Klassifikation (19.05.01 oder 26.08.01)',
);
const TAX_REASON = toLabels(
  'taxe danoise autre que la TVA : quatre chiffres, ou un texte avec # au milieu',
  'Deense belasting buiten de btw: vier cijfers, of een tekst met # in het midden',
  'Danish tax other than VAT: four digits, or a text with # inside',
  'dänische Abgabe außer der MwSt.: vier Ziffern oder ein Text mit # in der Mitte',
);
const ACCOUNT_AND_BRANCH = toLabels(
  'compte et numéro d’enregistrement de la banque',
  'rekening en registratienummer van de bank',
  'account and registration number of the bank',
  'Konto und Registriernummer der Bank',
);
const MANDATE = toLabels(
  'mandat et compte débité (BT-89, BT-91)',
  'mandaat en gedebiteerde rekening (BT-89, BT-91)',
  'mandate and debited account (BT-89, BT-91)',
  'Mandat und belastetes Konto (BT-89, BT-91)',
);
const GIRO = toLabels(
  'référence de paiement (01#, 04# ou 15#) et compte giro de sept ou huit chiffres',
  'betalingsreferentie (01#, 04# of 15#) en girorekening van zeven of acht cijfers',
  'payment reference (01#, 04# or 15#) and giro account of seven or eight digits',
  'Zahlungsreferenz (01#, 04# oder 15#) und Girokonto mit sieben oder acht Ziffern',
);
const GIRO_REFERENCE = toLabels(
  'référence de paiement de seize chiffres après 04# ou 15#',
  'betalingsreferentie van zestien cijfers na 04# of 15#',
  'payment reference of sixteen digits after 04# or 15#',
  'Zahlungsreferenz mit sechzehn Ziffern nach 04# oder 15#',
);
const FIK = toLabels(
  'référence de paiement (71#, 73# ou 75#) et compte FIK de huit caractères',
  'betalingsreferentie (71#, 73# of 75#) en FIK-rekening van acht tekens',
  'payment reference (71#, 73# or 75#) and FIK account of eight characters',
  'Zahlungsreferenz (71#, 73# oder 75#) und FIK-Konto mit acht Zeichen',
);
const FIK_REFERENCE = toLabels(
  'référence de paiement de quinze ou seize chiffres après 71# ou 75#',
  'betalingsreferentie van vijftien of zestien cijfers na 71# of 75#',
  'payment reference of fifteen or sixteen digits after 71# or 75#',
  'Zahlungsreferenz mit fünfzehn oder sechzehn Ziffern nach 71# oder 75#',
);

const DANISH_MEANS = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97'];
const CVR = '0184';
const UNSPSC_VERSIONS: ReadonlySet<string | undefined> = new Set(['19.05.01', '19.0501', '26.08.01', '26.0801']);

const hasDanishRegister = (party: XmlElement): boolean => {
  const number = findElement(party, 'PartyLegalEntity/CompanyID');
  return number === undefined || number.attributes['schemeID'] === CVR;
};

function hasKnownClassification(line: XmlElement): boolean {
  const codes = listElements(line, 'Item/CommodityClassification/ItemClassificationCode');
  return (
    !codes.some(({ attributes }) => attributes['listID'] === 'TST') ||
    codes.some(({ attributes }) => UNSPSC_VERSIONS.has(attributes['listVersionID']))
  );
}

function isTaxReason(allowance: XmlElement): boolean {
  if (findText(allowance, 'AllowanceChargeReasonCode') !== 'ZZZ') return true;
  return /^(\d{4}|[^#].*#.*[^#])$/s.test(findText(allowance, 'AllowanceChargeReason') ?? '');
}

const getReference = (payment: XmlElement): string => findText(payment, 'PaymentID') ?? '';
const startsWith = (text: string, ...starts: readonly string[]): boolean =>
  starts.some((start) => text.startsWith(`${start}#`));

export function buildDanishRules(): Rule[] {
  const { national: danish, malformed: malformedOfSeller } = createNationalRules(isSellerIn('DK'));
  const { national: domestic, malformed } = createNationalRules(areBothIn('DK'));
  /** Rules on payments apply to invoices only. */
  const paid = (id: string, means: readonly string[], holds: (payment: XmlElement) => boolean, term: typeof GIRO) =>
    malformed(
      id,
      'payment',
      (payment, { isInvoice }) => !isInvoice || !means.includes(getMeans(payment)) || holds(payment),
      term,
      COMPLETE.payment,
    );
  return [
    danish(
      'DK-R-002',
      'seller',
      (seller) => findText(seller, 'PartyLegalEntity/CompanyID') !== null,
      buildMissingMessage(REGISTER),
      COMPLETE.seller,
    ),
    malformed('DK-R-003', 'line', hasKnownClassification, CLASSIFICATION, COMPLETE.line),
    malformed('DK-R-004', 'anyAllowance', isTaxReason, TAX_REASON, COMPLETE.allowance),
    domestic(
      'DK-R-005',
      'payment',
      (payment, { isInvoice }) => !isInvoice || DANISH_MEANS.includes(getMeans(payment)),
      MEANS,
      filled(MEANS_HINT, { codes: DANISH_MEANS.join(', ') }),
    ),
    paid(
      'DK-R-006',
      ['31', '42'],
      (payment) =>
        findAccount(payment) !== '' &&
        findText(payment, 'PayeeFinancialAccount/FinancialInstitutionBranch/ID') !== null,
      ACCOUNT_AND_BRANCH,
    ),
    paid(
      'DK-R-007',
      ['49'],
      (payment) =>
        findText(payment, 'PaymentMandate/ID') !== null &&
        findText(payment, 'PaymentMandate/PayerFinancialAccount/ID') !== null,
      MANDATE,
    ),
    paid(
      'DK-R-008',
      ['50'],
      (payment) => startsWith(getReference(payment), '01', '04', '15') && /^\d{7,8}$/.test(findAccount(payment)),
      GIRO,
    ),
    paid(
      'DK-R-009',
      ['50'],
      (payment) => !startsWith(getReference(payment), '04', '15') || getReference(payment).length === 19,
      GIRO_REFERENCE,
    ),
    paid(
      'DK-R-010',
      ['93'],
      (payment) => startsWith(getReference(payment), '71', '73', '75') && findAccount(payment).length === 8,
      FIK,
    ),
    paid(
      'DK-R-011',
      ['93'],
      (payment) => !startsWith(getReference(payment), '71', '75') || [18, 19].includes(getReference(payment).length),
      FIK_REFERENCE,
    ),
    domestic(
      'DK-R-013',
      'partyId',
      (id, _, at) =>
        !(isPartyOf('AccountingSupplierParty', at) || isPartyOf('AccountingCustomerParty', at)) ||
        (id.attributes['schemeID'] ?? '') !== '',
      buildMissingMessage(SCHEME),
      COMPLETE.document,
    ),
    malformedOfSeller('DK-R-014', 'seller', hasDanishRegister, REGISTER, COMPLETE.seller),
    domestic(
      'DK-R-016',
      'totals',
      (totals, { isInvoice }) => isInvoice || !isNegative(parseNumberAt(totals, 'PayableAmount') ?? ZERO),
      NEGATIVE,
      USE_INVOICE,
    ),
    malformed('DK-R-017', 'buyer', hasDanishRegister, REGISTER, CORRECT_NUMBER),
  ];
}
