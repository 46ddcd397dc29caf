import type { MatchTransactions } from '../../domain/bank/match.ts';
import type { RequestedMatch } from '../../domain/bank/match-request.ts';
import { decideMatch } from '../../domain/bank/match.ts';
import { linesOfMatch } from '../../domain/bank/match-entry.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { transactionsToMatch } from '../../projections/bank/facts.ts';
import { factsOfEntries } from '../../projections/ledger/facts.ts';
import { linesToLetter } from '../../projections/lettering/facts.ts';
import { paymentTaxOf, paymentTaxToMoveBack } from '../lettering/payment-tax.ts';
import type { CommandContext } from '../support/context.ts';
import { allOfType, firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type RequestedMatching = Omit<RequestedMatch, 'transaction'> & { readonly id: number };

export interface Matched {
  readonly entryId: number;
  readonly letteringIds: readonly number[];
}

/** Gives the entry and the letterings; after an interrupted earlier run, those that were made then. */
export async function matchTransaction(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedMatching,
  baseVersion: number | null,
  context: CommandContext,
): Promise<Matched | Refusal> {
  const gather = async (file: CompanyFile) => {
    const gathered = await gatherMatches(toolbox, companyId, [requested], file);
    return gathered.matches.length === 0 ? refuse('not_found') : { ...gathered, baseVersion };
  };
  const outcome = await toolbox.commands.execute('company', companyId, gather, context);
  if (isRefusal(outcome)) return outcome;
  const [match] = firstOfType(outcome.events, 'BankTransactionsMatched').data.matches;
  const letterings = allOfType(outcome.events, 'LinesLettered').flatMap(({ data }) => data.letterings);
  return { entryId: match!.entry_id, letteringIds: letterings.map(({ id }) => id) };
}

/** What matching would post now, decided as it would be and then left at that. */
export async function previewMatch(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  requested: RequestedMatching,
): Promise<{ readonly entry: PostedEntry; readonly file: CompanyFile } | Refusal> {
  const file = await commands.look('company', companyId);
  const command = await gatherMatches({ pool, ids: NO_IDS }, companyId, [requested], file);
  if (command.matches.length === 0) return refuse('not_found');
  const decision = decideMatch(command, file);
  if (isRefusal(decision)) return decision;
  const { entry_id } = firstOfType(decision, 'BankTransactionsMatched').data.matches[0]!;
  const posted = allOfType(decision, 'EntryPosted').find(({ data }) => data.id === entry_id)!;
  return { entry: posted.data, file };
}

/** Why it could not be matched so now; null when it could. */
export async function refusalOfMatch(
  toolbox: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  requested: RequestedMatching,
): Promise<Refusal | null> {
  const outcome = await previewMatch(toolbox, companyId, requested);
  return isRefusal(outcome) && outcome.code !== 'not_found' ? outcome : null;
}

/** No entry or line ever has these. */
const NO_IDS: Pick<Toolbox['ids'], 'allocate'> = {
  allocate: (_kind, count) => Promise.resolve(Array.from({ length: count }, (_, index) => -1 - index)),
};

/** Matches with everything that deciding them needs; those of transactions that are gone are left out. */
export async function gatherMatches(
  toolbox: Pick<Toolbox, 'pool'> & { readonly ids: Pick<Toolbox['ids'], 'allocate'> },
  companyId: number,
  requested: readonly RequestedMatching[],
  file: CompanyFile,
): Promise<MatchTransactions> {
  const { pool, ids } = toolbox;
  const transactions = await transactionsToMatch(
    pool,
    companyId,
    requested.map(({ id }) => id),
  );
  const known = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  const matches = requested.flatMap(({ id, ...match }): readonly RequestedMatch[] => {
    const transaction = known.get(id);
    return transaction ? [{ transaction, ...match }] : [];
  });
  const items = matches.flatMap((match) => match.items);
  const open = await linesToLetter(pool, companyId, [...new Set(items.map(({ line_id }) => line_id))]);
  const reopen = new Set(items.filter((item) => item.reopen).map(({ line_id }) => line_id));
  const reopened = open.filter(({ line_id }) => reopen.has(line_id)).map(({ entry_id }) => entry_id);
  const entries = await factsOfEntries(pool, companyId, [...new Set(reopened)]);
  const reopening = entries
    .flatMap(({ letterings }) => letterings)
    .filter(({ lines }) => lines.some(({ line_id }) => reopen.has(line_id)));
  const lineCount = matches.reduce((count, match) => count + linesOfMatch(match), 0);
  const [entryIds, lineIds, letteringIds, payment, movedBack] = await Promise.all([
    ids.allocate('entries', matches.length),
    ids.allocate('entry_lines', lineCount),
    ids.allocate('letterings', items.length),
    paymentTaxOf(
      { pool, ids },
      companyId,
      open.map(({ entry_id }) => entry_id),
      items.length,
      file,
    ),
    paymentTaxToMoveBack({ pool, ids }, companyId, reopening, file),
  ]);
  return {
    type: 'MatchTransactions',
    ...{ matches, open, reopening, baseVersion: null, entryIds, lineIds, letteringIds },
    ...(payment && { payment }),
    ...(movedBack && { movedBack }),
  };
}
