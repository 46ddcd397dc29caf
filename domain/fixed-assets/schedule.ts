import type { PlainDate } from '../dates.ts';
import { add, subtract, ZERO, type Amount, type SignedAmount } from '../money.ts';
import type { PlanYear } from './calendar.ts';
import { iteratePartYears } from './plan.ts';
import { buildPlanRule, type Planning } from './asset-plan.ts';
import type { AssetState } from './asset-state.ts';

/** The depreciation schedule of an asset, year by year, past and future. */

export interface ScheduledYear {
  readonly fiscal_year_code: string;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  /** Planned book value. Besides depreciation, additions and removals within the year change it. */
  readonly opening_value: Amount;
  readonly depreciation: Amount;
  readonly closing_value: Amount;
}

export function buildAssetSchedule(asset: AssetState, { pack, calendar }: Planning): readonly ScheduledYear[] {
  const rule = buildPlanRule(asset, pack);
  const amounts = new Map<PlanYear, Amount>();
  const changes = new Map<PlanYear, SignedAmount>();
  for (const [index, part] of asset.parts.entries()) {
    const before = asset.parts[index - 1];
    if (before) {
      const year = calendar.findYear(part.from);
      const left = subtract(before.value, before.cut?.planned ?? ZERO);
      changes.set(year, add(changes.get(year) ?? ZERO, subtract(part.value, left)));
    }
    for (const { year, amount } of iteratePartYears(part, rule, calendar))
      amounts.set(year, add(amounts.get(year) ?? ZERO, amount));
  }
  const years = [...new Set([...amounts.keys(), ...changes.keys()])];
  years.sort((one, other) => (one.starts_on < other.starts_on ? -1 : 1));
  let value: Amount = asset.fields.cost;
  return years.map((year): ScheduledYear => {
    const { code, starts_on, ends_on } = year;
    const opening_value = value;
    const depreciation = amounts.get(year) ?? ZERO;
    value = subtract(add(opening_value, changes.get(year) ?? ZERO), depreciation);
    return { fiscal_year_code: code, starts_on, ends_on, opening_value, depreciation, closing_value: value };
  });
}
