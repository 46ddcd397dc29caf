import type { FirmDetails, SignOnSettings } from '../../domain/firms/details-events.ts';
import type { CompanyRole, FirmRole } from '../../domain/firms/member-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

export const firms = table({
  name: 'firms',
  shard: 'first',
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
    /** Whether people with an account accept before they are members. */
    requires_acceptance: 'boolean NOT NULL',
    /** Single sign-on; null without. */
    sso: json<SignOnSettings>(),
    /** Since when only sessions of the provider see the firm; null if others do too. */
    sso_required_since: 'timestamptz',
    source: 'text NOT NULL',
    /** Id on the external platform; null if it does not come from there. */
    external_id: 'text COLLATE "C"',
    is_partner: 'boolean NOT NULL',
    version: 'integer NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  indexes: ['public_token', '(external_id) WHERE external_id IS NOT NULL'],
  earlier: { is_partner: 'false', requires_acceptance: 'true' },
});

/** One row per current or former team member of a firm; a detached member is not active either. */
export const members = table({
  name: 'members',
  shard: 'first',
  columns: {
    firm_id: 'bigint NOT NULL',
    user_id: 'bigint NOT NULL',
    role: text<FirmRole>('NOT NULL'),
    is_active: 'boolean NOT NULL',
    is_invited: 'boolean NOT NULL',
    all_companies: 'boolean NOT NULL',
    company_role: text<CompanyRole>(),
    // Keyed by company id, so that one look-up finds a file.
    companies: json<Readonly<Record<string, CompanyRole | null>>>('NOT NULL'),
    version: 'integer NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    detached_at: 'timestamptz',
  },
  key: ['firm_id', 'user_id'],
  indexes: ['user_id'],
});

/** Files that a firm has registered. Each is opened right after; a job completes those whose process died in between. */
export const registrations = table({
  name: 'company_registrations',
  shard: 'first',
  columns: {
    company_id: 'bigint NOT NULL',
    firm_id: 'bigint NOT NULL',
    revision: 'bigint NOT NULL',
    code: 'text NOT NULL',
    is_set_aside: 'boolean NOT NULL',
    /** Id on the external platform, for a mirrored file. */
    external_id: 'text COLLATE "C"',
    registered_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['company_id'],
  indexes: ['(external_id) WHERE external_id IS NOT NULL'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.firms': RowOf<typeof firms>;
    readonly 'read.members': RowOf<typeof members>;
    readonly 'read.company_registrations': RowOf<typeof registrations>;
  }
}
