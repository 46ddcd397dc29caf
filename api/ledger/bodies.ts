import { z } from 'zod';
import type { RequestedEntry } from '../../commands/ledger/requested.ts';
import { MAX_BATCH_ENTRIES, MAX_BATCH_PROBLEMS } from '../../domain/ledger/post-entry.ts';
import { MAX_LINES } from '../../domain/ledger/entry.ts';
import { MAX_TAX_DIFFERENCE } from '../../domain/ledger/taxes.ts';
import { ZERO } from '../../domain/money.ts';
import { RATE_PLACES } from '../../domain/currency/rates.ts';
import { toRequestedShares, sharesInput } from '../analytics/shares.ts';
import { rateFields } from '../documents/rate-fields.ts';
import { amount, bool, currencyCode, date, decimal, id, list, text } from '../http/input/fields.ts';
import { longList } from '../http/input/long-list.ts';

/** Request bodies for posting entries: free entries, invoices and credit notes, one by one, in a batch or as a preview. */

const MAX_RATE = '999999999.99999999';

const head = {
  journal_id: id(),
  entry_date: date(),
  due_date: date().nullish(),
  label: text(200).nullish(),
  reference: text(100).nullish(),
};
const account = { account: text(20).nullish(), account_id: id().nullish() };
const vatCode = { vat_code: text(20).nullish(), vat_code_id: id().nullish() };

/** A line of a free entry. */
export const freeLine = {
  ...account,
  debit: amount().nullish(),
  credit: amount().nullish(),
  label: text(200).nullish(),
  third_party_id: id().nullish(),
  ...vatCode,
  tax_base: amount({ signed: true }).nullish().meta({
    description:
      'Base of the VAT code if it is not the amount of the line: on a tax line, or on a line without debit and credit. Positive as on an invoice; a negative base acts like a credit note.',
  }),
};

/** Members of a line in another currency than that of the company file. */
export const lineCurrency = {
  currency: currencyCode().nullish().meta({
    description: 'Currency of the line, if it is not the currency of the company file.',
  }),
  currency_amount: amount({ signed: true }).nullish().meta({
    description: 'Amount in the currency, signed like debit minus credit. Required with `currency`.',
  }),
  exchange_rate: decimal(RATE_PLACES, MAX_RATE).nullish().meta({
    description:
      'Units of the currency for one unit of the currency of the company file. If absent, it follows from the two amounts. It may differ from them by a cent.',
  }),
};

export const FreeBody = z.object({
  ...head,
  lines: list(z.object({ ...freeLine, ...lineCurrency, analytics: sharesInput.nullish() }), { max: MAX_LINES }),
});

/** Tax of a VAT code as printed on the document. */
export const givenTax = z.object({ ...vatCode, amount: amount({ signed: true }) });

export const InvoiceBody = z.object({
  ...head,
  currency: currencyCode().nullish().meta({
    description: 'Currency of all amounts, if it is not the currency of the company file.',
  }),
  ...rateFields,
  third_party_id: id(),
  lines: list(
    z.object({
      ...account,
      ...vatCode,
      analytics: sharesInput.nullish(),
      amount: amount({ signed: true }).meta({
        description: 'Without VAT; negative on a line that deducts something; 0.00 on a document with tax only.',
      }),
      tax_base: amount({ signed: true }).nullish().meta({
        description:
          'Base of the tax if it differs from the amount: net of a discount for prompt payment, or the base on a customs document.',
      }),
      label: text(200).nullish(),
    }),
    { max: MAX_LINES },
  ),
  vat_amounts: list(givenTax, { max: MAX_LINES })
    .nullish()
    .meta({
      description: `Tax of a VAT code as printed on the document, at most ${MAX_TAX_DIFFERENCE} from the computed one.`,
    }),
  strict: bool().nullish().meta({
    description:
      'Refuses the document (`invoice_already_posted`) if one of the same kind with the same third party, reference, and date or amount is already posted. Otherwise the document is posted with an entry in `warnings`.',
  }),
});

