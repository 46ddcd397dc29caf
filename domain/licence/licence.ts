import { shape, type DataOfEvent, type EventCatalogue, type EventOf } from '../event.ts';
import { FREE_PLAN, PLAN_CODES, findPlan, type Plan } from './plans.ts';
import { refuse, assertUnreachable, type Decision } from '../refusal.ts';

/** The licence of a firm: its limits and validity. A firm without one is on the free plan. */

/** The terms of a licence key, after its signature was verified. */
export type LicenceTerms = Omit<Licence, 'key_hint'>;

/** The stored licence: the terms, and the last characters of the key for recognition. */
export type Licence = DataOfEvent<typeof licenceEvents, 'LicenceActivated'>;

declare module '../firms/state.ts' {
  interface Firm {
    /** Null on the free plan. */
    readonly licence: Licence | null;
  }
}

export type LicenceStatus = 'free' | 'active' | 'pending' | 'expired';

export type LicenceCommand =
  /** `now` is an ISO 8601 timestamp in UTC, `firmToken` the public token of this firm. */
  { type: 'ActivateLicence'; licence: Licence; firmToken: string; now: string } | { type: 'ReleaseLicence' };

/** Null: unlimited. */
const allowance = shape.reference;

export const licenceEvents = {
  LicenceActivated: {
    version: 1,
    meaning:
      'The firm activated a licence key, which replaces the previous one. The key itself is not stored, only its terms and its last characters.',
    schema: shape.object({
      /** Id of the licence, not of the firm. */
      id: shape.text,
      plan: shape.oneOf(...PLAN_CODES),
      /** Public token of the only firm that can use it. Null: any firm, one at a time. */
      firm: shape.optionalText,
      users: allowance,
      companies: allowance,
      /** Dates in UTC, both included. Without an end date, it never expires. */
      valid_from: shape.date,
      valid_until: shape.optionalDate,
      issued_at: shape.timestamp,
      key_hint: shape.text,
    }),
  },
  LicenceReleased: {
    version: 1,
    meaning: 'The firm released its licence and is on the free plan again.',
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
      const status = getLicenceStatus(licence, now);
      if (status === 'expired')
        return refuse('licence_expired', { ...AT_KEY, params: { date: licence.valid_until ?? '' } });
      if (status === 'pending')
        return refuse('licence_not_yet_valid', { ...AT_KEY, params: { date: licence.valid_from } });
      return current?.id === licence.id ? [] : [{ type: 'LicenceActivated', data: licence }];
    }
    case 'ReleaseLicence':
      return current === null ? [] : [{ type: 'LicenceReleased', data: { id: current.id } }];
    default:
      return assertUnreachable(command);
  }
}

const AT_KEY = { field: 'key' } as const;

export function evolveLicence(_current: Licence | null, event: LicenceEvent): Licence | null {
  return event.type === 'LicenceActivated' ? event.data : null;
}

export function getLicenceStatus(
  licence: Pick<Licence, 'valid_from' | 'valid_until'> | null,
  now: string,
): LicenceStatus {
  if (licence === null) return 'free';
  const today = now.slice(0, 10);
  if (today < licence.valid_from) return 'pending';
  return licence.valid_until !== null && today > licence.valid_until ? 'expired' : 'active';
}

type Terms = Pick<Licence, 'valid_from' | 'valid_until' | 'users' | 'companies'>;

/** The current maximum of active members. Infinity if unlimited. */
export const getAllowedUsers = (licence: Terms | null, now: string): number => getAllowance('users', licence, now);

/** The current maximum of company files. Infinity if unlimited. */
export const getAllowedCompanies = (licence: Terms | null, now: string): number =>
  getAllowance('companies', licence, now);

const GIGABYTE = 1_000_000_000;

/** The current maximum of stored bytes, by plan. Infinity if unlimited. */
export function getAllowedStorage(licence: (Terms & Pick<Licence, 'plan'>) | null, now: string): number {
  const toBytes = ({ storage }: Plan): number => (storage === null ? Infinity : storage * GIGABYTE);
  const isActive = licence !== null && getLicenceStatus(licence, now) === 'active';
  return Math.max(toBytes((isActive && findPlan(licence.plan)) || FREE_PLAN), toBytes(FREE_PLAN));
}

/** The current maximum of mail recipients a day, by plan. */
export function getAllowedRecipients(
  licence: Pick<Licence, 'plan' | 'valid_from' | 'valid_until'> | null,
  now: string,
): number {
  const isActive = licence !== null && getLicenceStatus(licence, now) === 'active';
  return ((isActive && findPlan(licence.plan)) || FREE_PLAN).recipientsPerDay;
}

/** An invalid licence does not count. A valid one never allows less than the free plan. */
function getAllowance(what: 'users' | 'companies', licence: Terms | null, now: string): number {
  const free = FREE_PLAN[what] ?? Infinity;
  if (licence === null || getLicenceStatus(licence, now) !== 'active') return free;
  return Math.max(licence[what] ?? Infinity, free);
}
