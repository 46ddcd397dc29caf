import type { PeppolEvent, RegistrationStatus } from './peppol-events.ts';

/** What decisions need to know of the registration. Messages are many, and are read where they are decided on. */
export type PeppolRegistration = {
  readonly id: number;
  readonly version: number;
  readonly identifier: string;
  readonly provider: string;
  readonly reference: string;
  readonly status: RegistrationStatus;
  readonly incoming_enabled: boolean;
  readonly outgoing_enabled: boolean;
};

/** Null: the company is not in the network through us. */
export type PeppolState = PeppolRegistration | null;

export const initialPeppol: PeppolState = null;

export function evolvePeppol(state: PeppolState, event: PeppolEvent): PeppolState {
  switch (event.type) {
    case 'PeppolRegistered': {
      const { reason: _reason, verification_url: _url, ...registration } = event.data;
      return { ...registration, version: 1 };
    }
    case 'PeppolStatusChecked':
      return state && { ...state, version: event.data.version, status: event.data.status };
    case 'PeppolOptionsChanged':
      return state && { ...state, version: event.data.version, ...event.data.changes };
    case 'PeppolLeft':
      return null;
    default:
      return state;
  }
}
