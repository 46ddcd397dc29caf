/** Annual accounts of a model: the rubrics of an account, and the amount of every rubric. */
import { add, isNegative, isZero, negate, sum, ZERO, type SignedAmount } from '../money.ts';
import { getChartFor } from './index.ts';
import type { AnnualAccountsModel, CountryPack, Rubric, RubricContent } from './pack.ts';

/** Balance of each account by number: debit minus credit, as a decimal string. */
export type Balances = ReadonlyMap<string, SignedAmount>;

type AccountsContent = Extract<RubricContent, { accounts: readonly string[] }>;

/** The model that a company of this legal form files; the full model if the scheme does not exist in the country. */
export function findAnnualAccountsModel(
  pack: CountryPack,
  legalFormCode: string | null,
  scheme: string | null,
): AnnualAccountsModel | undefined {
  const { variant } = getChartFor(pack, legalFormCode);
  const models = pack.annualAccounts.filter(({ chart }) => chart === variant);
  return models.find((model) => model.scheme === scheme) ?? models.find((model) => model.scheme === 'full');
}

/** Rubrics that include an account by its number, memo lines included, sums excluded. */
export function listRubricsOfAccount(model: AnnualAccountsModel, number: string): readonly Rubric[] {
  return model.rubrics.filter(({ content }) => 'accounts' in content && includesAccount(content, number));
}

/**
 * The one rubric in which an account with this balance counts, memo lines aside: of the income statement for income and
 * expenses, else on the side of the balance.
 */
export function findRubricOfAccount(
  model: AnnualAccountsModel,
  number: string,
  balance: SignedAmount,
): Rubric | undefined {
  const rubrics = listRubricsOfAccount(model, number).filter(({ isMemo }) => isMemo !== true);
  const isOfResult = ({ statement }: Rubric): boolean => statement === 'income' || statement === 'appropriation';
  return (
    rubrics.find(isOfResult) ??
    rubrics.find(({ content }) => 'accounts' in content && countsOnSide(content, number, balance))
  );
}

/** Account number prefixes of a rubric, without its exceptions; empty for a sum. */
export function listPrefixes({ content }: Rubric): readonly string[] {
  if (!('accounts' in content)) return [];
  const { accounts, except = [] } = content;
  const narrowPrefix = (prefix: string): readonly string[] => {
    if (hasPrefix(except, prefix)) return [];
    if (!except.some((left) => left.startsWith(prefix))) return [prefix];
    return [...'0123456789'].flatMap((digit) => narrowPrefix(prefix + digit));
  };
  return accounts.flatMap(narrowPrefix);
}

/** Amount of every rubric of the model, as a decimal string with two decimals; in the order of the form. */
export function computeRubricAmounts(
  model: AnnualAccountsModel,
  balances: Balances,
): ReadonlyMap<string, SignedAmount> {
  const own = computeAmountsFromAccounts(model, balances);
  const rubrics = new Map(model.rubrics.map((rubric) => [rubric.code, rubric]));
  const amounts = new Map<string, SignedAmount>();
  const inProgress = new Set<string>();

  const computeAmount = (code: string): SignedAmount => {
    const known = amounts.get(code);
    if (known !== undefined) return known;
    const rubric = rubrics.get(code);
    if (!rubric) throw new Error(`Model ${model.code} has no rubric ${code}`);
    if (inProgress.has(code)) throw new Error(`Rubric ${code} of model ${model.code} includes itself`);
    inProgress.add(code);
    const amount =
      'sum' in rubric.content
        ? sum(rubric.content.sum.map(({ rubric: part, sign }) => withSign(computeAmount(part), sign)))
        : (own.get(code) ?? ZERO);
    amounts.set(code, amount);
    return amount;
  };

  return new Map(model.rubrics.map(({ code }) => [code, computeAmount(code)]));
}

/** Accounts with a balance that no rubric includes: without them the annual accounts would not balance. */
export function findAccountsWithoutRubric(model: AnnualAccountsModel, balances: Balances): readonly string[] {
  return [...balances]
    .filter(([number, balance]) => !isZero(balance) && listRubricsOfAccount(model, number).length === 0)
    .map(([number]) => number);
}

function computeAmountsFromAccounts(model: AnnualAccountsModel, balances: Balances): ReadonlyMap<string, SignedAmount> {
  const byPrefix = new Map<string, { code: string; content: AccountsContent }[]>();
  for (const { code, content } of model.rubrics) {
    if (!('accounts' in content)) continue;
    for (const prefix of content.accounts) {
      const known = byPrefix.get(prefix);
      if (known) known.push({ code, content });
      else byPrefix.set(prefix, [{ code, content }]);
    }
  }
  const amounts = new Map<string, SignedAmount>();
  for (const [number, balance] of balances) {
    if (isZero(balance)) continue;
    for (let length = 1; length <= number.length; length++) {
      for (const { code, content } of byPrefix.get(number.slice(0, length)) ?? []) {
        if (!includesAccount(content, number) || !countsOnSide(content, number, balance)) continue;
        amounts.set(code, add(amounts.get(code) ?? ZERO, withSign(balance, content.sign)));
      }
    }
  }
  return amounts;
}

function includesAccount({ accounts, except }: AccountsContent, number: string): boolean {
  return hasPrefix(accounts, number) && !hasPrefix(except, number);
}

/** An account in two rubrics counts in the one for the side of its balance. */
function countsOnSide({ debitOnly, creditOnly }: AccountsContent, number: string, balance: SignedAmount): boolean {
  return !hasPrefix(isNegative(balance) ? debitOnly : creditOnly, number);
}

const hasPrefix = (prefixes: readonly string[] = [], number: string): boolean =>
  prefixes.some((prefix) => number.startsWith(prefix));

const withSign = (amount: SignedAmount, sign: 1 | -1): SignedAmount => (sign === 1 ? amount : negate(amount));
