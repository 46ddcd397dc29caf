/** The boxes of a form from the books, in whole euros, and its checks. */
import { findAccountsWithoutRubric } from '../../country-packs/annual-accounts.ts';
import type { AnnualAccountsModel } from '../../country-packs/pack.ts';
import { isZero, sum, ZERO, type SignedAmount } from '../../money.ts';
import type { BrokenCheck, ComputedBox, ComputedFiling, FilingInputs } from '../form.ts';
import { listBoxAccounts } from '../rubric-form.ts';
import type { Term } from './content.ts';
import type { BoxDeclaration, Equation, LiasseDeclaration } from './declaration.ts';
import { computeLedgerAmounts } from './ledger.ts';
import { buildLiasseModel } from './model.ts';
import { findRegisterDifferences } from './register.ts';
import { addUp, addUpBoxes, findDifference, roundBoxes, type Amounts, type KnownAmount } from './rounding.ts';

export interface ComputedLiasse {
  /** To the cent. */
  readonly exact: Amounts;
  readonly euros: Amounts;
  /** Of the previous year, in euros; null if there is none. */
  readonly previous: Amounts | null;
}

/** A form with the model that computes it, and the model of the reports. */
export interface Liasse {
  readonly declaration: LiasseDeclaration;
  readonly model: AnnualAccountsModel;
  readonly reported: AnnualAccountsModel;
}

export const createLiasse = (declaration: LiasseDeclaration, reported: AnnualAccountsModel): Liasse => ({
  declaration,
  reported,
  model: buildLiasseModel(declaration, reported),
});

export function computeLiasse({ declaration, model, reported }: Liasse, inputs: FilingInputs): ComputedFiling {
  const amounts = computeLiasseAmounts({ declaration, model }, inputs);
  const accounts = listBoxAccounts(model, inputs);
  const boxes = declaration.boxes.filter(isOnForm).map(({ code, content }): ComputedBox => ({
    code,
    amount: content.kind === 'text' ? null : (amounts.euros.get(code) ?? ZERO),
    previous: content.kind === 'text' ? null : (amounts.previous?.get(code) ?? null),
    text: content.kind === 'text' ? (inputs.manual.get(code)?.text ?? null) : null,
    accounts: accounts.get(code) ?? [],
  }));
  return {
    boxes,
    missing: findMissing(declaration, amounts, inputs),
    checks: [
      ...findAccountsWithoutBox(reported, inputs),
      ...findBrokenEquations(declaration.equations, amounts),
      ...findRegisterDifferences(inputs),
    ],
  };
}

/** Boxes that only serve the computation begin with an underscore. */
export const isOnForm = ({ code }: Pick<BoxDeclaration, 'code'>): boolean => !code.startsWith('_');

export function computeLiasseAmounts(
  { declaration, model }: Pick<Liasse, 'declaration' | 'model'>,
  inputs: FilingInputs,
): ComputedLiasse {
  const { boxes, equations } = declaration;
  const rubrics = inputs.computeRubrics(model);
  const moved = computeLedgerAmounts(boxes, inputs);
  const manual = listAmounts(inputs.manual);
  const leaves = collectLeaves(
    boxes,
    manual,
    (box) => rubrics.amounts.get(box.code) ?? ZERO,
    (box) => moved.get(box.code)!,
  );
  const before = rubrics.previous;
  const manualBefore = listAmounts(inputs.previousManual);
  const leavesBefore =
    before &&
    collectLeaves(
      boxes,
      manualBefore,
      (box) => before.get(box.code) ?? ZERO,
      () => null,
    );
  const previous =
    leavesBefore && roundBoxes({ boxes, equations, leaves: leavesBefore, manual: new Set(manualBefore.keys()) });
  const rounded = previous
    ? carryRounded(declaration, leaves, leavesBefore, previous)
    : new Map<string, SignedAmount>();
  return {
    exact: addUpBoxes(boxes, leaves),
    euros: roundBoxes({ boxes, equations, leaves, manual: new Set(manual.keys()), rounded }),
    previous,
  };
}

