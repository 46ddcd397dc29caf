import { buildHash, type Place } from '../support/place.ts';

/** Places that were visited last in this tab. They are forgotten when the session ends. */

export interface VisitedPlace {
  readonly place: Place;
  readonly title: string;
  readonly subtitle: string | null;
}

const KEY = 'grandlivre-visited';
const MOST = 8;

export function listVisited(): readonly VisitedPlace[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as readonly VisitedPlace[];
  } catch {
    return [];
  }
}

/** The last one comes first. */
export function rememberPlace(visited: VisitedPlace): void {
  const address = buildHash(visited.place);
  const others = listVisited().filter(({ place }) => buildHash(place) !== address);
  sessionStorage.setItem(KEY, JSON.stringify([visited, ...others].slice(0, MOST)));
}

export const forgetPlaces = (): void => sessionStorage.removeItem(KEY);
