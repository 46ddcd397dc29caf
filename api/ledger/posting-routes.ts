import { z } from 'zod';
import { postBatch } from '../../commands/ledger/post-batch.ts';
import { postEntry } from '../../commands/ledger/post-entry.ts';
import { findCommandRefusal, previewCommand } from '../../commands/support/preview.ts';
import { filterByType } from '../../commands/support/events-by-type.ts';
import type { RehearsedCommand } from '../../commands/support/rehearsal.ts';
import { buildPostBatchCommand, buildPostCommand, type RequestedEntry } from '../../commands/ledger/requested.ts';
import type { Language } from '../../domain/language.ts';
import type { PostedEntry as PostedEntryData } from '../../domain/ledger/entry-events.ts';
import { ZERO } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type AlsoWrong, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { withWarnings, type Warning } from '../http/reply/warnings.ts';
import type { Services } from '../services.ts';
import {
  BatchBody,
  toCreditNoteEntry,
  CreditNoteBody,
  toRequestedEntry,
  FreeBody,
  toFreeEntry,
  toInvoiceEntry,
  InvoiceBody,
  PreviewBody,
} from './bodies.ts';
import { PostedEntry, presentEntry, toEntryWithLines } from './entry.ts';
import { createCashWarnings, findCreditedCash, type CreditedCash } from './cash-warnings.ts';
import { buildEntryExamples, buildFreeEntryExample, buildPurchaseExample } from './examples.ts';
import { EntryDryRun, EntryPreview, presentPreview } from './preview.ts';
import { createDuplicateWarnings } from './same-invoice.ts';
/** Enough for five hundred entries of a good size, and small enough not to delay other requests. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

const common = { method: 'post', area: 'entries', ability: 'write', role: 'encoder', demo: 'allowed' } as const;

/** The entries of a dry run, with the warnings that the real request would return. */
export async function presentDryRun(
  { services, company, language }: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  { events, file }: Pick<RehearsedCommand, 'events' | 'file'>,
) {
  const entries = filterByType(events, 'EntryPosted').map(({ data }) => data);
  const cash = entries.map((entry) => findCreditedCash(entry, file));
  const listWarnings = await createWarnings(services, company.id, cash, { language, isPreview: true });
  return entries.map((entry) => withWarnings(presentPreview({ entry, file }, language), listWarnings(entry)));
}

/** Routes that post one entry. */
const dryRun = {
  reply: EntryDryRun,
  present: async (request: RouteRequest, rehearsed: RehearsedCommand) => (await presentDryRun(request, rehearsed))[0]!,
};

async function postAndRespond(
  { services, company, language, write }: RouteRequest,
  requested: RequestedEntry,
): Promise<Outcome> {
  const posted = await postEntry(services, company.id, requested, write, (one) => ({
    entry: one.entry,
    cash: findCreditedCash(one.entry, one.file),
    shown: presentEntry(toEntryWithLines(one), language),
  }));
  if (isRefusal(posted)) return posted;
  const { entry, cash, shown } = posted.presented;
  const listWarnings = await createWarnings(services, company.id, [cash], { language });
  return created(withWarnings(shown, listWarnings(entry)), { version: 1 });
}

/** Possible mistakes of posted entries: a document posted twice, cash in credit. */
export async function createWarnings(
  services: Services,
  companyId: number,
  posted: readonly CreditedCash[],
  options: { readonly language: Language; readonly isPreview?: boolean },
): Promise<(entry: PostedEntryData) => readonly Warning[]> {
  const entries = posted.map(({ entry }) => entry);
  const findDuplicates = await createDuplicateWarnings(services, companyId, entries, options);
  const findCash = await createCashWarnings(services, companyId, posted, options);
  return (entry) => [...findDuplicates(entry), ...findCash(entry)];
}

const withStrictness = (requested: RequestedEntry, strict: boolean): RequestedEntry =>
  strict && requested.type === 'PostInvoice' ? { ...requested, strict } : requested;

/** Unknown ids, a day outside every fiscal year and empty lines: problems that follow from them are not reported. */
const STAND_INS = {
  journal_id: Number.MAX_SAFE_INTEGER,
  third_party_id: Number.MAX_SAFE_INTEGER,
  entry_date: '1900-01-01',
  amount: ZERO,
  lines: [],
};

