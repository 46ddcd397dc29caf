import type { RequestedDocument } from '../../domain/documents/content.ts';
import type { RecordDocument } from '../../domain/documents/recording.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { findSameDocuments } from '../../projections/documents/facts.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { findRefusal } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { withKnownRate } from './known-rate.ts';

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
  const { ids, commands } = toolbox;
  const [documentIds, lineIds] = await Promise.all([
    ids.allocate('documents', 1),
    ids.allocate(DOCUMENT_LINE_IDS, Math.max(1, requested.document.lines.length)),
  ]);
  const outcome = await commands.execute(
    'company',
    companyId,
    () => buildRecordCommand(toolbox, companyId, requested, documentIds[0]!, lineIds),
    context,
  );
  if (isRefusal(outcome)) return outcome;
  return { documentId: getFirstOfType(outcome.events, 'DocumentRecorded').data.id };
}

/** Placeholder id that no document or line ever has. */
const NO_ID = 0;

/** Finds why the document cannot be recorded now. Null if it can. */
export async function findRecordingRefusal(
  toolbox: Pick<Toolbox, 'pool' | 'commands'>,
  companyId: number,
  requested: RequestedRecording,
): Promise<Refusal | null> {
  const lineIds = requested.document.lines.map(() => NO_ID);
  return findRefusal(
    toolbox,
    'company',
    companyId,
    await buildRecordCommand(toolbox, companyId, requested, NO_ID, lineIds),
  );
}

async function buildRecordCommand(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  { document: requested, isForced }: RequestedRecording,
  documentId: number,
  lineIds: readonly number[],
): Promise<RecordDocument> {
  const document = await withKnownRate(pool, companyId, requested);
  const same = isForced ? [] : await findSameDocuments(pool, companyId, document);
  const made = { origin: 'manual', source: 'manual', sameDocuments: same } as const;
  return { type: 'RecordDocument', documentId, lineIds, document, ...made };
}
