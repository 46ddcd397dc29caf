import type { SheetWarning } from '../../document-imports/sheet.ts';
import { communicationsIn } from '../../lettering/clues.ts';
import { normaliseIban } from '../../numbers/iban.ts';
import { warning } from '../warnings.ts';
import type { WrittenInvoice } from './invoice.ts';
import { lineOf, MAX } from './values.ts';

/** Where and with which words the document asks to be paid. */
export interface AskedPayment {
  readonly iban: string | null;
  readonly bic: string | null;
  readonly communication: string | null;
  readonly warnings: readonly SheetWarning[];
}

/** Looks like a structured communication, whatever its check says. */
const MARKED = /(?:\+{3}|\*{3})[\d\s/.-]{12,20}(?:\+{3}|\*{3})|(?<!\d)\d{3}\/\d{4}\/\d{5}(?!\d)/;
const BIC = /^[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$/;
/** Looks like an IBAN: other account numbers are in use elsewhere and no mistake. */
const IBAN_LIKE = /^[A-Z]{2}\d{2}[0-9A-Z ]{8,}/i;

export function askedPayment({ payments, notes }: WrittenInvoice): AskedPayment {
  const paid = payments.find(({ account }) => account !== null && normaliseIban(account) !== null);
  const iban = normaliseIban(paid?.account ?? '');
  const wrong = payments.find(({ account }) => account !== null && IBAN_LIKE.test(account));
  const references = payments.flatMap((payment) => payment.references).map((text) => text.slice(0, MAX.note));
  const texts = [...references, ...notes.map((note) => note.slice(0, MAX.note))];
  const communication = texts.flatMap(communicationsIn)[0] ?? null;
  const bic = paid?.bic?.toUpperCase().replace(/\s/g, '') ?? '';
  return {
    iban,
    bic: BIC.test(bic) ? bic : null,
    communication,
    warnings: [
      ...(iban === null && wrong ? [warning('iban_invalid', { iban: lineOf(wrong.account, 40) ?? '' })] : []),
      ...(communication === null && references.some((text) => MARKED.test(text))
        ? [warning('structured_communication_invalid')]
        : []),
    ],
  };
}
