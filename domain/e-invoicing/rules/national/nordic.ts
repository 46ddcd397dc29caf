import { isNegative, ZERO } from '../../../money.ts';
import { findElement, listElements, findText, type XmlElement } from '../../../xml.ts';
import { toWarning } from '../builders.ts';
import { parseNumberAt } from '../conditions.ts';
import { isNorwegianNumber, isSwedishNumber } from '../peppol-identifiers.ts';
import type { Rule } from '../rule.ts';
import { COMPLETE, CORRECT_NUMBER, filled, toLabels } from '../texts.ts';
import {
  isBuyerIn,
  isSellerIn,
  isPartyOf,
  isTaxedIn,
  buildMalformedMessage,
  MEANS,
  MEANS_HINT,
  buildMissingMessage,
  createSellerRule,
  findVatNumber,
} from './sellers.ts';

const REGISTER_DK = toLabels(
  'numéro CVR (registre 0184)',
  'CVR-nummer (register 0184)',
  'CVR number (register 0184)',
  'CVR-Nummer (Register 0184)',
);
const DANISH_MEANS = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97'];

export function buildNorwegianRules(): Rule[] {
  const norwegian = createSellerRule(isTaxedIn('NO'));
  const number = toLabels(
    'numéro de TVA norvégien (NO, neuf chiffres, MVA)',
    'Noors btw-nummer (NO, negen cijfers, MVA)',
    'Norwegian VAT number (NO, nine digits, MVA)',
    'norwegische MwSt.-Nummer (NO, neun Ziffern, MVA)',
  );
  const mention = toLabels(
    'mention « Foretaksregisteret » du vendeur norvégien',
    'vermelding “Foretaksregisteret” van de Noorse verkoper',
    'mention “Foretaksregisteret” of the Norwegian seller',
    'Angabe „Foretaksregisteret“ des norwegischen Verkäufers',
  );
  const isVatNumber = (text: string): boolean => /^NO\d{9}MVA$/.test(text) && isNorwegianNumber(text.slice(2, 11));
  return [
    norwegian(
      'NO-R-001',
      'seller',
      (seller) => {
        const said = findVatNumber(seller);
        return said === null || !said.startsWith('NO') || isVatNumber(said);
      },
      buildMalformedMessage(number),
      CORRECT_NUMBER,
    ),
    toWarning(
      norwegian(
        'NO-R-002',
        'seller',
        (seller) =>
          listElements(seller, 'PartyTaxScheme').some(
            (scheme) =>
              findText(scheme, 'TaxScheme/ID') === 'TAX' && findText(scheme, 'CompanyID') === 'Foretaksregisteret',
          ),
        buildMissingMessage(mention),
        COMPLETE.seller,
      ),
    ),
  ];
}

