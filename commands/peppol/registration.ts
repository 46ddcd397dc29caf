import type { CompanyFile } from '../../domain/company-file-state.ts';
import { identifierToRegister } from '../../domain/peppol/participant.ts';
import { refusalOfRegistering, type ChangePeppolOptions } from '../../domain/peppol/registration.ts';
import { conflict } from '../../domain/records/records.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { isRegisteredElsewhere } from '../../projections/peppol/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { timestampNow } from '../support/timestamp.ts';
import { announceInbox } from '../../stores/peppol/due.ts';
import { notConfigured, type PeppolToolbox } from './toolbox.ts';

/** The company in the network: the access point is asked first, and what it answered is recorded. @throws OutsideUnavailable */

export interface RequestedRegistration {
  /** Null: the usual one of the company. */
  readonly participant_id: string | null;
  readonly incoming: boolean;
  readonly outgoing: boolean;
}

export interface Recorded {
  readonly isRecorded: boolean;
}

export async function registerInPeppol(
  { commands, ids, pool, accessPoint }: PeppolToolbox,
  companyId: number,
  { participant_id, incoming, outgoing }: RequestedRegistration,
  context: CommandContext,
): Promise<Recorded | Refusal> {
  const file = await commands.look('company', companyId);
  const identifier = identifierToRegister(file.identity!, participant_id);
  if (isRefusal(identifier)) return identifier;
  const { peppol } = file;
  if (peppol && peppol.status !== 'refused') return refusalOfRegistering(peppol, identifier) ?? { isRecorded: false };
  if (accessPoint === null) return notConfigured();
  const incomplete = accessPoint.asksForAddress && addressProblem(file);
  if (incomplete) return incomplete;
  if (!accessPoint.sharesNumbers && (await isRegisteredElsewhere(pool, companyId, identifier)))
    return refuse('peppol_identifier_taken', { field: 'participant_id' });
  const registered = await accessPoint.register({ ...participantOf(file, identifier), isReceiving: incoming });
  const { reference, status, reason, verificationUrl } = registered;
  const [id] = await ids.allocate('peppol_registrations', 1);
  const outcome = await commands.execute(
    'company',
    companyId,
    {
      type: 'RegisterPeppol',
      ...{ id: id!, identifier, provider: accessPoint.name, reference, status, reason, verificationUrl },
      ...{ incoming, outgoing },
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  await announceInbox(pool, companyId);
  return { isRecorded: outcome.events.length > 0 };
}

/** Others see it in the directory of the network. */
function addressProblem({ identity }: CompanyFile): Refusal | null {
  const { street, address, postal_code, city } = identity!;
  if ((street ?? address) !== null && postal_code !== null && city !== null) return null;
  return refuse('peppol_address_missing', { field: 'participant_id' });
}

function participantOf({ identity }: CompanyFile, identifier: string) {
  const { name, street, house_number, box, address, postal_code, city, country } = identity!;
  const line = [street, house_number, box && `/ ${box}`].filter(Boolean).join(' ');
  return {
    identifier,
    name,
    street: line || (address?.split(/\r?\n/)[0] ?? ''),
    postalCode: postal_code ?? '',
    city: city ?? '',
    country,
    enterpriseNumber: identity!.enterprise_number,
    vatNumber: identity!.vat_number,
  };
}

/** Asks where the registration stands. `isAsked`: somebody wants to know, so that the answer is kept whatever it is. */
export async function refreshRegistration(
  { commands, accessPoint }: PeppolToolbox,
  companyId: number,
  { isAsked }: { readonly isAsked: boolean },
  context: CommandContext,
): Promise<Refusal | null> {
  const { peppol } = await commands.look('company', companyId);
  if (!peppol) return refuse('not_found');
  if (accessPoint === null || accessPoint.name !== peppol.provider) return notConfigured();
  // One that was refused is registered anew or not at all.
  const { status, reason } =
    peppol.status === 'refused'
      ? { status: peppol.status, reason: null }
      : await accessPoint.standing(peppol.reference);
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'RecordPeppolStatus', id: peppol.id, status, reason, checkedAt: timestampNow(), isAsked },
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
  const { peppol } = await commands.look('company', companyId);
  if (!peppol) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== peppol.version) return conflict(peppol.version);
  const { incoming_enabled: incoming } = changes;
  if (incoming !== undefined && incoming !== peppol.incoming_enabled) {
    if (accessPoint === null || accessPoint.name !== peppol.provider) return notConfigured();
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

export async function leavePeppol(
  { commands, accessPoint }: PeppolToolbox,
  companyId: number,
  baseVersion: number | null,
  context: CommandContext,
): Promise<Refusal | null> {
  const { peppol } = await commands.look('company', companyId);
  if (!peppol) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== peppol.version) return conflict(peppol.version);
  if (peppol.status !== 'refused') {
    if (accessPoint === null || accessPoint.name !== peppol.provider) return notConfigured();
    await accessPoint.leave(peppol.reference);
  }
  const outcome = await commands.execute('company', companyId, { type: 'LeavePeppol', baseVersion }, context);
  return isRefusal(outcome) ? outcome : null;
}