export const CreditNoteBody = InvoiceBody.extend({ credited_entry_id: id().nullish() });

export const PreviewBody = z.discriminatedUnion('kind', [
  FreeBody.extend({ kind: z.literal('free') }),
  InvoiceBody.extend({ kind: z.literal('invoice') }),
  CreditNoteBody.extend({ kind: z.literal('credit_note') }),
]);

const BatchEntry = z.discriminatedUnion('kind', [
  FreeBody.extend({ kind: z.literal('free').nullish() }),
  InvoiceBody.extend({ kind: z.literal('invoice') }),
  CreditNoteBody.extend({ kind: z.literal('credit_note') }),
]);

export const BatchBody = z.object({
  entries: longList(BatchEntry, { min: 1, max: MAX_BATCH_ENTRIES, maxProblems: MAX_BATCH_PROBLEMS }),
  strict: bool().nullish().meta({ description: 'Sets `strict` on each invoice and credit note of the batch.' }),
});

export function toFreeEntry(body: z.output<typeof FreeBody>): RequestedEntry {
  return {
    type: 'PostEntry',
    ...toEntryHead(body),
    lines: body.lines.map((line) => ({
      account: line.account ?? null,
      account_id: line.account_id ?? null,
      debit: line.debit ?? ZERO,
      credit: line.credit ?? ZERO,
      label: line.label ?? null,
      third_party_id: line.third_party_id ?? null,
      vat_code: line.vat_code ?? null,
      vat_code_id: line.vat_code_id ?? null,
      tax_base: line.tax_base ?? null,
      analytics: toRequestedShares(line.analytics),
      currency: line.currency ?? null,
      currency_amount: line.currency_amount ?? null,
      exchange_rate: line.exchange_rate ?? null,
    })),
  };
}

export const toInvoiceEntry = (body: z.output<typeof InvoiceBody>): RequestedEntry => ({
  ...toDocumentEntry(body),
  kind: 'invoice',
  credited_entry_id: null,
});

export const toCreditNoteEntry = (body: z.output<typeof CreditNoteBody>): RequestedEntry => ({
  ...toDocumentEntry(body),
  kind: 'credit_note',
  credited_entry_id: body.credited_entry_id ?? null,
});

export function toRequestedEntry(body: z.output<typeof PreviewBody> | z.output<typeof BatchEntry>): RequestedEntry {
  switch (body.kind) {
    case 'invoice':
      return toInvoiceEntry(body);
    case 'credit_note':
      return toCreditNoteEntry(body);
    default:
      return toFreeEntry(body);
  }
}

function toEntryHead(body: z.output<z.ZodObject<typeof head>>) {
  const { journal_id, entry_date, due_date = null, label = null, reference = null } = body;
  return { journal_id, entry_date, due_date, label, reference };
}

const toInvoiceCurrency = (body: z.output<typeof InvoiceBody>, currency: string) => ({
  currency,
  rate: body.exchange_rate ?? null,
  taxRate: body.tax_exchange_rate ?? null,
  on: body.exchange_rate_on ?? null,
  taxOn: body.tax_exchange_rate_on ?? null,
});

function toDocumentEntry(body: z.output<typeof InvoiceBody>) {
  return {
    type: 'PostInvoice',
    ...toEntryHead(body),
    third_party_id: body.third_party_id,
    ...(body.currency && { foreign: toInvoiceCurrency(body, body.currency) }),
    strict: body.strict ?? false,
    lines: body.lines.map((line) => ({
      account: line.account ?? null,
      account_id: line.account_id ?? null,
      amount: line.amount,
      tax_base: line.tax_base ?? null,
      vat_code: line.vat_code ?? null,
      vat_code_id: line.vat_code_id ?? null,
      label: line.label ?? null,
      analytics: toRequestedShares(line.analytics),
    })),
    vat_amounts: (body.vat_amounts ?? []).map((tax) => ({
      vat_code: tax.vat_code ?? null,
      vat_code_id: tax.vat_code_id ?? null,
      amount: tax.amount,
    })),
  } as const;
}
