import { readOneOf, readTable, readWords } from '../../data-table.ts';
import type { Labels } from '../../language.ts';
import { runAllSteps, type Steps } from '../../steps.ts';
import { findText, listElements, type XmlElement } from '../../xml.ts';
import { createCheckedDocument, createPathFinder, type CheckedDocument, type Located } from './checked-document.ts';
import { CII_CONDITIONS } from './cii-conditions.ts';
import table from './data/cii-syntax.json' with { type: 'json' };
import type { BrokenRule } from './rule.ts';
import { filled, toLabels } from './texts.ts';

/**
 * Rules about the elements of a Cross Industry Invoice itself: those of its binding to EN 16931 (CII-SR, CII-DT) that
 * are fatal, and the elements that its schema requires (CII-SCHEMA). They have no counterpart in UBL.
 */

/** How often a path may occur below its context; a path `@name` is an attribute. */
const BOUNDS = { one: [1, 1], some: [1, Infinity], 'at most one': [0, 1], none: [0, 0] } as const;
type Bound = keyof typeof BOUNDS;

const COLUMNS = ['id', 'context', 'path', 'bound', 'profiles'] as const;

interface CountingRule {
  readonly id: string;
  readonly context: string;
  readonly path: string;
  readonly bound: Bound;
  /** Profiles that extend the standard may use what the standard does not. */
  readonly isOfAllProfiles: boolean;
}

export const CII_COUNTING_RULES: readonly CountingRule[] = readTable(table, COLUMNS).flatMap((row) =>
  readWords(row.context).flatMap((context) =>
    readWords(row.path).map((path) => ({
      id: row.id,
      context,
      path,
      bound: readOneOf(row.bound, Object.keys(BOUNDS) as readonly Bound[]),
      isOfAllProfiles: row.profiles === 'all',
    })),
  ),
);

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
  none: toLabels(
    'N’est pas utilisé par EN 16931 : {path}.',
    'Wordt niet gebruikt in EN 16931: {path}.',
    'Not used in EN 16931: {path}.',
    'Wird in EN 16931 nicht verwendet: {path}.',
  ),
};

const HINT = toLabels(
  'Corrigez l’élément dans le programme qui a produit le fichier.',
  'Verbeter het element in het programma dat het bestand heeft gemaakt.',
  'Correct the element in the program that wrote the file.',
  'Korrigieren Sie das Element in dem Programm, das die Datei erstellt hat.',
);

/** Reported places of one rule. */
const MOST_PLACES = 20;

export const checkCiiSyntax = (file: XmlElement): readonly BrokenRule[] => runAllSteps(checkCiiSyntaxInSteps(file));

export function* checkCiiSyntaxInSteps(file: XmlElement): Steps<readonly BrokenRule[]> {
  const document = createCheckedDocument(file);
  const whereIs = createPathFinder();
  const isExtended = isExtendedProfile(file);
  const found: BrokenRule[] = [];
  const report = (id: string, places: readonly Located[], message: Labels): void => {
    for (const at of places.slice(0, MOST_PLACES))
      found.push({ id, severity: 'fatal', where: whereIs(at), path: null, message, hint: HINT });
  };
  for (const { id, context, path, bound, isOfAllProfiles } of CII_COUNTING_RULES) {
    yield;
    if (isExtended && !isOfAllProfiles) continue;
    const [least, most] = BOUNDS[bound];
    const isBroken = ({ element }: Located): boolean => {
      const count = countAt(element, path);
      return count < least || count > most;
    };
    report(id, locateContext(document, context).filter(isBroken), filled(SAYS[bound], { path }));
  }
  for (const { id, context, holds, message, isOfAllProfiles } of CII_CONDITIONS) {
    yield;
    if (isExtended && !isOfAllProfiles) continue;
    const broken = locateContext(document, context).filter(({ element }) => !holds(element, document));
    report(id, broken, message);
  }
  return found;
}

/** Such as EXTENDED of Factur-X, which conforms to the standard and adds to it. */
function isExtendedProfile(file: XmlElement): boolean {
  const guideline = findText(file, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID') ?? '';
  return guideline.includes('#conformant#');
}

const countAt = (element: XmlElement, path: string): number =>
  path.startsWith('@') ? Number(element.attributes[path.slice(1)] !== undefined) : listElements(element, path).length;

/** The root (`/`), a path from it, a name anywhere (`//X`), or all names with an ending (`*Amount`). */
function locateContext({ root, findAt, indexByName }: CheckedDocument, context: string): readonly Located[] {
  if (context === '/') return [root];
  if (!context.startsWith('*')) return findAt(context);
  return [...indexByName()].flatMap(([name, located]) =>
    // The only amount that states its currency.
    name.endsWith(context.slice(1)) && name !== 'TaxTotalAmount' ? located : [],
  );
}
