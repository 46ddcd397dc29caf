import type { RequestedAllocation, RequestedDispute } from '../../domain/ledger/amendment.ts';
import type { EntryDetails } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findEntryHead, findEntryHeadWithLines } from '../../projections/ledger/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { findRefusal } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedAmendment {
  readonly id: number;
  readonly changes: EntryDetails;
  readonly disputes?: readonly RequestedDispute[];
  readonly allocations?: readonly RequestedAllocation[];
  readonly baseVersion: number | null;
}

/** Finds why an existing entry cannot be changed now. Null if it can. */
export async function findAmendmentRefusal(
  toolbox: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  { id, ...requested }: RequestedAmendment,
): Promise<Refusal | null> {
  const facts = await readEntryHead(toolbox.pool, companyId, id, requested);
  return facts ? findRefusal(toolbox, 'company', companyId, { type: 'AmendEntry', facts, ...requested }) : null;
}

/** `isRecorded` is false if the entry already was as requested. */
export async function amendEntry(
  { commands, pool }: Toolbox,
  companyId: number,
  { id, ...requested }: RequestedAmendment,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await readEntryHead(pool, companyId, id, requested);
      return facts ? { type: 'AmendEntry', facts, ...requested } : refuse('not_found');
    },
    context,
  );
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

/** Reads the lines only if the request concerns them. */
const readEntryHead = (
  pool: Toolbox['pool'],
  companyId: number,
  id: number,
  { disputes = [], allocations = [] }: Pick<RequestedAmendment, 'disputes' | 'allocations'>,
) => (disputes.length + allocations.length === 0 ? findEntryHead : findEntryHeadWithLines)(pool, companyId, id);
