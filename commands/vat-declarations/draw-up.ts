import type { CompanyFile } from '../../domain/company-file-state.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { resolveNewPeriod, type DrawUpVatDeclaration } from '../../domain/vat-declarations/declarations.ts';
import type { RequestedPeriod } from '../../domain/vat-declarations/period.ts';
import { readPeriodBoxes } from '../../projections/vat-declarations/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Returns the id of the draft. */
export async function drawUpVatDeclaration(
  { commands, pool, ids }: Toolbox,
  companyId: number,
  requested: RequestedPeriod,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const buildCommand = async (file: CompanyFile): Promise<DrawUpVatDeclaration | Refusal> => {
    const period = resolveNewPeriod(requested, file);
    if (isRefusal(period)) return period;
    const [[id], books] = await Promise.all([
      ids.allocate('vat_declarations', 1),
      readPeriodBoxes(pool, companyId, period),
    ]);
    return { type: 'DrawUpVatDeclaration', id: id!, requested, books };
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : { id: getFirstOfType(outcome.events, 'VatDeclarationDrawnUp').data.id };
}
