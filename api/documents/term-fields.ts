import { z } from 'zod';
import { MAX_DOCUMENT_LINES } from '../../domain/documents/limits.ts';
import {
  DOCUMENT_KINDS,
  DOCUMENT_NATURES,
  MEANS_OF_PAYMENT,
  type RequestedTerms,
} from '../../domain/documents/terms.ts';
import type { DocumentRow } from '../../projections/documents/queries.ts';
import { amount, choice, date, decimal, id, integer, list, text } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';

/** Kind, references and terms of a document, in requests and responses. */

const MAX_REFERENCES = 100;
const MAX_DISCOUNT_DAYS = 366;

const NATURE = 'Goods, services or both.';
const DISCOUNT = 'Discount for early payment.';
const PERCENT = 'Discount in per cent.';
const DAYS = 'Days from the date of the document.';
const UNIT = 'Unit of the quantity, such as `h` or `kg`.';

export const lineTermFields = {
  unit: text(20).nullish().meta({ description: UNIT }),
  discount_percent: decimal(4, '100').nullish(),
};

export const shownLineTerms = {
  unit: z.string().nullable().meta({ description: UNIT }),
  discount_percent: z.string().nullable(),
};

export const termFields = {
  kind: choice(DOCUMENT_KINDS).nullish().meta({ description: 'Default: invoice or credit note, by `is_credit_note`.' }),
  number_series_id: id().nullish().meta({ description: 'Default: the default series of this kind of document.' }),
  credits: list(z.object({ document_id: id().nullish(), number: text(100).nullish(), date: date().nullish() }), {
    max: MAX_REFERENCES,
  })
    .nullish()
    .meta({ description: 'Invoices that this credit note corrects; without `document_id` those of another program.' }),
  deducts: list(z.object({ document_id: id(), amount: amount() }), { max: MAX_DOCUMENT_LINES })
    .nullish()
    .meta({ description: 'Advance invoices that this final invoice deducts.' }),
  supply_date: date().nullish(),
  supply_period: z.object({ from: date(), to: date() }).nullish(),
  delivery_address: text(500).nullish(),
  order_reference: text(100).nullish(),
  nature: choice(DOCUMENT_NATURES).nullish().meta({ description: NATURE }),
  discount: z
    .object({
      percent: decimal(4, '100').nullish().meta({ description: PERCENT }),
      days: integer({ min: 1, max: MAX_DISCOUNT_DAYS }).nullish().meta({ description: DAYS }),
      amount: amount().nullish().meta({ description: 'Without VAT; computed from `percent` if it is given.' }),
      until: date()
        .nullish()
        .meta({ description: 'Last day for the discount; computed from `days` if they are given.' }),
    })
    .nullish()
    .meta({ description: DISCOUNT }),
  payment_terms_text: text(1000).nullish(),
  paid_on: date().nullish(),
  paid_by: choice(MEANS_OF_PAYMENT).nullish(),
};

type Terms = z.output<z.ZodObject<typeof termFields>>;

/** The terms present in a body. */
export function toRequestedTerms(body: Terms): RequestedTerms {
  const { credits, deducts, discount } = body;
  return {
    ...pickPresent(body, PLAIN),
    ...(credits !== undefined && {
      credits: (credits ?? []).map((credit) => ({
        document_id: credit.document_id ?? null,
        number: credit.number ?? null,
        date: credit.date ?? null,
      })),
    }),
    ...(deducts !== undefined && { deducts: deducts ?? [] }),
    ...(discount !== undefined && {
      discount: discount && {
        percent: trimDecimals(discount.percent),
        days: discount.days ?? null,
        amount: discount.amount ?? null,
        until: discount.until ?? null,
      },
    }),
  };
}

const PLAIN = [
  'kind',
  'number_series_id',
  'supply_date',
  'supply_period',
  'delivery_address',
  'order_reference',
  'nature',
  'payment_terms_text',
  'paid_on',
  'paid_by',
] as const;

type Plain = Pick<RequestedTerms, (typeof PLAIN)[number]>;

const pickPresent = (body: Terms, names: typeof PLAIN): Plain =>
  Object.fromEntries(names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));

/** `2.50000000` → `2.5`: removes trailing zeros. */
export const trimDecimals = (value: string | null | undefined): string | null =>
  value?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') ?? null;

/** As responses show them. */
export const shownTerms = {
  kind: z.enum(DOCUMENT_KINDS).meta({
    description: 'Invoice, credit note, advance invoice, final invoice, quotation, pro forma or self-billed document.',
  }),
  number_series_id: recordId.nullable(),
  credits: z
    .array(z.object({ document_id: recordId.nullable(), number: z.string(), date: plainDate.nullable() }))
    .meta({ description: 'Invoices that this credit note corrects.' }),
  deducts: z
    .array(z.object({ document_id: recordId, amount: decimalString }))
    .meta({ description: 'Advance invoices that this final invoice deducts, without VAT.' }),
  supply_date: plainDate.nullable(),
  supply_period: z.object({ from: plainDate, to: plainDate }).nullable(),
  delivery_address: z.string().nullable(),
  order_reference: z.string().nullable(),
  nature: z.enum(DOCUMENT_NATURES).nullable().meta({ description: NATURE }),
  discount: z
    .object({
      percent: z.string().nullable().meta({ description: PERCENT }),
      days: z.int().nullable().meta({ description: DAYS }),
      amount: decimalString.nullable(),
      until: plainDate.nullable().meta({ description: 'Last day for the discount.' }),
    })
    .nullable()
    .meta({ description: DISCOUNT }),
  payment_terms_text: z.string().nullable(),
  paid_on: plainDate.nullable(),
  paid_by: z.enum(MEANS_OF_PAYMENT).nullable(),
  mentions: z
    .array(z.object({ code: z.string(), text: z.string(), source: z.string() }))
    .meta({ description: 'Texts required by law, fixed when the document is issued.' }),
};

type ShownTerms = z.output<z.ZodObject<typeof shownTerms>>;

export const presentTerms = (row: Pick<DocumentRow, keyof ShownTerms>): ShownTerms => ({
  kind: row.kind,
  number_series_id: row.number_series_id,
  credits: row.credits.map(({ document_id, number, date: credited }) => ({ document_id, number, date: credited })),
  deducts: row.deducts.map(({ document_id, amount: net }) => ({ document_id, amount: net })),
  supply_date: row.supply_date,
  supply_period: row.supply_period,
  delivery_address: row.delivery_address,
  order_reference: row.order_reference,
  nature: row.nature,
  discount: row.discount,
  payment_terms_text: row.payment_terms_text,
  paid_on: row.paid_on,
  paid_by: row.paid_by,
  mentions: row.mentions.map(({ code, text: wording, source }) => ({ code, text: wording, source })),
});
