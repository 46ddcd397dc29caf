import type { CompanyFile } from '../company-file-state.ts';
import type { DisallowedExpense } from '../country-packs/corporate-tax.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { getVatPeriod } from '../country-packs/vat-periods.ts';
import type { InvoiceTexts } from '../documents/invoice-texts.ts';
import type { Json } from '../json.ts';
import type { Problem } from '../refusal.ts';
import { buildPeriodLabels } from '../vat-declarations/period.ts';
import { findFilingProblems, type Filing } from './vat-filings.ts';
import { getRegimeOn, type DatedRegime, type ProRataYear } from './vat-regimes.ts';

/** Validation of settings with their own structure; problems are reported under the path of the setting. */
export const structuredSettingProblems: Readonly<
  Record<string, (value: Json, path: string, file: CompanyFile) => Problem[]>
> = {
  vat_regimes: (value, path, file) => findRegimeProblems(value as readonly DatedRegime[], path, file),
  vat_filings: (value, path, { identity }) => findFilingProblems(value as readonly Filing[], path, identity.settings),
  pro_rata_years: (value, path) =>
    listRepeated((value as readonly ProRataYear[]).map(({ year }) => year)).map((index) => ({
      code: 'year_repeated',
      field: `${path}.${index}.year`,
    })),
  disallowed_expenses: (value, path) =>
    listRepeated((value as readonly DisallowedExpense[]).map(({ accounts }) => accounts)).map((index) => ({
      code: 'disallowed_repeated',
      field: `${path}.${index}.accounts`,
    })),
  invoice_texts: (value, path) =>
    listRepeated((value as readonly InvoiceTexts[]).map(({ language }) => language)).map((index) => ({
      code: 'language_repeated',
      field: `${path}.${index}.language`,
    })),
};

/** Places of values that occur before. */
const listRepeated = (values: readonly (string | number)[]): readonly number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));

function findRegimeProblems(changes: readonly DatedRegime[], path: string, file: CompanyFile): Problem[] {
  const { country_pack, vat_regime, settings } = file.identity;
  const pack = findCountryPack(country_pack)!;
  const problems: Problem[] = [];
  for (const [index, { regime, from }] of changes.entries()) {
    const toFieldPath = (name: string): string => `${path}.${index}.${name}`;
    const before = changes[index - 1];
    if (!pack.vatRegimes.some(({ code }) => code === regime)) {
      problems.push({ code: 'vat_regime_unknown', field: toFieldPath('regime'), params: { country: pack.code } });
      continue;
    }
    if (before && before.from >= from) problems.push({ code: 'vat_regimes_order', field: toFieldPath('from') });
    // A return follows the regime of its first day: a change must not split a return period.
    else if ([before?.regime ?? vat_regime, regime].some((one) => getVatPeriod(pack, one, from).starts_on !== from))
      problems.push({ code: 'vat_regime_start', field: toFieldPath('from') });
  }
  if (problems.length > 0) return problems;
  const now = { vat_regime, settings: { ...settings, vat_regimes: changes } };
  const declared = file.vatDeclarations.find(
    ({ status, starts_on }) =>
      status !== 'draft' && getRegimeOn(now, starts_on) !== getRegimeOn({ vat_regime, settings }, starts_on),
  );
  if (!declared) return [];
  const labels = { period: buildPeriodLabels(declared) };
  return [{ code: 'vat_regime_declared', field: path, labels }];
}
