import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { Excess } from '../../domain/documents/credit-limits.ts';
import type { CreditDocument, RequestedCreditNote } from '../../domain/documents/crediting.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findDocumentFacts } from '../../projections/documents/facts.ts';
import { readRelatedDocuments } from '../../projections/documents/related.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType, filterByType } from '../support/events-by-type.ts';
import type { Sources } from '../support/preview.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { readCreditExcess } from './book-document.ts';
import { prepareNumber } from './numbering.ts';
import { prepareFirstBooking } from './first-booking.ts';

export interface RequestedDocumentCredit {
  readonly id: number;
  readonly credit: RequestedCreditNote;
  readonly isBooked: boolean;
  readonly strict: boolean;
  readonly baseVersion: number | null;
}

export interface CreditMade {
  readonly documentId: number;
  readonly entryId: number | null;
  /** Set if the credit note is above what was left of the invoice. */
  readonly excess: Excess | null;
}

/** After an interrupted earlier run, returns the credit note made then. */
export async function creditDocument(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedDocumentCredit,
  context: CommandContext,
): Promise<CreditMade | Refusal> {
  const buildCommand = (file: CompanyFile) => buildCreditCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  const { data } = getFirstOfType(outcome.events, 'DocumentRecorded');
  const [booked] = filterByType(outcome.events, 'DocumentBooked');
  const excess = await readCreditExcess(toolbox.pool, companyId, data.id);
  return { documentId: data.id, entryId: booked?.data.entry_id ?? null, excess };
}

export async function buildCreditCommand(
  sources: Sources,
  companyId: number,
  { id, credit, isBooked, strict, baseVersion }: RequestedDocumentCredit,
  file: CompanyFile,
): Promise<CreditDocument | Refusal> {
  const { pool, ids } = sources;
  const facts = await findDocumentFacts(pool, companyId, id);
  if (!facts || facts.is_trashed) return refuse('not_found');
  const related = await readRelatedDocuments(pool, companyId, [id]);
  const count = credit.lines?.length ?? facts.lines.length;
  const [[documentId], lineIds] = await Promise.all([
    ids.allocate('documents', 1),
    ids.allocate(DOCUMENT_LINE_IDS, Math.max(1, count)),
  ]);
  const { third_party_id, direction, kind: credited } = facts;
  const note = { credits: [{ document_id: id }], deducts: [], third_party_id, lines: { length: count } };
  const booking = isBooked ? await prepareFirstBooking(sources, companyId, note, related, file) : undefined;
  const { number, date } = credit;
  const kind = credited === 'self_billed' ? credited : null;
  const numbered = { direction, kind, is_credit_note: true, number, document_date: date } as const;
  const numbering = await prepareNumber(sources, companyId, numbered, file);
  return {
    type: 'CreditDocument',
    facts,
    related,
    credit,
    strict,
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
