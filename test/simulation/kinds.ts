import type { Route } from '../../api/http/routing/route.ts';
import { routes } from '../../api/routes.ts';
import { DECK } from './kind-names.ts';
import type { Random } from './world/random.ts';

/** A kind of command: a write of a company file or a firm. */
export interface Kind {
  /** `POST entries/{id}/reverse`: the method and the path below the company file or firm. */
  readonly name: string;
  readonly route: Route;
  /** How often it is chosen, compared with others. */
  readonly weight: number;
}

const BELOW = /^\/v1\/(companies\/\{company\}|firms\/\{firm\})(?:\/(.*))?$/;

/** Daily work, which meets itself often. */
const FREQUENT: Readonly<Record<string, number>> = {
  'POST entries': 60,
  'POST entries/invoice': 60,
  'POST entries/credit-note': 15,
  'POST entries/batch': 15,
  'POST entries/{id}/reverse': 15,
  'PATCH entries/{id}': 15,
  'POST lettering': 20,
  'DELETE lettering/{id}': 10,
  'POST third-parties': 20,
  'PATCH third-parties/{id}': 30,
  'DELETE third-parties/{id}': 10,
  'PATCH accounts/{id}': 15,
  'POST sync/push': 40,
  'POST coda-files': 10,
  'POST bank-transactions/{id}/match': 10,
  'POST bank-transactions/{id}/unmatch': 8,
  'POST history/operations/{operation}/revert': 25,
  'POST trash/{type}/{id}/restore': 10,
  'POST vat-declarations/{id}/refresh': 8,
  'POST documents': 10,
  'POST documents/{id}/book': 8,
};
/** Their examples open a company file or depend on long preparations. */
const RARE: ReadonlySet<string> = new Set([
  ...[
    'DELETE {company}',
    'DELETE licence',
    'POST licence',
    'POST migrations',
    'DELETE trash',
    'PUT logo',
    'DELETE logo',
  ],
  ...['POST fiscal-years/{id}/close', 'POST fiscal-years/{id}/reopen', 'POST firms', 'POST sync/external', 'POST sync'],
]);

const isKind = ({ method, path }: Route): boolean => method !== 'get' && BELOW.test(path);

export const nameKind = ({ method, path }: Pick<Route, 'method' | 'path'>): string => {
  const [, place, below] = BELOW.exec(path)!;
  return `${method.toUpperCase()} ${below ?? (place!.startsWith('firms') ? '{firm}' : '{company}')}`;
};

export const kinds: readonly Kind[] = routes.filter(isKind).map((route) => {
  const name = nameKind(route);
  return { name, route, weight: FREQUENT[name] ?? (RARE.has(name) ? 0 : 2) };
});

/** The kinds of a deck of commands: each at least once, the others by weight, in any order. */
export function dealKinds(random: Random): Kind[] {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  const draw = (): Kind => {
    let left = random.next() * total;
    return kinds.find(({ weight }) => (left -= weight) < 0) ?? kinds[0]!;
  };
  const deck = [...kinds, ...Array.from({ length: DECK - kinds.length }, draw)];
  for (let index = deck.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [deck[index], deck[other]] = [deck[other]!, deck[index]!];
  }
  return deck;
}
