import type { Problem } from '../../../domain/refusal.ts';
import { findNearestName } from './nearest-name.ts';

/** Problem for an unknown name, with the name that was probably meant. */
export function buildUnknownFieldProblem(field: string, name: string, known: Iterable<string>): Problem {
  const nearest = findNearestName(name, known);
  return { code: 'unknown_field', field, params: { hint: nearest === null ? 'none' : 'near', nearest: nearest ?? '' } };
}
