import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { ConvertDocument, RequestedConversion } from '../../domain/documents/conversion.ts';
import { countDeductionLines, listNamedDocuments } from '../../domain/documents/references.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findDocumentFacts } from '../../projections/documents/facts.ts';
import { readRelatedDocuments } from '../../projections/documents/related.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType, getFirstOfType } from '../support/events-by-type.ts';
import type { Sources } from '../support/preview.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { prepareNumber } from './numbering.ts';
import { prepareFirstBooking } from './first-booking.ts';
import { findKnownRates } from './known-rate.ts';

export interface RequestedDocumentConversion {
  readonly id: number;
  readonly conversion: Omit<RequestedConversion, 'rates'>;
  readonly isBooked: boolean;
  readonly baseVersion: number | null;
}

/** After an interrupted earlier run, returns the document made then. */
export async function convertDocument(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedDocumentConversion,
  context: CommandContext,
): Promise<{ readonly documentId: number; readonly entryId: number | null } | Refusal> {
  const buildCommand = (file: CompanyFile) => buildConvertCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  const [booked] = filterByType(outcome.events, 'DocumentBooked');
  const { data } = getFirstOfType(outcome.events, 'DocumentRecorded');
  return { documentId: data.id, entryId: booked?.data.entry_id ?? null };
}

export async function buildConvertCommand(
  sources: Sources,
  companyId: number,
  { id, conversion, isBooked, baseVersion }: RequestedDocumentConversion,
  file: CompanyFile,
): Promise<ConvertDocument | Refusal> {
  const { pool, ids } = sources;
  const facts = await findDocumentFacts(pool, companyId, id);
  if (!facts || facts.is_trashed) return refuse('not_found');
  const { deducts, date } = conversion;
  const related = await readRelatedDocuments(pool, companyId, listNamedDocuments({ deducts }));
  const count = facts.lines.length + countDeductionLines({ deducts }, related);
  const dated = { currency: facts.currency, document_date: date };
  const [[documentId], lineIds, rates] = await Promise.all([
    ids.allocate('documents', 1),
    ids.allocate(DOCUMENT_LINE_IDS, count),
    findKnownRates(pool, companyId, dated),
  ]);
  const { third_party_id } = facts;
  const made = { credits: [], deducts, third_party_id, lines: { length: count } };
  const booking = isBooked ? await prepareFirstBooking(sources, companyId, made, related, file) : undefined;
  const { number, kind } = conversion;
  const numbered = { direction: 'sale', is_credit_note: false, kind, number, document_date: date } as const;
  const numbering = await prepareNumber(sources, companyId, numbered, file);
  return {
    type: 'ConvertDocument',
    facts,
    related,
    conversion: { ...conversion, rates },
    baseVersion,
    documentId: documentId!,
    lineIds,
    origin: 'manual',
    source: 'manual',
    sameDocuments: [],
    ...numbering,
    ...(booking && { booking }),
  };
}
