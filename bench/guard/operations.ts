/** The operations that a release may not make more expensive, as the subjects name their results. */
export const OPERATIONS = {
  'posting-one-connection': 'POST entries, 1 connection',
  'posting-one-file': 'POST entries, 64 connections, one company file',
  'posting-20-files': 'POST entries, 64 connections, 20 company files',
  'posting-idempotent': 'the same with an idempotence key each',
  invoices: 'POST entries/invoice, 64 connections, 20 company files',
  batches: 'POST entries/batch of 500, per entry',
  rebuild: 'rebuild of the read tables, per entry',
  entry: 'GET entries/{id}, 64 connections',
  'page-of-entries': 'GET entries?per_page=50, 64 connections',
  'trial-balance': 'GET reports/trial-balance, 64 connections',
  'sync-pull': 'GET sync/pull, pages of 500, 8 connections',
  'signed-in': 'GET /v1/auth/me, 64 connections',
} as const;

export type OperationName = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];
