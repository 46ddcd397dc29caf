import { postBatch } from '../commands/ledger/post-batch.ts';
import type { CommandContext } from '../commands/support/context.ts';
import type { Toolbox } from '../commands/support/toolbox.ts';
import type { PostedEntry } from '../domain/ledger/entry-events.ts';
import type { RequestedEntry } from '../commands/ledger/requested.ts';
import type { Match } from '../domain/lettering/matching.ts';
import type { OpenLine } from '../domain/lettering/open-line.ts';
import { negate, subtract, sum } from '../domain/money.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { LedgerFile } from './booking.ts';

/** Third parties who pay, and are paid, once a month what is older than a month; some of it never. */
export interface Paying {
  /** What was posted, and may have to be paid one day. */
  note(entries: readonly PostedEntry[]): void;
  /** All of a third party in one payment, which settles what it pays. */
  payUpTo(day: string, today: string, context: CommandContext): Promise<void>;
}

const NEVER_PAID = 10;

export function payingIn(toolbox: Toolbox, file: LedgerFile): Paying {
  let unpaid: OpenLine[] = [];
  let noted = 0;

  async function post(payments: readonly RequestedEntry[], context: CommandContext): Promise<PostedEntry[]> {
    const posted = await postBatch(toolbox, file.id, payments, context, ({ entry }) => entry);
    if (isRefusal(posted)) throw new Error(`A payment was refused: ${JSON.stringify(posted)}`);
    return [...posted.presented];
  }
  return {
    note(entries) {
      for (const line of entries.flatMap(linesOfParties)) if ((noted += 1) % NEVER_PAID !== 0) unpaid.push(line);
    },
    async payUpTo(day, today, context) {
      const groups = byParty(unpaid.filter(({ entry_date }) => entry_date <= day));
      if (groups.length === 0) return;
      unpaid = unpaid.filter(({ entry_date }) => entry_date > day);
      const payments = await post(
        groups.map((lines) => paymentOf(lines, today, file)),
        context,
      );
      const matches = groups.map((lines, index): Match => ({
        reason: 'reference',
        lines: [...lines, linesOfParties(payments[index]!)[0]!],
        difference: 0n,
      }));
      const letteringIds = await toolbox.ids.allocate('letterings', matches.length);
      const command = { type: 'LetterAutomatically', matches, letteringIds, writeOffIds: [] } as const;
      const lettered = await toolbox.commands.execute('company', file.id, command, context);
      if (isRefusal(lettered)) throw new Error(`Payments did not settle: ${JSON.stringify(lettered)}`);
    },
  };
}

function byParty(lines: readonly OpenLine[]): OpenLine[][] {
  const groups = new Map<string, OpenLine[]>();
  for (const line of lines) {
    const party = `${line.account_id} ${line.third_party_id}`;
    const group = groups.get(party);
    if (group) group.push(line);
    else groups.set(party, [line]);
  }
  return [...groups.values()];
}

const linesOfParties = ({ id, lines, entry_date }: PostedEntry): OpenLine[] =>
  lines.flatMap(({ id: line_id, account_id, third_party_id, debit, credit }, index) =>
    third_party_id === null
      ? []
      : [
          {
            line_id,
            entry_id: id,
            line_number: index + 1,
            account_id,
            third_party_id,
            entry_date,
            due_date: entry_date,
            open: subtract(debit, credit),
            references: [],
            labels: [],
          },
        ],
  );

function paymentOf(lines: readonly OpenLine[], entry_date: string, file: LedgerFile): RequestedEntry {
  const [{ account_id, third_party_id }] = lines as readonly [OpenLine];
  const open = sum(lines.map((line) => line.open));
  const isDebt = open.startsWith('-');
  const amount = isDebt ? negate(open) : open;
  const line = (side: 'debit' | 'credit') => ({
    account: null,
    account_id: null,
    label: null,
    third_party_id: null,
    debit: '0.00',
    credit: '0.00',
    [side]: amount,
  });
  return {
    type: 'PostEntry',
    journal_id: file.journals.OD,
    entry_date,
    due_date: null,
    label: 'Paiement',
    reference: null,
    lines: [
      { ...line(isDebt ? 'debit' : 'credit'), account_id, third_party_id },
      { ...line(isDebt ? 'credit' : 'debit'), account: '550000' },
    ],
  };
}
