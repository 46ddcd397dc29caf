import { z } from 'zod';
import { buildBookCommand, readCreditExcess } from '../../commands/documents/book-document.ts';
import { filterByType } from '../../commands/support/events-by-type.ts';
import { previewCommand } from '../../commands/support/preview.ts';
import { isBusinessCustomer } from '../../domain/documents/invoice-context.ts';
import { findInvoiceWarnings } from '../../domain/documents/invoice-warnings.ts';
import { toMissingProblem } from '../../domain/documents/issuing.ts';
import { chooseMentions, type MissingMention } from '../../domain/documents/mentions.ts';
import { checkEInvoiceInSteps, writeUbl, type BrokenRule } from '../../domain/e-invoicing/index.ts';
import { isRefusal, refuse, type Problem } from '../../domain/refusal.ts';
import { readXml } from '../../outside/xml/read-xml.ts';
import { runInTurns } from '../../support/yielding.ts';
import { translateProblem } from '../http/reply/errors.ts';
import { id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { Warning } from '../http/reply/warnings.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { EntryPreview, presentPreview } from '../ledger/preview.ts';
import { presentBrokenRule, ShownRule } from '../peppol/broken-rules.ts';
import { DocumentChannel, listChannels } from './channels.ts';
import { createSalesDocument } from './examples.ts';
import { listExcessWarnings } from './excess-warnings.ts';
import { buildUbl } from './outgoing-ubl.ts';
import { findCorrespondence, listMentions, type Correspondence } from './parties.ts';
import { DocumentPayment, presentPayments } from './payment.ts';
import { shownTerms } from './term-fields.ts';

const Missing = z
  .object({
    code: z.string(),
    message: z.string(),
    setting: z.string().optional().meta({ description: 'Path of the setting that is empty, such as `legal.capital`.' }),
    field: z
      .string()
      .optional()
      .meta({ description: 'Field that is empty: of the document, or such as `third_party.vat_number`.' }),
  })
  .meta({ id: 'MissingMention' });

const IssuePreview = z
  .object({
    number: z.string().nullable().meta({ description: 'The number that the document has, or would get now.' }),
    entry: EntryPreview.nullable().meta({ description: 'Null if it is booked already, or cannot be booked.' }),
    mentions: shownTerms.mentions.meta({ description: 'Texts required by law, as they would be issued.' }),
    missing: z
      .array(Missing)
      .meta({ description: 'What the law requires and the document lacks; refused by `strict`.' }),
    warnings: z.array(Warning),
    rules: z.array(ShownRule).meta({ description: 'Rules of electronic invoicing that it breaks.' }),
    payment: DocumentPayment.nullable().meta({ description: 'Null if the document is not booked.' }),
    channels: z.array(DocumentChannel).meta({ description: 'How it can be sent, or why not.' }),
  })
  .meta({ id: 'IssuePreview' });

type Request = Pick<RouteRequest, 'services' | 'company' | 'caller' | 'language'>;

export const previewRoute = route({
  method: 'get',
  path: '/v1/companies/{company}/documents/{id}/preview',
  operationId: 'previewDocument',
  area: 'documents',
  summary: 'Preview the issue of a document: number, entry, mentions, what is missing, and how it can be sent',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  showsNow: 'it prepares a current decision',
  params: z.object({ id: id() }),
  example: createSalesDocument,
  replies: { 200: IssuePreview },
  async handle(request) {
    const { params, services, company, language } = request;
    const found = await findCorrespondence(services.pool, company.id, params.id);
    if (!found) return refuse('not_found');
    const { document, invoice } = found;
    const booking = document.status === 'booked' ? null : await previewBooking(request, params.id);
    const refused = isRefusal(booking) ? booking.problems : [];
    const rehearsed = isRefusal(booking) ? null : booking;
    const number = rehearsed?.number ?? document.number;
    const rules = await checkRules(found, number);
    const missing = invoice && document.status === 'pending' ? chooseMentions(invoice).missing : [];
    const warnings = [...(invoice ? findInvoiceWarnings(invoice) : []), ...refused, ...rules.problems];
    const [excess, payments, channels] = await Promise.all([
      readCreditExcess(services.pool, company.id, params.id),
      presentPayments(request, [document]),
      listChannels(request, found),
    ]);
    return ok({
      number,
      entry: rehearsed?.entry ?? null,
      mentions: listMentions(found, found.language),
      missing: missing.map((one) => presentMissing(one, request)),
      warnings: [
        ...warnings.map((problem) => presentWarning(problem, request)),
        ...listExcessWarnings(excess, language),
      ],
      rules: rules.broken.map((rule) => presentBrokenRule(rule, language)),
      payment: payments.get(document.id) ?? null,
      channels,
    });
  },
});

/** Number and entry that booking the document now would give. */
async function previewBooking({ services, company, language }: Request, documentId: number) {
  const requested = { id: documentId, journal_id: null, entry_date: null, isForced: true, baseVersion: null };
  const outcome = await previewCommand(services, company.id, buildBookCommand, requested);
  if (isRefusal(outcome)) return outcome;
  const { events, file } = outcome;
  const [booked] = filterByType(events, 'DocumentBooked');
  const [posted] = filterByType(events, 'EntryPosted');
  const entry = posted ? presentPreview({ entry: posted.data, file }, language) : null;
  return { number: booked?.data.number ?? null, entry };
}

/**
 * Rules of the network, and of the French platforms for French companies. Data that the network needs and the parties
 * lack concerns only customers that are businesses.
 */
async function checkRules(found: Correspondence, number: string | null) {
  const { document, invoice } = found;
  if (!invoice) return { broken: [], problems: [] };
  const issued = { ...found, document: { ...document, number, mentions: listMentions(found, found.language) } };
  const ubl = buildUbl(issued, null);
  if (isRefusal(ubl)) return { broken: [], problems: isBusinessCustomer(invoice) ? ubl.problems : [] };
  const broken = await runInTurns(checkEInvoiceInSteps(await readXml(Buffer.from(writeUbl(ubl)))));
  if (invoice.pack.code !== 'FR') return { broken, problems: [] };
  return { broken: [...broken, ...(await listFrenchRules(issued))], problems: [] };
}

async function listFrenchRules(found: Correspondence): Promise<readonly BrokenRule[]> {
  const ubl = buildUbl(found, null, { profile: 'fr' });
  if (isRefusal(ubl)) return [];
  const xml = await readXml(Buffer.from(writeUbl(ubl)));
  const broken = await runInTurns(checkEInvoiceInSteps(xml, { profile: 'fr' }));
  return broken.filter(({ id: rule }) => rule.startsWith('BR-FR'));
}

function presentMissing(missing: MissingMention, { language }: Request): z.output<typeof Missing> {
  const { code, setting, field } = missing;
  const message = translateProblem(toMissingProblem(missing), language, false);
  return { code, message, ...(setting !== undefined && { setting }), ...(field !== undefined && { field }) };
}

const presentWarning = (problem: Problem, { language }: Request): z.output<typeof Warning> => ({
  code: problem.code,
  message: translateProblem(problem, language, false),
  field: problem.field ?? 'document',
});
