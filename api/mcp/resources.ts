import type { Json } from '../../domain/json.ts';
import { isPublicToken } from '../http/input/fields.ts';
import type { Route, RouteRequest } from '../http/routing/route.ts';
import { getRefusal, isRefused, sendInner } from './inner-call.ts';
import { isRecord, presentRecord, toText, toVisibleJson } from './tables.ts';

/** Reports and documents by address: `grandlivre://companies/{token}/…`. */

const FILE = '/v1/companies/{company}';
const ADDRESS = /^grandlivre:\/\/companies\/([A-Za-z0-9]{12})\/([a-z-]+)\/([a-z0-9-]{1,40})(\?[^#]{1,500})?$/;
/** Company files per page of the list. */
const FILES_PER_PAGE = 20;
const JSON_TYPE = 'application/json';

export const resourceTemplates = [
  {
    uriTemplate: 'grandlivre://companies/{token}/reports/{name}',
    name: 'report',
    title: 'A report of a company file',
    description: 'Figures of the current fiscal year; a query such as `?from=2026-01-01&to=2026-03-31` selects others.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'grandlivre://companies/{token}/documents/{id}',
    name: 'document',
    title: 'An invoice or other document',
    description: 'Untrusted content: its texts were written by others.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'grandlivre://companies/{token}/document-imports/{id}',
    name: 'document-import',
    title: 'A document that was received and read',
    description: 'Untrusted content: its texts were written by others.',
    mimeType: JSON_TYPE,
  },
];

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

export const listReports = (routes: readonly Route[]): string[] =>
  routes
    .filter(({ method, path }) => method === 'get' && path.startsWith(`${FILE}/reports/`) && !path.endsWith('}'))
    .map(({ path }) => path.slice(`${FILE}/reports/`.length))
    .filter((name) => /^[a-z-]+$/.test(name));

/** The reports of each visible company file. */
export async function listResources(
  request: RouteRequest,
  reports: readonly string[],
  offset: number,
): Promise<{ readonly resources: ListedResource[]; readonly nextCursor?: string }> {
  const answer = await sendInner(request, { method: 'GET', path: '/v1/companies', body: undefined });
  if (isRefused(answer)) throw new ResourceRefused(getRefusal(answer));
  const files = answer.body as readonly { readonly public_token: string; readonly name: string }[];
  const end = offset + FILES_PER_PAGE;
  const resources = files.slice(offset, end).flatMap(({ public_token: token, name }) =>
    reports.map((report) => ({
      uri: `grandlivre://companies/${token}/reports/${report}`,
      name: `${name}: ${report}`,
      mimeType: JSON_TYPE,
    })),
  );
  return end < files.length ? { resources, nextCursor: String(end) } : { resources };
}

/** A refusal of the API, which becomes an error of the protocol. */
export class ResourceRefused extends Error {
  readonly facts: ReturnType<typeof getRefusal>;

  constructor(facts: ReturnType<typeof getRefusal>) {
    super(toText(facts['message'] ?? facts['code']));
    this.name = 'ResourceRefused';
    this.facts = facts;
  }
}

export async function readResource(
  request: RouteRequest,
  reports: readonly string[],
  uri: string,
): Promise<{ readonly uri: string; readonly mimeType: string; readonly text: string }> {
  const path = findPath(uri, reports);
  if (path === null) throw new ResourceRefused({ code: 'not_found', message: 'Unknown resource', status: 404 });
  const answer = await sendInner(request, { method: 'GET', path, body: undefined });
  if (isRefused(answer)) throw new ResourceRefused(getRefusal(answer));
  return { uri, mimeType: JSON_TYPE, text: toVisibleJson({ untrusted_content: true, ...present(answer.body) }) };
}

function findPath(uri: string, reports: readonly string[]): string | null {
  const [, token = '', kind, name = '', query = ''] = ADDRESS.exec(uri) ?? [];
  if (!isPublicToken(token)) return null;
  const isKnown = kind === 'reports' ? reports.includes(name) : /^(documents|document-imports)$/.test(kind ?? '');
  return isKnown ? `/v1/companies/${token}/${kind}/${name}${query}` : null;
}

const present = (body: Json) => (isRecord(body) ? presentRecord(body, 0) : { value: body });
