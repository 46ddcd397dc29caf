import type { CompanyFile } from '../../domain/company-file-state.ts';
import {
  decideDepreciationInSteps,
  countDepreciationLines,
  listYearsToDepreciate,
  type DepreciateFixedAssets,
} from '../../domain/fixed-assets/depreciation.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { sum, type Amount } from '../../domain/money.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { runInTurns } from '../../support/yielding.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { NO_IDS, type IdSource } from './ids.ts';

export type RequestedDepreciation = Pick<DepreciateFixedAssets, 'until' | 'journal_id' | 'lines_by'>;

/** The posted entries; empty if nothing was missing. */
export interface Depreciated {
  readonly entries: readonly PostedEntry[];
  readonly assetsCount: number;
  readonly total: Amount;
}

/** Posts all missing depreciation of all assets up to a day, in one append. */
export async function depreciateFixedAssets(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: RequestedDepreciation,
  context: CommandContext,
): Promise<Depreciated | Refusal> {
  const buildCommand = (file: CompanyFile) => buildDepreciateCommand(ids, requested, file);
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : summarizeDepreciation(outcome.events);
}

/** The same without recording it. */
export async function previewDepreciation(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  requested: RequestedDepreciation,
): Promise<(Depreciated & { readonly file: CompanyFile }) | Refusal> {
  const file = await commands.loadState('company', companyId);
  const events = await runInTurns(
    decideDepreciationInSteps(await buildDepreciateCommand(NO_IDS, requested, file), file),
  );
  return isRefusal(events) ? events : { ...summarizeDepreciation(events), file };
}

async function buildDepreciateCommand(
  ids: IdSource,
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

type Events = Exclude<
  ReturnType<typeof decideDepreciationInSteps> extends Generator<void, infer Decision> ? Decision : never,
  Refusal
>;

function summarizeDepreciation(events: Events): Depreciated {
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
