import { getRegimeOn } from '../companies/vat-regimes.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { getVatPeriod } from '../country-packs/vat-periods.ts';
import type { PlainDate } from '../dates.ts';
import { negate } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { withSameSales } from '../vat-codes/boxes-by-account.ts';
import { withoutReductions } from '../vat-codes/box-families.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import type { PostedEntry, VatEffect } from './entry-events.ts';
import { getVatBoxes, getEffectKind, reportInBoxes, type VatAmounts } from './vat.ts';

/**
 * The effect of a reversal on the VAT return. In the return of the entry itself, the two cancel out: same boxes, opposite
 * sign, so neither is filed. In another return, the amounts are reported by the country's rules for credit notes, or for
 * invoices if a credit note is reversed.
 */
export function reverseVatEffects(
  effects: readonly VatEffect[],
  { entry_date, origin }: Pick<PostedEntry, 'entry_date' | 'origin'>,
  reversalDate: PlainDate,
  file: CompanyFile,
): readonly VatEffect[] {
  const was = effects.map((effect) => ({ ...effect, effect: getEffectKind(effect, origin) }));
  return isSameReturn(entry_date, reversalDate, file)
    ? was.map(netEffect)
    : was.map((effect) => correctEffect(effect, file));
}

/** Whether two days belong to the same periodic return. */
export function isSameReturn(one: PlainDate, other: PlainDate, { identity }: CompanyFile): boolean {
  const pack = findCountryPack(identity.country_pack)!;
  const getPeriodStart = (date: PlainDate): PlainDate =>
    getVatPeriod(pack, getRegimeOn(identity, date), date).starts_on;
  return getPeriodStart(one) === getPeriodStart(other);
}

/** An effect that states which set of boxes it fills. */
type ToldEffect = VatEffect & Required<Pick<VatEffect, 'effect'>>;

function netEffect(effect: VatEffect): VatEffect {
  const boxes = effect.boxes.map(({ box, amount }) => ({ box, amount: negate(amount) }));
  return { ...effect, ...negateAmounts(effect), boxes };
}

/** Uses the current boxes of the code, because the amounts go to the current return. */
function correctEffect(effect: ToldEffect, { records }: CompanyFile): VatEffect {
  const code = getRecords(records, vatCodes).byId.get(effect.vat_code_id);
  if (!code) return netEffect(effect);
  const amounts = negateAmounts(effect);
  const reported = reportInBoxes(withoutReductions(getVatBoxes(code.data)), amounts, effect.effect);
  return { ...effect, ...amounts, ...reported, boxes: withSameSales(reported.boxes, effect.boxes) };
}

const negateAmounts = ({ base, due, deductible, non_deductible }: VatEffect): VatAmounts => ({
  base: negate(base),
  due: negate(due),
  deductible: negate(deductible),
  non_deductible: negate(non_deductible),
});
