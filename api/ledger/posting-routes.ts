import { z } from 'zod';
import { postBatch } from '../../commands/ledger/post-batch.ts';
import { postEntry } from '../../commands/ledger/post-entry.ts';
import { previewEntry, refusalOfBatch } from '../../commands/ledger/preview-entry.ts';
import type { RequestedEntry } from '../../commands/ledger/requested.ts';
import { ZERO } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type AlsoWrong, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { withWarnings } from '../http/reply/warnings.ts';
import {
  BatchBody,
  creditNote,
  CreditNoteBody,
  entryOfKind,
  FreeBody,
  freeEntry,
  invoice,
  InvoiceBody,
  PreviewBody,
} from './bodies.ts';
import { Entry, PostedEntry, presentEntry, rowsOf } from './entry.ts';
import { entryExamples, freeEntryExample, purchaseExample } from './examples.ts';
import { EntryPreview, presentPreview } from './preview.ts';
import { sameInvoiceWarnings } from './same-invoice.ts';

/** How entries come to be: free ones, invoices and credit notes, many at once, or only shown. */

const ENTRIES = '/v1/companies/{company}/entries';
/** Five hundred entries of a good size, and far less than what would keep others waiting. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

const common = { method: 'post', area: 'entries', ability: 'write', role: 'encoder', demo: 'allowed' } as const;

async function post({ services, company, language, write }: RouteRequest, requested: RequestedEntry): Promise<Outcome> {
  const posted = await postEntry(services, company.id, requested, write, (one) => ({
    entry: one.entry,
    shown: presentEntry(rowsOf(one), language),
  }));
  if (isRefusal(posted)) return posted;
  const { entry, shown } = posted.presented;
  const warningsOf = await sameInvoiceWarnings(services, company.id, [entry], language);
  return created(withWarnings(shown, warningsOf(entry)), { version: 1 });
}

const withStrictness = (requested: RequestedEntry, strict: boolean): RequestedEntry =>
  strict && requested.type === 'PostInvoice' ? { ...requested, strict } : requested;

/** Ids that nothing has, a day of no fiscal year, and nothing to add up: what follows from them is not told. */
const STAND_INS = {
  journal_id: Number.MAX_SAFE_INTEGER,
  third_party_id: Number.MAX_SAFE_INTEGER,
  entry_date: '1900-01-01',
  amount: ZERO,
  lines: [],
};

const alsoWrong = <Body>(requestedBy: (body: Body) => RequestedEntry): AlsoWrong<unknown, Body> => ({
  standIns: STAND_INS,
  async judge({ services, company }, body) {
    const preview = await previewEntry(services, company.id, requestedBy(body));
    return isRefusal(preview) ? preview : null;
  },
});

export const postingRoutes = [
  route({
    ...common,
    path: ENTRIES,
    summary: 'Post a free entry, balanced by its own lines',
    body: FreeBody,
    alsoWrong: alsoWrong(freeEntry),
    example: (scene) => ({ body: freeEntryExample(scene) }),
    replies: { 201: Entry },
    handle: (request) => post(request, freeEntry(request.body)),
  }),
  route({
    ...common,
    path: `${ENTRIES}/invoice`,
    summary: 'Post an invoice: the journal tells purchase or sale, VAT and the line of the third party are computed',
    body: InvoiceBody,
    alsoWrong: alsoWrong(invoice),
    example: async (scene) => ({ body: await purchaseExample(scene) }),
    replies: { 201: PostedEntry },
    errorCodes: ['period_locked', 'invoice_already_posted'],
    handle: (request) => post(request, invoice(request.body)),
  }),
  route({
    ...common,
    path: `${ENTRIES}/credit-note`,
    summary: 'Post a credit note, with positive amounts: it is the opposite of an invoice',
    body: CreditNoteBody,
    alsoWrong: alsoWrong(creditNote),
    example: async (scene) => ({ body: await purchaseExample(scene) }),
    replies: { 201: PostedEntry },
    errorCodes: ['period_locked', 'invoice_already_posted'],
    handle: (request) => post(request, creditNote(request.body)),
  }),
  route({
    ...common,
    path: `${ENTRIES}/preview`,
    summary: 'What posting would give: lines, VAT, boxes of the return and number; nothing is recorded',
    body: PreviewBody,
    alsoWrong: alsoWrong(entryOfKind),
    example: async (scene) => {
      const kinds = await entryExamples(scene);
      return { body: kinds.invoice, kinds };
    },
    replies: { 200: EntryPreview },
    async handle({ body, services, company, language }) {
      const preview = await previewEntry(services, company.id, entryOfKind(body));
      if (isRefusal(preview)) return preview;
      const warningsOf = await sameInvoiceWarnings(services, company.id, [preview.entry], language);
      return ok(withWarnings(presentPreview(preview, language), warningsOf(preview.entry)));
    },
  }),
  route({
    ...common,
    path: `${ENTRIES}/batch`,
    summary: 'Post up to 500 entries, all of them or none; errors are told by their index',
    maxBodyBytes: MAX_BATCH_BYTES,
    body: BatchBody,
    alsoWrong: {
      standIns: STAND_INS,
      judge: ({ services, company }, { entries }) => refusalOfBatch(services, company.id, entries.map(entryOfKind)),
    },
    example: async (scene) => {
      const kinds = Object.entries(await entryExamples(scene));
      return {
        body: { entries: kinds.map(([, entry]) => entry) },
        kinds: Object.fromEntries(kinds.map(([kind, entry]) => [kind, { entries: [entry] }])),
      };
    },
    replies: { 201: z.object({ data: z.array(PostedEntry) }) },
    errorCodes: ['batch_too_large', 'period_locked', 'invoice_already_posted'],
    async handle({ body, services, company, language, write }) {
      const strict = body.strict ?? false;
      const requested = body.entries.map(entryOfKind).map((one) => withStrictness(one, strict));
      const posted = await postBatch(services, company.id, requested, write, (one) => ({
        entry: one.entry,
        shown: presentEntry(rowsOf(one), language),
      }));
      if (isRefusal(posted)) return posted;
      const entries = posted.presented.map(({ entry }) => entry);
      const warningsOf = await sameInvoiceWarnings(services, company.id, entries, language);
      return created({ data: posted.presented.map(({ entry, shown }) => withWarnings(shown, warningsOf(entry))) });
    },
  }),
];