const buildExtraCheck = <Body>(requestedBy: (body: Body) => RequestedEntry): AlsoWrong<unknown, Body> => ({
  standIns: STAND_INS,
  findRefusal: ({ services, company }, body) =>
    findCommandRefusal(services, company.id, buildPostCommand, requestedBy(body)),
});

export const postingRoutes = [
  route({
    ...common,
    path: '/v1/companies/{company}/entries',
    operationId: 'postEntry',
    summary: 'Post a free entry whose lines balance',
    body: FreeBody,
    alsoWrong: buildExtraCheck(toFreeEntry),
    example: (scene) => ({ body: buildFreeEntryExample(scene) }),
    replies: { 201: PostedEntry },
    dryRun,
    handle: (request) => postAndRespond(request, toFreeEntry(request.body)),
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/entries/invoice',
    operationId: 'postInvoice',
    summary: 'Post an invoice: the journal determines purchase or sale; VAT and the third-party line are computed',
    body: InvoiceBody,
    alsoWrong: buildExtraCheck(toInvoiceEntry),
    example: async (scene) => ({ body: await buildPurchaseExample(scene) }),
    replies: { 201: PostedEntry },
    dryRun,
    errorCodes: ['period_locked', 'invoice_already_posted'],
    handle: (request) => postAndRespond(request, toInvoiceEntry(request.body)),
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/entries/credit-note',
    operationId: 'postCreditNote',
    summary: 'Post a credit note, with positive amounts',
    body: CreditNoteBody,
    alsoWrong: buildExtraCheck(toCreditNoteEntry),
    example: async (scene) => ({ body: await buildPurchaseExample(scene) }),
    replies: { 201: PostedEntry },
    dryRun,
    errorCodes: ['period_locked', 'invoice_already_posted'],
    handle: (request) => postAndRespond(request, toCreditNoteEntry(request.body)),
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/entries/preview',
    operationId: 'previewEntry',
    summary: 'Preview an entry: lines, VAT, boxes of the return and number; nothing is recorded',
    body: PreviewBody,
    alsoWrong: buildExtraCheck(toRequestedEntry),
    example: async (scene) => {
      const kinds = await buildEntryExamples(scene);
      return { body: kinds.invoice, kinds };
    },
    replies: { 200: EntryPreview },
    async handle(request) {
      const { body, services, company } = request;
      const preview = await previewCommand(services, company.id, buildPostCommand, toRequestedEntry(body));
      if (isRefusal(preview)) return preview;
      return ok((await presentDryRun(request, preview))[0]!);
    },
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/entries/batch',
    operationId: 'postBatch',
    summary: 'Post up to 500 entries, all or none; errors are reported by index',
    maxBodyBytes: MAX_BATCH_BYTES,
    body: BatchBody,
    alsoWrong: {
      standIns: STAND_INS,
      findRefusal: ({ services, company }, { entries }) =>
        findCommandRefusal(services, company.id, buildPostBatchCommand, entries.map(toRequestedEntry)),
    },
    example: async (scene) => {
      const kinds = Object.entries(await buildEntryExamples(scene));
      return {
        body: { entries: kinds.map(([, entry]) => entry) },
        kinds: Object.fromEntries(kinds.map(([kind, entry]) => [kind, { entries: [entry] }])),
      };
    },
    replies: { 201: z.object({ data: z.array(PostedEntry) }) },
    dryRun: {
      reply: z.object({ dry_run: z.literal(true), data: z.array(EntryPreview) }).meta({ id: 'BatchDryRun' }),
      present: async (request, rehearsed) => ({ data: await presentDryRun(request, rehearsed) }),
    },
    errorCodes: ['batch_too_large', 'period_locked', 'invoice_already_posted'],
    async handle({ body, services, company, language, write }) {
      const strict = body.strict ?? false;
      const requested = body.entries.map(toRequestedEntry).map((one) => withStrictness(one, strict));
      const posted = await postBatch(services, company.id, requested, write, (one) => ({
        entry: one.entry,
        cash: findCreditedCash(one.entry, one.file),
        shown: presentEntry(toEntryWithLines(one), language),
      }));
      if (isRefusal(posted)) return posted;
      const cash = posted.presented.map((one) => one.cash);
      const listWarnings = await createWarnings(services, company.id, cash, { language });
      return created({ data: posted.presented.map(({ entry, shown }) => withWarnings(shown, listWarnings(entry))) });
    },
  }),
];
