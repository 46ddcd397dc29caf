import { addDays, type PlainDate } from '../dates.ts';
import { shape, type ObjectOfShapes, type TypeOf } from '../event.ts';
import { isSameJson } from '../json.ts';
import type { Checked, Problem } from '../refusal.ts';
import { NO_STATED_RATES, rateShapes } from './document-rates.ts';

/** Kind, references and terms of a document. All are optional in events; `completeTerms` adds the defaults. */

/** Quotations and pro formas have no accounting. A self-billed document is a purchase that the customer issues. */
export const DOCUMENT_KINDS = [
  'invoice',
  'credit_note',
  'advance',
  'final',
  'quotation',
  'proforma',
  'self_billed',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Documents that are never booked. */
export const WITHOUT_ACCOUNTING: readonly DocumentKind[] = ['quotation', 'proforma'];

export const isWithoutAccounting = ({ kind }: { readonly kind: DocumentKind }): boolean =>
  WITHOUT_ACCOUNTING.includes(kind);

/** What a document is about, as French invoices must state it. */
export const DOCUMENT_NATURES = ['goods', 'services', 'both'] as const;

export const MEANS_OF_PAYMENT = ['card', 'cash', 'transfer', 'direct_debit'] as const;

const percent = '^\\d{1,3}(\\.\\d{1,8})?$';

const credited = shape.object({
  /** Null: an invoice of another program. */
  document_id: shape.reference,
  number: shape.text,
  date: shape.optionalDate,
});
export type CreditedInvoice = TypeOf<typeof credited>;

/** An advance that a final invoice deducts, without VAT. */
const deducted = shape.object({ document_id: shape.id, amount: shape.amount });
export type DeductedAdvance = TypeOf<typeof deducted>;

/** Discount for payment within some days. */
const discount = {
  type: ['object', 'null'],
  properties: {
    percent: shape.optionalMatching(percent),
    days: shape.optionalPositive,
    amount: shape.optionalMatching('^\\d{1,15}\\.\\d{2}$'),
    until: shape.optionalDate,
  },
  required: ['percent', 'days', 'amount', 'until'],
  additionalProperties: false,
} as const;

export type PaymentDiscount = {
  readonly percent: string | null;
  readonly days: number | null;
  readonly amount: string | null;
  readonly until: PlainDate | null;
};

const period = {
  type: ['object', 'null'],
  properties: { from: shape.date, to: shape.date },
  required: ['from', 'to'],
  additionalProperties: false,
} as const;

export type SupplyPeriod = {
  readonly from: PlainDate;
  readonly to: PlainDate;
};

export const termShapes = {
  kind: shape.oneOf(...DOCUMENT_KINDS),
  /** Null: the default series of its kind. */
  number_series_id: shape.reference,
  /** Invoices that a credit note corrects. */
  credits: shape.list(credited),
  /** Advances that a final invoice deducts. */
  deducts: shape.list(deducted),
  /** Null: the date of the document. */
  supply_date: shape.optionalDate,
  supply_period: shape.typed<SupplyPeriod | null>(period),
  delivery_address: shape.optionalText,
  order_reference: shape.optionalText,
  nature: shape.optionalOneOf(...DOCUMENT_NATURES),
  discount: shape.typed<PaymentDiscount | null>(discount),
  payment_terms_text: shape.optionalText,
  /** Day on which it was paid, if that was before or at its issue; null: it is still to be paid. */
  paid_on: shape.optionalDate,
  /** Null: unknown. */
  paid_by: shape.optionalOneOf(...MEANS_OF_PAYMENT),
  ...rateShapes,
};

export type DocumentTerms = ObjectOfShapes<typeof termShapes>;
export const TERMS = Object.keys(termShapes) as readonly (keyof DocumentTerms)[];

const NO_TERMS: Omit<DocumentTerms, 'kind'> = {
  number_series_id: null,
  credits: [],
  deducts: [],
  supply_date: null,
  supply_period: null,
  delivery_address: null,
  order_reference: null,
  nature: null,
  discount: null,
  payment_terms_text: null,
  paid_on: null,
  paid_by: null,
  ...NO_STATED_RATES,
};

interface Credit {
  readonly is_credit_note: boolean;
}

export const getUsualKind = ({ is_credit_note }: Credit): DocumentKind => (is_credit_note ? 'credit_note' : 'invoice');

/** A recorded document with all terms; earlier events have none. */
export const completeTerms = <Recorded extends Partial<DocumentTerms> & Credit>(
  recorded: Recorded,
): Recorded & DocumentTerms => ({ ...NO_TERMS, kind: getUsualKind(recorded), ...recorded });

/** Earlier events change `is_credit_note` without the kind. */
export const completeChangedKind = <Changes extends Partial<DocumentTerms & Credit>>(changes: Changes): Changes =>
  changes.is_credit_note === undefined || changes.kind !== undefined
    ? changes
    : { ...changes, kind: getUsualKind({ is_credit_note: changes.is_credit_note }) };

/** The terms that differ from the defaults, to keep events small. */
export function listStatedTerms(content: DocumentTerms & Credit): Partial<DocumentTerms> {
  const usual = { ...NO_TERMS, kind: getUsualKind(content) };
  return Object.fromEntries(
    TERMS.filter((name) => !isSameJson(content[name], usual[name])).map((name) => [name, content[name]]),
  );
}

export function omitTerms<Content extends DocumentTerms>(content: Content): Omit<Content, keyof DocumentTerms> {
  const names: ReadonlySet<string> = new Set(TERMS);
  return Object.fromEntries(Object.entries(content).filter(([name]) => !names.has(name))) as Omit<
    Content,
    keyof DocumentTerms
  >;
}

export interface RequestedTerms extends Partial<Omit<DocumentTerms, 'kind' | 'credits'>> {
  /** Absent or null: by `is_credit_note`. */
  readonly kind?: DocumentKind | null;
  readonly credits?: readonly RequestedCredit[];
}

export interface RequestedCredit extends Omit<CreditedInvoice, 'number'> {
  /** Null: the number of the document. */
  readonly number: string | null;
}

interface TermsOf extends RequestedTerms, Credit {
  readonly direction: 'purchase' | 'sale';
  readonly document_date: PlainDate;
}

export function resolveTerms(requested: TermsOf): Checked<DocumentTerms> {
  const { document_date, credits = [], supply_period = null } = requested;
  const kind = requested.kind ?? getUsualKind(requested);
  const problems = [...findKindProblems(kind, requested)];
  credits.forEach(({ number }, index) => {
    if (number === null) problems.push({ code: 'required', field: `credits.${index}.number` });
  });
  if (supply_period && supply_period.to < supply_period.from)
    problems.push({ code: 'supply_period_reversed', field: 'supply_period.to' });
  if (requested.paid_by && !requested.paid_on) problems.push({ code: 'required', field: 'paid_on' });
  const discounted = requested.discount ?? null;
  const until = discounted && (discounted.days === null ? discounted.until : addDays(document_date, discounted.days));
  const value: DocumentTerms = {
    kind,
    number_series_id: requested.number_series_id ?? null,
    credits: credits.map(({ document_id, number, date }) => ({ document_id, number: number ?? '', date })),
    deducts: requested.deducts ?? [],
    supply_date: requested.supply_date ?? null,
    supply_period,
    delivery_address: requested.delivery_address ?? null,
    order_reference: requested.order_reference ?? null,
    nature: requested.nature ?? null,
    discount: discounted && { ...discounted, until },
    payment_terms_text: requested.payment_terms_text ?? null,
    paid_on: requested.paid_on ?? null,
    paid_by: requested.paid_by ?? null,
    ...NO_STATED_RATES,
  };
  return { value, problems };
}

/** A self-billed document may be a credit note; only purchases are self-billed, only sales have offers. */
function findKindProblems(kind: DocumentKind, { is_credit_note, direction }: TermsOf): readonly Problem[] {
  const isRight = kind === 'self_billed' || is_credit_note === (kind === 'credit_note');
  if (!isRight) return [{ code: 'kind_contradicts', field: 'kind' }];
  const needed = NEEDED_DIRECTIONS[kind];
  return needed && needed !== direction ? [{ code: 'kind_not_of_direction', field: 'kind' }] : [];
}

const NEEDED_DIRECTIONS: Partial<Record<DocumentKind, 'purchase' | 'sale'>> = {
  quotation: 'sale',
  proforma: 'sale',
  self_billed: 'purchase',
};

/** Changes of the kind or of `is_credit_note` alone change both. */
export function alignKind<Changes extends { readonly kind?: DocumentKind | null; readonly is_credit_note?: boolean }>(
  changes: Changes,
  before: Pick<DocumentTerms, 'kind'>,
): Changes {
  const { kind, is_credit_note } = changes;
  if (kind && is_credit_note === undefined)
    return kind === 'self_billed' ? changes : { ...changes, is_credit_note: kind === 'credit_note' };
  if (kind || is_credit_note === undefined || before.kind === 'self_billed') return changes;
  const isSame = (before.kind === 'credit_note') === is_credit_note;
  return isSame ? changes : { ...changes, kind: getUsualKind({ is_credit_note }) };
}
