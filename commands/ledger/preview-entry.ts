import type { CompanyFile } from '../../domain/company-file-state.ts';
import { decideBatch, decidePosting } from '../../domain/ledger/post-entry.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { toPostCommand, countLineIds, withFacts, type RequestedEntry } from './requested.ts';

/** Placeholder id that no entry or line ever has. */
const NO_ID = 0;

/** Decides the entry as it would be posted now, without recording it. It has a number but placeholder ids. */
export async function previewEntry(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  requested: RequestedEntry,
): Promise<{ readonly entry: PostedEntry; readonly file: CompanyFile } | Refusal> {
  const file = await commands.loadState('company', companyId);
  const lineIds = new Array<number>(countLineIds(requested)).fill(NO_ID);
  const [command] = await withFacts(pool, companyId, [toPostCommand(requested, NO_ID, lineIds)]);
  const decision = decidePosting(command!, file);
  return isRefusal(decision) ? decision : { entry: getFirstOfType(decision, 'EntryPosted').data, file };
}

/** Finds why these entries cannot be posted together now. Null if they can. */
export async function findBatchRefusal(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  requested: readonly RequestedEntry[],
): Promise<Refusal | null> {
  const file = await commands.loadState('company', companyId);
  const entries = requested.map((entry) =>
    toPostCommand(entry, NO_ID, new Array<number>(countLineIds(entry)).fill(NO_ID)),
  );
  const decision = decideBatch({ type: 'PostBatch', entries: await withFacts(pool, companyId, entries) }, file);
  return isRefusal(decision) ? decision : null;
}
