import type { RequestedDocument } from '../../domain/documents/content.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { RecordDocument } from '../../domain/documents/recording.ts';
import { countDeductionLines, listNamedDocuments } from '../../domain/documents/references.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { findSameDocuments } from '../../projections/documents/facts.ts';
import { readRelatedDocuments } from '../../projections/documents/related.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { prepareNumber } from './numbering.ts';
import { withKnownRates } from './known-rate.ts';
import type { Sources } from '../support/preview.ts';

export interface RequestedRecording {
  readonly document: RequestedDocument;
  /** Record it even if it seems to exist already. */
  readonly isForced: boolean;
}

/** Records a manually entered document. Returns its id; after an interrupted earlier run, the id recorded then. */
export async function recordDocument(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedRecording,
  context: CommandContext,
): Promise<{ readonly documentId: number } | Refusal> {
  const buildCommand = (file: CompanyFile) => buildRecordCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  return { documentId: getFirstOfType(outcome.events, 'DocumentRecorded').data.id };
}

export async function buildRecordCommand(
  { pool, ids }: Sources,
  companyId: number,
  { document: requested, isForced }: RequestedRecording,
  file: CompanyFile,
): Promise<RecordDocument> {
  const document = await withKnownRates(pool, companyId, requested);
  const [same, related] = await Promise.all([
    isForced ? [] : findSameDocuments(pool, companyId, document),
    readRelatedDocuments(pool, companyId, listNamedDocuments(document)),
  ]);
  const lines = document.lines.length + countDeductionLines(document, related);
  const [[documentId], lineIds] = await Promise.all([
    ids.allocate('documents', 1),
    ids.allocate(DOCUMENT_LINE_IDS, Math.max(1, lines)),
  ]);
  const numbering = await prepareNumber({ pool, ids }, companyId, document, file);
  const made = { origin: 'manual', source: 'manual', sameDocuments: same, ...numbering, related } as const;
  return { type: 'RecordDocument', documentId: documentId!, lineIds, document, ...made };
}
