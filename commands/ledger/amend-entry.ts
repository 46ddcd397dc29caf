import type { EntryDetails } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { entryHead } from '../../projections/ledger/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { refusalOf } from '../support/refusal-of.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedAmendment {
  readonly id: number;
  readonly changes: EntryDetails;
  readonly baseVersion: number | null;
}

/** Why an entry that is there could not be changed so now; null when it could. */
export async function refusalOfAmendment(
  toolbox: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  { id, ...requested }: RequestedAmendment,
): Promise<Refusal | null> {
  const facts = await entryHead(toolbox.pool, companyId, id);
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
      const facts = await entryHead(pool, companyId, id);
      return facts ? { type: 'AmendEntry', facts, ...requested } : refuse('not_found');
    },
    context,
  );
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}
