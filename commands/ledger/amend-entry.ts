import type { RequestedAllocation, RequestedDispute } from '../../domain/ledger/amendment.ts';
import type { EntryDetails } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { entryHead, entryHeadWithLines } from '../../projections/ledger/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedAmendment {
  readonly id: number;
  readonly changes: EntryDetails;
  readonly disputes?: readonly RequestedDispute[];
  readonly allocations?: readonly RequestedAllocation[];
  readonly baseVersion: number | null;
}

/** Why an entry that is there could not be changed so now; null when it could. */
export async function refusalOfAmendment(
  toolbox: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  { id, ...requested }: RequestedAmendment,
): Promise<Refusal | null> {
  const facts = await headFor(toolbox.pool, companyId, id, requested);
  return facts ? refusalOf(toolbox, 'company', companyId, { type: 'AmendEntry', facts, ...requested }) : null;
}

/** `isRecorded` is false when the entry already was as asked. */
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
      const facts = await headFor(pool, companyId, id, requested);
      return facts ? { type: 'AmendEntry', facts, ...requested } : refuse('not_found');
    },
    context,
  );
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

/** Lines are read only where something is said of them. */
const headFor = (
  pool: Toolbox['pool'],
  companyId: number,
  id: number,
  { disputes = [], allocations = [] }: Pick<RequestedAmendment, 'disputes' | 'allocations'>,
) => (disputes.length + allocations.length === 0 ? entryHead : entryHeadWithLines)(pool, companyId, id);
