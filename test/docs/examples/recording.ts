import { z } from 'zod';
import { getOperationId } from '../../../api/documentation/operation-ids.ts';
import type { RecordedExample } from '../../../api/documentation/recorded.ts';
import type { JsonObject } from '../../../api/documentation/schemas.ts';
import type { ExampleRequest } from '../../../api/http/routing/example.ts';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import { asks, exampleScene, formOf, nameOf, noteOf, pathWith, requested, type Parts } from '../../api/access/requests.ts';
import type { Scene } from '../../api/access/scene.ts';
import { ownerOf, someone, type Subject } from '../../api/access/subjects.ts';
import { wordingOf, type Wording } from './volatile.ts';

/** Makes the examples of the routes of one area, in an order and in a company file that are the same each time. */

/** Of each list in an answer. */
const KEPT_ITEMS = 2;
/** Of a file of comma separated values. */
const KEPT_ROWS = 4;

export interface Made {
  readonly route: Route;
  readonly operation: string;
  /** As the documentation shows them. */
  readonly request: Omit<RecordedExample, 'status' | 'answer' | 'otherAnswers' | 'csv'>;
  /** Sends the request that the documentation shows, which may be another one than was made just now. */
  send(documented: RecordedExample): Promise<Omit<RecordedExample, keyof Made['request']>>;
}

/** What others need comes first, what takes it away last. */
const ORDER: readonly Route['method'][] = ['post', 'put', 'patch', 'get', 'delete'];

export const areas = [...new Set(routes.map(({ area }) => area))];

const routesOf = (area: string): Route[] =>
  routes
    .filter((route) => route.area === area)
    .map((route, index) => ({ route, index }))
    .toSorted((a, b) => rank(a.route) - rank(b.route) || a.index - b.index)
    .map(({ route }) => route);

function rank(route: Route): number {
  const { comesLast, endsToken } = noteOf(route);
  return ORDER.indexOf(route.method) + (comesLast || endsToken ? ORDER.length : 0);
}

/** Books in which something has happened: a purchase, a match, a file. */
export async function furnish(scene: Scene): Promise<void> {
  const FILE = '/v1/companies/{company}';
  for (const name of [
    `POST ${FILE}/entries/invoice`,
    `POST ${FILE}/lettering`,
    `POST ${FILE}/entries/{id}/attachments`,
    `POST ${FILE}/journals/{id}/rules`,
  ])
    await requested(name, scene, ownerOf(scene));
}

export async function* examplesOf(area: string, scene: Scene): AsyncGenerator<Made> {
  const wording = wordingOf(scene.service.url);
  // The first to be known are the firm and its file, in all areas.
  wording.documented({ public_token: scene.firm.token });
  wording.documented({ public_token: scene.file.token });
  for (const route of routesOf(area)) {
    const who = await callerOf(route, scene);
    yield await made(route, scene, who, wording);
  }
}

async function callerOf(route: Route, scene: Scene): Promise<Subject> {
  if (route.role !== 'platform') return ownerOf(scene);
  const { id } = await scene.service.newUser({ isPlatformAdmin: true });
  return someone(scene.service, 'platform admin', id);
}

/** Where a file would leave something behind. */
const takesPreview = ({ body }: Route): boolean => body instanceof z.ZodObject && 'preview' in body.shape;

async function made(route: Route, scene: Scene, who: Subject, wording: Wording): Promise<Made> {
  const { example = {} } = route;
  const request = typeof example === 'function' ? await example(exampleScene(scene, who)) : example;
  return {
    route,
    operation: getOperationId(route),
    request: wording.documented({
      ...(request.params !== undefined && { params: request.params as JsonObject }),
      ...(request.query !== undefined && { query: queryOf(request.query) }),
      ...(request.body !== undefined && { body: request.body }),
      ...(request.kinds && { kinds: request.kinds }),
      ...(request.others && { others: request.others }),
      ...(request.file && { file: request.file }),
      ...(request.form && { form: request.form }),
    }),
    async send(documented) {
      const client = asks(route, noteOf(route).endsToken ? await who.again() : who.client);
      const sent = async (changes: Partial<ExampleRequest>, headers = {}) => {
        const parts = { ...wording.real(documented), ...changes } as ExampleRequest;
        const path = pathWith(route.path, scene, pathPartsOf(parts, request));
        const body = parts.file ? formOf(route, parts.file, parts.body as Record<string, string>) : parts.body;
        const answer = await client.request(route.method.toUpperCase(), path, {
          ...(body !== undefined && { body }),
          headers: { ...(route.ability === 'public' && { 'X-Forwarded-For': '10.9.9.9' }), ...headers },
        });
        if (answer.status >= 300 && !(answer.status in route.replies)) throw new Error(`${nameOf(route)}: ${answer.status} ${answer.text.slice(0, 400)}`);
        return answer;
      };
      // Of a body that may be of several kinds, each is sent; the one of the answer comes last.
      for (const kind of Object.values(wording.real(documented.kinds ?? {}))) await sent({ body: kind });
      // A file that may be sent instead is tried out, and leaves nothing behind.
      if (documented.form) await sent({ file: documented.form, body: takesPreview(route) ? { preview: 'true' } : {} });
      const otherAnswers: Record<string, unknown> = {};
      for (const [other, body] of Object.entries(wording.real(documented.others ?? {}))) {
        const answer = await sent({ body });
        if (answer.status !== Number(other)) throw new Error(`${nameOf(route)}: ${answer.status} instead of ${other}`);
        otherAnswers[other] = shortened(wording.documented(answer.body));
      }
      const { status, body, text } = await sent({});
      const isCsv = route.fileTypes?.some((type) => type.startsWith('text/csv')) && hasFormat(route);
      const csv = isCsv && (await sent({ query: { ...documented.query, format: 'csv' } })).text;
      const answer: unknown = body ?? (route.fileTypes === undefined && text !== '' ? text : undefined);
      return {
        status,
        ...(answer !== undefined && { answer: shortened(wording.documented(answer)) }),
        ...(documented.others && { otherAnswers }),
        ...(typeof csv === 'string' && { csv: wording.documented(csv.split('\r\n').slice(0, KEPT_ROWS).join('\r\n')) }),
      };
    },
  };
}

const hasFormat = ({ query }: Route): boolean =>
  query !== undefined && 'shape' in query && 'format' in (query.shape as object);

function pathPartsOf(parts: ExampleRequest, { company }: ExampleRequest): Parts {
  const query = parts.query && new URLSearchParams(textsOf(queryOf(parts.query)));
  return {
    params: (parts.params ?? {}),
    ...(query && { query: query.toString() }),
    ...(company && { file: company }),
  };
}

const textsOf = (values: JsonObject): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const queryOf = (query: string | object): JsonObject =>
  typeof query === 'string' ? Object.fromEntries(new URLSearchParams(query)) : { ...query };

/** Lists are shown by their first items. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, KEPT_ITEMS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}
