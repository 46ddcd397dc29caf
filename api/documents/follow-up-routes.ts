import { z } from 'zod';
import { buildConvertCommand, convertDocument } from '../../commands/documents/convert-document.ts';
import { buildCreditCommand, creditDocument, type CreditMade } from '../../commands/documents/credit-document.ts';
import { filterByType } from '../../commands/support/events-by-type.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';
import type { RehearsedCommand } from '../../commands/support/rehearsal.ts';
import { MAX_DOCUMENT_LINES } from '../../domain/documents/limits.ts';
import type { DocumentEvent } from '../../domain/documents/document-events.ts';
import { completeTerms } from '../../domain/documents/terms.ts';
import { CONVERSION_KINDS } from '../../domain/documents/conversion.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { findEntry } from '../../projections/ledger/queries.ts';
import { amount, bool, choice, date, decimal, id, list, text } from '../http/input/fields.ts';
import { created } from '../http/reply/reply.ts';
import { getBookToday } from '../http/reply/time.ts';
import { warningsMember, withWarnings, type Warning } from '../http/reply/warnings.ts';
import type { Scene } from '../http/routing/example.ts';
import { route } from '../http/routing/route.ts';
import { Entry, presentEntry } from '../ledger/entry.ts';
import { EntryPreview, presentPreviews } from '../ledger/preview.ts';
import { Document, findPresentedDocument } from './document.ts';
import { listExcessWarnings } from './excess-warnings.ts';
import { buildDocumentExample, issueSalesDocument } from './examples.ts';
import { withServerDocument, type DocumentRequest } from './routes.ts';
import { termFields, trimDecimals } from './term-fields.ts';

/** Documents made from others: credit notes of invoices, invoices of quotations and pro formas. */

const common = { area: 'documents', demo: 'allowed', ability: 'write', role: 'encoder' } as const;
const ofDocument = z.object({ id: id() });
const BOOKED = 'Books it as well, on its own date; it is then issued.';
const NUMBER = 'Default: the next number of its series, when it is issued.';

const CreditBody = z.object({
  lines: list(
    z.object({
      line_id: id().meta({ description: 'Line of the invoice.' }),
      quantity: decimal(8, '999999999999.99999999').nullish(),
      amount: amount({ signed: true }).nullish().meta({ description: 'Without VAT; by default what is left.' }),
    }),
    { max: MAX_DOCUMENT_LINES },
  )
    .nullish()
    .meta({ description: 'Lines of the invoice to credit; by default all that is left of it.' }),
  date: date().nullish().meta({ description: 'Default: today.' }),
  reason: text(500).meta({ description: 'Printed on the credit note.' }),
  number: text(100).nullish().meta({ description: NUMBER }),
  book: bool()
    .nullish()
    .meta({ description: `${BOOKED} Then it is matched with the invoice.` }),
  strict: bool().nullish().meta({ description: 'Refuses a credit note above what is left of the invoice.' }),
});

const ConvertBody = z.object({
  kind: choice(CONVERSION_KINDS).nullish().meta({ description: 'Default: invoice.' }),
  date: date().nullish().meta({ description: 'Default: today.' }),
  deducts: termFields.deducts,
  number: text(100).nullish().meta({ description: NUMBER }),
  book: bool().nullish().meta({ description: BOOKED }),
});

const Made = Document.extend({
  entry: Entry.nullable().meta({ description: 'Null if it is not booked.' }),
  warnings: warningsMember,
});

const MadeDryRun = z
  .object({
    dry_run: z.literal(true),
    document: Document.pick({ kind: true, number: true, amount_net: true, amount_vat: true, amount_gross: true }),
    entries: z.array(EntryPreview),
  })
  .meta({ id: 'DocumentDryRun' });

