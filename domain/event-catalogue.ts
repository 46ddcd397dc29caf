import { companyFileEvents } from './company-file.ts';
import type { DomainEvent, EventCatalogue } from './event.ts';
import { firmEvents } from './firm.ts';
import { userEvents } from './user.ts';
import type { JsonRecord } from './json.ts';

/** Every event type that the log can hold, by type of stream. */
export const eventsByStream: Readonly<Record<'company' | 'firm' | 'user', EventCatalogue>> = {
  company: companyFileEvents,
  firm: firmEvents,
  user: userEvents,
};

export const eventCatalogue: EventCatalogue = Object.assign({}, ...Object.values(eventsByStream)) as EventCatalogue;

/** An event that this version of the service does not understand. It is never skipped: reading fails. */
export class UnknownEvent extends Error {
  constructor(type: string, version: number) {
    super(`Unknown event type ${type}, version ${version}`);
    this.name = 'UnknownEvent';
  }
}

/** Converts a stored event of any version to the current version. @throws UnknownEvent */
export function upcastEvent(
  stored: { readonly type: string; readonly version: number; readonly data: JsonRecord },
  catalogue: EventCatalogue = eventCatalogue,
): DomainEvent {
  const declaration = Object.hasOwn(catalogue, stored.type) ? catalogue[stored.type] : undefined;
  if (!declaration || stored.version > declaration.version || stored.version < 1)
    throw new UnknownEvent(stored.type, stored.version);
  let data = stored.data;
  for (let version = stored.version; version < declaration.version; version += 1) {
    const step = declaration.upcasters?.[version];
    if (!step) throw new UnknownEvent(stored.type, version);
    data = step(data);
  }
  return { type: stored.type, data };
}
