import { runNextMigration } from '../../commands/book-migrations/run.ts';
import { createLoop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';

/** Migrates books of other programs, one after another. Migrations left unfinished by another process are resumed. */
export interface Migrator {
  wake(): void;
  /** A running migration is interrupted between two steps, and resumed by the next process. */
  stop(): Promise<void>;
}

/** Polling interval without notifications. */
const LOOK_MS = 10_000;

type MigratorToolbox = Parameters<typeof runNextMigration>[0] & { readonly logger: RunnerLogger };

export function startMigrator(toolbox: MigratorToolbox): Migrator {
  const stopping = new AbortController();
  const { logger } = toolbox;
  let isCaughtUp = false;
  const running = createLoop(
    async () => {
      running.runIn(LOOK_MS);
      if (stopping.signal.aborted) return false;
      // The state of the migration in the log must be known before it continues.
      if (!isCaughtUp) await toolbox.commands.waitForProjections();
      isCaughtUp = true;
      return runNextMigration(toolbox, stopping.signal);
    },
    (error) => {
      if (!stopping.signal.aborted)
        logger.error({ err: error }, 'a migration was interrupted by an error and will be resumed');
    },
  );
  const unsubscribe = toolbox.owner.onTakeover(() => running.run());
  running.runIn(LOOK_MS);
  return {
    wake: () => running.run(),
    stop() {
      stopping.abort();
      unsubscribe();
      return running.stop();
    },
  };
}
