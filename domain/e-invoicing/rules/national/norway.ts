import { findText, listElements } from '../../../xml.ts';
import { toWarning } from '../builders.ts';
import { isNorwegianNumber } from '../peppol-identifiers.ts';
import type { Rule } from '../rule.ts';
import { COMPLETE, CORRECT_NUMBER, toLabels } from '../texts.ts';
import { buildMissingMessage, createNationalRules, findVatNumber, isTaxedIn } from './sellers.ts';

const NUMBER = toLabels(
  'numéro de TVA norvégien (NO, neuf chiffres, MVA)',
  'Noors btw-nummer (NO, negen cijfers, MVA)',
  'Norwegian VAT number (NO, nine digits, MVA)',
  'norwegische MwSt.-Nummer (NO, neun Ziffern, MVA)',
);
const MENTION = toLabels(
  'mention « Foretaksregisteret » du vendeur norvégien',
  'vermelding “Foretaksregisteret” van de Noorse verkoper',
  'mention “Foretaksregisteret” of the Norwegian seller',
  'Angabe „Foretaksregisteret“ des norwegischen Verkäufers',
);

const isVatNumber = (text: string): boolean => /^NO\d{9}MVA$/.test(text) && isNorwegianNumber(text.slice(2, 11));

export function buildNorwegianRules(): Rule[] {
  const { national: norwegian, malformed } = createNationalRules(isTaxedIn('NO'));
  return [
    malformed(
      'NO-R-001',
      'seller',
      (seller) => {
        const said = findVatNumber(seller);
        return said === null || !said.startsWith('NO') || isVatNumber(said);
      },
      NUMBER,
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
        buildMissingMessage(MENTION),
        COMPLETE.seller,
      ),
    ),
  ];
}
