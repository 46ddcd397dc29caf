import type { ListingKind } from '../../domain/companies/vat-filings.ts';
import type { PeriodType } from '../../domain/vat-declarations/declaration-events.ts';
import type { FeesNature } from '../../domain/vat-filing/fees-events.ts';
import { table, text, type RowOf } from '../support/table.ts';

/** Manual corrections of slips 281.50; slips without corrections have no row. */
export const feesSlips = table({
  name: 'fees_slips',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    year: 'integer NOT NULL',
    third_party_id: 'bigint NOT NULL',
    nature: text<FeesNature>(),
    amount: 'numeric(20,2)',
    amount_paid: 'numeric(20,2)',
    is_excluded: 'boolean NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['company_id, year, third_party_id'],
});

/** Listings filed with the administration. */
export const vatListings = table({
  name: 'vat_listings',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    kind: text<ListingKind>('NOT NULL'),
    period_type: text<PeriodType>('NOT NULL'),
    year: 'integer NOT NULL',
    period: 'integer NOT NULL',
    filed_on: 'date NOT NULL',
    reference: 'text',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['company_id, year'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.fees_slips': RowOf<typeof feesSlips>;
    readonly 'read.vat_listings': RowOf<typeof vatListings>;
  }
}
