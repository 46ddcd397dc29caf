import { z } from 'zod';
import { MAX_SHEET_LINES } from '../../domain/document-imports/analysis.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { normaliseCommunication } from '../../domain/documents/content.ts';
import { DOCUMENT_DIRECTIONS, DOCUMENT_TYPES } from '../../domain/journals/rule.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { currencies } from '../../domain/reference/currencies.ts';
import { amount, bool, choice, date, decimal, integer, list, number, text } from '../http/input/fields.ts';
import { plainDate } from '../http/reply/output.ts';
import { formattedText } from '../records/schemas.ts';

/** The sheet of an import in requests and responses. Amounts are numbers here and decimals everywhere else. */

const nullableNumber = z.number().nullable();
const nullableText = z.string().nullable();

export const Sheet = z
  .object({
    document_type: z.enum(DOCUMENT_TYPES),
    direction: z.enum(DOCUMENT_DIRECTIONS).nullable(),
    counterparty: z.object({
      name: nullableText,
      vat_number: nullableText,
      enterprise_number: nullableText,
      address: nullableText,
      postal_code: nullableText,
      city: nullableText,
      country: nullableText,
      email: nullableText,
      phone: nullableText,
      iban: nullableText,
      bic: nullableText,
    }),
    number: nullableText,
    date: plainDate.nullable(),
    due_date: plainDate.nullable(),
    structured_communication: nullableText,
    currency: z.string(),
    lines: z.array(
      z.object({
        description: z.string(),
        quantity: nullableNumber,
        unit_price: nullableNumber.meta({ description: 'Without VAT.' }),
        vat_rate: nullableNumber,
        vat_category: nullableText.meta({ description: 'VAT category of EN 16931, if given in a structured invoice.' }),
        amount_net: nullableNumber,
        amount_vat: nullableNumber,
        amount_gross: nullableNumber,
      }),
    ),
    totals: z.object({
      net: nullableNumber,
      vat: nullableNumber,
      gross: nullableNumber,
      prepaid: nullableNumber.meta({ description: 'Paid in advance.' }),
      vat_base_currency: nullableNumber.meta({
        description: 'VAT in the currency of the company file, if the document has another one and states it.',
      }),
      vat_breakdown: z.array(
        z.object({ rate: nullableNumber, category: nullableText, base: nullableNumber, amount: nullableNumber }),
      ),
    }),
    payment: z.object({ iban: nullableText, bic: nullableText, paid: z.boolean() }),
    nature: nullableText.meta({ description: 'Short description of the goods or services.' }),
    confidence: z.number().min(0).max(1),
    language: z.enum(LANGUAGES).nullable(),
    credits: z
      .array(z.object({ number: z.string(), date: plainDate.nullable() }))
      .meta({ description: 'Invoices that a credit note corrects.' }),
    discount: z
      .object({
        percent: nullableNumber,
        days: z.number().int().nullable(),
        amount: nullableNumber,
        until: plainDate.nullable(),
      })
      .nullable()
      .meta({ description: 'Discount for early payment; its amount is without VAT.' }),
  })
  .meta({ id: 'ExtractedSheet' });

const toNumber = (decimalText: string | null): number | null => (decimalText === null ? null : Number(decimalText));

export function presentSheet({
  lines,
  totals,
  confidence,
  credits = [],
  discount,
  ...sheet
}: ExtractedSheet): z.output<typeof Sheet> {
  return {
    ...sheet,
    lines: lines.map(({ description, quantity, unit_price, vat_rate, vat_category, ...amounts }) => ({
      description,
      quantity: toNumber(quantity),
      unit_price: toNumber(unit_price),
      vat_rate: toNumber(vat_rate),
      vat_category,
      amount_net: toNumber(amounts.amount_net),
      amount_vat: toNumber(amounts.amount_vat),
      amount_gross: toNumber(amounts.amount_gross),
    })),
    totals: {
      net: toNumber(totals.net),
      vat: toNumber(totals.vat),
      gross: toNumber(totals.gross),
      prepaid: toNumber(totals.prepaid),
      vat_base_currency: toNumber(totals.vat_base_currency ?? null),
      vat_breakdown: totals.vat_breakdown.map(({ rate, category, base, amount: tax }) => ({
        rate: toNumber(rate),
        category,
        base: toNumber(base),
        amount: toNumber(tax),
      })),
    },
    confidence: Number(confidence),
    credits: [...credits],
    discount: discount ? { ...discount, percent: toNumber(discount.percent), amount: toNumber(discount.amount) } : null,
  };
}

const CURRENCIES = currencies.filter(({ kind }) => kind === 'currency').map(({ code }) => code);
const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
const MOST_RATES = 50;
const MAX_CREDITS = 100;

const money = () => amount({ signed: true }).nullish();
const measure = () => decimal(8, '999999999999.99999999', { signed: true }).nullish();
const rate = () => decimal(3, '100.000').nullish();
const iban = () => formattedText(34, 'iban').nullish();
const bic = () => formattedText(11, 'bic').nullish();

/** Twelve digits including check digits, or an ISO 11649 reference. */
const communication = () =>
  text(40).transform((value, context) => {
    const read = normaliseCommunication(value);
    if (read !== null) return read;
    context.issues.push({ code: 'custom', input: value, params: { key: 'structured_communication_invalid' } });
    return z.NEVER;
  });

