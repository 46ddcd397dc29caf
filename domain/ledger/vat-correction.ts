import { regimeOn } from '../companies/vat-regimes.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { countryPack } from '../country-packs/index.ts';
import { vatPeriodOf } from '../country-packs/vat-periods.ts';
import type { PlainDate } from '../dates.ts';
import { negate } from '../money.ts';
import { recordsOf } from '../records/state.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import type { PostedEntry, VatEffect } from './entry-events.ts';
import { boxesOf, effectKind, reported, type VatAmounts } from './vat.ts';

/**
 * What taking an entry back does to the VAT return. In the return that the entry itself goes to, the two are netted: the same
 * boxes with the opposite sign, so that nothing of either is filed. In another return nothing is there to be netted with, and
 * the amounts are reported as the country has it for credit notes, or for invoices where a credit note is taken back.
 */
export function takenBack(
  effects: readonly VatEffect[],
  { entry_date, origin }: Pick<PostedEntry, 'entry_date' | 'origin'>,
  reversalDate: PlainDate,
  file: CompanyFile,
): readonly VatEffect[] {
  const was = effects.map((effect) => ({ ...effect, effect: effectKind(effect, origin) }));
  return isSameReturn(entry_date, reversalDate, file) ? was.map(netted) : was.map((effect) => corrected(effect, file));
}

function isSameReturn(one: PlainDate, other: PlainDate, { identity }: CompanyFile): boolean {
  const pack = countryPack(identity!.country_pack)!;
  const startOf = (date: PlainDate): PlainDate => vatPeriodOf(pack, regimeOn(identity!, date), date).starts_on;
  return startOf(one) === startOf(other);
}

/** An effect that says which boxes it fills. */
type ToldEffect = VatEffect & Required<Pick<VatEffect, 'effect'>>;

function netted(effect: VatEffect): VatEffect {
  const boxes = effect.boxes.map(({ box, amount }) => ({ box, amount: negate(amount) }));
  return { ...effect, ...opposite(effect), boxes };
}

/** By the boxes that its code has now: they are those of the return that it goes to. */
function corrected(effect: ToldEffect, { records }: CompanyFile): VatEffect {
  const code = recordsOf(records, vatCodes).byId.get(effect.vat_code_id);
  if (!code) return netted(effect);
  const amounts = opposite(effect);
  return { ...effect, ...amounts, ...reported(boxesOf(code.data), amounts, effect.effect) };
}

const opposite = ({ base, due, deductible, non_deductible }: VatEffect): VatAmounts => ({
  base: negate(base),
  due: negate(due),
  deductible: negate(deductible),
  non_deductible: negate(non_deductible),
});
