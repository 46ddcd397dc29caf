import type { CompanyFile } from '../../domain/company-file-state.ts';
import { decideBatch, decidePosting } from '../../domain/ledger/post-entry.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { commandOf, lineIdsNeeded, withFacts, type RequestedEntry } from './requested.ts';

/** No entry or line ever has it. */
const NO_ID = 0;

/** What posting it would give now, decided as it would be and then left at that: it has a number, but no ids. */
export async function previewEntry(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  requested: RequestedEntry,
): Promise<{ readonly entry: PostedEntry; readonly file: CompanyFile } | Refusal> {
  const file = await commands.look('company', companyId);
  const lineIds = new Array<number>(lineIdsNeeded(requested)).fill(NO_ID);
  const [command] = await withFacts(pool, companyId, [commandOf(requested, NO_ID, lineIds)]);
  const decision = decidePosting(command!, file);
  return isRefusal(decision) ? decision : { entry: firstOfType(decision, 'EntryPosted').data, file };
}

/** Why these entries could not be posted together now; null when they could. */
export async function refusalOfBatch(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  requested: readonly RequestedEntry[],
): Promise<Refusal | null> {
  const file = await commands.look('company', companyId);
  const entries = requested.map((entry) =>
    commandOf(entry, NO_ID, new Array<number>(lineIdsNeeded(entry)).fill(NO_ID)),
  );
  const decision = decideBatch({ type: 'PostBatch', entries: await withFacts(pool, companyId, entries) }, file);
  return isRefusal(decision) ? decision : null;
}
