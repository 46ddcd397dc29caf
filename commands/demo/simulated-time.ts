import type pg from 'pg';
import type { PlainDate } from '../../domain/dates.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import type { Vault } from '../../stores/vault/vault.ts';
import { openCommandPath, type CommandPath } from '../support/command-path.ts';
import { createMutationLookup } from '../support/own-events.ts';

/**
 * The demo history is written with the regular commands, on a clock that moves from month to month. The books and their
 * history therefore show realistic dates. Nothing else may set a clock.
 */
export interface SimulatedTime {
  /** Commands recorded at the simulated time. */
  readonly commands: CommandPath;
  /** Moves the clock forward to a time of a day; never back and never beyond now. */
  moveTo(day: PlainDate, time: string): void;
}

/** Realistic gap between two commands typed in by a person. */
const BETWEEN_COMMANDS_MS = 40_000;

export interface SimulationParts {
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly progress: Progress;
  readonly vault: Vault;
}

export function createSimulatedTime({ pool, log, progress, vault }: SimulationParts, until: Date): SimulatedTime {
  let at = 0;
  const advanceClock = (): Date => {
    at = Math.min(at + BETWEEN_COMMANDS_MS, until.getTime());
    return new Date(at);
  };
  return {
    commands: openCommandPath({
      pool,
      log,
      progress,
      vault,
      now: advanceClock,
      ownEvents: createMutationLookup(pool, log),
      isHalted: () => false,
    }),
    moveTo(day, time) {
      at = Math.min(Math.max(at, Date.parse(`${day}T${time}:00Z`)), until.getTime());
    },
  };
}
