import type { ErasedPart } from '../../domain/persons/person-events.ts';
import { buildPersonKeyId } from '../../domain/persons/personal-values.ts';

/**
 * Ids of the keys that an erasure destroys, whether they exist or not: the list of erasures then knows the person also if
 * the log is older than sealed fields.
 */
export function listErasedKeyIds(companyId: number, thirdPartyId: number, part: ErasedPart): readonly string[] {
  const kinds = part === 'all' ? (['contact', 'books'] as const) : (['contact'] as const);
  return kinds.map((kind) => buildPersonKeyId(`company-${companyId}`, thirdPartyId, kind));
}
