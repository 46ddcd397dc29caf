import type pg from 'pg';
import { isWorkingDay } from '../../domain/country-packs/holidays.ts';
import { addDays, toBookDate, type PlainDate } from '../../domain/dates.ts';
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
  /** Moves the clock forward to a time of a day; never back and never beyond the last hour of work. */
  moveTo(day: PlainDate, time: string): void;
}

/** Realistic gap between two commands typed in by a person. */
const BETWEEN_COMMANDS_MS = 40_000;

/** Kept for the commands of the last day, so that each has a time of its own. */
const LAST_WORK_MS = 2 * 3600_000;
const OFFICE_OPENS = '06:00:00Z';
const OFFICE_CLOSES = '16:30:00Z';

/** The last moment of office hours up to now: a demo that is loaded at night was not written at night. */
export function getLastOfficeMoment(now: Date): Date {
  const today = toBookDate(now);
  const isOpen = isWorkingDay(today, 'BE') && now >= new Date(`${today}T${OFFICE_OPENS}`);
  if (isOpen) {
    const closing = new Date(`${today}T${OFFICE_CLOSES}`);
    return now < closing ? now : closing;
  }
  let day = addDays(today, -1);
  while (!isWorkingDay(day, 'BE')) day = addDays(day, -1);
  return new Date(`${day}T${OFFICE_CLOSES}`);
}

export interface SimulationParts {
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly progress: Progress;
  readonly vault: Vault;
}

export function createSimulatedTime({ pool, log, progress, vault }: SimulationParts, now: Date): SimulatedTime {
  const until = getLastOfficeMoment(now).getTime();
  let at = 0;
  const advanceClock = (): Date => {
    at = Math.min(at + BETWEEN_COMMANDS_MS, until);
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
      at = Math.max(at, Math.min(Date.parse(`${day}T${time}:00Z`), until - LAST_WORK_MS));
    },
  };
}
