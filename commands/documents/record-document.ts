import type { RequestedDocument } from '../../domain/documents/content.ts';
import type { RecordDocument } from '../../domain/documents/recording.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { sameDocuments } from '../../projections/documents/facts.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import { refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { withKnownRate } from './known-rate.ts';

export interface RequestedRecording {
  readonly document: RequestedDocument;
  /** Also when it seems to be there already. */
  readonly isForced: boolean;
}

/** A document that was typed in. Gives its id; after an interrupted earlier run, of the one that was recorded then. */
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
    () => gather(toolbox, companyId, requested, documentIds[0]!, lineIds),
    context,
  );
  if (isRefusal(outcome)) return outcome;
  return { documentId: firstOfType(outcome.events, 'DocumentRecorded').data.id };
}

/** No document or line ever has it. */
const NO_ID = 0;

/** Why it could not be recorded so now; null when it could. */
export async function refusalOfRecording(
  toolbox: Pick<Toolbox, 'pool' | 'commands'>,
  companyId: number,
  requested: RequestedRecording,
): Promise<Refusal | null> {
  const lineIds = requested.document.lines.map(() => NO_ID);
  return refusalOf(toolbox, 'company', companyId, await gather(toolbox, companyId, requested, NO_ID, lineIds));
}

async function gather(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  { document: requested, isForced }: RequestedRecording,
  documentId: number,
  lineIds: readonly number[],
): Promise<RecordDocument> {
  const document = await withKnownRate(pool, companyId, requested);
  const same = isForced ? [] : await sameDocuments(pool, companyId, document);
  const made = { origin: 'manual', source: 'manual', sameDocuments: same } as const;
  return { type: 'RecordDocument', documentId, lineIds, document, ...made };
}
