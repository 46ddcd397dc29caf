import type { ReceivedFields } from '../../domain/bridge/bridge-events.ts';
import type { CompanyDetails } from '../../domain/companies/company-events.ts';
import type { SettingValues } from '../../domain/companies/settings.ts';
import type { Language } from '../../domain/language.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

export const companies = table({
  name: 'companies',
  columns: {
    id: 'bigint NOT NULL',
    public_token: 'text COLLATE "C" NOT NULL',
    firm_id: 'bigint',
    owner_id: 'bigint',
    code: 'text NOT NULL',
    name: 'text NOT NULL',
    legal_form: 'text',
    legal_form_code: 'text',
    enterprise_number: 'text',
    vat_number: 'text',
    country_pack: 'text NOT NULL',
    vat_regime: text<CompanyDetails['vat_regime']>('NOT NULL'),
    currency: 'text NOT NULL',
    locale: text<Language>('NOT NULL'),
    address: 'text',
    street: 'text',
    house_number: 'text',
    box: 'text',
    postal_code: 'text',
    city: 'text',
    country: 'text NOT NULL',
    latitude: 'text',
    longitude: 'text',
    nace_codes: json<CompanyDetails['nace_codes']>('NOT NULL'),
    main_nace_code: 'text',
    logo_url: 'text',
    logo_file: 'text',
    icon_file: 'text',
    company_sheet_at: 'timestamptz',
    settings: json<SettingValues>('NOT NULL'),
    /** User of the firm who is responsible for the file. */
    responsible_id: 'bigint',
    is_active: 'boolean NOT NULL',
    /** Books of another program are being migrated; null in older rows. */
    is_migrating: 'boolean',
    source: 'text NOT NULL',
    /** Its id on the external platform, and the last data received from there; null if not linked. */
    external_id: 'text COLLATE "C"',
    told: json<ReceivedFields>(),
    told_revision: 'bigint',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    deleted_at: 'timestamptz',
    deleted_by: 'bigint',
  },
  key: ['id'],
  past: 'kept',
  indexes: ['public_token', 'firm_id, id', 'owner_id', '(external_id) WHERE external_id IS NOT NULL'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.companies': RowOf<typeof companies>;
  }
}
