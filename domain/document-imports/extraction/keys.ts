import { buildFrenchVatNumber } from '../../numbers/french-numbers.ts';
import type { ThirdPartyKeys } from './context.ts';
import { buildLayout } from './layout.ts';
import { findNumbers } from './parties.ts';
import type { PageOfWords } from './words.ts';

/** Maximum number of names to look up. */
const MOST_NAMES = 150;

/** Everything on a document that may identify a third party. */
export function collectThirdPartyKeys(pages: readonly PageOfWords[]): ThirdPartyKeys {
  const layout = buildLayout(pages.slice(0, 1));
  const all = findNumbers(buildLayout(pages));
  const listDistinct = (values: readonly string[]): string[] => [...new Set(values)].slice(0, 50);
  const names = layout.cells
    .map(({ plain }) => plain.trim())
    .filter(
      (text) => text.length >= 3 && text.length <= 80 && /[a-z]{3}/.test(text) && text.replace(/\D/g, '').length <= 4,
    );
  return {
    vatNumbers: listDistinct([...all.vat.map(({ value }) => value), ...toVatNumbers(all.enterprise)]),
    enterpriseNumbers: listDistinct([...all.enterprise, ...all.vat].map(({ value }) => toRegisterNumber(value))),
    ibans: listDistinct(all.ibans.filter(({ isValid }) => isValid).map(({ value }) => value)),
    names: [...new Set(names)].slice(0, MOST_NAMES),
  };
}

/** VAT numbers that follow from a register number, under which a third party may be known. */
const toVatNumbers = (numbers: readonly { readonly value: string }[]): string[] =>
  numbers.flatMap(({ value }) => {
    if (/^\d{10}$/.test(value)) return [`BE${value}`];
    return /^\d{9}$/.test(value) ? [buildFrenchVatNumber(value)] : [];
  });

/** Register number contained in a VAT number. */
function toRegisterNumber(value: string): string {
  if (/^BE\d{10}$/.test(value)) return value.slice(2);
  return /^FR..\d{9}$/.test(value) ? value.slice(4) : value;
}
