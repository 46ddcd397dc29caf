import { shape, type EventCatalogue, type EventOf, type ObjectOfShapes } from '../event.ts';
import type { JsonRecord } from '../json.ts';
import { INTEGRATION_KINDS, SCHEDULES } from './catalogue.ts';

/** What a company file is connected with. Secrets are kept beside the log: events name them by an id, and say how they end. */

const fields = {
  name: shape.text,
  /** Without what is secret. */
  settings: shape.objectOf<JsonRecord>(),
  /** By the name of the field, what a secret is recognised by. */
  hints: shape.objectOf<Readonly<Record<string, string>>>(),
  /** Where the secrets are; null: there are none. */
  sealed_id: shape.optionalText,
  schedule: shape.oneOf(...SCHEDULES),
  is_active: shape.flag,
};

export type IntegrationFields = ObjectOfShapes<typeof fields>;

const changes = shape.object({}, fields);
const of = { id: shape.id, version: shape.positive };

export const integrationEvents = {
  IntegrationConnected: {
    version: 1,
    meaning:
      'The company file was connected with a source outside. The secrets of it are kept elsewhere, under their id.',
    schema: shape.object({ id: shape.id, kind: shape.oneOf(...INTEGRATION_KINDS), ...fields }),
  },
  IntegrationChanged: {
    version: 1,
    meaning: 'How a source outside is reached, or how often, was changed.',
    schema: shape.object({ ...of, changes, previous: changes }),
  },
  IntegrationDisconnected: {
    version: 1,
    meaning: 'The company file is no longer connected with a source outside. What came from there stays.',
    schema: shape.object(of),
  },
  ExchangeRatesRecorded: {
    version: 1,
    meaning:
      'Reference rates of the European Central Bank were taken over: units of each currency for one euro, by day.',
    schema: shape.object({
      days: shape.list(shape.object({ day: shape.date, rates: shape.objectOf<Readonly<Record<string, string>>>() }), 1),
    }),
  },
} satisfies EventCatalogue;

export type IntegrationEvent = EventOf<typeof integrationEvents>;
