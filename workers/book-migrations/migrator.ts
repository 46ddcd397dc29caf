import { runNextMigration } from '../../commands/book-migrations/run.ts';
import { loop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';

/** Brings books of other programs along, one after another. What another process has left half-way is taken up. */
export interface Migrator {
  wake(): void;
  /** What is under way is broken off between two steps, for whoever comes next. */
  stop(): Promise<void>;
}

/** Without a word from anyone, this often. */
const LOOK_MS = 10_000;

type MigratorToolbox = Parameters<typeof runNextMigration>[0] & { readonly logger: RunnerLogger };

export function startMigrator(toolbox: MigratorToolbox): Migrator {
  const stopping = new AbortController();
  const { logger } = toolbox;
  let isCaughtUp = false;
  const running = loop(
    async () => {
      running.runIn(LOOK_MS);
      if (stopping.signal.aborted) return false;
      // What the log holds of it is to be known before anyone goes on with it.
      if (!isCaughtUp) await toolbox.commands.caughtUp();
      isCaughtUp = true;
      return runNextMigration(toolbox, stopping.signal);
    },
    (error) => {
      if (!stopping.signal.aborted) logger.error({ err: error }, 'a migration broke off and is taken up again');
    },
  );
  running.runIn(LOOK_MS);
  return {
    wake: () => running.run(),
    stop() {
      stopping.abort();
      return running.stop();
    },
  };
}
