import type { Labels } from '../../language.ts';
import { findText, type XmlElement } from '../../xml.ts';
import type { CheckedDocument, Located } from './checked-document.ts';
import { hasElement, hasTwoDecimals } from './conditions.ts';
import type { Place } from './places.ts';
import type { Rule, Severity } from './rule.ts';
import { TERMS, type Term } from './terms.ts';
import {
  CHOOSE_CODE,
  COMPLETE,
  CORRECT_NUMBER,
  filled,
  MALFORMED,
  MISSING,
  NOT_EQUAL,
  NOT_IN_LIST,
  RECOMPUTE,
  ROUND_IT,
  TOO_MANY_DECIMALS,
  type Owner,
} from './texts.ts';

/** Builders for the few kinds of rules; the rules themselves are lists. */

type Condition = (element: XmlElement, document: CheckedDocument, at: Located) => boolean;

/** A rule with its own texts. */
export function rule(id: string, place: Place, holds: Condition, message: Labels, hint: Labels): Rule {
  return { id, severity: 'fatal', place, holds: (at, document) => holds(at.element, document, at), message, hint };
}

/** The same rule as a mere warning. */
export const toWarning = (fatal: Rule): Rule => ({ ...fatal, severity: 'warning' });

/** At least one of the paths exists. */
export const required = (id: string, place: Place, paths: string | readonly string[], term: Term, owner: Owner): Rule =>
  needs(id, place, (element) => [paths].flat().some((path) => hasElement(element, path)), term, owner);

/** At least one of the paths exists and is not empty. */
export const stated = (id: string, place: Place, paths: string | readonly string[], term: Term, owner: Owner): Rule =>
  needs(id, place, (element) => [paths].flat().some((path) => findText(element, path) !== null), term, owner);

/** A required value, checked by a condition. */
export const needs = (id: string, place: Place, holds: Condition, term: Term, owner: Owner): Rule =>
  rule(id, place, holds, filled(MISSING, { term: TERMS[term] }), COMPLETE[owner]);

/** Children with this name have at most two decimals. */
export const twoDecimals = (id: string, place: Place, name: string, term: Term): Rule =>
  rule(
    id,
    place,
    ({ children }) => children.every((child) => child.name !== name || hasTwoDecimals(child.text)),
    filled(TOO_MANY_DECIMALS, { term: TERMS[term] }),
    ROUND_IT,
  );

/** A total equals the sum of its parts. */
export const computed = (id: string, place: Place, holds: Condition, term: Term, formula: Labels | string): Rule =>
  rule(id, place, holds, filled(NOT_EQUAL, { term: TERMS[term], formula }), filled(RECOMPUTE, { formula }));

/** A code belongs to a list. */
export const coded = (id: string, place: Place, holds: Condition, term: Term, list: string): Rule =>
  rule(id, place, holds, filled(NOT_IN_LIST, { term: TERMS[term], list }), filled(CHOOSE_CODE, { list }));

/** A number has the format and check digits of its register. */
export const wellFormed = (
  id: string,
  place: Place,
  holds: Condition,
  term: Labels,
  severity: Severity = 'fatal',
): Rule => ({ ...rule(id, place, holds, filled(MALFORMED, { term }), CORRECT_NUMBER), severity });
