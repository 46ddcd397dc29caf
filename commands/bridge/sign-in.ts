import { bookDate } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { BridgePlatform, Vouched } from '../../outside/bridge/platform.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import { firmByExternalId, knownPeople, linkedFirmsOf } from '../../projections/bridge/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { mirrorFirm } from './mirror-firm.ts';
import { lowerCase, mirrorPerson } from './people.ts';
import { noteFailedSync } from '../../stores/bridge/syncs.ts';

/** What happens when someone signs in with the credentials of the external platform, and it vouches for them. */

/** Someone waits: what takes longer is left to a job. */
const WITHIN_MS = 4_000;

/** The account of the person; null: it is not one that the platform has a say in. */
export async function accountVouchedFor(
  toolbox: Toolbox,
  { user }: Vouched,
  context: CommandContext,
): Promise<number | null> {
  const known = await knownPeople(toolbox.pool, [user.external_id], [lowerCase(user.email)]);
  const person = await mirrorPerson(toolbox, user, known, context);
  return person === null || person.mustAccept || person.isAddressTaken ? null : person.userId;
}

/**
 * Firms, team and company files as the platform has them now. A firm that it does not tell of at the moment stays as it is known; one
 * in which it no longer names the person is left at once, whatever else can be had. Gives the place in the log that every process
 * must have taken note of.
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
  for (const { id, external_id } of await linkedFirmsOf(pool, userId)) {
    if (external_id !== null && firms.includes(external_id)) continue;
    const ended = await commands.execute('firm', id, { type: 'EndMembership', userId }, context);
    if (!isRefusal(ended)) positions.push(ended.position);
  }
  const deadline = performance.now() + WITHIN_MS;
  for (const externalId of firms) {
    try {
      const firm = await platform.firm(externalId);
      if (!firm) continue;
      const withinMs = Math.max(0, deadline - performance.now());
      const options = { language: user.locale ?? 'fr', withinMs, today: bookDate(new Date()) };
      const mirrored = await mirrorFirm(toolbox, firm, options, context);
      if (!isRefusal(mirrored)) positions.push(mirrored.rightsChangedAt);
    } catch (error) {
      if (!(error instanceof OutsideUnavailable)) throw error;
      const known = await firmByExternalId(pool, externalId);
      if (known) await noteFailedSync(pool, known.id);
      // A platform that does not answer for one firm keeps nobody waiting for the others.
      break;
    }
  }
  return positions.reduce((last: number | null, position) => Math.max(last ?? 0, position ?? 0) || null, null);
}
