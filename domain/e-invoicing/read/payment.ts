import type { SheetWarning } from '../../document-imports/sheet.ts';
import { extractCommunications } from '../../lettering/clues.ts';
import { normaliseIban } from '../../numbers/iban.ts';
import { buildWarning } from '../warnings.ts';
import type { WrittenInvoice } from './invoice.ts';
import { toSingleLine, MAX } from './values.ts';

/** Payment instructions of the document. */
export interface AskedPayment {
  readonly iban: string | null;
  readonly bic: string | null;
  readonly communication: string | null;
  readonly warnings: readonly SheetWarning[];
}

/** Looks like a structured communication, valid or not. */
const MARKED = /(?:\+{3}|\*{3})[\d\s/.-]{12,20}(?:\+{3}|\*{3})|(?<!\d)\d{3}\/\d{4}\/\d{5}(?!\d)/;
const BIC = /^[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$/;
/** Looks like an IBAN: other account numbers are used elsewhere and are not errors. */
const IBAN_LIKE = /^[A-Z]{2}\d{2}[0-9A-Z ]{8,}/i;

export function readAskedPayment({ payments, notes }: WrittenInvoice): AskedPayment {
  const paid = payments.find(({ account }) => account !== null && normaliseIban(account) !== null);
  const iban = normaliseIban(paid?.account ?? '');
  const wrong = payments.find(({ account }) => account !== null && IBAN_LIKE.test(account));
  const references = payments.flatMap((payment) => payment.references).map((text) => text.slice(0, MAX.note));
  const texts = [...references, ...notes.map((note) => note.slice(0, MAX.note))];
  const communication = texts.flatMap(extractCommunications)[0] ?? null;
  const bic = paid?.bic?.toUpperCase().replace(/\s/g, '') ?? '';
  return {
    iban,
    bic: BIC.test(bic) ? bic : null,
    communication,
    warnings: [
      ...(iban === null && wrong
        ? [buildWarning('iban_invalid', { iban: toSingleLine(wrong.account, 40) ?? '' })]
        : []),
      ...(communication === null && references.some((text) => MARKED.test(text))
        ? [buildWarning('structured_communication_invalid')]
        : []),
    ],
  };
}
