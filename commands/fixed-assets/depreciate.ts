import type { CompanyFile } from '../../domain/company-file-state.ts';
import {
  countDepreciationLines,
  listYearsToDepreciate,
  type DepreciateFixedAssets,
  type DepreciationEvent,
} from '../../domain/fixed-assets/depreciation.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { sum, type Amount } from '../../domain/money.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

export type RequestedDepreciation = Pick<DepreciateFixedAssets, 'until' | 'journal_id' | 'lines_by'>;

/** The posted entries; empty if nothing was missing. */
export interface Depreciated {
  readonly entries: readonly PostedEntry[];
  readonly assetsCount: number;
  readonly total: Amount;
}

/** Posts all missing depreciation of all assets up to a day, in one append. */
export async function depreciateFixedAssets(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedDepreciation,
  context: CommandContext,
): Promise<Depreciated | Refusal> {
  const buildCommand = (file: CompanyFile) => buildDepreciateCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : summarizeDepreciation(outcome.events);
}

export async function buildDepreciateCommand(
  { ids }: Sources,
  _companyId: number,
  requested: RequestedDepreciation,
  file: CompanyFile,
): Promise<DepreciateFixedAssets> {
  const { until } = requested;
  const [entryIds, lineIds] = await Promise.all([
    ids.allocate('entries', listYearsToDepreciate(until, file).length),
    ids.allocate('entry_lines', countDepreciationLines(until, file)),
  ]);
  return { type: 'DepreciateFixedAssets', ...requested, entryIds, lineIds };
}

export function summarizeDepreciation(events: readonly DepreciationEvent[]): Depreciated {
  const entries = filterByType(events, 'EntryPosted').map(({ data }) => data);
  const assets = filterByType(events, 'FixedAssetsDepreciated').flatMap(({ data }) =>
    data.groups.flatMap((group) => group.assets),
  );
  return {
    entries,
    assetsCount: new Set(assets.map(({ id }) => id)).size,
    total: sum(assets.map(({ amount }) => amount)),
  };
}
