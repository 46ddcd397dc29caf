import type pg from 'pg';
import type { PlainDate } from '../../domain/dates.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { openCommandPath, type CommandPath } from '../support/command-path.ts';
import { mutationLookup } from '../support/own-events.ts';

/**
 * The past of the demo is written by the commands that everybody uses, on a clock that is set from month to month: books are
 * read as they were known then, and their history tells when what was done. Nothing else may set a clock.
 */
export interface SimulatedTime {
  /** Commands that are recorded when the clock says. */
  readonly commands: CommandPath;
  /** Moves on to a time of a day; never back, and never beyond now. */
  moveTo(day: PlainDate, time: string): void;
}

/** Nobody types in two things at once. */
const BETWEEN_COMMANDS_MS = 40_000;

export interface SimulationParts {
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly progress: Progress;
}

export function simulatedTime({ pool, log, progress }: SimulationParts, until: Date): SimulatedTime {
  let at = 0;
  const now = (): Date => {
    at = Math.min(at + BETWEEN_COMMANDS_MS, until.getTime());
    return new Date(at);
  };
  return {
    commands: openCommandPath({
      ...{ pool, log, progress, now },
      ownEvents: mutationLookup(pool, log),
      isHalted: () => false,
    }),
    moveTo(day, time) {
      at = Math.min(Math.max(at, Date.parse(`${day}T${time}:00Z`)), until.getTime());
    },
  };
}
