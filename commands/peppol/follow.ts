import { listOpenMessages } from '../../projections/peppol/facts.ts';
import { createSystemContext } from '../support/context.ts';
import { moveMessage } from './deliver.ts';
import { receiveFromPlatform } from '../approved-platform/receive.ts';
import { receiveMessages } from './receive.ts';
import { refreshRegistration } from './registration.ts';
import type { PeppolToolbox } from './toolbox.ts';

/** Exchanges everything with the platform and the access point for one company file. @throws OutsideUnavailable */
export async function exchangeMessages(toolbox: PeppolToolbox, companyId: number): Promise<void> {
  const { commands, accessPoint, platform } = toolbox;
  const { identity, peppol } = await commands.loadState('company', companyId);
  if (identity.isTrashed) return;
  const context = createSystemContext('peppol');
  if (platform !== null) await receiveFromPlatform(toolbox, platform, companyId, context);
  if (!peppol || accessPoint?.name !== peppol.provider) return;
  await refreshRegistration(toolbox, companyId, { isAsked: false }, context);
  if (peppol.incoming_enabled) await receiveMessages(toolbox, companyId, context);
  await followMessages(toolbox, companyId, peppol.reference);
}

/** Updates the status of sent messages. */
async function followMessages(toolbox: PeppolToolbox, companyId: number, reference: string): Promise<void> {
  const { pool, accessPoint } = toolbox;
  for (const message of await listOpenMessages(pool, companyId)) {
    const report = message.reference && (await accessPoint!.fetchOutcome(reference, message.reference));
    if (!report) continue;
    const of = { id: message.id, company_id: companyId };
    const answer = { kind: 'transport', code: null, text: report.kind === 'failed' ? report.reason : null } as const;
    if (report.kind === 'failed')
      await moveMessage(toolbox, of, {
        status: 'failed',
        answer,
        error: { code: 'peppol_undelivered', detail: report.reason },
      });
    else
      await moveMessage(toolbox, of, {
        status: 'delivered',
        answer,
        ...(report.envelopeId !== null && { envelopeId: report.envelopeId }),
      });
  }
}
