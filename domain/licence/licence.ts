import { shape, type DataOfEvent, type EventCatalogue, type EventOf } from '../event.ts';
import { FREE_PLAN, PLAN_CODES, planNamed, type Plan } from './plans.ts';
import { refuse, unreachable, type Decision } from '../refusal.ts';

/** The licence of a firm: what it allows, and from when to when. A firm without one is on the free plan. */

/** What a licence key states, once its signature has been checked. */
export type LicenceTerms = Omit<Licence, 'key_hint'>;

/** As it is kept: the terms, and the end of the key by which people recognise it. */
export type Licence = DataOfEvent<typeof licenceEvents, 'LicenceActivated'>;

export type LicenceStatus = 'free' | 'active' | 'pending' | 'expired';

export type LicenceCommand =
  /** `now` is an ISO 8601 timestamp in UTC, `firmToken` the public token of this firm. */
  { type: 'ActivateLicence'; licence: Licence; firmToken: string; now: string } | { type: 'ReleaseLicence' };

/** Null: as many as one likes. */
const allowance = shape.reference;

export const licenceEvents = {
  LicenceActivated: {
    version: 1,
    meaning:
      'The firm activated a licence key, in place of the one that it had. The key itself is not kept: its terms are, and its last characters.',
    schema: shape.object({
      /** Identity of the licence, not of the firm. */
      id: shape.text,
      plan: shape.oneOf(...PLAN_CODES),
      /** Public token of the only firm that may use it; null = any firm, one at a time. */
      firm: shape.optionalText,
      users: allowance,
      companies: allowance,
      /** Dates in UTC, both included; without an end it never expires. */
      valid_from: shape.date,
      valid_until: shape.optionalDate,
      issued_at: shape.timestamp,
      key_hint: shape.text,
    }),
  },
  LicenceReleased: {
    version: 1,
    meaning: 'The firm gave its licence up and is on the free plan again.',
    schema: shape.object({ id: shape.text }),
  },
} satisfies EventCatalogue;

export type LicenceEvent = EventOf<typeof licenceEvents>;

export function decideLicence(
  command: LicenceCommand,
  { licence: current }: { readonly licence: Licence | null },
): Decision<LicenceEvent> {
  switch (command.type) {
    case 'ActivateLicence': {
      const { licence, firmToken, now } = command;
      if (licence.firm !== null && licence.firm !== firmToken) return refuse('licence_of_other_firm', AT_KEY);
      const status = licenceStatus(licence, now);
      if (status === 'expired')
        return refuse('licence_expired', { ...AT_KEY, params: { date: licence.valid_until ?? '' } });
      if (status === 'pending')
        return refuse('licence_not_yet_valid', { ...AT_KEY, params: { date: licence.valid_from } });
      return current?.id === licence.id ? [] : [{ type: 'LicenceActivated', data: licence }];
    }
    case 'ReleaseLicence':
      return current === null ? [] : [{ type: 'LicenceReleased', data: { id: current.id } }];
    default:
      return unreachable(command);
  }
}

const AT_KEY = { field: 'key' } as const;

export function evolveLicence(_current: Licence | null, event: LicenceEvent): Licence | null {
  return event.type === 'LicenceActivated' ? event.data : null;
}

export function licenceStatus(licence: Pick<Licence, 'valid_from' | 'valid_until'> | null, now: string): LicenceStatus {
  if (licence === null) return 'free';
  const today = now.slice(0, 10);
  if (today < licence.valid_from) return 'pending';
  return licence.valid_until !== null && today > licence.valid_until ? 'expired' : 'active';
}

type Terms = Pick<Licence, 'valid_from' | 'valid_until' | 'users' | 'companies'>;

/** How many active members the firm may have now; Infinity when the licence sets no number. */
export const allowedUsers = (licence: Terms | null, now: string): number => allowed('users', licence, now);

/** How many company files the firm may keep now; Infinity when the licence sets no number. */
export const allowedCompanies = (licence: Terms | null, now: string): number => allowed('companies', licence, now);

const GIGABYTE = 1_000_000_000;

/** How many bytes of files the firm may keep now, by the plan of its licence; Infinity when the plan sets no number. */
export function allowedStorage(licence: (Terms & Pick<Licence, 'plan'>) | null, now: string): number {
  const bytes = ({ storage }: Plan): number => (storage === null ? Infinity : storage * GIGABYTE);
  const isActive = licence !== null && licenceStatus(licence, now) === 'active';
  return Math.max(bytes((isActive && planNamed(licence.plan)) || FREE_PLAN), bytes(FREE_PLAN));
}

/** A licence that is not valid now counts for nothing, and one that is never allows less than the free plan. */
function allowed(what: 'users' | 'companies', licence: Terms | null, now: string): number {
  const free = FREE_PLAN[what] ?? Infinity;
  if (licence === null || licenceStatus(licence, now) !== 'active') return free;
  return Math.max(licence[what] ?? Infinity, free);
}
