import { findLiveRecord } from '../../domain/records/state.ts';
import { toViesSubject } from '../../domain/numbers/vies.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { resolveVatCheckSubject } from '../../domain/third-parties/technical-checks.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { Vies } from '../../outside/vies/vies.ts';
import type { CommandContext } from '../support/context.ts';
import { createTimestamp } from '../support/timestamp.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Checks the VAT number of a third party with VIES and records the answer. @throws OutsideUnavailable */
export async function checkVatNumber(
  { commands, vies }: Toolbox & { readonly vies: Vies | null },
  companyId: number,
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<null | Refusal> {
  const { records, identity } = await commands.loadState('company', companyId);
  const record = findLiveRecord(records, thirdParties, id);
  if (!record) return refuse('not_found');
  const requested = resolveVatCheckSubject(record.data);
  if (isRefusal(requested)) return requested;
  if (vies === null) return refuse('vies_not_configured');
  const ownNumber = identity.vat_number;
  const result = await vies.checkVatNumber(requested.subject, ownNumber === null ? null : toViesSubject(ownNumber));
  const outcome = await commands.execute(
    'company',
    companyId,
    {
      type: 'RecordVatCheck',
      id,
      vatNumber: requested.vatNumber,
      ...result,
      checkedAt: createTimestamp(),
      baseVersion,
    },
    context,
  );
  return isRefusal(outcome) ? outcome : null;
}
