import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { UnletterLines } from '../../domain/lettering/unlettering.ts';
import { linesToLetter, type ReverseEntry } from '../../domain/ledger/reversal.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { entryFacts } from '../../projections/ledger/facts.ts';
import { letteringInForce } from '../../projections/lettering/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { paymentTaxToMoveBack } from './payment-tax.ts';

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
  const gather = async (file: CompanyFile): Promise<UnletterLines | Refusal> => {
    const lettering = await letteringInForce(toolbox.pool, companyId, id);
    if (!lettering) return refuse('not_found');
    const { difference_entry_id, ...facts } = lettering;
    const reversal =
      difference_entry_id === null ? null : await reversalOfDifference(toolbox, companyId, difference_entry_id, today);
    const payment = await paymentTaxToMoveBack(toolbox, companyId, [facts], file);
    const found = { facts, reversal: reversal && { ...reversal, ...(payment && { payment }) } };
    return { type: 'UnletterLines', ...found, baseVersion, ...(payment && { payment }) };
  };
  const outcome = await toolbox.commands.execute('company', companyId, gather, context);
  return isRefusal(outcome) ? outcome : null;
}

async function reversalOfDifference(
  { pool, ids }: Toolbox,
  companyId: number,
  entryId: number,
  today: PlainDate,
): Promise<ReverseEntry> {
  const facts = await entryFacts(pool, companyId, entryId);
  if (!facts) throw new Error(`The entry ${entryId} of a difference does not exist`);
  const [[reversalId], lineIds, letteringIds] = await Promise.all([
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', facts.lines.length),
    ids.allocate('letterings', linesToLetter(facts).length),
  ]);
  const requested = { entry_date: null, label: null, today, baseVersion: null };
  return { type: 'ReverseEntry', facts, entryId: reversalId!, lineIds, letteringIds, ...requested };
}
