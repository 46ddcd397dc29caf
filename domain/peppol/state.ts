import type { PeppolEvent, PeppolTransfer, RegistrationStatus } from './peppol-events.ts';

/** The registration, as the deciders use it. Messages are too many: they are read when needed. */
export type PeppolRegistration = {
  readonly id: number;
  readonly version: number;
  readonly identifier: string;
  readonly provider: string;
  readonly reference: string;
  readonly status: RegistrationStatus;
  readonly incoming_enabled: boolean;
  readonly outgoing_enabled: boolean;
  /** Company files that ask for the number, oldest first. Absent: none. */
  readonly transfers?: readonly PeppolTransfer[];
};

/** Null: the company is not registered through this service. */
export type PeppolState = PeppolRegistration | null;

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly peppol: PeppolState;
  }
}

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
    case 'PeppolTransferAsked': {
      const { version, transfer } = event.data;
      return state && { ...state, version, transfers: [...(state.transfers ?? []), transfer] };
    }
    case 'PeppolLeft':
      return null;
    default:
      return state;
  }
}
