import type { Labels } from '../../language.ts';
import type { XmlElement } from '../../xml.ts';
import type { CheckedDocument, Located } from './checked-document.ts';
import { has, hasTwoDecimals } from './conditions.ts';
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

/** Kinds of rules, of which there are few; the rules themselves are lists. */

type Condition = (element: XmlElement, document: CheckedDocument, at: Located) => boolean;

/** A rule with words of its own. */
export function rule(
  id: string,
  place: Place,
  holds: Condition,
  message: Labels,
  hint: Labels,
  severity: Severity = 'fatal',
): Rule {
  return { id, severity, place, holds: (at, document) => holds(at.element, document, at), message, hint };
}

/** At one of the paths there is something. */
export const required = (id: string, place: Place, paths: string | readonly string[], term: Term, owner: Owner): Rule =>
  needs(id, place, (element) => [paths].flat().some((path) => has(element, path)), term, owner);

/** Something is there, told by a condition. */
export const needs = (id: string, place: Place, holds: Condition, term: Term, owner: Owner): Rule =>
  rule(id, place, holds, filled(MISSING, { term: TERMS[term] }), COMPLETE[owner]);

/** Children of this name have at most two decimals. */
export const twoDecimals = (id: string, place: Place, name: string, term: Term): Rule =>
  rule(
    id,
    place,
    ({ children }) => children.every((child) => child.name !== name || hasTwoDecimals(child.text)),
    filled(TOO_MANY_DECIMALS, { term: TERMS[term] }),
    ROUND_IT,
  );

/** A total is what its parts come to. */
export const computed = (id: string, place: Place, holds: Condition, term: Term, formula: Labels | string): Rule =>
  rule(id, place, holds, filled(NOT_EQUAL, { term: TERMS[term], formula }), filled(RECOMPUTE, { formula }));

/** A code is one of a list. */
export const coded = (id: string, place: Place, holds: Condition, term: Term, list: string): Rule =>
  rule(id, place, holds, filled(NOT_IN_LIST, { term: TERMS[term], list }), filled(CHOOSE_CODE, { list }));

/** A number has the form and the check digits of its register. */
export const wellFormed = (
  id: string,
  place: Place,
  holds: Condition,
  term: Labels,
  severity: Severity = 'fatal',
): Rule => rule(id, place, holds, filled(MALFORMED, { term }), CORRECT_NUMBER, severity);
