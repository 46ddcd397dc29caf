import type { Route } from '../http/routing/route.ts';

/** Operation ids, usable as names of generated functions: `listEntries`, `createAccount`, `reverseEntry`. */

type Named = Pick<Route, 'method' | 'path'>;

export function getOperationId(route: Named & Pick<Route, 'operationId'>): string {
  return route.operationId ?? deriveOperationId(route);
}

/** Path segments that only group routes and say nothing about the resource. */
const UNSPOKEN = new Set(['v1', 'auth', 'reference', 'reports', 'companies', 'firms']);
const VERBS = { post: 'create', patch: 'update', put: 'put', delete: 'delete' } as const;

/** A collection supports list and create; an item get, update and delete. A segment after either of them is an action on it. */
function deriveOperationId({ method, path }: Named): string {
  const parts = path.split('/').filter(Boolean);
  const nouns = parts.flatMap((part, index): Noun[] => {
    if (part.startsWith('{')) return [];
    const isOne = parts[index + 1]?.startsWith('{') ?? false;
    return [{ name: part, isOne }];
  });
  const spoken = nouns.filter(({ name }, index) => index === nouns.length - 1 || !UNSPOKEN.has(name));
  const ofFirm = path.startsWith('/v1/firms/{firm}/') ? 'Firm' : '';
  const last = spoken.at(-1)!;
  const owner = spoken.at(-2);
  if (method === 'post' && owner && !isPlural(last.name))
    return toCamelCase(last.name) + (owner.isOne ? toSingular(owner.name) : toPascalCase(owner.name));
  const before = owner ? toSingular(owner.name) : ofFirm;
  if (method === 'get' && isPlural(last.name) && !last.isOne) return `list${before}${toPascalCase(last.name)}`;
  return `${method === 'get' ? 'get' : VERBS[method]}${before}${toSingular(last.name)}`;
}

interface Noun {
  readonly name: string;
  /** A single item: an id follows. */
  readonly isOne: boolean;
}

const isPlural = (noun: string): boolean => noun.endsWith('s') && !noun.endsWith('ss');

export const toPascalCase = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

function toCamelCase(words: string): string {
  const name = toPascalCase(words);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** A series is one already. */
const toSingular = (noun: string): string =>
  toPascalCase(noun.endsWith('series') ? noun : noun.replace(/ies$/, 'y').replace(/([^s])s$/, '$1'));
