/** The annual accounts of a model: which rubrics an account stands in, and what every rubric amounts to. */
import { add, isNegative, isZero, negate, sum, ZERO, type SignedAmount } from '../money.ts';
import { chartFor } from './index.ts';
import type { AnnualAccountsModel, CountryPack, Rubric, RubricContent } from './pack.ts';

/** Balance of each account by its number: debit less credit, as a decimal string. */
export type Balances = ReadonlyMap<string, SignedAmount>;

type AccountsContent = Extract<RubricContent, { accounts: readonly string[] }>;

/** The form that a company of this legal form files; one that asks for no scheme of the country files the full one. */
export function annualAccountsModel(
  pack: CountryPack,
  legalFormCode: string | null,
  scheme: string | null,
): AnnualAccountsModel | undefined {
  const { variant } = chartFor(pack, legalFormCode);
  const models = pack.annualAccounts.filter(({ chart }) => chart === variant);
  return models.find((model) => model.scheme === scheme) ?? models.find((model) => model.scheme === 'full');
}

/** The rubrics that take an account in by its number: memo lines too, sums not. */
export function rubricsOfAccount(model: AnnualAccountsModel, number: string): readonly Rubric[] {
  return model.rubrics.filter(({ content }) => 'accounts' in content && takesIn(content, number));
}

/** What the numbers of the accounts of a rubric begin with; of a sum nothing. What it leaves out is left out here too. */
export function prefixesOf({ content }: Rubric): readonly string[] {
  if (!('accounts' in content)) return [];
  const { accounts, except = [] } = content;
  const narrowed = (prefix: string): readonly string[] => {
    if (isUnder(except, prefix)) return [];
    if (!except.some((left) => left.startsWith(prefix))) return [prefix];
    return [...'0123456789'].flatMap((digit) => narrowed(prefix + digit));
  };
  return accounts.flatMap(narrowed);
}

/** The amount of every rubric of the model, as a decimal string with two places; in the order of the form. */
export function rubricAmounts(model: AnnualAccountsModel, balances: Balances): ReadonlyMap<string, SignedAmount> {
  const own = amountsFromAccounts(model, balances);
  const rubrics = new Map(model.rubrics.map((rubric) => [rubric.code, rubric]));
  const amounts = new Map<string, SignedAmount>();
  const inProgress = new Set<string>();

  const amountOf = (code: string): SignedAmount => {
    const known = amounts.get(code);
    if (known !== undefined) return known;
    const rubric = rubrics.get(code);
    if (!rubric) throw new Error(`Model ${model.code} has no rubric ${code}`);
    if (inProgress.has(code)) throw new Error(`Rubric ${code} of model ${model.code} adds itself up`);
    inProgress.add(code);
    const amount =
      'sum' in rubric.content
        ? sum(rubric.content.sum.map(({ rubric: part, sign }) => signed(amountOf(part), sign)))
        : (own.get(code) ?? ZERO);
    amounts.set(code, amount);
    return amount;
  };

  return new Map(model.rubrics.map(({ code }) => [code, amountOf(code)]));
}

/** Accounts with a balance that no rubric takes in: the accounts would not balance without them. */
export function accountsWithoutRubric(model: AnnualAccountsModel, balances: Balances): readonly string[] {
  return [...balances]
    .filter(([number, balance]) => !isZero(balance) && rubricsOfAccount(model, number).length === 0)
    .map(([number]) => number);
}

function amountsFromAccounts(model: AnnualAccountsModel, balances: Balances): ReadonlyMap<string, SignedAmount> {
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
        if (!takesIn(content, number) || !counts(content, number, balance)) continue;
        amounts.set(code, add(amounts.get(code) ?? ZERO, signed(balance, content.sign)));
      }
    }
  }
  return amounts;
}

function takesIn({ accounts, except }: AccountsContent, number: string): boolean {
  return isUnder(accounts, number) && !isUnder(except, number);
}

/** An account that stands in two rubrics counts in the one of the side that its balance lies on. */
function counts({ debitOnly, creditOnly }: AccountsContent, number: string, balance: SignedAmount): boolean {
  return !isUnder(isNegative(balance) ? debitOnly : creditOnly, number);
}

const isUnder = (prefixes: readonly string[] = [], number: string): boolean =>
  prefixes.some((prefix) => number.startsWith(prefix));

const signed = (amount: SignedAmount, sign: 1 | -1): SignedAmount => (sign === 1 ? amount : negate(amount));
