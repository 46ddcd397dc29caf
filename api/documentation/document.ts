import { readFile } from 'node:fs/promises';
import type { Route } from '../http/routing/route.ts';
import { getBuiltDocument } from './guides/built-pages.ts';

/** The OpenAPI document as JSON. */

export const BUILT_DOCUMENT = 'openapi.json';

/** What the address of the service replaces. */
const NO_SERVER = '"servers":[{"url":""}]';

/**
 * The build has made it for the routes of the service: a request would hold up all others for a second. A service that runs
 * from its sources, as in development and in tests, makes it for its own routes.
 */
export async function loadOpenApiDocument(routes: readonly Route[], baseUrl: string): Promise<string> {
  const isSource = import.meta.url.endsWith('.ts');
  const text = isSource ? await makeOpenApiDocument(routes) : await readFile(getBuiltDocument(BUILT_DOCUMENT), 'utf8');
  return text.replace(NO_SERVER, () => NO_SERVER.replace('""', () => JSON.stringify(baseUrl)));
}

const made = new WeakMap<readonly Route[], Promise<string>>();

/** With the recorded examples, and without the address of a service. */
export function makeOpenApiDocument(routes: readonly Route[]): Promise<string> {
  let document = made.get(routes);
  if (!document) made.set(routes, (document = makeOnce(routes)));
  return document;
}

async function makeOnce(routes: readonly Route[]): Promise<string> {
  const [{ buildOpenApiDocument }, { loadRecordedExamples }] = await Promise.all([
    import('./openapi.ts'),
    import('./recorded.ts'),
  ]);
  return JSON.stringify(buildOpenApiDocument(routes, '', await loadRecordedExamples()));
}
