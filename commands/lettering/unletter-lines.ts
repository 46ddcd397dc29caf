import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { UnletterLines } from '../../domain/lettering/unlettering.ts';
import { listLinesToMatch, type ReverseEntry } from '../../domain/ledger/reversal.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findEntryFacts } from '../../projections/ledger/facts.ts';
import { findLetteringInForce } from '../../projections/lettering/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { prepareTaxMoveBack } from './payment-tax.ts';

export interface RequestedUnlettering {
  readonly id: number;
  readonly today: PlainDate;
  readonly baseVersion: number | null;
}

export async function unletterLines(
  toolbox: Toolbox,
  companyId: number,
  { id, today, baseVersion }: RequestedUnlettering,
  context: CommandContext,
): Promise<Refusal | null> {
  const buildCommand = async (file: CompanyFile): Promise<UnletterLines | Refusal> => {
    const lettering = await findLetteringInForce(toolbox.pool, companyId, id);
    if (!lettering) return refuse('not_found');
    const { difference_entry_id, ...facts } = lettering;
    const reversal =
      difference_entry_id === null
        ? null
        : await buildDifferenceReversal(toolbox, companyId, difference_entry_id, today);
    const payment = await prepareTaxMoveBack(toolbox, companyId, [facts], file);
    const found = { facts, reversal: reversal && { ...reversal, ...(payment && { payment }) } };
    return { type: 'UnletterLines', ...found, baseVersion, ...(payment && { payment }) };
  };
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : null;
}

async function buildDifferenceReversal(
  { pool, ids }: Toolbox,
  companyId: number,
  entryId: number,
  today: PlainDate,
): Promise<ReverseEntry> {
  const facts = await findEntryFacts(pool, companyId, entryId);
  if (!facts) throw new Error(`Difference entry ${entryId} does not exist`);
  const [[reversalId], lineIds, letteringIds] = await Promise.all([
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', facts.lines.length),
    ids.allocate('letterings', listLinesToMatch(facts).length),
  ]);
  const requested = { entry_date: null, label: null, today, baseVersion: null };
  return { type: 'ReverseEntry', facts, entryId: reversalId!, lineIds, letteringIds, ...requested };
}
