import { openMessages } from '../../projections/peppol/facts.ts';
import { systemContext } from '../support/context.ts';
import { moved } from './deliver.ts';
import { receiveMessages } from './receive.ts';
import { refreshRegistration } from './registration.ts';
import type { PeppolToolbox } from './toolbox.ts';

/** Everything that the access point may have news of, for one company file. @throws OutsideUnavailable */
export async function exchange(toolbox: PeppolToolbox, companyId: number): Promise<void> {
  const { commands, accessPoint } = toolbox;
  const { identity, peppol } = await commands.look('company', companyId);
  if (!peppol || !identity || identity.isTrashed || accessPoint?.name !== peppol.provider) return;
  const context = systemContext('peppol');
  await refreshRegistration(toolbox, companyId, { isAsked: false }, context);
  if (peppol.incoming_enabled) await receiveMessages(toolbox, companyId, context);
  await follow(toolbox, companyId, peppol.reference);
}

/** What became of messages that were handed over. */
async function follow(toolbox: PeppolToolbox, companyId: number, reference: string): Promise<void> {
  const { pool, accessPoint } = toolbox;
  for (const message of await openMessages(pool, companyId)) {
    const report = message.reference && (await accessPoint!.outcome(reference, message.reference));
    if (!report) continue;
    const of = { id: message.id, company_id: companyId };
    const answer = { kind: 'transport', code: null, text: report.kind === 'failed' ? report.reason : null } as const;
    if (report.kind === 'failed')
      await moved(toolbox, of, {
        ...{ status: 'failed', answer },
        error: { code: 'peppol_undelivered', detail: report.reason },
      });
    else
      await moved(toolbox, of, {
        ...{ status: 'delivered', answer },
        ...(report.envelopeId !== null && { envelopeId: report.envelopeId }),
      });
  }
}
