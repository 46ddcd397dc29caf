import type { ThirdPartyKeys } from './context.ts';
import { layoutOf } from './layout.ts';
import { numbersOn } from './parties.ts';
import type { PageOfWords } from './words.ts';

/** More names than these are not looked up. */
const MOST_NAMES = 150;

/** Everything on a document that a third party might be known by. */
export function thirdPartyKeys(pages: readonly PageOfWords[]): ThirdPartyKeys {
  const layout = layoutOf(pages.slice(0, 1));
  const all = numbersOn(layoutOf(pages));
  const distinct = (values: readonly string[]): string[] => [...new Set(values)].slice(0, 50);
  const names = layout.cells
    .map(({ plain }) => plain.trim())
    .filter(
      (text) => text.length >= 3 && text.length <= 80 && /[a-z]{3}/.test(text) && text.replace(/\D/g, '').length <= 4,
    );
  return {
    vatNumbers: distinct([...all.vat.map(({ value }) => value), ...belgian(all.enterprise)]),
    enterpriseNumbers: distinct([...all.enterprise, ...all.vat].map(({ value }) => registerNumber(value))),
    ibans: distinct(all.ibans.filter(({ isValid }) => isValid).map(({ value }) => value)),
    names: [...new Set(names)].slice(0, MOST_NAMES),
  };
}

const belgian = (numbers: readonly { readonly value: string }[]): string[] =>
  numbers.filter(({ value }) => /^\d{10}$/.test(value)).map(({ value }) => `BE${value}`);

/** The number of a register that a VAT number is made of. */
function registerNumber(value: string): string {
  if (/^BE\d{10}$/.test(value)) return value.slice(2);
  return /^FR..\d{9}$/.test(value) ? value.slice(4) : value;
}
