import type { CompanyFile } from '../../domain/company-file-state.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { Command, EventOfCommand } from '../../stores/support/aggregates.ts';
import type { Toolbox } from './toolbox.ts';

/** Previews of commands. The function that builds a command serves both its execution and its preview. */

export type IdSource = Pick<Toolbox['ids'], 'allocate'>;

/** Sources of the facts and ids of a command. */
export interface Sources extends Pick<Toolbox, 'pool'> {
  readonly ids: IdSource;
}

/** A placeholder id, used by previews only. Negative ids never match an existing record. */
export const NO_ID = -1;

export const buildPlaceholderIds = (count: number, first = NO_ID): readonly number[] =>
  Array.from({ length: count }, (_, index) => first - index);

/** The placeholder ids of one preview. */
function createPlaceholderSource(): IdSource {
  let next = NO_ID;
  return {
    allocate(_kind, count) {
      const ids = buildPlaceholderIds(count, next);
      next -= count;
      return Promise.resolve(ids);
    },
  };
}

/** Builds a command on a company file. */
export type CommandBuilder<Request, C extends Command<'company'>> = (
  sources: Sources,
  companyId: number,
  requested: Request,
  file: CompanyFile,
) => Promise<C | Refusal>;

export interface CommandPreview<C extends Command<'company'>> {
  readonly events: readonly EventOfCommand<'company', C>[];
  /** The company file before the command. */
  readonly file: CompanyFile;
}

type PreviewToolbox = Pick<Toolbox, 'commands' | 'pool'>;

/** Decides a command now, without recording anything. */
export async function previewCommand<Request, C extends Command<'company'>>(
  { commands, pool }: PreviewToolbox,
  companyId: number,
  build: CommandBuilder<Request, C>,
  requested: Request,
): Promise<CommandPreview<C> | Refusal> {
  const outcome = await commands.preview<'company', C>('company', companyId, (file) =>
    build({ pool, ids: createPlaceholderSource() }, companyId, requested, file),
  );
  return isRefusal(outcome) ? outcome : { events: outcome.events, file: outcome.state };
}

/** Finds why a command would be refused now. Null if it would succeed, or if its object does not exist. */
export async function findCommandRefusal<Request, C extends Command<'company'>>(
  toolbox: PreviewToolbox,
  companyId: number,
  build: CommandBuilder<Request, C>,
  requested: Request,
): Promise<Refusal | null> {
  let isBuilt = true;
  const buildOnce: CommandBuilder<Request, C> = async (...given) => {
    const command = await build(...given);
    isBuilt = !isRefusal(command);
    return command;
  };
  const outcome = await previewCommand(toolbox, companyId, buildOnce, requested);
  return isBuilt && isRefusal(outcome) ? outcome : null;
}
