import type { LinkMeans } from '../domain/identity/user-events.ts';
import type { RecordTable } from './records/tables.ts';
import type { RowOf } from './support/table.ts';

/**
 * All tables that statements read, by name with schema: the declared read tables, and some of `ops`. Each subject adds its
 * read tables to this interface beside their declarations.
 */
export interface Database extends RecordReadTables {
  // Created by `database/schema-migrations`: only the tables read together with the read tables.
  readonly 'ops.account_links': {
    readonly id: number;
    readonly user_id: number;
    readonly purpose: 'invitation' | 'password_reset';
    readonly firm_id: number | null;
    readonly makes_platform_admin: boolean;
    readonly email: string;
    readonly means: LinkMeans;
    readonly secret_hash: string;
    readonly expires_at: string;
    readonly used_at: string | null;
  };
  readonly 'ops.document_analyses': {
    readonly import_id: number;
    readonly company_id: number;
    readonly claimed_by: string;
    readonly claimed_until: string;
    readonly progress: number;
    readonly step: string;
    readonly attempts: number;
  };
  readonly 'ops.feed_epoch': { readonly epoch: string; readonly base: number };
  readonly 'ops.sync_devices': {
    readonly company_id: number;
    readonly user_id: number;
    readonly device_id: string;
    readonly name: string | null;
    readonly cursor: number;
    readonly epoch: string;
    readonly pulled_at: string | null;
    readonly pushed_at: string | null;
    readonly seen_at: string;
  };
  readonly 'ops.token_use': {
    readonly token_id: number;
    readonly last_used_at: string | null;
    readonly ip: string | null;
  };
}

type RecordReadTables = { readonly [Table in RecordTable as `read.${Table['name']}`]: RowOf<Table> };
