import { findText, listElements, type XmlElement } from '../../../xml.ts';
import { toWarning } from '../builders.ts';
import { hasElement } from '../conditions.ts';
import { isGerman } from '../process.ts';
import type { Rule } from '../rule.ts';
import { COMPLETE, CORRECT_NUMBER } from '../texts.ts';
import * as TEXT from './germany-texts.ts';
import { buildMissingMessage, createNationalRules, findAccount, getMeans } from './sellers.ts';

/** Rules on payment between two German parties. */

/** Digits of the number with its first four characters at the end, letters as 10 to 35, modulo 97. */
function isIban(text: string): boolean {
  const number = text.replaceAll(/\s/g, '');
  if (!/^[A-Z]{2}\d{2}[a-zA-Z0-9]{0,30}$/.test(number)) return false;
  const digits = Array.from((number.slice(4) + number.slice(0, 4)).toUpperCase(), (one) => parseInt(one, 36)).join('');
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Elements that belong to a means of payment: transfer, card, direct debit. */
const PARTS = { transfer: 'PayeeFinancialAccount', card: 'CardAccount', debit: 'PaymentMandate' } as const;
type Part = keyof typeof PARTS;
const CODES: Readonly<Record<Part, readonly string[]>> = {
  transfer: ['30', '58'],
  card: ['48', '54', '55'],
  debit: ['59'],
};

const hasCreditorNumber = (root: XmlElement): boolean =>
  ['AccountingSupplierParty/Party', 'PayeeParty'].some((party) =>
    listElements(root, `${party}/PartyIdentification/ID`).some(({ attributes }) => attributes['schemeID'] === 'SEPA'),
  );

export function buildGermanPaymentRules(): Rule[] {
  const { national: german, malformed } = createNationalRules(isGerman);
  const buildPartRules = (id: string, part: Part): Rule[] => {
    const isConcerned = (payment: XmlElement): boolean => CODES[part].includes(getMeans(payment));
    const others = Object.values(PARTS).filter((name) => name !== PARTS[part]);
    return [
      german(
        `${id}-1`,
        'payment',
        (payment) => !isConcerned(payment) || hasElement(payment, PARTS[part]),
        buildMissingMessage(TEXT.MEANS_PARTS[part]),
        COMPLETE.payment,
      ),
      german(
        `${id}-2`,
        'payment',
        (payment) => !isConcerned(payment) || others.every((name) => !hasElement(payment, name)),
        TEXT.OTHER_MEANS,
        TEXT.DROP_OTHER_MEANS,
      ),
    ];
  };
  return [
    toWarning(
      malformed(
        'DE-R-019',
        'payment',
        (payment) => getMeans(payment) !== '58' || isIban(findAccount(payment)),
        TEXT.ACCOUNT,
        CORRECT_NUMBER,
      ),
    ),
    toWarning(
      malformed(
        'DE-R-020',
        'payment',
        (payment) =>
          getMeans(payment) !== '59' || isIban(findText(payment, 'PaymentMandate/PayerFinancialAccount/ID') ?? ''),
        TEXT.DEBITED_ACCOUNT,
        CORRECT_NUMBER,
      ),
    ),
    ...buildPartRules('DE-R-023', 'transfer'),
    ...buildPartRules('DE-R-024', 'card'),
    ...buildPartRules('DE-R-025', 'debit'),
    german(
      'DE-R-030',
      'document',
      (root) => !hasElement(root, 'PaymentMeans/PaymentMandate') || hasCreditorNumber(root),
      buildMissingMessage(TEXT.CREDITOR),
      COMPLETE.seller,
    ),
    german(
      'DE-R-031',
      'document',
      (root) =>
        !hasElement(root, 'PaymentMeans/PaymentMandate') ||
        listElements(root, 'PaymentMeans/PaymentMandate/PayerFinancialAccount/ID').length > 0,
      buildMissingMessage(TEXT.DEBITED_ACCOUNT),
      COMPLETE.payment,
    ),
  ];
}
