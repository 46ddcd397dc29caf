import { computeEventHash } from '../../../commands/support/sealed-event.ts';
import { eventCatalogue, upcastEvent } from '../../../domain/event-catalogue.ts';
import { findPersonalValues } from '../../../domain/persons/personal-values.ts';
import type { RecordedEvent } from '../../../eventlog/port.ts';
import type { SignedEpoch } from '../../../stores/history/epoch.ts';
import { findSealedParts, sealValues } from '../../../stores/vault/sealed-data.ts';
import type { PersonalKey } from '../../../stores/vault/personal-key.ts';
import type { PersonsOfLog } from '../../privacy/persons-of-log.ts';

/** How the events of the new epoch are made from those of the old one. */
export interface Renewal {
  readonly persons: PersonsOfLog;
  /** The statement in the first event of a stream. */
  readonly getEpoch: (stream: string) => SignedEpoch;
  /** Null for a destroyed key, undefined for one that must be created first. */
  readonly findKey: (id: string) => PersonalKey | null | undefined;
}

/** Keys that must be created before these events can be renewed. */
export function listMissingKeys(renewal: Renewal, events: readonly RecordedEvent[]): ReadonlySet<string> {
  const missing = new Set<string>();
  for (const event of events) sealData(renewal, event, (id) => missing.add(id));
  return missing;
}

/** Renews the events of a log in their order. The same events give the same bytes, however often it is done. */
export function createRenewer(renewal: Renewal): (event: RecordedEvent) => RecordedEvent {
  const hashes = new Map<string, string>();
  return (event) => {
    const sealed = sealData(renewal, event, (id) => {
      throw new Error(`The key ${id} was not created`);
    });
    const { hash: _old, epoch: _earlier, ...kept } = event.metadata;
    const metadata = {
      ...kept,
      prev_hash: hashes.get(event.stream) ?? null,
      ...(event.revision === 0 && { epoch: { ...renewal.getEpoch(event.stream) } }),
    };
    const hash = computeEventHash({ ...event, ...sealed, metadata });
    hashes.set(event.stream, hash);
    return { ...event, ...sealed, metadata: { ...metadata, hash } };
  };
}

/** An event without personal values, or whose values are sealed already, keeps its data as it is. */
function sealData(
  { persons, findKey }: Renewal,
  event: RecordedEvent,
  reportMissing: (id: string) => void,
): Pick<RecordedEvent, 'data' | 'version'> {
  const { data, version } = event;
  const declaration = eventCatalogue[event.type];
  if (!declaration?.personal || version > declaration.version || findSealedParts(data)) return { data, version };
  const current = upcastEvent(event).data;
  const values = findPersonalValues(declaration.personal, current, persons.getPersons(event.stream));
  if (values.length === 0) return { data, version };
  const sealed = sealValues(event, current, values, event.stream, { find: findKey, reportMissing });
  // The places of the values are those of the current version.
  return { data: sealed, version: declaration.version };
}
