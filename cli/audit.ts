import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { appKeyIn } from '../service/app-key.ts';
import { auditStream, streamOfToken, type Audit } from '../commands/history/audit-stream.ts';
import { openHistory } from '../commands/history/index.ts';
import { endOfBookDay } from '../domain/dates.ts';
import type { AuditedAccount } from '../domain/audit/replay.ts';
import { fail, runTool, UserMistake } from './tool.ts';

const USAGE =
  'npm run audit -- --company <token> [--until <timestamp or day>] [--heads <file of npm run heads>] [--json]';

function given() {
  const { values } = parseArgs({
    options: {
      company: { type: 'string' },
      until: { type: 'string' },
      heads: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  if (values.company === undefined) throw new UserMistake(USAGE);
  return { ...values, company: values.company, until: values.until === undefined ? null : momentOf(values.until) };
}

/** A day means its end where the books are kept. */
function momentOf(text: string): string {
  const milliseconds = /^\d{4}-\d\d-\d\d(?:T|$)/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(milliseconds)) throw new UserMistake(`--until takes a timestamp or a day, not ${text}: ${USAGE}`);
  return text.length === 10 ? endOfBookDay(text) : new Date(milliseconds).toISOString().replace('Z', '999Z');
}

const linesOf = (path: string): AsyncIterable<string> => createInterface({ input: createReadStream(path) });

const REASONS: Readonly<Record<NonNullable<Audit['problem']>['reason'], string>> = {
  revision_out_of_order: 'does not follow the one before it: an event is missing or stands in another place',
  foreign_stream: 'comes from another company file',
  hash_mismatch: 'was changed after it had been recorded',
  previous_hash_mismatch: 'does not continue the one before it: one of the two was replaced',
  head_mismatch: 'is no longer the one whose hash was signed',
  truncated: 'is missing: the log ends before it, and a signed head attests that it was there',
  position_gap: 'comes behind one that is missing',
  unknown_event: 'is none that this service knows',
  wrong_shape: 'does not have the shape of its type',
  contradiction: 'contradicts those before it',
};

/** Revisions as the log counts them, from 0. */
function sentenceOf({ revision, type, reason, message }: NonNullable<Audit['problem']>): string {
  return `Event ${revision}${type === null ? '' : ` (${type})`} ${REASONS[reason]}${message === null ? '' : `: ${message}`}`;
}

function answerOf({ trialBalance, problem, ...audit }: Audit, stream: string, until: string | null) {
  return {
    stream,
    until,
    is_consistent: problem === null,
    ...audit,
    problem: problem && { ...problem, sentence: sentenceOf(problem) },
    ...trialBalance,
  };
}

const LABEL_WIDTH = 40;
const AMOUNT_WIDTH = 18;

function textOf({ trialBalance, events, head, heads, problem }: Audit, until: string | null): string {
  const { company, accounts, totals, entries } = trialBalance;
  const width = Math.max(7, ...accounts.map(({ number }) => number.length));
  const row = (number: string, label: string, ...amounts: readonly string[]): string =>
    [
      number.padEnd(width),
      label.slice(0, LABEL_WIDTH).padEnd(LABEL_WIDTH),
      ...amounts.map((one) => one.padStart(AMOUNT_WIDTH)),
    ]
      .join(' ')
      .trimEnd();
  const shown = ({ number, label, debit, credit, balance }: AuditedAccount) =>
    row(number, label, debit, credit, balance);
  const title =
    company === null ? 'No company file' : `${company.name} (${company.public_token}), in ${company.currency}`;
  return [
    title,
    until === null ? 'As the log ends' : `As it was known at ${until}`,
    '',
    row('Account', '', 'Debit', 'Credit', 'Balance'),
    ...accounts.map(shown),
    row('Total', '', totals.debit, totals.credit),
    row('', 'of balances', totals.debit_balance, totals.credit_balance),
    '',
    `Entries    ${entries}`,
    `Events     ${events}`,
    `Head       ${head === null ? 'none' : `${head.revision} ${head.hash}`}`,
    `Anchors    ${heads}`,
    `Result     ${problem === null ? 'consistent' : 'NOT CONSISTENT, read up to the first inconsistency'}`,
    '',
  ].join('\n');
}

/**
 * Replays the log of one company file by itself, without a read table: proves the chain against the heads that were signed, and that
 * no event contradicts those before it; prints the trial balance and the head. Ends with 1 at the first inconsistency.
 */
await runTool(
  async ({ log, ...core }, config) => {
    const { company, until, heads: headsFile, json = false } = given();
    const stream = await streamOfToken(log, company);
    if (stream === null) throw new UserMistake(`No company file has the token ${company}`);
    const history = openHistory({ ...core, log }, config.dataDir, config.appKey ?? (await appKeyIn(config.dataDir)));
    const { heads, ignored } = await history.headsOf(stream, headsFile === undefined ? undefined : linesOf(headsFile));
    if (ignored > 0) fail(`${ignored} heads of ${headsFile} are not signed by this service`);
    const audit = await auditStream(log, stream, { heads, until });
    process.stdout.write(json ? `${JSON.stringify(answerOf(audit, stream, until))}\n` : textOf(audit, until));
    if (audit.problem !== null) fail(sentenceOf(audit.problem));
  },
  { runsProjector: false, isRebuilding: true },
);
