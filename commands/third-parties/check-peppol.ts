import { findLiveRecord } from '../../domain/records/state.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { resolvePeppolCheckSubject } from '../../domain/third-parties/technical-checks.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { PeppolDirectory, PeppolParticipant } from '../../outside/peppol/directory.ts';
import type { CommandContext } from '../support/context.ts';
import { createTimestamp } from '../support/timestamp.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface PeppolChecked {
  /** Identifiers in look-up order, up to the first one found. */
  readonly identifiers: readonly string[];
  readonly documentTypes: PeppolParticipant['documentTypes'];
}

/** Looks up a third party in the Peppol network and records the result. @throws OutsideUnavailable */
export async function checkPeppol(
  { commands, peppol }: Toolbox & { readonly peppol: PeppolDirectory | null },
  companyId: number,
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<PeppolChecked | Refusal> {
  const file = await commands.loadState('company', companyId);
  const record = findLiveRecord(file.records, thirdParties, id);
  if (!record) return refuse('not_found');
  const identifiers = resolvePeppolCheckSubject(record.data, file);
  if (isRefusal(identifiers)) return identifiers;
  if (peppol === null) return refuse('peppol_not_configured');
  const found = await findFirstParticipant(peppol, identifiers);
  const registered = found?.identifier ?? null;
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'RecordPeppolCheck', id, identifiers, registered, checkedAt: createTimestamp(), baseVersion },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  const last = found ? identifiers.indexOf(found.identifier) + 1 : identifiers.length;
  return { identifiers: identifiers.slice(0, last), documentTypes: found?.documentTypes ?? [] };
}

/** Looks up the identifiers one after another, within the time limit of a single look-up. */
async function findFirstParticipant(
  peppol: PeppolDirectory,
  identifiers: readonly string[],
): Promise<(PeppolParticipant & { readonly identifier: string }) | null> {
  const deadline = performance.now() + peppol.timeoutMs;
  for (const identifier of identifiers) {
    const participant = await peppol.findParticipant(identifier, Math.max(deadline - performance.now(), 1));
    if (participant) return { ...participant, identifier };
  }
  return null;
}
