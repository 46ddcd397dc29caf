import { z } from 'zod';
import type { RequestedDocument } from '../../domain/documents/content.ts';
import { MAX_DOCUMENT_LINES } from '../../domain/documents/limits.ts';
import { DOCUMENT_DIRECTIONS } from '../../domain/documents/document-events.ts';
import type { RequestedChanges } from '../../domain/documents/editing.ts';
import { MAX_TAX_DIFFERENCE } from '../../domain/ledger/taxes.ts';
import { currencies } from '../../domain/reference/currencies.ts';
import { refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { toRequestedShares, sharesInput } from '../analytics/shares.ts';
import { amount, bool, choice, date, decimal, id, list, text } from '../http/input/fields.ts';
import { DOCUMENT_TYPES } from './document.ts';
import { rateFields, toRequestedRates } from './rate-fields.ts';
import { lineTermFields, termFields, toRequestedTerms, trimDecimals } from './term-fields.ts';

/** Request bodies for creating and correcting documents. */

const CURRENCIES = currencies.filter(({ kind }) => kind === 'currency').map(({ code }) => code);
const LARGEST = '999999999999.99999999';

const vatCode = { vat_code: text(20).nullish(), vat_code_id: id().nullish() };

const line = {
  description: text(500),
  quantity: decimal(8, LARGEST, { signed: true }).nullish(),
  unit_price: decimal(8, LARGEST, { signed: true }).nullish().meta({ description: 'Without VAT.' }),
  amount_net: amount({ signed: true }).nullish().meta({
    description:
      'Without VAT; by default the quantity times the price, less the discount of the line. Negative on a line that deducts something.',
  }),
  account: text(20).nullish(),
  account_id: id().nullish(),
  ...vatCode,
  ...lineTermFields,
  analytics: sharesInput.nullish().meta({
    description:
      'Analytic codes of the resulting entry, in per cent or by amounts without VAT. Absent or empty: the defaults.',
  }),
};

const FORCED = 'Creates the document even if one with the same third party, number and date exists.';

const head = {
  number: text(100).nullish(),
  due_date: date().nullish(),
  currency: choice(CURRENCIES).nullish(),
  ...rateFields,
  structured_communication: text(40).nullish(),
  notes: text(2000).nullish(),
  vat_amounts: list(z.object({ ...vatCode, amount: amount({ signed: true }) }), { max: MAX_DOCUMENT_LINES })
    .nullish()
    .meta({
      description: `The tax of a code as on the document, at most ${MAX_TAX_DIFFERENCE} from the computed amount.`,
    }),
  force: bool().nullish().meta({ description: FORCED }),
  type: choice(DOCUMENT_TYPES).nullish(),
  direction: choice(DOCUMENT_DIRECTIONS)
    .nullish()
    .meta({ description: 'Alternatively `type`, with the same meaning.' }),
  is_credit_note: bool().nullish(),
  ...termFields,
};

export const DocumentBody = z.object({
  ...head,
  document_date: date(),
  third_party_id: id(),
  lines: list(z.object(line), { max: MAX_DOCUMENT_LINES }),
});

export const DocumentChangeBody = z.object({
  ...head,
  document_date: date().optional(),
  third_party_id: id().optional(),
  lines: list(z.object({ id: id().nullish(), ...line }), { max: MAX_DOCUMENT_LINES })
    .optional()
    .meta({ description: 'All lines; a line with an `id` keeps its identity.' }),
});

/** Meaning of `strict` where a document is issued or sent. */
export const STRICT = 'Refuses a document that lacks something the law requires on it (`mentions_missing`).';

export const BookBody = z.object({
  journal_id: id().nullish(),
  entry_date: date().nullish().meta({ description: 'Default: the date of the document.' }),
  force: bool().nullish().meta({ description: 'Books the document even if it seems to be booked already.' }),
  strict: bool().nullish().meta({ description: STRICT }),
});

type Body = z.output<typeof DocumentBody>;
type ChangeBody = z.output<typeof DocumentChangeBody>;
type Line = Body['lines'][number];

/** The direction in the body: null if absent, a refusal if `type` and `direction` contradict each other. */
function resolveDirection({ type, direction }: Pick<Body, 'type' | 'direction'>): 'purchase' | 'sale' | null | Refusal {
  const ofType = type && (type === 'purchases' ? 'purchase' : 'sale');
  if (ofType && direction && ofType !== direction) return refuseInvalid([{ code: 'type_contradicts', field: 'type' }]);
  return direction ?? ofType ?? null;
}

export function toRequestedDocument(body: Body): RequestedDocument | Refusal {
  const direction = resolveDirection(body);
  if (direction === null) return refuseInvalid([{ code: 'required', field: 'direction' }]);
  if (typeof direction === 'object') return direction;
  return {
    direction,
    is_credit_note: body.is_credit_note ?? body.kind === 'credit_note',
    number: body.number ?? null,
    document_date: body.document_date,
    due_date: body.due_date ?? null,
    currency: body.currency ?? null,
    exchange_rate: null,
    ...toRequestedRates(body),
    structured_communication: body.structured_communication ?? null,
    third_party_id: body.third_party_id,
    lines: body.lines.map(toRequestedLine),
    vat_amounts: toRequestedTaxes(body),
    notes: body.notes ?? null,
    ...toRequestedTerms(body),
  };
}

/** Changes for the fields present in the body. */
export function toRequestedChanges(body: ChangeBody): RequestedChanges | Refusal {
  const direction = resolveDirection(body);
  if (direction !== null && typeof direction === 'object') return direction;
  const { number, document_date, due_date, currency, structured_communication, third_party_id, notes } = body;
  return {
    ...(direction !== null && { direction }),
    ...(body.is_credit_note !== undefined && body.is_credit_note !== null && { is_credit_note: body.is_credit_note }),
    ...(number !== undefined && { number }),
    ...(document_date !== undefined && { document_date }),
    ...(due_date !== undefined && { due_date }),
    ...(currency !== undefined && { currency }),
    ...toRequestedRates(body),
    ...(structured_communication !== undefined && { structured_communication }),
    ...(third_party_id !== undefined && { third_party_id }),
    ...(body.lines && {
      lines: body.lines.map(({ id: lineId, ...rest }) => ({ id: lineId ?? null, ...toRequestedLine(rest) })),
    }),
    ...(body.vat_amounts && { vat_amounts: toRequestedTaxes(body) }),
    ...(notes !== undefined && { notes }),
    ...toRequestedTerms(body),
  };
}

const toRequestedLine = (given: Line) => ({
  description: given.description,
  quantity: trimDecimals(given.quantity),
  unit_price: trimDecimals(given.unit_price),
  amount_net: given.amount_net ?? null,
  account: given.account ?? null,
  account_id: given.account_id ?? null,
  vat_code: given.vat_code ?? null,
  analytics: toRequestedShares(given.analytics),
  vat_code_id: given.vat_code_id ?? null,
  unit: given.unit ?? null,
  discount_percent: trimDecimals(given.discount_percent),
});

const toRequestedTaxes = ({ vat_amounts }: Pick<Body, 'vat_amounts'>) =>
  (vat_amounts ?? []).map((tax) => ({
    vat_code: tax.vat_code ?? null,
    vat_code_id: tax.vat_code_id ?? null,
    amount: tax.amount,
  }));
