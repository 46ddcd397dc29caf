import { MADE_EVENTS, type MadeEvent } from '../../domain/book-migrations/abandon.ts';
import { readMigratedBooks, listMigratedRevisions } from '../../projections/book-migrations/created-records.ts';
import { readEventsAt } from '../history/read-events.ts';
import { toDomainEvent } from '../history/read-events.ts';
import { executeStep } from './execute.ts';
import type { MigrationToolbox } from './check.ts';
import type { Claim } from '../../stores/book-migrations/migrations.ts';

/** Events read per page; each is undone by a separate append. */
const READ_AT_ONCE = 20;

/**
 * Undoes everything a migration has imported. After a crash it starts over; steps already undone change nothing. The file
 * stays hidden meanwhile.
 */
export async function abandonMigration(toolbox: MigrationToolbox, claim: Claim, signal?: AbortSignal): Promise<void> {
  const { commands, pool, log } = toolbox;
  const { id: migrationId, company_id: companyId } = claim.row;
  const { migration } = await commands.loadState('company', companyId);
  if (migration?.id !== migrationId || !migration.isRunning) return;
  const work = { toolbox, claim, signal };
  await executeStep(work, async () => ({
    type: 'DropMigratedBooks',
    migrationId,
    ...(await readMigratedBooks(pool, companyId)),
  }));
  await commands.waitForProjections();
  const revisions = await listMigratedRevisions(pool, companyId, MADE_EVENTS);
  for (let end = revisions.length; end > 0; end -= READ_AT_ONCE) {
    const some = await readEventsAt(log, `company-${companyId}`, revisions.slice(Math.max(0, end - READ_AT_ONCE), end));
    for (const event of some.toReversed())
      // Only events of these types were requested.
      await executeStep(work, { type: 'TakeMigratedBack', migrationId, events: [toDomainEvent(event) as MadeEvent] });
  }
  await executeStep(work, { type: 'AbandonMigration', migrationId });
  await commands.waitForProjections();
}
