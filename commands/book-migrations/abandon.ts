import { MADE_EVENTS, type MadeEvent } from '../../domain/book-migrations/abandon.ts';
import { migratedBooks, migratedRevisions } from '../../projections/book-migrations/created-records.ts';
import { eventsAt } from '../history/read-events.ts';
import { factOf } from '../history/undo.ts';
import { execute } from './execute.ts';
import type { MigrationToolbox } from './check.ts';
import type { Claim } from '../../stores/book-migrations/migrations.ts';

/** Events of records and years that are read at a time: each is taken back by an append of its own. */
const READ_AT_ONCE = 20;

/**
 * Takes back what a migration has brought along. Whoever comes after a crash begins again: what is back already changes nothing. While
 * it goes on nobody sees the file.
 */
export async function giveUp(toolbox: MigrationToolbox, claim: Claim, signal?: AbortSignal): Promise<void> {
  const { commands, pool, log } = toolbox;
  const { id: migrationId, company_id: companyId } = claim.row;
  const { migration } = await commands.look('company', companyId);
  if (migration?.id !== migrationId || !migration.isRunning) return;
  const work = { toolbox, claim, signal };
  await execute(work, async () => ({
    type: 'DropMigratedBooks',
    migrationId,
    ...(await migratedBooks(pool, companyId)),
  }));
  await commands.caughtUp();
  const revisions = await migratedRevisions(pool, companyId, MADE_EVENTS);
  for (let end = revisions.length; end > 0; end -= READ_AT_ONCE) {
    const some = await eventsAt(log, `company-${companyId}`, revisions.slice(Math.max(0, end - READ_AT_ONCE), end));
    for (const event of some.toReversed())
      // The types that were asked for are those of such events.
      await execute(work, { type: 'TakeMigratedBack', migrationId, events: [factOf(event) as MadeEvent] });
  }
  await execute(work, { type: 'AbandonMigration', migrationId });
  await commands.caughtUp();
}
