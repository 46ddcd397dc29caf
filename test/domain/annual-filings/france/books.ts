import { computeRubricAmounts, type Balances } from '../../../../domain/country-packs/annual-accounts.ts';
import { findCountryPack, type AnnualAccountsModel } from '../../../../domain/country-packs/index.ts';
import type { AccountMovement, FilingInputs, YearBooks } from '../../../../domain/annual-filings/form.ts';
import { add, isNegative, negate, subtract, ZERO } from '../../../../domain/money.ts';

/** Books of a French company for the forms of the tax return. */

export const getModel = (code: string): AnnualAccountsModel =>
  findCountryPack('FR')!.annualAccounts.find((model) => model.code === code)!;

const company = {
  ...{ id: 1, name: 'Exemple SAS', country_pack: 'FR', country: 'FR', vat_regime: 'quarterly', locale: 'fr' },
  ...{ enterprise_number: '732829320', vat_number: null, address: null, street: 'Rue de Lille', house_number: '4' },
  ...{ box: null, postal_code: '59000', city: 'Lille', settings: {}, legal_form: 'SAS', legal_form_code: '5710' },
  ...{ currency: 'EUR', main_nace_code: null, nace_codes: [] },
} as unknown as FilingInputs['company'];

/** `101000 -10000  512000 10000`: account and balance, debit minus credit. */
export const parseBalances = (text: string): Balances => {
  const words = text.trim().split(/\s+/);
  const pairs = words.flatMap((word, place) => (place % 2 === 0 ? [[word, toAmount(words[place + 1]!)] as const] : []));
  return new Map(pairs);
};

const toAmount = (text: string): string => Number(text).toFixed(2);

/** Movements that lead from one set of balances to the other, on one side of each account. */
export const buildMovements = (opening: Balances, closing: Balances): AccountMovement[] =>
  [...new Set([...opening.keys(), ...closing.keys()])].map((number) => {
    const before = opening.get(number) ?? ZERO;
    const change = subtract(closing.get(number) ?? ZERO, before);
    const [debit, credit] = isNegative(change) ? [ZERO, negate(change)] : [change, ZERO];
    return { number, type: 'asset', opening: before, debit, credit };
  });

export const buildBooks = (atEnd: Balances, movements: readonly AccountMovement[]): YearBooks => ({
  stated: { atEnd, overDays: atEnd },
  balances: atEnd,
  movements,
});

/** Closing balances that follow from the movements. */
export const closeMovements = (movements: readonly AccountMovement[]): Balances =>
  new Map(movements.map(({ number, opening, debit, credit }) => [number, add(opening, subtract(debit, credit))]));

export function buildInputs(
  current: YearBooks,
  { endsOn = '2025-12-31', previous = null, ...more }: Partial<FilingInputs> & { readonly endsOn?: string } = {},
): FilingInputs {
  const year = Number(endsOn.slice(0, 4));
  return {
    company,
    year: { id: 2, code: String(year), starts_on: `${year}-01-01`, ends_on: endsOn, is_closed: false },
    previousYear: null,
    isProvisional: true,
    current,
    previous,
    computeRubrics: (model) => ({
      amounts: computeRubricAmounts(model, current.stated.atEnd),
      previous: previous && computeRubricAmounts(model, previous.stated.atEnd),
    }),
    manual: new Map(),
    previousManual: new Map(),
    assets: [],
    openItems: [],
    assetLines: [],
    ...more,
  };
}

export const enter = (amounts: Readonly<Record<string, string>>): FilingInputs['manual'] =>
  new Map(Object.entries(amounts).map(([code, amount]) => [code, { code, amount, text: null, reason: 'Décision' }]));
