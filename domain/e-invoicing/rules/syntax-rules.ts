import type { Labels } from '../../language.ts';
import type { Steps } from '../../steps.ts';
import { listElements, type XmlElement } from '../../xml.ts';
import { createPathFinder, type CheckedDocument, type Located } from './checked-document.ts';
import type { BrokenRule, Severity } from './rule.ts';
import { CORRECT_PROGRAM } from './schema/texts.ts';
import { filled, toLabels } from './texts.ts';

/** Rules about the elements of a syntax itself, of its binding to EN 16931: most of them are numbers of elements. */

/** How often a path may occur below its context; a path `@name` is an attribute. */
export const BOUNDS = {
  one: [1, 1],
  some: [1, Infinity],
  'at most one': [0, 1],
  'at most two': [0, 2],
  none: [0, 0],
} as const;
export type Bound = keyof typeof BOUNDS;

export interface CountingRule {
  readonly id: string;
  readonly severity: Severity;
  readonly context: string;
  readonly path: string;
  readonly bound: Bound;
}

/** A rule that is more than a number of elements. */
export interface SyntaxCondition {
  readonly id: string;
  readonly severity?: Severity;
  readonly context: string;
  readonly holds: (element: XmlElement, document: CheckedDocument) => boolean;
  readonly message: Labels;
}

const SAYS: Readonly<Record<Bound, Labels>> = {
  one: toLabels(
    'Doit figurer une seule fois : {path}.',
    'Moet precies één keer voorkomen: {path}.',
    'Must occur exactly once: {path}.',
    'Muss genau einmal vorkommen: {path}.',
  ),
  some: toLabels('Il manque : {path}.', 'Ontbreekt: {path}.', 'Missing: {path}.', 'Es fehlt: {path}.'),
  'at most one': toLabels(
    'Ne peut figurer qu’une fois : {path}.',
    'Mag maar één keer voorkomen: {path}.',
    'Must not occur more than once: {path}.',
    'Darf nur einmal vorkommen: {path}.',
  ),
  'at most two': toLabels(
    'Ne peut figurer que deux fois : {path}.',
    'Mag maar twee keer voorkomen: {path}.',
    'Must not occur more than twice: {path}.',
    'Darf nur zweimal vorkommen: {path}.',
  ),
  none: toLabels(
    'N’est pas utilisé par EN 16931 : {path}.',
    'Wordt niet gebruikt in EN 16931: {path}.',
    'Not used in EN 16931: {path}.',
    'Wird in EN 16931 nicht verwendet: {path}.',
  ),
};

/** What the finding about an element says that the standard does not use. */
export const sayUnused = (path: string): Labels => filled(SAYS.none, { path });

/** Reported places of one rule. */
export const MOST_PLACES = 20;

export interface SyntaxRules {
  readonly counting: readonly CountingRule[];
  readonly conditions: readonly SyntaxCondition[];
  readonly findField: (at: Located) => string | null;
}

export function* checkSyntaxRulesInSteps(
  document: CheckedDocument,
  { counting, conditions, findField }: SyntaxRules,
): Steps<readonly BrokenRule[]> {
  const whereIs = createPathFinder();
  const found: BrokenRule[] = [];
  const report = (id: string, severity: Severity, places: readonly Located[], message: Labels): void => {
    for (const at of places.slice(0, MOST_PLACES))
      found.push({ id, severity, where: whereIs(at), path: findField(at), message, hint: CORRECT_PROGRAM });
  };
  for (const { id, severity, context, path, bound } of counting) {
    yield;
    const [least, most] = BOUNDS[bound];
    const isBroken = ({ element }: Located): boolean => {
      const count = countAt(element, path);
      return count < least || count > most;
    };
    const broken = locateContext(document, context).filter(isBroken);
    if (broken.length > 0) report(id, severity, broken, filled(SAYS[bound], { path }));
  }
  for (const { id, severity = 'fatal', context, holds, message } of conditions) {
    yield;
    const broken = locateContext(document, context).filter(({ element }) => !holds(element, document));
    report(id, severity, broken, message);
  }
  return found;
}

function countAt(element: XmlElement, path: string): number {
  if (path.startsWith('@')) return Number(element.attributes[path.slice(1)] !== undefined);
  if (path.includes('/')) return listElements(element, path).length;
  let count = 0;
  for (const { name } of element.children) if (name === path) count += 1;
  return count;
}

/** The root (`/`), the lines (`Line`), a path from the root, a name anywhere (`//X`), or all names with an ending (`*Amount`). */
function locateContext({ root, findAt, indexByName }: CheckedDocument, context: string): readonly Located[] {
  if (context === '/') return [root];
  if (context === 'Line') return [...findAt('InvoiceLine'), ...findAt('CreditNoteLine')];
  if (!context.startsWith('*')) return findAt(context);
  return [...indexByName()].flatMap(([name, located]) =>
    // The only amount of a CII that states its currency.
    name.endsWith(context.slice(1)) && name !== 'TaxTotalAmount' ? located : [],
  );
}
