import { OutsideUnavailable } from '../../outside/http/failures.ts';
import { resolveOwnIdentifier } from '../../domain/peppol/participant.ts';
import type { PeppolTransfer } from '../../domain/peppol/peppol-events.ts';
import { findRegistrationRefusal, findTransfer } from '../../domain/peppol/registration.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findVersionConflict } from '../../domain/versions.ts';
import { findOtherHolder } from '../../projections/peppol/facts.ts';
import { moveClaim } from '../../stores/peppol/claims.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import { registerInPeppol } from './registration.ts';
import { refuseNotConfigured, type PeppolToolbox } from './toolbox.ts';

/**
 * A number that another company file holds, even one of another firm, is handed over by its holder: one side asks, the
 * other confirms. Neither side acts in the file of the other, so the service writes what the other side sees.
 */

export interface Transferred {
  readonly id: number;
  readonly identifier: string;
}

export interface Confirmation {
  readonly transferId: number;
  readonly baseVersion: number | null;
}

/** Asks the holder of a number to hand it over. Asking again changes nothing. */
export async function askForTransfer(
  { commands, ids, pool }: PeppolToolbox,
  companyId: number,
  participantId: string | null,
): Promise<Transferred | Refusal> {
  const { identity, peppol } = await commands.loadState('company', companyId);
  const identifier = resolveOwnIdentifier(identity, participantId);
  if (isRefusal(identifier)) return identifier;
  if (peppol && peppol.status !== 'refused')
    return findRegistrationRefusal(peppol, identifier) ?? refuse('participant_not_taken', { field: 'participant_id' });
  const holder = await findOtherHolder(pool, companyId, identifier);
  if (holder === null) return refuse('participant_not_taken', { field: 'participant_id' });
  const [id] = await ids.allocate('peppol_registrations', 1);
  const transfer: PeppolTransfer = { id: id!, company_id: companyId, company_name: identity.name };
  const asked = await commands.execute(
    'company',
    holder,
    { type: 'AskPeppolTransfer', identifier, transfer },
    createSystemContext('peppol'),
  );
  if (isRefusal(asked)) return asked;
  const { peppol: held } = await commands.loadState('company', holder);
  const known = held?.transfers?.find(({ company_id }) => company_id === companyId);
  return { id: known?.id ?? transfer.id, identifier };
}

/**
 * Hands the number of this company file over and registers the other file. If the access point does not answer
 * by then, the number stays reserved for the other file, which registers itself. @throws OutsideUnavailable before anything changes
 */
export async function confirmTransfer(
  toolbox: PeppolToolbox,
  companyId: number,
  { transferId, baseVersion }: Confirmation,
  context: CommandContext,
): Promise<Transferred | Refusal> {
  const { commands, pool, accessPoint } = toolbox;
  const { peppol } = await commands.loadState('company', companyId);
  const transfer = findTransfer(peppol, transferId);
  if (!peppol || !transfer) return refuse('not_found');
  const conflict = findVersionConflict(peppol, baseVersion);
  if (conflict) return conflict;
  if (accessPoint === null || accessPoint.name !== peppol.provider) return refuseNotConfigured();
  await accessPoint.unregister(peppol.reference);
  const confirmed = await commands.execute(
    'company',
    companyId,
    { type: 'ConfirmPeppolTransfer', transferId },
    context,
  );
  if (isRefusal(confirmed)) return confirmed;
  const { identifier, incoming_enabled: incoming, outgoing_enabled: outgoing } = peppol;
  await moveClaim(pool, identifier, companyId, transfer.company_id);
  const requested = { participant_id: identifier, incoming, outgoing };
  try {
    await registerInPeppol(toolbox, transfer.company_id, requested, createSystemContext('peppol'));
  } catch (error) {
    if (!(error instanceof OutsideUnavailable)) throw error;
  }
  return { id: transferId, identifier };
}