export const followUpRoutes = [
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/documents/{id}/credit',
    operationId: 'creditDocument',
    summary: 'Make a credit note of an issued invoice: of all that is left of it, or of some lines',
    params: ofDocument,
    body: CreditBody,
    alsoWrong: {
      standIns: { reason: '-' },
      findRefusal: ({ services, company, params }, body) =>
        findCommandRefusal(services, company.id, buildCreditCommand, {
          ...toCreditRequest(params.id, body),
          baseVersion: null,
        }),
    },
    example: async (scene) => ({
      ...(await issueSalesDocument(scene)),
      body: { reason: 'Goods returned', date: '2026-01-31', book: true },
    }),
    replies: { 201: Made },
    dryRun: { reply: MadeDryRun, present: ({ language }, rehearsed) => presentDryRun(rehearsed, language) },
    errorCodes: [
      ...['conflict', 'period_locked', 'not_creditable', 'document_not_issued', 'credit_before_invoice'],
      ...['nothing_left_to_credit', 'credit_exceeds_invoice', 'advance_deducted'],
    ],
    async handle(request) {
      const { body, params, services, company, language, write } = request;
      const requested = { ...toCreditRequest(params.id, body), baseVersion: write.baseVersion };
      const outcome = await creditDocument(services, company.id, requested, write);
      if (isRefusal(outcome)) return withServerDocument(request, params.id, outcome);
      return respondWithMade(request, outcome, listExcessWarnings(outcome.excess, language));
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/documents/{id}/convert',
    operationId: 'convertDocument',
    summary: 'Turn a quotation or pro forma into an invoice, once',
    params: ofDocument,
    body: ConvertBody,
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, company, params }, body) =>
        findCommandRefusal(services, company.id, buildConvertCommand, {
          ...toConvertRequest(params.id, body),
          baseVersion: null,
        }),
    },
    example: async (scene) => ({
      params: { id: await createQuotation(scene) },
      body: { kind: 'invoice' as const, date: '2026-01-31', book: true },
    }),
    replies: { 201: Made },
    dryRun: { reply: MadeDryRun, present: ({ language }, rehearsed) => presentDryRun(rehearsed, language) },
    errorCodes: ['conflict', 'period_locked', 'not_convertible', 'document_converted'],
    async handle(request) {
      const { body, params, services, company, write } = request;
      const requested = { ...toConvertRequest(params.id, body), baseVersion: write.baseVersion };
      const outcome = await convertDocument(services, company.id, requested, write);
      if (isRefusal(outcome)) return withServerDocument(request, params.id, outcome);
      return respondWithMade(request, outcome, []);
    },
  }),
];

const toCreditRequest = (documentId: number, body: z.output<typeof CreditBody>) => ({
  id: documentId,
  credit: {
    lines:
      body.lines?.map((line) => ({
        line_id: line.line_id,
        quantity: trimDecimals(line.quantity),
        amount: line.amount ?? null,
      })) ?? null,
    date: body.date ?? getBookToday(),
    reason: body.reason,
    number: body.number ?? null,
  },
  isBooked: body.book ?? false,
  strict: body.strict ?? false,
});

const toConvertRequest = (documentId: number, body: z.output<typeof ConvertBody>) => ({
  id: documentId,
  conversion: {
    kind: body.kind ?? 'invoice',
    date: body.date ?? getBookToday(),
    deducts: body.deducts ?? [],
    number: body.number ?? null,
  },
  isBooked: body.book ?? false,
});

async function createQuotation(scene: Scene): Promise<number> {
  const customer = await scene.fresh('third-parties', { type: 'customer' });
  const lines = [{ description: 'Advice', amount_net: '100.00', account: '700000', vat_code: 'S-NA' }];
  const { vat_amounts: _taxes, ...document } = await buildDocumentExample(scene);
  return scene.fresh('documents', {
    ...document,
    direction: 'sale',
    kind: 'quotation',
    third_party_id: customer,
    lines,
    vat_amounts: null,
  });
}

async function respondWithMade(
  request: DocumentRequest,
  { documentId, entryId }: Pick<CreditMade, 'documentId' | 'entryId'>,
  warnings: readonly Warning[],
) {
  const { services, company, language } = request;
  const [document, entry] = await Promise.all([
    findPresentedDocument(request, documentId),
    entryId === null ? null : findEntry(services.pool, company.id, entryId),
  ]);
  if (!document) return refuse('not_found');
  const made = { ...document, entry: entry ? presentEntry(entry, language) : null };
  return created(withWarnings(made, warnings), { version: document.version });
}

function presentDryRun(rehearsed: RehearsedCommand, language: Language) {
  const events = rehearsed.events as readonly DocumentEvent[];
  const [recorded] = filterByType(events, 'DocumentRecorded');
  const [booked] = filterByType(events, 'DocumentBooked');
  const { kind, number, amount_net, amount_vat, amount_gross } = completeTerms(recorded!.data);
  const amounts = { amount_net, amount_vat, amount_gross };
  return {
    document: { kind, number: booked?.data.number ?? number, ...amounts },
    entries: presentPreviews(rehearsed, language),
  };
}
