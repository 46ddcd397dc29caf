/** The boxes of a form as a model of annual accounts, so that they are computed like the reports. */
import type { AnnualAccountsModel, Rubric, RubricContent } from '../../country-packs/pack.ts';
import type { AccountsContent } from './content.ts';
import type { BoxDeclaration, LiasseDeclaration } from './declaration.ts';

const NOTHING: AccountsContent = { accounts: [], except: [], sign: 1 };

/** Boxes that are not filled from balances are empty in it. */
export function buildLiasseModel(
  { code, edition, boxes }: LiasseDeclaration,
  reported: AnnualAccountsModel,
): AnnualAccountsModel {
  const rubrics = new Map(reported.rubrics.map((rubric) => [rubric.code, rubric]));
  const getContent = ({ content }: BoxDeclaration): RubricContent => {
    switch (content.kind) {
      case 'rubric':
        return resolveRubric(rubrics, content.rubric, content.isGross);
      case 'ledger':
        return content.base === 'balance' ? content.accounts : NOTHING;
      case 'sum':
        return { sum: content.terms.map(({ code: rubric, sign }) => ({ rubric, sign })) };
      default:
        return NOTHING;
    }
  };
  return {
    code: `${code}-${edition}`,
    labels: reported.labels,
    scheme: reported.scheme,
    chart: reported.chart,
    rubrics: boxes.map((box): Rubric => {
      const content = getContent(box);
      return { code: box.code, statement: findStatement(content), level: 2, labels: toFrench(box.label), content };
    }),
  };
}

/** A total of the reports that is one box of the form is resolved to its accounts. */
function resolveRubric(rubrics: ReadonlyMap<string, Rubric>, code: string, isGross: boolean): AccountsContent {
  const rubric = rubrics.get(code);
  if (!rubric) throw new Error(`The annual accounts have no rubric ${code}`);
  const content = resolveAccounts(rubrics, rubric);
  const writtenOff = isGross && rubric.writtenOffIn !== undefined ? rubrics.get(rubric.writtenOffIn) : undefined;
  if (!writtenOff) return content;
  const without = resolveAccounts(rubrics, writtenOff);
  return {
    ...content,
    accounts: content.accounts.filter((prefix) => !without.accounts.includes(prefix)),
    except: content.except.filter((prefix) => !without.except.includes(prefix)),
  };
}

function resolveAccounts(rubrics: ReadonlyMap<string, Rubric>, { code, content }: Rubric): AccountsContent {
  if ('accounts' in content) return content;
  if (content.sum.some(({ sign }) => sign === -1)) throw new Error(`Rubric ${code} subtracts another one`);
  const parts = content.sum.map(({ rubric }) => resolveAccounts(rubrics, rubrics.get(rubric)!));
  const first = parts[0]!;
  return {
    ...first,
    accounts: parts.flatMap(({ accounts }) => accounts),
    except: parts.flatMap(({ except }) => except),
  };
}

const findStatement = (content: RubricContent): Rubric['statement'] =>
  'accounts' in content && content.accounts.some((prefix) => /^[67]/.test(prefix)) ? 'income' : 'assets';

/** Only the French text of the form is authentic. */
export const toFrench = (label: string): Rubric['labels'] => ({ fr: label, nl: label, en: label, de: label });
