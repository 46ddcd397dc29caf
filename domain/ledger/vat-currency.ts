import type { CompanyFile } from '../company-file-state.ts';
import { convertFromBase, convertToBase, type ExchangeRate } from '../currency/rates.ts';
import { findTaxRate, getTaxCurrency, isKeptInTaxCurrency } from '../currency/tax-rate.ts';
import type { PlainDate } from '../dates.ts';
import type { SignedAmount } from '../money.ts';
import { NO_PROBLEMS, type Checked, type Problem } from '../refusal.ts';
import type { VatEffect } from './entry-events.ts';

/**
 * VAT effects of a file that is kept in another currency than that of its VAT returns: its lines are in the currency of
 * the file, its effects in that of the returns, at the tax rate of the day or of its document.
 */
export function toTaxCurrency(
  effects: readonly VatEffect[],
  on: PlainDate,
  file: CompanyFile,
  given: ExchangeRate | null = null,
): Checked<readonly VatEffect[]> {
  if (effects.length === 0 || isKeptInTaxCurrency(file)) return { value: effects, problems: NO_PROBLEMS };
  const rate = given ?? findTaxRate(file, on)?.rate ?? null;
  if (rate === null) return { value: effects, problems: [buildRateUnknown(on, file)] };
  return { value: effects.map((effect) => convertEffect(effect, rate)), problems: NO_PROBLEMS };
}

export const isInTaxCurrency = (currency: string | undefined, { identity }: CompanyFile): boolean =>
  currency === getTaxCurrency(identity.country_pack);

export const buildRateUnknown = (on: PlainDate, file: CompanyFile): Problem => ({
  code: 'rate_unknown',
  field: 'entry_date',
  params: { currency: getTaxCurrency(file.identity.country_pack), on },
});

function convertEffect(effect: VatEffect, rate: string): VatEffect {
  const convert = (amount: SignedAmount): SignedAmount => convertFromBase(amount, rate);
  return {
    ...effect,
    ...convertAmounts(effect, convert),
    boxes: effect.boxes.map(({ box, amount }) => ({ box, amount: convert(amount) })),
    exchange_rate: rate,
  };
}

/** The amounts of an effect in the currency of the file, as on its lines. */
export const toFileCurrency = (effect: VatEffect): Pick<VatEffect, 'base' | 'due' | 'deductible' | 'non_deductible'> =>
  effect.exchange_rate === undefined
    ? effect
    : convertAmounts(effect, (amount) => convertToBase(amount, effect.exchange_rate!));

const convertAmounts = (
  { base, due, deductible, non_deductible }: VatEffect,
  convert: (amount: SignedAmount) => SignedAmount,
) => ({
  base: convert(base),
  due: convert(due),
  deductible: convert(deductible),
  non_deductible: convert(non_deductible),
});
