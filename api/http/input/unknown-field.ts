import type { Problem } from '../../../domain/refusal.ts';
import { nearestName } from './nearest-name.ts';

/** A name that is not known, with the one that was probably meant. */
export function unknownField(field: string, name: string, known: Iterable<string>): Problem {
  const nearest = nearestName(name, known);
  return { code: 'unknown_field', field, params: { hint: nearest === null ? 'none' : 'near', nearest: nearest ?? '' } };
}
