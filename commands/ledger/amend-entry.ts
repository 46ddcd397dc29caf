import type { AmendEntry, RequestedAllocation, RequestedDispute } from '../../domain/ledger/amendment.ts';
import type { EntryDetails } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findEntryHead, findEntryHeadWithLines } from '../../projections/ledger/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

export interface RequestedAmendment {
  readonly id: number;
  readonly changes: EntryDetails;
  readonly disputes?: readonly RequestedDispute[];
  readonly allocations?: readonly RequestedAllocation[];
  readonly baseVersion: number | null;
}

/** `isRecorded` is false if the entry already was as requested. */
export async function amendEntry(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedAmendment,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const buildCommand = () => buildAmendCommand(toolbox, companyId, requested);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

export async function buildAmendCommand(
  { pool }: Sources,
  companyId: number,
  { id, ...requested }: RequestedAmendment,
): Promise<AmendEntry | Refusal> {
  const facts = await readEntryHead(pool, companyId, id, requested);
  return facts ? { type: 'AmendEntry', facts, ...requested } : refuse('not_found');
}

/** Reads the lines only if the request concerns them. */
const readEntryHead = (
  pool: Toolbox['pool'],
  companyId: number,
  id: number,
  { disputes = [], allocations = [] }: Pick<RequestedAmendment, 'disputes' | 'allocations'>,
) => (disputes.length + allocations.length === 0 ? findEntryHead : findEntryHeadWithLines)(pool, companyId, id);
