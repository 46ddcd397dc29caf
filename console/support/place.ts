import { useEffect, useState } from 'preact/hooks';

/** Where the reader is, in the address: it can be kept, sent to somebody and gone back to. */

export const VIEWS = [
  'trial_balance',
  'balance_sheet',
  'open_items',
  'settings',
  'compare',
  'questions',
  'proof',
] as const;
export type View = (typeof VIEWS)[number];

export interface Place {
  readonly file?: string;
  readonly view?: View;
  /** The day at whose end the books are shown; absent: now. */
  readonly at?: string;
  /** Another day to compare with. */
  readonly to?: string;
  readonly year?: string;
  /** Number of an account, or of those that begin so. */
  readonly account?: string;
  readonly entry?: string;
  readonly operation?: string;
  readonly question?: string;
}

const placeIn = (hash: string): Place => Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));

export const hashOf = (place: Place): string =>
  `#${new URLSearchParams(
    Object.entries(place).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()}`;

export interface Whereabouts {
  readonly place: Place;
  go(place: Place): void;
  /** Keeps the rest, and leaves no trace among the pages to go back to. */
  shift(changes: Partial<Place>): void;
}

export function usePlace(): Whereabouts {
  const [place, setPlace] = useState<Place>(() => placeIn(location.hash));
  useEffect(() => {
    const onChange = (): void => setPlace(placeIn(location.hash));
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return {
    place,
    go: (next) => {
      location.hash = hashOf(next);
    },
    shift(changes) {
      const next = { ...placeIn(location.hash), ...changes };
      history.replaceState(null, '', hashOf(next));
      setPlace(placeIn(location.hash));
    },
  };
}
