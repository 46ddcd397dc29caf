import type { UblAllowance, UblDocument } from '../e-invoicing/index.ts';
import { combineLanguages, type Labels, type Language } from '../language.ts';
import { isZero, subtract, sum } from '../money.ts';
import de from '../../locales/de/documents-terms.json' with { type: 'json' };
import en from '../../locales/en/documents-terms.json' with { type: 'json' };
import fr from '../../locales/fr/documents-terms.json' with { type: 'json' };
import nl from '../../locales/nl/documents-terms.json' with { type: 'json' };
import type { DocumentContent } from './document-events.ts';
import type { PaymentDiscount } from './terms.ts';

/** Terms of payment in an electronic invoice, with the discount for early payment. */

const WORDS: Readonly<Record<keyof typeof en, Labels>> = combineLanguages({ de, en, fr, nl });

type Taxed = Pick<UblAllowance, 'category' | 'rate'>;
type Terms = Pick<UblDocument, 'paymentTerms' | 'allowances' | 'charges' | 'exemptionReasons'>;

/** `treatments`: category and rate of each VAT code. */
export function buildUblTerms(
  document: DocumentContent,
  treatments: ReadonlyMap<number, Taxed>,
  language: Language,
): Terms {
  return {
    paymentTerms: describePaymentTerms(document, language),
    ...buildReductions(document, treatments, language),
  };
}

/** Code of a special agreement (UNTDID 5189), and of one between the parties (UNTDID 7161). */
const AGREED = '64';
const AGREED_CHARGE = 'ZZZ';

/**
 * Where the tax is computed on the reduced price, the discount is an allowance of the taxed categories, and a charge of
 * the same amount without tax: the total remains the full price.
 */
function buildReductions(
  { lines, vat, discount }: DocumentContent,
  treatments: ReadonlyMap<number, Taxed>,
  language: Language,
): Pick<Terms, 'allowances' | 'charges' | 'exemptionReasons'> {
  if (!discount) return {};
  const reason = WORDS.early_payment[language];
  const allowances = vat.flatMap(({ vat_code_id, base }): readonly UblAllowance[] => {
    const own = lines.filter((line) => line.vat_code_id === vat_code_id).map(({ amount_net }) => amount_net);
    const amount = subtract(sum(own), base);
    return isZero(amount) ? [] : [{ amount, reason, reasonCode: AGREED, ...treatments.get(vat_code_id)! }];
  });
  if (allowances.length === 0) return {};
  const total = sum(allowances.map(({ amount }) => amount));
  const isOnlyExempt = lines.every(({ vat_code_id }) => treatments.get(vat_code_id)?.category !== 'E');
  return {
    allowances,
    charges: [{ amount: total, reason, reasonCode: AGREED_CHARGE, category: 'E', rate: '0.00' }],
    ...(isOnlyExempt && { exemptionReasons: { E: reason } }),
  };
}

/** The text of the document, then the discount in words. */
export function describePaymentTerms(
  { payment_terms_text, discount }: Pick<DocumentContent, 'payment_terms_text' | 'discount'>,
  language: Language,
): string | null {
  const texts = [payment_terms_text, discount && describeDiscount(discount, language)];
  return texts.filter((text) => text !== null && text !== '').join('\n') || null;
}

export function describeDiscount({ percent, days, amount, until }: PaymentDiscount, language: Language): string {
  const mark = language === 'en' ? '.' : ',';
  const size = percent === null ? (amount ?? '') : `${percent.replace(/\.?0+$/, '')} %`;
  const words = days === null ? WORDS.discount_until : WORDS.discount_within;
  return words[language]
    .replace('{size}', size.replace('.', mark))
    .replace('{days}', String(days))
    .replace('{date}', formatDay(until ?? ''));
}

const formatDay = (date: string): string => date.split('-').toReversed().join('/');
