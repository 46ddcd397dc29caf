import type { Tree } from './e-invoices.ts';

/** Systematic damage to a document: each element, each attribute, each code, each amount. */
export interface Mutation {
  /** Such as `drop /TaxTotal/TaxSubtotal/TaxAmount`. */
  readonly name: string;
  readonly apply: (root: Tree) => void;
}

interface At {
  readonly path: string;
  /** Index among the children of each ancestor, from the root. */
  readonly steps: readonly number[];
  readonly element: Tree;
}

/** All elements below the root, with paths that number elements of the same name. */
function listAll(root: Tree): At[] {
  const walk = (parent: Tree, path: string, steps: readonly number[]): At[] =>
    parent.children.flatMap((element, index) => {
      const alike = parent.children.filter(({ name }) => name === element.name);
      const number = alike.length > 1 ? `[${alike.indexOf(element) + 1}]` : '';
      const at = { path: `${path}/${element.name}${number}`, steps: [...steps, index], element };
      return [at, ...walk(element, at.path, at.steps)];
    });
  return walk(root, '', []);
}

function follow(root: Tree, steps: readonly number[]): Tree {
  let element = root;
  for (const step of steps) element = element.children[step]!;
  return element;
}

const isCode = ({ path, element: { name } }: At): boolean =>
  /Code$|^(CustomizationID|ProfileID|ChargeIndicator)$/.test(name) ||
  /(TaxCategory|TaxScheme)\/ID$/.test(path.replaceAll(/\[\d+\]/g, ''));

const isAmount = ({ element: { name } }: At): boolean => name.endsWith('Amount');

const toCents = (text: string): number => Math.round(Number(text) * 100);

/** Drop, double and empty each element, change each code, and drop and change each attribute. */
export function listMutations(root: Tree): Mutation[] {
  return listAll(root).flatMap((at): Mutation[] => {
    const { path, steps, element } = at;
    const [parentSteps, last] = [steps.slice(0, -1), steps.at(-1)!];
    const change = (name: string, act: (element: Tree) => void): Mutation => ({
      name: `${name} ${path}`,
      apply: (copy) => act(follow(copy, steps)),
    });
    const isLeaf = element.children.length === 0;
    return [
      { name: `drop ${path}`, apply: (copy) => void follow(copy, parentSteps).children.splice(last, 1) },
      {
        name: `double ${path}`,
        apply: (copy) => void follow(copy, parentSteps).children.splice(last, 0, structuredClone(follow(copy, steps))),
      },
      ...(isLeaf ? [change('empty', (leaf) => void (leaf.text = ''))] : []),
      ...(isLeaf && isCode(at) ? [change('change', (leaf) => void (leaf.text = 'QQQ'))] : []),
      ...Object.keys(element.attributes).flatMap((key) => [
        change(`drop @${key} of`, ({ attributes }) => void delete attributes[key]),
        change(`change @${key} of`, ({ attributes }) => void (attributes[key] = 'QQQ')),
      ]),
    ];
  });
}

/** More on each amount, by a number of cents. */
export const listAmountMutations = (root: Tree, cents: number): Mutation[] =>
  listAll(root)
    .filter(isAmount)
    .map(({ path, steps }) => ({
      name: path,
      apply: (copy) => {
        const amount = follow(copy, steps);
        amount.text = ((toCents(amount.text) + cents) / 100).toFixed(2);
      },
    }));
