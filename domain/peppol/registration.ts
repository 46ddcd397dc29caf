import type { CompanyFile } from '../company-file-state.ts';
import { conflict } from '../records/records.ts';
import { refuse, unreachable, type Decision } from '../refusal.ts';
import type { PeppolEvent, RegistrationStatus } from './peppol-events.ts';
import type { PeppolRegistration } from './state.ts';

/** The company in the network. The access point was asked before: what is decided here is what its answer means for the company file. */

export interface RegisterPeppol {
  readonly type: 'RegisterPeppol';
  readonly id: number;
  readonly identifier: string;
  readonly provider: string;
  readonly reference: string;
  readonly status: RegistrationStatus;
  readonly reason: string | null;
  readonly verificationUrl: string | null;
  readonly incoming: boolean;
  readonly outgoing: boolean;
}

export interface RecordPeppolStatus {
  readonly type: 'RecordPeppolStatus';
  /** Which registration was asked about: another one may stand in its place since. */
  readonly id: number;
  readonly status: RegistrationStatus;
  readonly reason: string | null;
  readonly checkedAt: string;
  /** Also when nothing has changed: somebody wants to know. */
  readonly isAsked: boolean;
}

export interface ChangePeppolOptions {
  readonly type: 'ChangePeppolOptions';
  readonly changes: { readonly incoming_enabled?: boolean; readonly outgoing_enabled?: boolean };
  readonly baseVersion: number | null;
}

export interface LeavePeppol {
  readonly type: 'LeavePeppol';
  readonly baseVersion: number | null;
}

export type RegistrationCommand = RegisterPeppol | RecordPeppolStatus | ChangePeppolOptions | LeavePeppol;

export function decideRegistration(command: RegistrationCommand, { peppol }: CompanyFile): Decision<PeppolEvent> {
  switch (command.type) {
    case 'RegisterPeppol':
      return register(command, peppol);
    case 'RecordPeppolStatus':
      return record(command, peppol);
    case 'ChangePeppolOptions':
      return change(command, peppol);
    case 'LeavePeppol':
      return leave(command, peppol);
    default:
      return unreachable(command);
  }
}

/** Registered already: null when whoever asks again asks for the same, a refusal when for another number. */
export function refusalOfRegistering(peppol: PeppolRegistration, identifier: string) {
  if (peppol.identifier === identifier) return null;
  return refuse('peppol_registered_already', { field: 'participant_id', params: { identifier: peppol.identifier } });
}

function register(command: RegisterPeppol, peppol: PeppolRegistration | null): Decision<PeppolEvent> {
  const { id, identifier, provider, reference, status, reason, verificationUrl, incoming, outgoing } = command;
  // One that was refused makes room for another try.
  if (peppol && peppol.status !== 'refused') return refusalOfRegistering(peppol, identifier) ?? [];
  const data = {
    ...{ id, identifier, provider, reference, status, reason },
    ...{ incoming_enabled: incoming, outgoing_enabled: outgoing },
    ...(verificationUrl !== null && { verification_url: verificationUrl }),
  };
  return [...(peppol ? [left(peppol)] : []), { type: 'PeppolRegistered', data }];
}

const left = ({ id, version }: PeppolRegistration): PeppolEvent => ({
  type: 'PeppolLeft',
  data: { id, version: version + 1 },
});

/** An access point that looks at a company anew has stopped serving it meanwhile. */
export const statusAfter = (known: RegistrationStatus, told: RegistrationStatus): RegistrationStatus =>
  told === 'pending' && (known === 'active' || known === 'suspended') ? 'suspended' : told;

function record(command: RecordPeppolStatus, peppol: PeppolRegistration | null): Decision<PeppolEvent> {
  if (!peppol || peppol.id !== command.id) return refuse('not_found');
  const { id, version, status: previous } = peppol;
  const { reason, checkedAt, isAsked } = command;
  const status = statusAfter(previous, command.status);
  if (status === previous && !isAsked) return [];
  return [
    {
      type: 'PeppolStatusChecked',
      data: { id, version: version + 1, status, previous, reason, checked_at: checkedAt },
    },
  ];
}

function change(
  { changes, baseVersion }: ChangePeppolOptions,
  peppol: PeppolRegistration | null,
): Decision<PeppolEvent> {
  if (!peppol) return refuse('not_found');
  const { id, version } = peppol;
  if (baseVersion !== null && baseVersion !== version) return conflict(version);
  const names = (['incoming_enabled', 'outgoing_enabled'] as const).filter(
    (name) => changes[name] !== undefined && changes[name] !== peppol[name],
  );
  if (names.length === 0) return [];
  const pick = (from: Readonly<Partial<Record<(typeof names)[number], boolean>>>) =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  return [
    {
      type: 'PeppolOptionsChanged',
      data: { id, version: version + 1, changes: pick(changes), previous: pick(peppol) },
    },
  ];
}

function leave({ baseVersion }: LeavePeppol, peppol: PeppolRegistration | null): Decision<PeppolEvent> {
  if (!peppol) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== peppol.version) return conflict(peppol.version);
  return [left(peppol)];
}
