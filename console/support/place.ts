import { useEffect, useRef, useState } from 'preact/hooks';

/** The current location in the address, so that it can be bookmarked, shared and navigated back to. */

export const VIEWS = [
  'closing_check',
  'conflicts',
  'documents',
  'bank',
  'entries',
  'invoices',
  'vat',
  'income_statement',
  'balance_sheet',
  'trial_balance',
  'general_ledger',
  'journals',
  'aged_balances',
  'open_items',
  'budgets',
  'settings',
  'compare',
  'questions',
  'history',
  'proof',
] as const;
export type View = (typeof VIEWS)[number];

export interface Place {
  readonly file?: string;
  readonly view?: View;
  /** The books are shown as of the end of this day; absent means now. */
  readonly at?: string;
  /** The day to compare with. */
  readonly to?: string;
  readonly year?: string;
  /** An account number, or the prefix of several. */
  readonly account?: string;
  readonly entry?: string;
  /** A third party. */
  readonly party?: string;
  readonly operation?: string;
  readonly question?: string;
  /** Customers or suppliers. */
  readonly type?: string;
  readonly journal?: string | undefined;
  /** Filters of the list of entries: words, a period and a state. */
  readonly q?: string | undefined;
  readonly period?: string | undefined;
  readonly status?: string | undefined;
  /** The firm whose board is shown, and its filters. */
  readonly firm?: string;
  readonly late?: string | undefined;
  readonly member?: string | undefined;
  /** Days between which changes are shown. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** A box of a VAT return. */
  readonly box?: string | undefined;
  /** Filters of a list of documents: their kind and their state. */
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
  /** A record that the view shows, such as a document. */
  readonly item?: string | undefined;
  /** Token of a link that verifies a sender address. */
  readonly sender?: string | undefined;
}

const parsePlace = (hash: string): Place => Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));

export const buildHash = (place: Place): string =>
  `#${new URLSearchParams(
    Object.entries(place).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()}`;

export interface Whereabouts {
  readonly place: Place;
  goTo(place: Place): void;
  /** Changes a part of the location without adding to the browser history. */
  replacePlace(changes: Partial<Place>): void;
}

/** Browsers ignore or refuse addresses that change more often than about three times a second. */
const ADDRESS_MS = 350;

interface Address {
  /** Puts the place into the address, at once or a little later if the address has just been changed. */
  replace(place: Place): void;
  /** Puts the last place into the address that is not there yet. */
  complete(): void;
  /** The address has changed by itself, so the pending place is outdated. */
  drop(): void;
}

function createAddress(): Address {
  let pending: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const complete = (): void => {
    if (pending !== null) history.replaceState(null, '', buildHash(pending));
    pending = null;
  };
  return {
    replace(place) {
      pending = place;
      if (timer !== null) return;
      complete();
      timer = setTimeout(() => {
        timer = null;
        if (pending !== null) this.replace(pending);
      }, ADDRESS_MS);
    },
    complete,
    drop: () => (pending = null),
  };
}

export function usePlace(): Whereabouts {
  const [place, setPlace] = useState<Place>(() => parsePlace(location.hash));
  const [address] = useState(createAddress);
  const latest = useRef(place);
  const show = (next: Place): void => setPlace((latest.current = next));
  useEffect(() => {
    const onChange = (): void => {
      address.drop();
      show(parsePlace(location.hash));
    };
    addEventListener('hashchange', onChange);
    addEventListener('pagehide', address.complete);
    return () => {
      removeEventListener('hashchange', onChange);
      removeEventListener('pagehide', address.complete);
    };
  }, []);
  return {
    place,
    goTo: (next) => {
      // The way back leads to what was shown last.
      address.complete();
      location.hash = buildHash(next);
    },
    replacePlace(changes) {
      const next = { ...latest.current, ...changes };
      address.replace(next);
      show(parsePlace(buildHash(next)));
    },
  };
}
