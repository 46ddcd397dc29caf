import { toBookDate } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { BridgePlatform, Vouched } from '../../outside/bridge/platform.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import { findFirmByExternalId, listKnownPeople, listLinkedFirms } from '../../projections/bridge/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { mirrorFirm } from './mirror-firm.ts';
import { normaliseEmail, mirrorPerson } from './people.ts';
import { recordFailedSync } from '../../stores/bridge/syncs.ts';

/** Sign-in with the credentials of the external platform, once it vouches for the person. */

/** A user is waiting: what takes longer is left to a job. */
const WITHIN_MS = 4_000;

/** The account of the person; null if it is not controlled by the platform. */
export async function findVouchedAccount(
  toolbox: Toolbox,
  { user }: Vouched,
  context: CommandContext,
): Promise<number | null> {
  const known = await listKnownPeople(toolbox.pool, [user.external_id], [normaliseEmail(user.email)]);
  const person = await mirrorPerson(toolbox, user, known, context);
  return person === null || person.mustAccept || person.isAddressTaken ? null : person.userId;
}

/**
 * Updates firms, team and company files to the current data of the platform. A firm that the platform does not return now
 * remains as known; a membership that the platform no longer lists ends at once, whatever else fails. Returns the log
 * position that every process must have processed.
 */
export async function mirrorForSignIn(
  toolbox: Toolbox,
  platform: BridgePlatform,
  userId: number,
  { user, firms }: Vouched,
  context: CommandContext,
): Promise<number | null> {
  const { pool, commands } = toolbox;
  const positions: (number | null)[] = [];
  for (const { id, external_id } of await listLinkedFirms(pool, userId)) {
    if (external_id !== null && firms.includes(external_id)) continue;
    const ended = await commands.execute('firm', id, { type: 'EndMembership', userId }, context);
    if (!isRefusal(ended)) positions.push(ended.position);
  }
  const deadline = performance.now() + WITHIN_MS;
  for (const externalId of firms) {
    try {
      const firm = await platform.fetchFirm(externalId);
      if (!firm) continue;
      const withinMs = Math.max(0, deadline - performance.now());
      const options = { language: user.locale ?? 'fr', withinMs, today: toBookDate(new Date()) };
      const mirrored = await mirrorFirm(toolbox, firm, options, context);
      if (!isRefusal(mirrored)) positions.push(mirrored.rightsChangedAt);
    } catch (error) {
      if (!(error instanceof OutsideUnavailable)) throw error;
      const known = await findFirmByExternalId(pool, externalId);
      if (known) await recordFailedSync(pool, known.id);
      // If the platform fails for one firm, do not wait for the others.
      break;
    }
  }
  return positions.reduce((last: number | null, position) => Math.max(last ?? 0, position ?? 0) || null, null);
}
