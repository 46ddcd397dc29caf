import { isNaturalPerson } from '../persons/is-natural.ts';
import type { ThirdPartyData, ThirdPartyDraft } from './fields.ts';

/** A client that sends back what it was shown has not decided: whether it is a person still follows from its numbers. */
export function keepDefaultKind(changes: ThirdPartyDraft, data: ThirdPartyData): ThirdPartyDraft {
  const isShown = (data.is_natural_person ?? null) === null && changes.is_natural_person === isNaturalPerson(data);
  return isShown ? { is_natural_person: null } : {};
}