export const SheetBody = z.object({
  document_type: choice(DOCUMENT_TYPES).nullish(),
  direction: choice(DOCUMENT_DIRECTIONS).nullish(),
  counterparty: z
    .object({
      name: text(200).nullish(),
      vat_number: formattedText(20, 'national_vat_number').nullish(),
      enterprise_number: text(20).nullish(),
      address: text(300).nullish(),
      postal_code: text(20).nullish(),
      city: text(100).nullish(),
      country: formattedText(2, 'country').nullish(),
      email: formattedText(190, 'email').nullish(),
      phone: text(40).nullish(),
      iban: iban(),
      bic: bic(),
    })
    .nullish(),
  number: text(100).nullish(),
  date: date().nullish(),
  due_date: date().nullish(),
  structured_communication: communication().nullish(),
  currency: choice(CURRENCIES).nullish(),
  lines: list(
    z.object({
      description: text(500).nullish(),
      quantity: measure(),
      unit_price: measure(),
      vat_rate: rate(),
      vat_category: choice(CATEGORIES).nullish(),
      amount_net: money(),
      amount_vat: money(),
      amount_gross: money(),
    }),
    { max: MAX_SHEET_LINES },
  ).nullish(),
  totals: z
    .object({
      net: money(),
      vat: money(),
      gross: money(),
      prepaid: money(),
      vat_base_currency: money().meta({
        description: 'VAT in the currency of the company file, if the document has another one and states it.',
      }),
      vat_breakdown: list(
        z.object({ rate: rate(), category: choice(CATEGORIES).nullish(), base: money(), amount: money() }),
        { max: MOST_RATES },
      ).nullish(),
    })
    .nullish(),
  payment: z.object({ iban: iban(), bic: bic(), paid: bool().nullish() }).nullish(),
  nature: text(200).nullish(),
  confidence: number({ min: 0, max: 1 }).nullish(),
  language: choice(LANGUAGES).nullish(),
  credits: list(z.object({ number: text(100), date: date().nullish() }), { max: MAX_CREDITS })
    .nullish()
    .meta({ description: 'Invoices that a credit note corrects.' }),
  discount: z
    .object({
      percent: rate(),
      days: integer({ min: 1, max: 366 }).nullish(),
      amount: money(),
      until: date().nullish(),
    })
    .nullish()
    .meta({ description: 'Discount for early payment; its amount is without VAT.' }),
});

const trimDecimals = (decimalText: string | null | undefined): string | null =>
  decimalText ? decimalText.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : null;

const toCredit = ({ number: named, date: day }: NonNullable<z.output<typeof SheetBody>['credits']>[number]) => ({
  number: named,
  date: day ?? null,
});

const toDiscount = (given: NonNullable<z.output<typeof SheetBody>['discount']>) => ({
  percent: trimDecimals(given.percent),
  days: given.days ?? null,
  amount: given.amount ?? null,
  until: given.until ?? null,
});

/** Converts a body to a sheet; omitted fields are unknown. */
export function toSheet(body: z.output<typeof SheetBody>): ExtractedSheet {
  const { counterparty, totals, payment } = body;
  return {
    document_type: body.document_type ?? 'invoice',
    direction: body.direction ?? null,
    counterparty: {
      name: counterparty?.name ?? null,
      vat_number: counterparty?.vat_number ?? null,
      enterprise_number: counterparty?.enterprise_number ?? null,
      address: counterparty?.address ?? null,
      postal_code: counterparty?.postal_code ?? null,
      city: counterparty?.city ?? null,
      country: counterparty?.country ?? null,
      email: counterparty?.email ?? null,
      phone: counterparty?.phone ?? null,
      iban: counterparty?.iban ?? null,
      bic: counterparty?.bic ?? null,
    },
    number: body.number ?? null,
    date: body.date ?? null,
    due_date: body.due_date ?? null,
    structured_communication: body.structured_communication ?? null,
    currency: body.currency ?? 'EUR',
    lines: (body.lines ?? []).map((line) => ({
      description: line.description ?? '',
      quantity: trimDecimals(line.quantity),
      unit_price: trimDecimals(line.unit_price),
      vat_rate: trimDecimals(line.vat_rate),
      vat_category: line.vat_category ?? null,
      amount_net: line.amount_net ?? null,
      amount_vat: line.amount_vat ?? null,
      amount_gross: line.amount_gross ?? null,
    })),
    totals: {
      net: totals?.net ?? null,
      vat: totals?.vat ?? null,
      gross: totals?.gross ?? null,
      prepaid: totals?.prepaid ?? null,
      ...(totals?.vat_base_currency && { vat_base_currency: totals.vat_base_currency }),
      vat_breakdown: (totals?.vat_breakdown ?? []).map((share) => ({
        rate: trimDecimals(share.rate),
        category: share.category ?? null,
        base: share.base ?? null,
        amount: share.amount ?? null,
      })),
    },
    payment: { iban: payment?.iban ?? null, bic: payment?.bic ?? null, paid: payment?.paid ?? false },
    nature: body.nature ?? null,
    confidence: (body.confidence ?? 1).toFixed(2),
    language: body.language ?? null,
    ...(body.credits && body.credits.length > 0 && { credits: body.credits.map(toCredit) }),
    ...(body.discount && { discount: toDiscount(body.discount) }),
  };
}
