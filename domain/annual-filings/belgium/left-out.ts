import type { AnnualAccountsModel, Rubric } from '../../country-packs/pack.ts';
import type { LeftOut } from '../form.ts';
import type { Datapoint } from './datapoints.ts';

/** What the models of the National Bank have and the file has not: its codes or lists are not known with certainty. */

/** Lists of members that are not known. */
const WITHOUT_LIST = ['director_function', 'director_address_type', 'director_company', 'external_accountant'];
/** May be published beside the gross margin, if a person enters them. */
export const OPTIONAL: readonly string[] = ['70', '60/61'];

export function listLeftOut(
  { code: model, scheme }: AnnualAccountsModel,
  rubrics: readonly Rubric[],
  datapoints: readonly Datapoint[],
): readonly LeftOut[] {
  const toLeftOut = (reason: string) => (code: string) => ({ code, reason: { key: `filing_left_out_${reason}` } });
  return [
    ...WITHOUT_LIST.map(toLeftOut('list')),
    ...(scheme === 'full' ? [] : OPTIONAL.map(toLeftOut('optional'))),
    ...listUnknown(rubrics, datapoints).map(toLeftOut('code')),
    ...(model === 'm87' ? ['8722'].map(toLeftOut('code')) : ['notes'].map(toLeftOut('notes'))),
  ];
}

/** Rubrics of the model without a fact. A line in brackets repeats another one. */
export function listUnknown(rubrics: readonly Rubric[], datapoints: readonly Datapoint[]): readonly string[] {
  const known = new Set(datapoints.map(({ code }) => code));
  return rubrics.map(({ code }) => code).filter((code) => !known.has(code) && !code.startsWith('('));
}
