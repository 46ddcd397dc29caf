/** The public surface of `@grandlivre/client`. */
export { createGrandlivreClient, type Connection, type GrandlivreClient, type GrandlivreOptions } from './client.ts';
export { GrandlivreError, unwrap, type ErrorBody } from './errors.ts';
export { downloadFile, downloadLink, uploadFiles, type DownloadedFile, type FormValue } from './files.ts';
export { listAll, type ItemOfPath, type PagedPath } from './paging.ts';
export { NO_MUTATION_ID, type RetryOptions } from './retries.ts';
export { watchChanges, type Change, type LiveEvent, type WatchOptions } from './changes.ts';
export {
  verifyWebhook,
  WebhookSignatureError,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookFailure,
} from './webhooks.ts';
export type { components, operations, paths, webhooks } from './schema.d.ts';
