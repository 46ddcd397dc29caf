import { setTimeout as pause } from 'node:timers/promises';

/** Subjects with many fields, in parts that take a few milliseconds each. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../api/http/server/app.ts'),
  () => import('../api/documents/bodies.ts'),
  () => import('../api/dossiers/list-filters.ts'),
  () => import('../api/records/routes.ts'),
  () => import('../api/companies/body.ts'),
  () => import('../api/accounts/index.ts'),
  () => import('../api/bank/index.ts'),
  () => import('../api/bridge/bodies.ts'),
  () => import('../api/bridge/index.ts'),
  () => import('../api/analytics/index.ts'),
  () => import('../api/mcp/index.ts'),
  () => import('../api/mail/index.ts'),
  () => import('../api/firms/index.ts'),
  () => import('../api/licence/index.ts'),
  () => import('../api/document-imports/index.ts'),
  () => import('../api/documents/index.ts'),
  () => import('../api/attachments/index.ts'),
  () => import('../api/meta/index.ts'),
  () => import('../api/sync/index.ts'),
  () => import('../api/third-parties/index.ts'),
  () => import('../api/dossiers/index.ts'),
];

/** Between two parts, while nothing needs them yet: about as long as the database takes for an answer. */
const PAUSE_MS = 5;

type Serving = typeof import('./serve.ts');

let loading: Promise<Serving> | null = null;
let isNeeded = false;

/**
 * Begins to load the code that serves requests, which is half of the service. The rest of a start mostly waits for the
 * database: it goes on between two parts.
 */
export function beginToLoadServing(): void {
  loading ??= loadInParts();
  // An error is thrown where the code is used.
  loading.catch(() => undefined);
}

export function loadServing(): Promise<Serving> {
  isNeeded = true;
  return (loading ??= loadInParts());
}

async function loadInParts(): Promise<Serving> {
  for (const load of PARTS) {
    if (isNeeded) break;
    await load();
    await pause(PAUSE_MS);
  }
  return import('./serve.ts');
}