/** A value at the start is rounded as it was at the end of the previous year. */
function carryRounded(
  { carried }: LiasseDeclaration,
  leaves: Amounts,
  leavesBefore: Amounts,
  previous: Amounts,
): ReadonlyMap<string, SignedAmount> {
  return new Map(
    carried.flatMap(({ start, end }) => {
      const amount = previous.get(end);
      return amount && leaves.get(start) === leavesBefore.get(end) ? [[start, amount] as const] : [];
    }),
  );
}

function listAmounts(manual: FilingInputs['manual']): ReadonlyMap<string, SignedAmount> {
  return new Map([...manual].flatMap(([code, { amount }]) => (amount === null ? [] : [[code, amount] as const])));
}

/** Amounts of the boxes that are no sums. Sums that are only proposed are among them if a person entered an amount. */
function collectLeaves(
  boxes: readonly BoxDeclaration[],
  manual: ReadonlyMap<string, SignedAmount>,
  getBalance: (box: BoxDeclaration) => KnownAmount,
  getMovement: (box: BoxDeclaration) => KnownAmount,
): Amounts {
  const leaves = new Map<string, KnownAmount>();
  for (const box of boxes) {
    const entered = box.isTotal ? undefined : manual.get(box.code);
    const { content } = box;
    if (entered !== undefined) leaves.set(box.code, entered);
    else if (content.kind === 'rubric') leaves.set(box.code, getBalance(box));
    else if (content.kind === 'ledger')
      leaves.set(box.code, (content.base === 'balance' ? getBalance : getMovement)(box));
    else if (content.kind === 'due') leaves.set(box.code, getMovement(box));
    else if (content.kind !== 'sum') leaves.set(box.code, ZERO);
  }
  return leaves;
}

/** Equations that do not hold. A warning ignores differences that come from rounding only. */
export function findBrokenEquations(
  equations: readonly Equation[],
  { exact, euros }: Pick<ComputedLiasse, 'exact' | 'euros'>,
): readonly BrokenCheck[] {
  const getAmount = (code: string): SignedAmount => euros.get(code) ?? ZERO;
  return equations.flatMap((equation): BrokenCheck[] => {
    const { code, severity, left, right } = equation;
    const difference = findDifference(equation, getAmount)!;
    const real = findDifference(equation, (box) => exact.get(box) ?? ZERO)!;
    if (isZero(difference) || (severity === 'warning' && isZero(real))) return [];
    return [
      {
        code,
        severity,
        equation: `${formatTerms(left)} = ${formatTerms(right)}`,
        left: addUp(left, getAmount)!,
        right: addUp(right, getAmount)!,
      },
    ];
  });
}

const formatTerms = (terms: readonly Term[]): string =>
  terms
    .map(({ code, sign }, index) =>
      index === 0 ? `${sign === 1 ? '' : '-'}${code}` : `${sign === 1 ? '+' : '-'} ${code}`,
    )
    .join(' ') || '0';

/** Without them the form would not be that of the books. */
function findAccountsWithoutBox(reported: AnnualAccountsModel, { current }: FilingInputs): readonly BrokenCheck[] {
  const { atEnd } = current.stated;
  const numbers = findAccountsWithoutRubric(reported, atEnd).filter((number) => !number.startsWith('8'));
  if (numbers.length === 0) return [];
  const accounts = numbers.join(', ');
  return [
    {
      code: 'accounts',
      severity: 'blocking',
      equation: `${accounts} = 0`,
      left: sum(numbers.map((number) => atEnd.get(number)!)),
      right: ZERO,
      message: { key: 'filing_accounts_without_box', params: { accounts } },
    },
  ];
}

/** Boxes that only a person can fill: how much of the loans is due within one year. */
const DUE_DATES = { '2050': 'EG', '2033': '195' } as const;

function findMissing(
  { code, boxes }: LiasseDeclaration,
  { exact }: ComputedLiasse,
  { manual, current }: FilingInputs,
): ReadonlyMap<string, readonly string[]> {
  const box = boxes.find((one) => one.code === DUE_DATES[code])!;
  const hasLoans = [...current.stated.atEnd].some(
    ([number, balance]) => /^1[67](?!9|71|74)/.test(number) && !isZero(balance),
  );
  if (!hasLoans || manual.has(box.code) || exact.get(box.code) === undefined) return new Map();
  return new Map([[box.section, [box.code]]]);
}
