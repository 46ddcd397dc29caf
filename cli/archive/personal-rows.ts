import type { PersonalKey } from '../../stores/vault/personal-key.ts';

/**
 * Rows of `ops` with personal data in clear: answers, announcements, messages and staged content. A backup has them
 * sealed with a key of the vault, which is not part of it, so that a copy of the backup alone contains no names.
 */
const SEALED_TABLES: ReadonlySet<string> = new Set([
  'ops.account_links',
  'ops.halted_streams',
  'ops.idempotence',
  'ops.integration_runs',
  'ops.mail_sender_requests',
  'ops.migration_letterings',
  'ops.migration_lines',
  'ops.migrations',
  'ops.outbox',
  'ops.peppol_loopback_messages',
  'ops.platform_loopback_messages',
  'ops.vat_lookups',
  'ops.webhook_bodies',
  'ops.webhook_deliveries',
]);

/** Computed from the log again, with names in clear. */
const LEFT_OUT: ReadonlySet<string> = new Set(['ops.snapshots']);

/** Id of the key in the vault. */
export const BACKUP_KEY = 'backups';

export const isLeftOut = (table: string): boolean => LEFT_OUT.has(table);
export const isSealedTable = (table: string): boolean => SEALED_TABLES.has(table);

/** Rows cannot be moved to another table. */
const toPlace = (table: string): string => `backup\n${table}`;

export const sealRows = (key: PersonalKey, table: string, rows: string): Buffer =>
  Buffer.from(key.seal(rows, toPlace(table)), 'base64');

/** Null if they were sealed with another key. */
export const openRows = (key: PersonalKey, table: string, sealed: Buffer): string | null =>
  key.open(sealed.toString('base64'), toPlace(table));
