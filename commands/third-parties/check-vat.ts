import { living } from '../../domain/records/state.ts';
import { viesSubject } from '../../domain/numbers/vies.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { vatCheckSubject } from '../../domain/third-parties/technical-checks.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { Vies } from '../../outside/vies/vies.ts';
import type { CommandContext } from '../support/context.ts';
import { timestampNow } from '../support/timestamp.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Asks VIES for the VAT number of a third party and keeps what it says. @throws OutsideUnavailable */
export async function checkVatNumber(
  { commands, vies }: Toolbox & { readonly vies: Vies | null },
  companyId: number,
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<null | Refusal> {
  const { records, identity } = await commands.look('company', companyId);
  const record = living(records, thirdParties, id);
  if (!record) return refuse('not_found');
  const asked = vatCheckSubject(record.data);
  if (isRefusal(asked)) return asked;
  if (vies === null) return refuse('vies_not_configured');
  const ownNumber = identity?.vat_number ?? null;
  const result = await vies.check(asked.subject, ownNumber === null ? null : viesSubject(ownNumber));
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'RecordVatCheck', id, vatNumber: asked.vatNumber, ...result, checkedAt: timestampNow(), baseVersion },
    context,
  );
  return isRefusal(outcome) ? outcome : null;
}