export function buildSwedishRules(): Rule[] {
  const swedish = createSellerRule(isSellerIn('SE'));
  const vat = toLabels(
    'numéro de TVA suédois (SE et douze chiffres)',
    'Zweeds btw-nummer (SE en twaalf cijfers)',
    'Swedish VAT number (SE and twelve digits)',
    'schwedische MwSt.-Nummer (SE und zwölf Ziffern)',
  );
  const number = toLabels(
    'numéro d’entreprise suédois (dix chiffres)',
    'Zweeds ondernemingsnummer (tien cijfers)',
    'Swedish organisation number (ten digits)',
    'schwedische Unternehmensnummer (zehn Ziffern)',
  );
  const rate = toLabels(
    'Les taux suédois sont 6, 12 et 25 %.',
    'De Zweedse tarieven zijn 6, 12 en 25 %.',
    'Swedish rates are 6, 12 and 25 %.',
    'Die schwedischen Sätze sind 6, 12 und 25 %.',
  );
  const correctRate = toLabels(
    'Corrigez le taux.',
    'Corrigeer het tarief.',
    'Correct the rate.',
    'Berichtigen Sie den Satz.',
  );
  const findSwedishVat = (seller: XmlElement): string | null => {
    const said = findVatNumber(seller);
    return said?.startsWith('SE') ? said : null;
  };
  const findLegalId = (seller: XmlElement): string | null => findText(seller, 'PartyLegalEntity/CompanyID');
  const isSwedishRate = (category: XmlElement): boolean =>
    findText(category, 'ID') !== 'S' || ['6.00', '12.00', '25.00'].includes(parseNumberAt(category, 'Percent') ?? '');
  return [
    swedish(
      'SE-R-001',
      'seller',
      (seller) => (findSwedishVat(seller)?.length ?? 14) === 14,
      buildMalformedMessage(vat),
      CORRECT_NUMBER,
    ),
    swedish(
      'SE-R-002',
      'seller',
      (seller) => /^\d+$/.test((findSwedishVat(seller) ?? 'SE0').slice(2, 14)),
      buildMalformedMessage(vat),
      CORRECT_NUMBER,
    ),
    toWarning(
      swedish(
        'SE-R-003',
        'seller',
        (seller) => /^\d+$/.test(findLegalId(seller) ?? '0'),
        buildMalformedMessage(number),
        CORRECT_NUMBER,
      ),
    ),
    toWarning(
      swedish(
        'SE-R-004',
        'seller',
        (seller) => (findLegalId(seller)?.length ?? 10) === 10,
        buildMalformedMessage(number),
        CORRECT_NUMBER,
      ),
    ),
    swedish('SE-R-006', 'taxCategory', isSwedishRate, rate, correctRate),
    toWarning(
      swedish(
        'SE-R-013',
        'seller',
        (seller) => findLegalId(seller) === null || isSwedishNumber(findLegalId(seller)!),
        buildMalformedMessage(number),
        CORRECT_NUMBER,
      ),
    ),
  ];
}

export function buildDanishRules(): Rule[] {
  const danish = createSellerRule(isSellerIn('DK'));
  const scheme = toLabels(
    'registre de l’identifiant',
    'register van de identificatie',
    'register of the identifier',
    'Register der Kennung',
  );
  const negative = toLabels(
    'Une note de crédit danoise ne peut avoir un total négatif.',
    'Een Deense creditnota kan geen negatief totaal hebben.',
    'A Danish credit note cannot have a negative total.',
    'Eine dänische Gutschrift kann keinen negativen Gesamtbetrag haben.',
  );
  const useInvoice = toLabels(
    'Établissez une facture.',
    'Maak een factuur op.',
    'Issue an invoice.',
    'Stellen Sie eine Rechnung aus.',
  );
  const findLegalIdElement = (seller: XmlElement): XmlElement | undefined =>
    findElement(seller, 'PartyLegalEntity/CompanyID');
  return [
    danish(
      'DK-R-002',
      'seller',
      (seller) => (findLegalIdElement(seller)?.text ?? '') !== '',
      buildMissingMessage(REGISTER_DK),
      COMPLETE.seller,
    ),
    danish(
      'DK-R-005',
      'payment',
      (payment, document) =>
        !document.isInvoice ||
        !isBuyerIn('DK', document) ||
        DANISH_MEANS.includes(findText(payment, 'PaymentMeansCode') ?? ''),
      MEANS,
      filled(MEANS_HINT, { codes: DANISH_MEANS.join(', ') }),
    ),
    danish(
      'DK-R-013',
      'partyId',
      (id, document, at) =>
        !isBuyerIn('DK', document) ||
        !(isPartyOf('AccountingSupplierParty', at) || isPartyOf('AccountingCustomerParty', at)) ||
        (id.attributes['schemeID'] ?? '') !== '',
      buildMissingMessage(scheme),
      COMPLETE.document,
    ),
    danish(
      'DK-R-014',
      'seller',
      (seller) => (findLegalIdElement(seller)?.attributes['schemeID'] ?? '0184') === '0184',
      buildMalformedMessage(REGISTER_DK),
      COMPLETE.seller,
    ),
    danish(
      'DK-R-016',
      'totals',
      (totals, document) =>
        document.isInvoice || !isBuyerIn('DK', document) || !isNegative(parseNumberAt(totals, 'PayableAmount') ?? ZERO),
      negative,
      useInvoice,
    ),
  ];
}
