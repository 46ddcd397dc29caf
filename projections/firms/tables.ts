import type { FirmDetails } from '../../domain/firms/details-events.ts';
import type { CompanyRole, FirmRole } from '../../domain/firms/member-events.ts';
import { json, table, text } from '../support/table.ts';

export const firms = table({
  name: 'firms',
  columns: {
    id: 'bigint NOT NULL',
    public_token: 'text COLLATE "C" NOT NULL',
    name: 'text NOT NULL',
    country_code: 'text NOT NULL',
    locale: text<FirmDetails['locale']>('NOT NULL'),
    email: 'text',
    phone: 'text',
    website: 'text',
    address: 'text',
    postal_code: 'text',
    city: 'text',
    enterprise_number: 'text',
    vat_number: 'text',
    itaa_number: 'text',
    itaa_status: 'text',
    itaa_quality: 'text',
    logo_file: 'text',
    requires_second_factor: 'boolean NOT NULL',
    source: 'text NOT NULL',
    /** Its id on the external platform; null: it does not come from there. */
    external_id: 'text COLLATE "C"',
    is_partner: 'boolean NOT NULL',
    version: 'integer NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  indexes: ['public_token', '(external_id) WHERE external_id IS NOT NULL'],
  earlier: { is_partner: 'false' },
});

/** One row a user who is or was in the team of a firm; whoever was detached is not active either. */
export const members = table({
  name: 'members',
  columns: {
    firm_id: 'bigint NOT NULL',
    user_id: 'bigint NOT NULL',
    role: text<FirmRole>('NOT NULL'),
    is_active: 'boolean NOT NULL',
    is_invited: 'boolean NOT NULL',
    all_companies: 'boolean NOT NULL',
    company_role: text<CompanyRole>(),
    // By company id, so that one look tells whether a file is among them.
    companies: json<Readonly<Record<string, CompanyRole | null>>>('NOT NULL'),
    version: 'integer NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    detached_at: 'timestamptz',
  },
  key: ['firm_id', 'user_id'],
  indexes: ['user_id'],
});

/** Files that a firm has taken up; each is opened right after, and completed by a job if the process died between. */
export const registrations = table({
  name: 'company_registrations',
  columns: {
    company_id: 'bigint NOT NULL',
    firm_id: 'bigint NOT NULL',
    revision: 'bigint NOT NULL',
    code: 'text NOT NULL',
    is_set_aside: 'boolean NOT NULL',
    /** Of a file that is mirrored from the external platform: its id there. */
    external_id: 'text COLLATE "C"',
    registered_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['company_id'],
  indexes: ['(external_id) WHERE external_id IS NOT NULL'],
});
