import { setTimeout as pause } from 'node:timers/promises';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { toBookDate } from '../../domain/dates.ts';
import type { ErasePerson } from '../../domain/persons/erase-person.ts';
import type { ErasedPerson } from '../../domain/persons/person-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { findLastDay } from '../../projections/persons/uses.ts';
import type { CommandContext } from '../support/context.ts';
import { createTimestamp } from '../support/timestamp.ts';
import { completeErasures, type ErasureToolbox } from './complete-erasures.ts';
import { listPersonKeys } from './person-keys.ts';
import { listGroup } from './group.ts';

export interface RequestedErasure {
  readonly id: number;
  readonly confirm: string;
  readonly reason: string;
  readonly baseVersion: number | null;
}

/** The answer waits at most this long for the tables; a job completes what takes longer. */
const LONGEST_WAIT_MS = 8_000;
const PAUSE_MS = 100;

/** Returns the erasures of the person and of those merged into it. */
export async function erasePerson(
  toolbox: ErasureToolbox,
  companyId: number,
  requested: RequestedErasure,
  context: CommandContext,
): Promise<readonly ErasedPerson[] | Refusal> {
  const outcome = await toolbox.commands.execute(
    'company',
    companyId,
    (file) => buildCommand(toolbox, companyId, requested, file),
    context,
  );
  if (isRefusal(outcome)) return outcome;
  const erased = outcome.events.flatMap((event) => (event.type === 'PersonErased' ? [event.data] : []));
  await waitAtMost(completeSoon(toolbox, companyId, performance.now() + LONGEST_WAIT_MS), LONGEST_WAIT_MS);
  return erased;
}

/** Another erasure may be under way. */
async function completeSoon(toolbox: ErasureToolbox, companyId: number, deadline: number): Promise<void> {
  while ((await completeErasures(toolbox, companyId)) === 'unfinished' && performance.now() < deadline)
    await pause(PAUSE_MS);
}

async function buildCommand(
  { pool, vault }: ErasureToolbox,
  companyId: number,
  requested: RequestedErasure,
  file: CompanyFile,
): Promise<ErasePerson> {
  const { family, members } = listGroup(file, requested.id);
  return {
    type: 'ErasePerson',
    ...requested,
    lastDay: await findLastDay(pool, companyId, family),
    keys: await listPersonKeys({ pool, vault }, companyId, members),
    today: toBookDate(new Date()),
    erasedAt: createTimestamp(),
  };
}

/** A failure is left to the job, which reports it. */
async function waitAtMost(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([work.catch(() => undefined), patience]);
  clearTimeout(timer);
}
