import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { Command, EventOfCommand } from '../../stores/support/aggregates.ts';
import type { CommandPath } from './command-path.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { IdSource } from './preview.ts';
import type { Toolbox } from './toolbox.ts';

/**
 * Dry runs. A use case runs as usual on tools that allocate placeholder ids and decide commands without recording them.
 * Its first successful command ends it with a refusal, so that nothing after it reads records that do not exist.
 */
export interface Rehearsal {
  readonly tools: Pick<Toolbox, 'commands' | 'ids'>;
  /** The command that would be recorded; null if the use case ended before one was decided. */
  readonly decided: RehearsedCommand | null;
}

/** The events of a rehearsed command as a function expects them that reads some of their types and ignores the others. */
export const narrowEvents = <Event extends { readonly type: string }>({ events }: RehearsedCommand) =>
  events as readonly { readonly type: string }[] as readonly Event[];

export interface RehearsedCommand {
  readonly events: readonly EventOfCommand<'company', Command<'company'>>[];
  /** The company file before and after the command. */
  readonly before: CompanyFile;
  readonly file: CompanyFile;
}

const REHEARSED = 'rehearsed';

/** Whether a use case ended because its command was rehearsed. */
export const isRehearsed = (outcome: unknown): boolean => isRefusal(outcome) && outcome.code === REHEARSED;

/**
 * Rehearsed events are sealed like real ones, so that their ids have to be positive. Ids above this never occur, and they
 * sort after all existing ones as new ids do.
 */
const FIRST_PLACEHOLDER = 2 ** 52;

/** Whether an id stands for a record that the rehearsed command would create. */
export const isPlaceholderId = (id: number): boolean => id >= FIRST_PLACEHOLDER;

function createPlaceholderSource(): IdSource {
  let next = FIRST_PLACEHOLDER;
  return {
    allocate(_kind, count) {
      const ids = Array.from({ length: count }, (_, index) => next + index);
      next += count;
      return Promise.resolve(ids);
    },
  };
}

export function startRehearsal({ commands }: Pick<Toolbox, 'commands'>): Rehearsal {
  let decided: RehearsedCommand | null = null;
  const execute: CommandPath['execute'] = async (kind, id, requested, context): Promise<Refusal> => {
    if (kind !== 'company') throw new Error('Only commands on company files can be rehearsed');
    const outcome = await commands.rehearse(kind, id, requested, context);
    if (isRefusal(outcome)) return outcome;
    const { events, before, state } = outcome;
    // The kind was checked above.
    decided = { events, before, file: state } as unknown as RehearsedCommand;
    return refuse(REHEARSED);
  };
  return {
    tools: { commands: { ...commands, execute }, ids: createPlaceholderSource() },
    get decided() {
      return decided;
    },
  };
}
