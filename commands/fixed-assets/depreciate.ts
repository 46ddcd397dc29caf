import type { CompanyFile } from '../../domain/company-file-state.ts';
import {
  decideDepreciationInSteps,
  linesOfDepreciation,
  yearsToDepreciate,
  type DepreciateFixedAssets,
} from '../../domain/fixed-assets/depreciation.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { sum, type Amount } from '../../domain/money.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { inTurns } from '../../support/yielding.ts';
import type { CommandContext } from '../support/context.ts';
import { allOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { NO_IDS, type IdSource } from './ids.ts';

export type RequestedDepreciation = Pick<DepreciateFixedAssets, 'until' | 'journal_id' | 'lines_by'>;

/** What was posted; nothing where nothing was missing. */
export interface Depreciated {
  readonly entries: readonly PostedEntry[];
  readonly assetsCount: number;
  readonly total: Amount;
}

/** Everything that is missing up to a day, of all assets, in one append. */
export async function depreciateFixedAssets(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: RequestedDepreciation,
  context: CommandContext,
): Promise<Depreciated | Refusal> {
  const gathered = (file: CompanyFile) => gather(ids, requested, file);
  const outcome = await commands.execute('company', companyId, gathered, context);
  return isRefusal(outcome) ? outcome : outcomeOf(outcome.events);
}

/** The same without recording it. */
export async function previewDepreciation(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  requested: RequestedDepreciation,
): Promise<(Depreciated & { readonly file: CompanyFile }) | Refusal> {
  const file = await commands.look('company', companyId);
  const events = await inTurns(decideDepreciationInSteps(await gather(NO_IDS, requested, file), file));
  return isRefusal(events) ? events : { ...outcomeOf(events), file };
}

async function gather(
  ids: IdSource,
  requested: RequestedDepreciation,
  file: CompanyFile,
): Promise<DepreciateFixedAssets> {
  const { until } = requested;
  const [entryIds, lineIds] = await Promise.all([
    ids.allocate('entries', yearsToDepreciate(until, file).length),
    ids.allocate('entry_lines', linesOfDepreciation(until, file)),
  ]);
  return { type: 'DepreciateFixedAssets', ...requested, entryIds, lineIds };
}

type Events = Exclude<
  ReturnType<typeof decideDepreciationInSteps> extends Generator<void, infer Decision> ? Decision : never,
  Refusal
>;

function outcomeOf(events: Events): Depreciated {
  const entries = allOfType(events, 'EntryPosted').map(({ data }) => data);
  const assets = allOfType(events, 'FixedAssetsDepreciated').flatMap(({ data }) =>
    data.groups.flatMap((group) => group.assets),
  );
  return {
    entries,
    assetsCount: new Set(assets.map(({ id }) => id)).size,
    total: sum(assets.map(({ amount }) => amount)),
  };
}
