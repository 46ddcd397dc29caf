import { shape, type EventCatalogue, type EventOf, type ObjectOfShapes } from '../event.ts';
import type { JsonRecord } from '../json.ts';
import { INTEGRATION_KINDS, SCHEDULES } from './catalogue.ts';

/** Connections of a company file. Secrets are stored outside the log: events contain their id and a hint. */

const fields = {
  name: shape.text,
  /** Without secrets. */
  settings: shape.objectOf<JsonRecord>(),
  /** Hints that help to recognise a secret, by field name. */
  hints: shape.objectOf<Readonly<Record<string, string>>>(),
  /** Id of the stored secrets. Null if there are none. */
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
    meaning: 'The company file was connected to an external source. Its secrets are stored elsewhere, under an id.',
    schema: shape.object({ id: shape.id, kind: shape.oneOf(...INTEGRATION_KINDS), ...fields }),
  },
  IntegrationChanged: {
    version: 1,
    meaning: 'The settings or the schedule of an external source changed.',
    schema: shape.object({ ...of, changes, previous: changes }),
  },
  IntegrationDisconnected: {
    version: 1,
    meaning: 'The company file was disconnected from an external source. The data already fetched stays.',
    schema: shape.object(of),
  },
  ExchangeRatesRecorded: {
    version: 1,
    meaning: 'Reference rates of the European Central Bank were recorded: units of each currency per euro, by day.',
    schema: shape.object({
      days: shape.list(shape.object({ day: shape.date, rates: shape.objectOf<Readonly<Record<string, string>>>() }), 1),
    }),
  },
} satisfies EventCatalogue;

export type IntegrationEvent = EventOf<typeof integrationEvents>;
