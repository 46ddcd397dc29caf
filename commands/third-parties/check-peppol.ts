import { living } from '../../domain/records/state.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { peppolCheckSubject } from '../../domain/third-parties/technical-checks.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { PeppolDirectory, PeppolParticipant } from '../../outside/peppol/directory.ts';
import type { CommandContext } from '../support/context.ts';
import { timestampNow } from '../support/timestamp.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface PeppolChecked {
  /** Looked up in this order until one was found. */
  readonly identifiers: readonly string[];
  readonly documentTypes: PeppolParticipant['documentTypes'];
}

/** Looks a third party up in the Peppol network and keeps whether it is there. @throws OutsideUnavailable */
export async function checkPeppol(
  { commands, peppol }: Toolbox & { readonly peppol: PeppolDirectory | null },
  companyId: number,
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<PeppolChecked | Refusal> {
  const file = await commands.look('company', companyId);
  const record = living(file.records, thirdParties, id);
  if (!record) return refuse('not_found');
  const identifiers = peppolCheckSubject(record.data, file);
  if (isRefusal(identifiers)) return identifiers;
  if (peppol === null) return refuse('peppol_not_configured');
  const found = await firstFound(peppol, identifiers);
  const registered = found?.identifier ?? null;
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'RecordPeppolCheck', id, identifiers, registered, checkedAt: timestampNow(), baseVersion },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  const last = found ? identifiers.indexOf(found.identifier) + 1 : identifiers.length;
  return { identifiers: identifiers.slice(0, last), documentTypes: found?.documentTypes ?? [] };
}

/** One after another, within the time of one question. That one is not there does not mean that the next one is not. */
async function firstFound(
  peppol: PeppolDirectory,
  identifiers: readonly string[],
): Promise<(PeppolParticipant & { readonly identifier: string }) | null> {
  const deadline = performance.now() + peppol.timeoutMs;
  for (const identifier of identifiers) {
    const participant = await peppol.find(identifier, Math.max(deadline - performance.now(), 1));
    if (participant) return { ...participant, identifier };
  }
  return null;
}
