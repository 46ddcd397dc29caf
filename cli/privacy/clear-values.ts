import { eventCatalogue, upcastEvent } from '../../domain/event-catalogue.ts';
import { findPersonalValues, type KnownPersons } from '../../domain/persons/personal-values.ts';
import { BEGINNING, getStoredLog, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { findSealedParts } from '../../stores/vault/sealed-data.ts';
import { createPersonsOfLog, type PersonsOfLog } from './persons-of-log.ts';

/** Personal values that a log stores in clear. */
export interface ClearValues {
  readonly events: number;
  /** Events with sealed values. */
  readonly sealed: number;
  /** Events with values in clear. */
  readonly clear: number;
  readonly fields: readonly ClearField[];
}

export interface ClearField {
  /** `company-5`, `user-3`. */
  readonly stream: string;
  readonly type: string;
  /** Such as `lines[].label`. */
  readonly field: string;
  readonly values: number;
}

const BATCH = 500;

/** Reads the log with its keys once, to know who the persons are. */
export async function collectPersons(log: EventLog, tell: (text: string) => void): Promise<PersonsOfLog> {
  const persons = createPersonsOfLog();
  let events = 0;
  for await (const batch of log.readAll(BEGINNING, BATCH)) {
    for (const event of batch) if (isKnownType(event)) persons.collect(event.stream, upcastEvent(event));
    tell(`persons: ${(events += batch.length)} events`);
  }
  return persons;
}

export async function findClearValues(log: EventLog, tell: (text: string) => void): Promise<ClearValues> {
  const persons = await collectPersons(log, tell);
  const counts = new Map<string, number>();
  let [events, sealed, clear] = [0, 0, 0];
  for await (const batch of getStoredLog(log).readAll(BEGINNING, BATCH)) {
    for (const event of batch) {
      events += 1;
      if (findSealedParts(event.data)) sealed += 1;
      const fields = listClearFields(event, persons.getPersons(event.stream));
      if (fields.length > 0) clear += 1;
      for (const field of fields) {
        const key = [event.stream, event.type, field].join('\n');
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    tell(`${events} events`);
  }
  const fields = [...counts].map(([key, values]) => {
    const [stream, type, field] = key.split('\n') as [string, string, string];
    return { stream, type, field, values };
  });
  return { events, sealed, clear, fields };
}

/** An event as it is stored. A sealed value is no longer in its place. */
function listClearFields(event: RecordedEvent, persons: KnownPersons): readonly string[] {
  const declared = eventCatalogue[event.type]?.personal;
  if (!declared || !isKnownType(event)) return [];
  return findPersonalValues(declared, upcastEvent(event).data, persons)
    .filter(({ value }) => value !== '')
    .map(({ place }) => place.replaceAll(/\.\d+(?=\.|$)/g, '[]'));
}

/** Events of a newer version cannot be read. */
const isKnownType = ({ type, version }: RecordedEvent): boolean => version <= (eventCatalogue[type]?.version ?? 0);
