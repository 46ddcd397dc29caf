import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { resolveOwnIdentifier } from '../../domain/peppol/participant.ts';
import type { PeppolEvent } from '../../domain/peppol/peppol-events.ts';
import { findRegistrationRefusal, type ChangePeppolOptions } from '../../domain/peppol/registration.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import { createTimestamp } from '../support/timestamp.ts';
import { releaseNumber } from '../../stores/peppol/claims.ts';
import { announceInbox } from '../../stores/peppol/due.ts';
import { claimOrFindHolder } from './number-holder.ts';
import { refuseNotConfigured, type PeppolToolbox } from './toolbox.ts';
import { findVersionConflict } from '../../domain/versions.ts';

/**
 * Registration of the company in the network: the access point is called first, then its answer is recorded. @throws
 * OutsideUnavailable
 */

export interface RequestedRegistration {
  /** Null means the default identifier of the company. */
  readonly participant_id: string | null;
  readonly incoming: boolean;
  readonly outgoing: boolean;
}

export interface Recorded {
  readonly isRecorded: boolean;
}

export async function registerInPeppol(
  toolbox: PeppolToolbox,
  companyId: number,
  { participant_id, incoming, outgoing }: RequestedRegistration,
  context: CommandContext,
): Promise<Recorded | Refusal> {
  const { commands, ids, pool, accessPoint } = toolbox;
  const file = await commands.loadState('company', companyId);
  const identifier = resolveOwnIdentifier(file.identity, participant_id);
  if (isRefusal(identifier)) return identifier;
  const { peppol } = file;
  if (peppol && peppol.status !== 'refused')
    return findRegistrationRefusal(peppol, identifier) ?? { isRecorded: false };
  if (accessPoint === null) return refuseNotConfigured();
  const incomplete = accessPoint.asksForAddress && findAddressProblem(file);
  if (incomplete) return incomplete;
  // The answer does not name the holder, which may be a file of another firm.
  if ((await claimOrFindHolder(toolbox, companyId, identifier)) !== null)
    return refuse('participant_taken', { field: 'participant_id' });
  const registered = await accessPoint.register({ ...buildParticipant(file, identifier), isReceiving: incoming });
  const { reference, status, reason, verificationUrl } = registered;
  const [id] = await ids.allocate('peppol_registrations', 1);
  const outcome = await commands.execute(
    'company',
    companyId,
    {
      type: 'RegisterPeppol',
      id: id!,
      identifier,
      provider: accessPoint.name,
      reference,
      status,
      reason,
      verificationUrl,
      incoming,
      outgoing,
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  if (status === 'refused') await releaseNumber(pool, identifier, companyId);
  await announceInbox(pool, companyId);
  return { isRecorded: outcome.events.length > 0 };
}

/** The address is required because it is published in the directory of the network. */
function findAddressProblem({ identity }: CompanyFile): Refusal | null {
  const { street, address, postal_code, city } = identity;
  if ((street ?? address) !== null && postal_code !== null && city !== null) return null;
  return refuse('peppol_address_missing', { field: 'participant_id' });
}

function buildParticipant({ identity }: CompanyFile, identifier: string) {
  const { name, street, house_number, box, address, postal_code, city, country } = identity;
  const line = [street, house_number, box && `/ ${box}`].filter(Boolean).join(' ');
  return {
    identifier,
    name,
    street: line || (address?.split(/\r?\n/)[0] ?? ''),
    postalCode: postal_code ?? '',
    city: city ?? '',
    country,
    enterpriseNumber: identity.enterprise_number,
    vatNumber: identity.vat_number,
  };
}

/** Checks the status of the registration. With `isAsked`, the answer is recorded even if unchanged. */
export async function refreshRegistration(
  { commands, accessPoint }: PeppolToolbox,
  companyId: number,
  { isAsked }: { readonly isAsked: boolean },
  context: CommandContext,
): Promise<Refusal | null> {
  const { peppol } = await commands.loadState('company', companyId);
  if (!peppol) return refuse('not_found');
  if (accessPoint === null || accessPoint.name !== peppol.provider) return refuseNotConfigured();
  // A refused registration must be made again.
  const { status, reason } =
    peppol.status === 'refused'
      ? { status: peppol.status, reason: null }
      : await accessPoint.fetchStanding(peppol.reference);
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'RecordPeppolStatus', id: peppol.id, status, reason, checkedAt: createTimestamp(), isAsked },
    context,
  );
  return isRefusal(outcome) ? outcome : null;
}

export async function changePeppolOptions(
  { commands, accessPoint }: PeppolToolbox,
  companyId: number,
  { changes, baseVersion }: Omit<ChangePeppolOptions, 'type'>,
  context: CommandContext,
): Promise<Recorded | Refusal> {
  const { peppol } = await commands.loadState('company', companyId);
  if (!peppol) return refuse('not_found');
  const conflict = findVersionConflict(peppol, baseVersion);
  if (conflict) return conflict;
  const { incoming_enabled: incoming } = changes;
  if (incoming !== undefined && incoming !== peppol.incoming_enabled) {
    if (accessPoint === null || accessPoint.name !== peppol.provider) return refuseNotConfigured();
    await accessPoint.setReceiving(peppol.reference, incoming);
  }
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'ChangePeppolOptions', changes, baseVersion },
    context,
  );
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

/** Tells the access point what these events change. */
export async function announceOptions(
  { commands, accessPoint }: Pick<PeppolToolbox, 'commands' | 'accessPoint'>,
  companyId: number,
  events: readonly DomainEvent[],
): Promise<Refusal | null> {
  const { peppol } = await commands.loadState('company', companyId);
  const changes = (events as readonly PeppolEvent[]).flatMap((event) =>
    event.type === 'PeppolOptionsChanged' ? [event.data.changes] : [],
  );
  const incoming = changes.findLast(({ incoming_enabled }) => incoming_enabled !== undefined)?.incoming_enabled;
  if (!peppol || incoming === undefined || incoming === peppol.incoming_enabled) return null;
  if (accessPoint === null || accessPoint.name !== peppol.provider) return refuseNotConfigured();
  await accessPoint.setReceiving(peppol.reference, incoming);
  return null;
}

export async function leavePeppol(
  { commands, pool, accessPoint }: PeppolToolbox,
  companyId: number,
  baseVersion: number | null,
  context: CommandContext,
): Promise<Refusal | null> {
  const { peppol } = await commands.loadState('company', companyId);
  if (!peppol) return refuse('not_found');
  const conflict = findVersionConflict(peppol, baseVersion);
  if (conflict) return conflict;
  if (peppol.status !== 'refused') {
    if (accessPoint === null || accessPoint.name !== peppol.provider) return refuseNotConfigured();
    await accessPoint.unregister(peppol.reference);
  }
  const outcome = await commands.execute('company', companyId, { type: 'LeavePeppol', baseVersion }, context);
  if (isRefusal(outcome)) return outcome;
  await releaseNumber(pool, peppol.identifier, companyId);
  return null;
}
