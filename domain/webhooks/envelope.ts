import type { JsonRecord } from '../json.ts';
import { buildDataExample, sortEventFields, buildDataSchema, type AnnouncedEvent } from './announced-events.ts';

/** The webhook body: identical for all endpoints and all attempts. */

export const API_VERSION = 'v1';

interface Named {
  readonly public_token: string;
  readonly name: string;
}

export interface Announced {
  /** `evt_…` */
  readonly id: string;
  readonly event: string;
  /** `2026-01-05T10:00:00.000000Z` */
  readonly created_at: string;
  /** Sequence number among the events of the company file, without gaps; null for an event of the firm. */
  readonly sequence: number | null;
  readonly firm: Named;
  readonly company: Named | null;
  readonly data: JsonRecord;
}

/** The text that is stored, signed and sent. */
export function formatEnvelope({ id, event, created_at, sequence, firm, company, data }: Announced): string {
  return JSON.stringify({
    id,
    event,
    api_version: API_VERSION,
    created_at,
    firm: pickName(firm),
    company: company && pickName(company),
    data: sortEventFields(event, data),
    sequence,
  });
}

const pickName = ({ public_token, name }: Named): Named => ({ public_token, name });

const NAMED = {
  type: 'object',
  properties: { public_token: { type: 'string' }, name: { type: 'string' } },
  required: ['public_token', 'name'],
};

/** JSON Schema of the whole body for an event. */
export function buildEnvelopeSchema(announced: AnnouncedEvent): JsonRecord {
  return {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        pattern: '^evt_',
        description: 'Identical in every attempt, so that receivers can detect repetitions.',
      },
      event: { type: 'string', enum: [announced.event] },
      api_version: { type: 'string', enum: [API_VERSION] },
      created_at: { type: 'string', format: 'date-time' },
      firm: NAMED,
      company: announced.firm_level ? { type: 'null' } : NAMED,
      data: buildDataSchema(announced),
      sequence: announced.firm_level
        ? { type: 'null' }
        : {
            type: ['integer', 'null'],
            minimum: 1,
            description:
              'Sequence number among the events of the company file, without gaps; null in a replay of an event that is no longer stored.',
          },
      is_replay: { type: 'boolean', description: 'True in a replay; absent otherwise.' },
    },
    required: ['id', 'event', 'api_version', 'created_at', 'firm', 'company', 'data', 'sequence'],
  };
}

export function buildEnvelopeExample(announced: AnnouncedEvent): JsonRecord {
  return {
    id: 'evt_0197a3c45e6f7a8b9c0d1e2f3a4b5c6d',
    event: announced.event,
    api_version: API_VERSION,
    created_at: '2026-01-05T10:00:00.000000Z',
    firm: { public_token: 'AbCdEfGh1234', name: 'Fiduciaire du Parc' },
    company: announced.firm_level ? null : { public_token: 'ZyXwVuTs9876', name: 'Boulangerie Dupont' },
    data: buildDataExample(announced),
    sequence: announced.firm_level ? null : 418,
  };
}
