import MiniSearch from 'minisearch';
import type { BuiltPage } from '../../api/documentation/guides/built-pages.ts';
import { explainErrorCodes } from '../../api/meta/reference/error-codes.ts';
import { routes } from '../../api/routes.ts';
import { SEARCH_OPTIONS, type Found } from '../../console/documentation/search-options.ts';
import { splitBlocks } from './blocks.ts';
import { toAnchor } from './links.ts';
import { stripMarkdown } from './sources.ts';

/** One index over guides, other pages, routes, fields and error codes, for the search box of the documentation. */

interface Entry extends Found {
  readonly id: number;
  readonly text: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
}

export function buildSearchIndex(pages: readonly BuiltPage[], openApi: string): string {
  const index = new MiniSearch<Entry>(SEARCH_OPTIONS);
  const document = JSON.parse(openApi) as OpenApi;
  const found = [...pages.flatMap(listSections), ...listRoutes(document), ...listErrors(), ...listFields(document)];
  index.addAll(found.map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

type Searched = Omit<Entry, 'id'>;
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Schema {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
}

/** One for each heading, so that a result leads to the right place. */
function listSections({ kind, title, path, text }: BuiltPage): Searched[] {
  const prose = splitBlocks(text).flatMap((block) => (block.kind === 'text' ? [block.text] : []));
  return prose
    .join('\n')
    .split(/^(?=#{1,3} )/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, depth = '', heading = title] = /^(#+) (.+)/.exec(part) ?? [];
      const isTop = depth.length === 1;
      const plain = stripMarkdown(part.replace(/^#+ .+/, '').replace(/^\|[-:| ]+\|$|[|]|^\s*[-*] /gm, ' '));
      return {
        kind: kind === 'guides' ? 'guide' : 'page',
        title: isTop ? title : `${title}: ${stripMarkdown(heading)}`,
        href: isTop ? path : `${path}#${toAnchor(heading)}`,
        note: shorten(plain),
        text: plain,
      };
    });
}

const shorten = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= 140 ? plain : `${plain.slice(0, 140).replace(/\s\S*$/, '')} …`;
};

const listRoutes = ({ paths }: OpenApi): Searched[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, operationId, tags }]) => ({
      kind: 'route' as const,
      title: summary,
      href: `/docs#/${tags[0]}/${operationId}`,
      note: `${method.toUpperCase()} ${path}`,
      text: `${method} ${path} ${operationId} ${path.replace(/[-_/{}]/g, ' ')}`,
    })),
  );

const listErrors = (): Searched[] =>
  explainErrorCodes(routes, 'en').map(({ code, status, message }) => ({
    kind: 'error' as const,
    title: code,
    href: `/docs#${code}`,
    note: `${status}: ${shorten(message)}`,
    text: message,
  }));

/** Each name once, with the schemas that have it. */
function listFields({ paths, components: { schemas } }: OpenApi): Searched[] {
  const fields = new Map<string, { schemas: string[]; descriptions: Set<string> }>();
  for (const [schema, { properties = {} }] of Object.entries(schemas))
    for (const [name, { description }] of Object.entries(properties)) {
      const known = fields.get(name) ?? { schemas: [], descriptions: new Set() };
      known.schemas.push(schema);
      if (description !== undefined) known.descriptions.add(description);
      fields.set(name, known);
    }
  const places = findPlaces(paths);
  return [...fields].map(([name, known]) => ({
    kind: 'field' as const,
    title: name,
    href: known.schemas.map((schema) => places.get(schema)).find((place) => place !== undefined) ?? '/docs',
    note: shorten([[...known.descriptions][0] ?? '', `In ${known.schemas.slice(0, 3).join(', ')}`].join(' ').trim()),
    text: `${[...known.descriptions].slice(0, 5).join(' ')} ${known.schemas.slice(0, 20).join(' ')}`,
  }));
}

/** The first operation that shows a schema. */
function findPlaces(paths: OpenApi['paths']): Map<string, string> {
  const places = new Map<string, string>();
  for (const methods of Object.values(paths))
    for (const operation of Object.values(methods))
      for (const [, schema] of JSON.stringify(operation).matchAll(/#\/components\/schemas\/(\w+)/g))
        if (!places.has(schema!)) places.set(schema!, `/docs#/${operation.tags[0]}/${operation.operationId}`);
  return places;
}
