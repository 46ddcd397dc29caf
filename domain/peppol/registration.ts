import type { CompanyFile } from '../company-file-state.ts';
import { refuse, assertUnreachable, type Decision } from '../refusal.ts';
import type { PeppolEvent, PeppolTransfer, RegistrationStatus } from './peppol-events.ts';
import type { PeppolRegistration } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/**
 * Registration of the company. The access point has already answered: this decides what the answer means for the company
 * file.
 */

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
  /** The registration that was checked. It may have been replaced since. */
  readonly id: number;
  readonly status: RegistrationStatus;
  readonly reason: string | null;
  readonly checkedAt: string;
  /** True: record the check even without a change, because a user requested it. */
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

/** Another company file asks for the number of this one. */
export interface AskPeppolTransfer {
  readonly type: 'AskPeppolTransfer';
  readonly identifier: string;
  readonly transfer: PeppolTransfer;
}

/** This company file hands its number over. */
export interface ConfirmPeppolTransfer {
  readonly type: 'ConfirmPeppolTransfer';
  readonly transferId: number;
}

export type RegistrationCommand =
  | RegisterPeppol
  | RecordPeppolStatus
  | ChangePeppolOptions
  | LeavePeppol
  | AskPeppolTransfer
  | ConfirmPeppolTransfer;

export function decideRegistration(command: RegistrationCommand, { peppol }: CompanyFile): Decision<PeppolEvent> {
  switch (command.type) {
    case 'RegisterPeppol':
      return registerPeppol(command, peppol);
    case 'RecordPeppolStatus':
      return recordStatus(command, peppol);
    case 'ChangePeppolOptions':
      return changeOptions(command, peppol);
    case 'LeavePeppol':
      return leavePeppol(command, peppol);
    case 'AskPeppolTransfer':
      return askTransfer(command, peppol);
    case 'ConfirmPeppolTransfer':
      return confirmTransfer(command, peppol);
    default:
      return assertUnreachable(command);
  }
}

/** For an existing registration: null if the same number is requested again, otherwise a refusal. */
export function findRegistrationRefusal(peppol: PeppolRegistration, identifier: string) {
  if (peppol.identifier === identifier) return null;
  return refuse('peppol_registered_already', { field: 'participant_id', params: { identifier: peppol.identifier } });
}

function registerPeppol(command: RegisterPeppol, peppol: PeppolRegistration | null): Decision<PeppolEvent> {
  const { id, identifier, provider, reference, status, reason, verificationUrl, incoming, outgoing } = command;
  // A refused registration can be replaced.
  if (peppol && peppol.status !== 'refused') return findRegistrationRefusal(peppol, identifier) ?? [];
  const data = {
    id,
    identifier,
    provider,
    reference,
    status,
    reason,
    incoming_enabled: incoming,
    outgoing_enabled: outgoing,
    ...(verificationUrl !== null && { verification_url: verificationUrl }),
  };
  return [...(peppol ? [buildLeftEvent(peppol)] : []), { type: 'PeppolRegistered', data }];
}

const buildLeftEvent = ({ id, version }: PeppolRegistration, transfer?: PeppolTransfer): PeppolEvent => ({
  type: 'PeppolLeft',
  data: { id, version: version + 1, ...(transfer && { transfer }) },
});

/** A company under renewed verification is no longer served meanwhile, so it counts as suspended. */
export const deriveRegistrationStatus = (known: RegistrationStatus, told: RegistrationStatus): RegistrationStatus =>
  told === 'pending' && (known === 'active' || known === 'suspended') ? 'suspended' : told;

function recordStatus(command: RecordPeppolStatus, peppol: PeppolRegistration | null): Decision<PeppolEvent> {
  if (!peppol || peppol.id !== command.id) return refuse('not_found');
  const { id, version, status: previous } = peppol;
  const { reason, checkedAt, isAsked } = command;
  const status = deriveRegistrationStatus(previous, command.status);
  if (status === previous && !isAsked) return [];
  return [
    {
      type: 'PeppolStatusChecked',
      data: { id, version: version + 1, status, previous, reason, checked_at: checkedAt },
    },
  ];
}

function changeOptions(
  { changes, baseVersion }: ChangePeppolOptions,
  peppol: PeppolRegistration | null,
): Decision<PeppolEvent> {
  if (!peppol) return refuse('not_found');
  const { id, version } = peppol;
  const conflict = findVersionConflict({ version }, baseVersion);
  if (conflict) return conflict;
  const names = (['incoming_enabled', 'outgoing_enabled'] as const).filter(
    (name) => changes[name] !== undefined && changes[name] !== peppol[name],
  );
  if (names.length === 0) return [];
  const pickChanged = (from: Readonly<Partial<Record<(typeof names)[number], boolean>>>) =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  return [
    {
      type: 'PeppolOptionsChanged',
      data: { id, version: version + 1, changes: pickChanged(changes), previous: pickChanged(peppol) },
    },
  ];
}

function leavePeppol({ baseVersion }: LeavePeppol, peppol: PeppolRegistration | null): Decision<PeppolEvent> {
  if (!peppol) return refuse('not_found');
  const conflict = findVersionConflict(peppol, baseVersion);
  if (conflict) return conflict;
  return [buildLeftEvent(peppol)];
}

/** More requests than this are an attack or a mistake. */
const MOST_TRANSFERS = 20;

/** A company file that has already asked asks nothing new. */
function askTransfer(
  { identifier, transfer }: AskPeppolTransfer,
  peppol: PeppolRegistration | null,
): Decision<PeppolEvent> {
  if (!peppol || peppol.identifier !== identifier) return refuse('participant_not_taken', { field: 'participant_id' });
  const { id, version, transfers = [] } = peppol;
  if (transfers.some(({ company_id }) => company_id === transfer.company_id)) return [];
  if (transfers.length >= MOST_TRANSFERS) return refuse('participant_asked_often', { field: 'participant_id' });
  return [{ type: 'PeppolTransferAsked', data: { id, version: version + 1, transfer } }];
}

export const findTransfer = (peppol: PeppolRegistration | null, transferId: number): PeppolTransfer | undefined =>
  peppol?.transfers?.find(({ id }) => id === transferId);

function confirmTransfer(
  { transferId }: ConfirmPeppolTransfer,
  peppol: PeppolRegistration | null,
): Decision<PeppolEvent> {
  const transfer = findTransfer(peppol, transferId);
  return peppol && transfer ? [buildLeftEvent(peppol, transfer)] : refuse('not_found');
}
