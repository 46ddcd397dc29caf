import { findText, listElements, type XmlElement } from '../../../xml.ts';
import { toWarning } from '../builders.ts';
import type { CheckedDocument } from '../checked-document.ts';
import { parseNumberAt } from '../conditions.ts';
import { isSwedishNumber } from '../peppol-identifiers.ts';
import type { Rule } from '../rule.ts';
import { COMPLETE, CORRECT_NUMBER, filled, toLabels } from '../texts.ts';
import { areBothIn, createNationalRules, findVatNumber, getMeans, isSellerIn, MEANS, MEANS_HINT } from './sellers.ts';

const VAT_NUMBER = toLabels(
  'numéro de TVA suédois (SE et douze chiffres)',
  'Zweeds btw-nummer (SE en twaalf cijfers)',
  'Swedish VAT number (SE and twelve digits)',
  'schwedische MwSt.-Nummer (SE und zwölf Ziffern)',
);
const NUMBER = toLabels(
  'numéro d’entreprise suédois (dix chiffres)',
  'Zweeds ondernemingsnummer (tien cijfers)',
  'Swedish organisation number (ten digits)',
  'schwedische Unternehmensnummer (zehn Ziffern)',
);
const TAX_STATUS = toLabels(
  'mention « Godkänd för F-skatt » (BT-32)',
  'vermelding “Godkänd för F-skatt” (BT-32)',
  'mention “Godkänd för F-skatt” (BT-32)',
  'Angabe „Godkänd för F-skatt“ (BT-32)',
);
const RATE = toLabels(
  'Les taux suédois sont 6, 12 et 25 %.',
  'De Zweedse tarieven zijn 6, 12 en 25 %.',
  'Swedish rates are 6, 12 and 25 %.',
  'Die schwedischen Sätze sind 6, 12 und 25 %.',
);
const CORRECT_RATE = toLabels(
  'Corrigez le taux.',
  'Corrigeer het tarief.',
  'Correct the rate.',
  'Berichtigen Sie den Satz.',
);
const PLUSGIRO = toLabels(
  'compte Plusgiro (deux à huit chiffres)',
  'Plusgiro-rekening (twee tot acht cijfers)',
  'Plusgiro account (two to eight digits)',
  'Plusgiro-Konto (zwei bis acht Ziffern)',
);
const BANKGIRO = toLabels(
  'compte Bankgiro (sept ou huit chiffres)',
  'Bankgiro-rekening (zeven of acht cijfers)',
  'Bankgiro account (seven or eight digits)',
  'Bankgiro-Konto (sieben oder acht Ziffern)',
);
const USE_TRANSFER = filled(MEANS_HINT, { codes: '30 (SE:BANKGIRO, SE:PLUSGIRO)' });

const isSwedish = isSellerIn('SE');
const findSeller = ({ findAt }: CheckedDocument): XmlElement | undefined =>
  findAt('AccountingSupplierParty/Party')[0]?.element;
const isTaxedInSweden = (document: CheckedDocument): boolean =>
  isSwedish(document) && findVatNumber(findSeller(document))?.startsWith('SE') === true;

const findLegalId = (seller: XmlElement): string | null => findText(seller, 'PartyLegalEntity/CompanyID');

const isSwedishRate = (category: XmlElement): boolean =>
  findText(category, 'ID') !== 'S' || ['6.00', '12.00', '25.00'].includes(parseNumberAt(category, 'Percent') ?? '');

const isTaxStatus = (text: string | null): boolean => text === null || text.toUpperCase() === 'GODKÄND FÖR F-SKATT';

/** Accounts of a giro system, named by the branch of the bank. */
const isGiroAccount =
  (giro: string, isValid: (account: string) => boolean) =>
  (account: XmlElement, _: CheckedDocument, { parent }: { parent: { element: XmlElement } | null }): boolean =>
    getMeans(parent!.element) !== '30' ||
    findText(account, 'FinancialInstitutionBranch/ID') !== giro ||
    findText(account, 'ID') === null ||
    isValid(findText(account, 'ID') ?? '');

const isNumeric = (text: string): boolean => /^\d+$/.test(text);

export function buildSwedishRules(): Rule[] {
  const { malformed, national: swedish } = createNationalRules(isSwedish);
  const { malformed: malformedIfTaxed, national: taxed } = createNationalRules(isTaxedInSweden);
  const { national: domestic } = createNationalRules(areBothIn('SE'));
  const giro = (id: string, system: string, isValid: (account: string) => boolean, term: typeof PLUSGIRO): Rule =>
    toWarning(malformed(id, 'payeeAccount', isGiroAccount(system, isValid), term, COMPLETE.payment));
  return [
    malformedIfTaxed(
      'SE-R-001',
      'seller',
      (seller) => findVatNumber(seller)?.length === 14,
      VAT_NUMBER,
      CORRECT_NUMBER,
    ),
    malformedIfTaxed(
      'SE-R-002',
      'seller',
      (seller) => isNumeric(findVatNumber(seller)?.slice(2, 14) ?? ''),
      VAT_NUMBER,
      CORRECT_NUMBER,
    ),
    malformed('SE-R-003', 'seller', (seller) => isNumeric(findLegalId(seller) ?? '0'), NUMBER, CORRECT_NUMBER),
    malformed('SE-R-004', 'seller', (seller) => (findLegalId(seller)?.length ?? 10) === 10, NUMBER, CORRECT_NUMBER),
    malformed(
      'SE-R-005',
      'seller',
      (seller) =>
        findLegalId(seller) === null ||
        listElements(seller, 'PartyTaxScheme').every(
          (scheme) =>
            findText(scheme, 'TaxScheme/ID')?.toUpperCase() === 'VAT' || isTaxStatus(findText(scheme, 'CompanyID')),
        ),
      TAX_STATUS,
      COMPLETE.seller,
    ),
    taxed('SE-R-006', 'taxCategory', isSwedishRate, RATE, CORRECT_RATE),
    taxed('SE-R-006', 'lineCategory', isSwedishRate, RATE, CORRECT_RATE),
    giro('SE-R-007', 'SE:PLUSGIRO', isNumeric, PLUSGIRO),
    giro('SE-R-008', 'SE:BANKGIRO', isNumeric, BANKGIRO),
    giro('SE-R-009', 'SE:BANKGIRO', (account) => account.length === 7 || account.length === 8, BANKGIRO),
    giro('SE-R-010', 'SE:PLUSGIRO', (account) => account.length >= 2 && account.length <= 8, PLUSGIRO),
    toWarning(
      swedish('SE-R-011', 'payment', (payment) => !['50', '56'].includes(getMeans(payment)), MEANS, USE_TRANSFER),
    ),
    toWarning(domestic('SE-R-012', 'payment', (payment) => getMeans(payment) !== '31', MEANS, USE_TRANSFER)),
    malformed(
      'SE-R-013',
      'seller',
      (seller) => {
        const number = findLegalId(seller);
        return number === null || (isNumeric(number) && isSwedishNumber(number.slice(0, 10)));
      },
      NUMBER,
      CORRECT_NUMBER,
    ),
  ];
}
