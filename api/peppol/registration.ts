import { z } from 'zod';
import { toFullPeppolId, getPeppolNumber, getPeppolScheme } from '../../domain/peppol/participant.ts';
import { REGISTRATION_STATUSES } from '../../domain/peppol/peppol-events.ts';
import type { RegistrationRow } from '../../projections/peppol/queries.ts';
import { recordId, timestamp } from '../http/reply/output.ts';

export const PeppolRegistration = z
  .object({
    id: recordId,
    participant_id: z.string().meta({ description: 'Number of the company in its scheme.' }),
    full_id: z.string().meta({ description: 'Full identifier as used by the network.' }),
    scheme: z
      .string()
      .meta({ description: 'Register of numbers: `0208` Belgian enterprise numbers, `0225` French addresses.' }),
    status: z.enum(REGISTRATION_STATUSES),
    reason: z.string().nullable().meta({ description: 'Explanation of the access point, in its own words.' }),
    verification_url: z
      .string()
      .nullable()
      .meta({ description: 'Where the company proves to the access point who it is, while it is `pending`.' }),
    incoming_enabled: z.boolean().meta({ description: 'Whether others can send to the company.' }),
    outgoing_enabled: z.boolean().meta({ description: 'Whether the company can send.' }),
    provider: z.string().meta({ description: 'The access point.' }),
    transfers: z
      .array(
        z.object({
          id: recordId,
          company_name: z.string().meta({ description: 'Name of the company that asks for the number.' }),
          asked_at: timestamp.meta({ description: 'When that company file asked.' }),
        }),
      )
      .meta({ description: 'Other company files with this number that ask the company to hand it over.' }),
    activated_at: timestamp.nullable(),
    last_checked_at: timestamp.meta({ description: 'When the access point last reported the status.' }),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'PeppolRegistration' });

export function presentRegistration(row: RegistrationRow): z.output<typeof PeppolRegistration> {
  return {
    id: row.id,
    participant_id: getPeppolNumber(row.identifier),
    full_id: toFullPeppolId(row.identifier),
    scheme: getPeppolScheme(row.identifier),
    status: row.status,
    reason: row.reason,
    verification_url: row.verification_url,
    incoming_enabled: row.incoming_enabled,
    outgoing_enabled: row.outgoing_enabled,
    provider: row.provider,
    transfers: (row.transfers ?? []).map(({ id, company_name, asked_at }) => ({ id, company_name, asked_at })),
    activated_at: row.activated_at,
    last_checked_at: row.last_checked_at,
    version: row.version,
    lock_version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
