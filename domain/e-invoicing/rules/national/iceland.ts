import { findElement, findText, type XmlElement } from '../../../xml.ts';
import { parseDate } from '../../read/values.ts';
import { toWarning } from '../builders.ts';
import { hasElement } from '../conditions.ts';
import type { Rule } from '../rule.ts';
import { COMPLETE, filled, MISSING, toLabels } from '../texts.ts';
import { TERMS } from '../terms.ts';
import { areBothIn, createNationalRules, findAccount, getMeans, isSellerIn } from './sellers.ts';

const NUMBER = toLabels(
  'numéro d’entreprise islandais (registre 0196)',
  'IJslands ondernemingsnummer (register 0196)',
  'Icelandic legal identifier (register 0196)',
  'isländische Unternehmensnummer (Register 0196)',
);
const ADDRESS = toLabels('rue et code postal', 'straat en postcode', 'street and post code', 'Straße und Postleitzahl');
const TYPE = toLabels(
  'type de document d’un vendeur islandais (380 ou 381)',
  'documenttype van een IJslandse verkoper (380 of 381)',
  'document type of an Icelandic seller (380 or 381)',
  'Belegart eines isländischen Verkäufers (380 oder 381)',
);
const ACCOUNT = toLabels(
  'compte islandais de douze chiffres (BT-84)',
  'IJslandse rekening van twaalf cijfers (BT-84)',
  'Icelandic account of twelve digits (BT-84)',
  'isländisches Konto mit zwölf Ziffern (BT-84)',
);
const DEADLINE = toLabels(
  'dernier jour de paiement (EINDAGI) au format AAAA-MM-JJ',
  'laatste betaaldag (EINDAGI) in het formaat JJJJ-MM-DD',
  'last day of payment (EINDAGI) as YYYY-MM-DD',
  'letzter Zahlungstag (EINDAGI) im Format JJJJ-MM-TT',
);
const DEADLINE_EARLY = toLabels(
  'Le dernier jour de paiement (EINDAGI) précède l’échéance.',
  'De laatste betaaldag (EINDAGI) valt voor de vervaldag.',
  'The last day of payment (EINDAGI) is before the due date.',
  'Der letzte Zahlungstag (EINDAGI) liegt vor der Fälligkeit.',
);

const hasNumber = (party: XmlElement): boolean =>
  findElement(party, 'PartyLegalEntity/CompanyID')?.attributes['schemeID'] === '0196';
const hasAddress = (party: XmlElement): boolean =>
  hasElement(party, 'PostalAddress/StreetName') && hasElement(party, 'PostalAddress/PostalZone');
const isDeadline = (reference: XmlElement): boolean => findText(reference, 'DocumentDescription') === 'EINDAGI';

export function buildIcelandicRules(): Rule[] {
  const { national: icelandic, malformed } = createNationalRules(isSellerIn('IS'));
  const { malformed: malformedAtHome } = createNationalRules(areBothIn('IS'));
  const paid = (id: string, means: string): Rule =>
    malformed(
      id,
      'payment',
      (payment) => getMeans(payment) !== means || findAccount(payment).length === 12,
      ACCOUNT,
      COMPLETE.payment,
    );
  return [
    toWarning(
      malformed('IS-R-001', 'typeCode', ({ text }) => text === '380' || text === '381', TYPE, COMPLETE.document),
    ),
    malformed('IS-R-002', 'seller', hasNumber, NUMBER, COMPLETE.seller),
    malformed('IS-R-003', 'seller', hasAddress, ADDRESS, COMPLETE.seller),
    malformedAtHome('IS-R-004', 'buyer', hasNumber, NUMBER, COMPLETE.buyer),
    malformedAtHome('IS-R-005', 'buyer', hasAddress, ADDRESS, COMPLETE.buyer),
    paid('IS-R-006', '9'),
    paid('IS-R-007', '42'),
    malformed(
      'IS-R-008',
      'supportingDocument',
      (reference) => {
        const date = findText(reference, 'ID');
        return !isDeadline(reference) || (date?.length === 10 && parseDate(date) === date);
      },
      DEADLINE,
      COMPLETE.document,
    ),
    icelandic(
      'IS-R-009',
      'supportingDocument',
      (reference, { root }) => !isDeadline(reference) || hasElement(root.element, 'DueDate'),
      filled(MISSING, { term: TERMS.dueDate }),
      COMPLETE.payment,
    ),
    icelandic(
      'IS-R-010',
      'supportingDocument',
      (reference, { root }) => {
        const [due, last] = [findText(root.element, 'DueDate'), findText(reference, 'ID')];
        return !isDeadline(reference) || (due !== null && last !== null && due <= last);
      },
      DEADLINE_EARLY,
      COMPLETE.payment,
    ),
  ];
}
