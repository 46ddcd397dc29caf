import type { CompanyFile } from '../company-file-state.ts';
import { getRecords } from '../records/state.ts';
import type { Decision } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import type { ErasedPart, PersonEvent } from './person-events.ts';
import { listPersonalFields } from './erasable-fields.ts';

/**
 * Records an erasure again whose event is missing, because the log was restored from an older backup. Its keys are
 * destroyed already, so nothing is left to weigh.
 */
export interface RepeatErasure {
  readonly type: 'RepeatErasure';
  readonly id: number;
  readonly part: ErasedPart;
  readonly keys: readonly string[];
  readonly erasedAt: string;
}

const REASON = 'Erased before a restore of older data';

/** Nothing for a person whom the restored log does not know, or who is erased to the same extent. */
export function decideRepeatedErasure(command: RepeatErasure, file: CompanyFile): Decision<PersonEvent> {
  const { id, part, keys, erasedAt } = command;
  const person = getRecords(file.records, thirdParties).byId.get(id);
  if (!person || person.data.erased_part === 'all' || person.data.erased_part === part) return [];
  return [
    {
      type: 'PersonErased',
      data: {
        third_party_id: id,
        version: person.version + 1,
        part,
        fields: listPersonalFields(part),
        keys,
        kept_until: null,
        reason: REASON,
        erased_at: erasedAt,
      },
    },
  ];
}
