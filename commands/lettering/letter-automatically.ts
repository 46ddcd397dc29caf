import type { CompanyFile } from '../../domain/company-file.ts';
import { fitting, proposedMatches, type LetterAutomatically } from '../../domain/lettering/automatic.ts';
import type { Lettering } from '../../domain/lettering/lettering-events.ts';
import type { Match } from '../../domain/lettering/matching.ts';
import { living } from '../../domain/records/state.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { openLinesNow, type AutomaticFilter } from '../../projections/lettering/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Open lines that one request looks at; who has more asks for one account or third party after another. */
const MOST_LINES = 50_000;

export interface AutomaticRequest extends AutomaticFilter {
  /** The most items of a combination. */
  readonly maxItems: number;
}

export interface Proposed {
  readonly matches: readonly Match[];
  /** How many open lines were looked at. */
  readonly items: number;
  /** False when there are more than one request looks at. */
  readonly isComplete: boolean;
}

/** What could be lettered now; nothing is recorded. */
export async function proposeLetterings(
  { pool, commands }: Toolbox,
  companyId: number,
  request: AutomaticRequest,
): Promise<Proposed | Refusal> {
  return proposedOn(await commands.look('company', companyId), pool, companyId, request);
}

async function proposedOn(
  file: CompanyFile,
  pool: Toolbox['pool'],
  companyId: number,
  { maxItems, ...filter }: AutomaticRequest,
): Promise<Proposed | Refusal> {
  const problems = filterProblems(filter, file);
  if (problems.length > 0) return invalid(problems);
  const { lines, isComplete } = await openLinesNow(pool, companyId, filter, MOST_LINES);
  const { matches } = proposedMatches(lines, maxItems, file);
  return { matches, items: lines.length, isComplete };
}

function filterProblems({ account_id, third_party_id }: AutomaticFilter, { records }: CompanyFile): Problem[] {
  const problems: Problem[] = [];
  const account = account_id === undefined ? null : living(records, 'accounts', account_id);
  if (account === undefined) problems.push({ code: 'account_unknown', field: 'account_id' });
  else if (account && !account.data['is_letterable'])
    problems.push({ code: 'account_not_letterable', field: 'account_id' });
  if (third_party_id !== undefined && !living(records, 'third-parties', third_party_id))
    problems.push({ code: 'third_party_unknown', field: 'third_party_id' });
  return problems;
}

export interface Applied {
  /** In the order in which they were made, by this request or by an earlier run of it. */
  readonly letterings: readonly Lettering[];
  readonly items: number;
  readonly isComplete: boolean;
}

/**
 * Letters what is found, in as few appends as the log takes. What is lettered is no longer open, so that each append finds
 * what the one before left, and so does a request that was interrupted: it goes on where its earlier run has stopped.
 */
export async function letterAutomatically(
  toolbox: Toolbox,
  companyId: number,
  request: AutomaticRequest,
  context: CommandContext,
): Promise<Applied | Refusal> {
  const { pool, commands, ids } = toolbox;
  const letterings: Lettering[] = [];
  let items = 0;
  let isComplete = true;
  for (let part = 1; ; part += 1) {
    // Known only when it was looked for now: what an earlier run has written does not tell whether more was to come.
    let isLast = false;
    const gather = async (file: CompanyFile): Promise<LetterAutomatically | Refusal> => {
      const proposed = await proposedOn(file, pool, companyId, request);
      if (isRefusal(proposed)) return proposed;
      const matches = fitting(proposed.matches, commands.maxAppendBytes);
      isLast = matches.length === proposed.matches.length;
      if (part === 1) ({ items, isComplete } = proposed);
      return { type: 'LetterAutomatically', matches, ...(await idsFor(matches, ids)) };
    };
    const outcome = await commands.execute('company', companyId, gather, partOf(context, part));
    if (isRefusal(outcome)) return outcome;
    for (const { type, data } of outcome.events)
      if (type === 'LinesLettered') letterings.push(...(data['letterings'] as unknown as readonly Lettering[]));
    if (isLast) return { letterings, items: Math.max(items, linesMatched(letterings)), isComplete };
  }
}

/** Without the lines that took differences, which were no open items before. */
export const linesMatched = (letterings: readonly Lettering[]): number =>
  letterings.reduce((count, { lines, difference_entry_id }) => count + lines.length - (difference_entry_id ? 1 : 0), 0);

/**
 * Each append has a mutation id of its own, or the log would take the second for the first one sent again. Those of clients
 * are at most 64 characters long, so that none is ever the same.
 */
function partOf(context: CommandContext, part: number): CommandContext {
  const { clientMutationId } = context;
  if (part === 1 || clientMutationId === null) return context;
  return {
    ...context,
    clientMutationId: `Part ${part} of the automatic lettering that was asked for as mutation ${clientMutationId}`,
  };
}

async function idsFor(matches: readonly Match[], ids: Toolbox['ids']) {
  const differences = matches.filter(({ difference }) => difference !== 0n).length;
  const [letteringIds, entryIds, lineIds] = await Promise.all([
    ids.allocate('letterings', matches.length),
    ids.allocate('entries', differences),
    ids.allocate('entry_lines', 2 * differences),
  ]);
  const writeOffIds = entryIds.map((entryId, index) => ({
    entryId,
    lineIds: [lineIds[2 * index]!, lineIds[2 * index + 1]!] as const,
  }));
  return { letteringIds, writeOffIds };
}
