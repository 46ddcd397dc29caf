import { listRubricsOfAccount } from '../country-packs/annual-accounts.ts';
import { STATEMENTS, type AnnualAccountsModel, type Rubric } from '../country-packs/pack.ts';
import type { Labels } from '../language.ts';
import { isZero, negate, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import type {
  BoxAccount,
  BrokenCheck,
  ComputedBox,
  ComputedFiling,
  FilingBox,
  FilingForm,
  FilingInputs,
  FilingSection,
} from './form.ts';

/** A form whose boxes are the rubrics of a model of the annual accounts. */

export interface RubricFormDeclaration extends Pick<FilingForm, 'country' | 'code' | 'labels' | 'leftOut' | 'file'> {
  readonly model: AnnualAccountsModel;
  readonly sections: Readonly<Record<Rubric['statement'], Labels>>;
  /** Pairs of boxes that must be equal, beside both sides of the balance sheet. */
  readonly equal: readonly (readonly [string, string])[];
}

export function buildRubricForm({ model, sections, equal, ...declared }: RubricFormDeclaration): FilingForm {
  const boxes = model.rubrics.map(toBox);
  return {
    ...declared,
    sections: listSections(model, sections),
    boxes,
    needs: [],
    compute: (inputs) => computeRubricForm(model, boxes, equal, inputs),
  };
}

const toBox = ({ code, labels, statement, level, content }: Rubric): FilingBox => ({
  code,
  labels,
  section: statement,
  level,
  kind: 'amount',
  isTotal: 'sum' in content,
});

const listSections = (model: AnnualAccountsModel, labels: RubricFormDeclaration['sections']): FilingSection[] =>
  STATEMENTS.filter((one) => model.rubrics.some(({ statement }) => statement === one)).map((code) => ({
    code,
    labels: labels[code],
  }));

function computeRubricForm(
  model: AnnualAccountsModel,
  boxes: readonly FilingBox[],
  equal: RubricFormDeclaration['equal'],
  inputs: FilingInputs,
): ComputedFiling {
  const { amounts, previous } = inputs.computeRubrics(model);
  const corrected = withManualAmounts(model, amounts, inputs);
  const before = previous && withManualAmounts(model, previous, { manual: inputs.previousManual });
  const accounts = listBoxAccounts(model, inputs);
  const computed = boxes.map(({ code }): ComputedBox => ({
    code,
    amount: corrected.get(code) ?? ZERO,
    previous: before && (before.get(code) ?? ZERO),
    text: null,
    accounts: accounts.get(code) ?? [],
  }));
  return { boxes: computed, missing: new Map(), checks: listBrokenTotals(model, corrected, equal) };
}

/** A manual amount replaces that of the books; the totals follow. */
export function withManualAmounts(
  model: AnnualAccountsModel,
  amounts: ReadonlyMap<string, SignedAmount>,
  { manual }: Pick<FilingInputs, 'manual'>,
): ReadonlyMap<string, SignedAmount> {
  const isCorrected = model.rubrics.some(({ code }) => (manual.get(code)?.amount ?? null) !== null);
  if (!isCorrected) return amounts;
  const rubrics = new Map(model.rubrics.map((rubric) => [rubric.code, rubric]));
  const found = new Map<string, SignedAmount>();
  const getAmount = (code: string): SignedAmount => {
    const known = found.get(code);
    if (known !== undefined) return known;
    const { content } = rubrics.get(code)!;
    const amount =
      'sum' in content
        ? sum(content.sum.map(({ rubric, sign }) => (sign === 1 ? getAmount(rubric) : negate(getAmount(rubric)))))
        : (manual.get(code)?.amount ?? amounts.get(code) ?? ZERO);
    found.set(code, amount);
    return amount;
  };
  return new Map(model.rubrics.map(({ code }) => [code, getAmount(code)]));
}

/** The accounts with a balance that fill each rubric, those of sums included. */
export function listBoxAccounts(
  model: AnnualAccountsModel,
  { current }: Pick<FilingInputs, 'current'>,
): ReadonlyMap<string, readonly BoxAccount[]> {
  const own = new Map<string, BoxAccount[]>();
  const filled = {
    ...model,
    rubrics: model.rubrics.filter(({ content }) => 'accounts' in content && content.accounts.length > 0),
  };
  for (const [number, balance] of [...current.stated.atEnd].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (isZero(balance)) continue;
    for (const { code, content } of listRubricsOfAccount(filled, number)) {
      if (!('accounts' in content)) continue;
      const known = own.get(code);
      if (known) known.push({ number, sign: content.sign });
      else own.set(code, [{ number, sign: content.sign }]);
    }
  }
  const rubrics = new Map(model.rubrics.map((rubric) => [rubric.code, rubric]));
  const found = new Map<string, readonly BoxAccount[]>();
  const listAccounts = (code: string): readonly BoxAccount[] => {
    const known = found.get(code);
    if (known) return known;
    const { content } = rubrics.get(code)!;
    const accounts =
      'sum' in content
        ? content.sum.flatMap(({ rubric, sign }) => withSign(listAccounts(rubric), sign))
        : (own.get(code) ?? []);
    found.set(code, accounts);
    return accounts;
  };
  return new Map(
    model.rubrics.map(({ code, content }) => [
      code,
      'sum' in content ? listAccounts(code).toSorted(compareByNumber) : listAccounts(code),
    ]),
  );
}

const withSign = (accounts: readonly BoxAccount[], sign: 1 | -1): readonly BoxAccount[] =>
  sign === 1 ? accounts : accounts.map((one) => ({ number: one.number, sign: one.sign === 1 ? -1 : 1 }));

const compareByNumber = (one: BoxAccount, other: BoxAccount): number => (one.number < other.number ? -1 : 1);

/** Both sides of the balance sheet, and further pairs of boxes. */
export function listBrokenTotals(
  model: AnnualAccountsModel,
  amounts: ReadonlyMap<string, SignedAmount>,
  equal: readonly (readonly [string, string])[] = [],
): readonly BrokenCheck[] {
  const [assets, liabilities] = (['assets', 'liabilities'] as const).map(
    (name) => model.rubrics.find(({ statement, level }) => statement === name && level === 1)!.code,
  ) as [string, string];
  return [
    ['balance', assets, liabilities] as const,
    ...equal.map((pair) => [pair.join('-'), ...pair] as const),
  ].flatMap(([code, one, other]): BrokenCheck[] => {
    const [left, right] = [amounts.get(one) ?? ZERO, amounts.get(other) ?? ZERO];
    if (isZero(subtract(left, right))) return [];
    return [{ code, severity: 'blocking', equation: `${one} = ${other}`, left, right }];
  });
}
