import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { getAppKey } from '../../service/app-key.ts';
import { auditStream, findStreamByToken, type Audit } from '../../commands/history/audit-stream.ts';
import { openHistory } from '../../commands/history/index.ts';
import { getEndOfBookDay } from '../../domain/dates.ts';
import type { AuditedAccount } from '../../domain/audit/replay.ts';
import { printResult, reportFailure, UserMistake, WrongUsage } from '../script.ts';
import { runTool } from '../tool.ts';

export interface AuditValues {
  readonly company: string;
  readonly until: string | undefined;
  readonly heads: string | undefined;
  readonly json: boolean;
}

/** A date means the end of that day in the time zone of the books. */
function parseMoment(text: string): string {
  const milliseconds = /^\d{4}-\d\d-\d\d(?:T|$)/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(milliseconds)) throw new WrongUsage(`--until takes a timestamp or a date, not ${text}`);
  return text.length === 10 ? getEndOfBookDay(text) : new Date(milliseconds).toISOString().replace('Z', '999Z');
}

const streamLines = (path: string): AsyncIterable<string> => createInterface({ input: createReadStream(path) });

const REASONS: Readonly<Record<NonNullable<Audit['problem']>['reason'], string>> = {
  revision_out_of_order: 'does not follow the previous one: an event is missing or out of order',
  foreign_stream: 'belongs to another company file',
  hash_mismatch: 'was changed after it was recorded',
  previous_hash_mismatch: 'does not continue the previous one: one of the two was replaced',
  head_mismatch: 'is not the one whose hash was signed',
  truncated: 'is missing: the log ends before it, but a signed head attests that it existed',
  position_gap: 'follows one that is missing',
  unknown_event: 'is of an unknown type',
  wrong_shape: 'does not match the schema of its type',
  contradiction: 'contradicts earlier events',
};

/** Revisions are counted from 0, as in the log. */
function describeProblem({ revision, type, reason, message }: NonNullable<Audit['problem']>): string {
  return `Event ${revision}${type === null ? '' : ` (${type})`} ${REASONS[reason]}${message === null ? '' : `: ${message}`}`;
}

function toJsonReport({ trialBalance, problem, ...audit }: Audit, stream: string, until: string | null) {
  return {
    stream,
    until,
    is_consistent: problem === null,
    ...audit,
    problem: problem && { ...problem, sentence: describeProblem(problem) },
    ...trialBalance,
  };
}

const LABEL_WIDTH = 40;
const AMOUNT_WIDTH = 18;

function formatReport({ trialBalance, events, head, heads, problem }: Audit, until: string | null): string {
  const { company, accounts, totals, entries } = trialBalance;
  const width = Math.max(7, ...accounts.map(({ number }) => number.length));
  const formatRow = (number: string, label: string, ...amounts: readonly string[]): string =>
    [
      number.padEnd(width),
      label.slice(0, LABEL_WIDTH).padEnd(LABEL_WIDTH),
      ...amounts.map((one) => one.padStart(AMOUNT_WIDTH)),
    ]
      .join(' ')
      .trimEnd();
  const formatAccount = ({ number, label, debit, credit, balance }: AuditedAccount) =>
    formatRow(number, label, debit, credit, balance);
  const title =
    company === null ? 'No company file' : `${company.name} (${company.public_token}), in ${company.currency}`;
  return [
    title,
    until === null ? 'At the end of the log' : `As known at ${until}`,
    '',
    formatRow('Account', '', 'Debit', 'Credit', 'Balance'),
    ...accounts.map(formatAccount),
    formatRow('Total', '', totals.debit, totals.credit),
    formatRow('', 'of balances', totals.debit_balance, totals.credit_balance),
    '',
    `Entries    ${entries}`,
    `Events     ${events}`,
    `Head       ${head === null ? 'none' : `${head.revision} ${head.hash}`}`,
    `Anchors    ${heads}`,
    `Result     ${problem === null ? 'consistent' : 'NOT CONSISTENT, read up to the first inconsistency'}`,
  ].join('\n');
}

/**
 * Replays the log of one company file without read tables: verifies the hash chain against the signed heads, and that no
 * event contradicts earlier ones; prints the trial balance and the head. Exits with 1 at the first inconsistency.
 */
export async function auditCompanyFile({ company, until: moment, heads: headsFile, json }: AuditValues): Promise<void> {
  const until = moment === undefined ? null : parseMoment(moment);
  await runTool(
    async ({ log, ...core }, config) => {
      const stream = await findStreamByToken(log, company);
      if (stream === null) throw new UserMistake(`No company file has the token ${company}`);
      const history = openHistory({ ...core, log }, config.dataDir, await getAppKey(config));
      const { heads, ignored } = await history.listStreamHeads(
        stream,
        headsFile === undefined ? undefined : streamLines(headsFile),
      );
      if (ignored > 0) reportFailure(`${ignored} heads in ${headsFile} are not signed by this service`);
      const audit = await auditStream(log, stream, { heads, until, isGenuineEpoch: history.isGenuineEpoch });
      printResult(json, toJsonReport(audit, stream, until), formatReport(audit, until));
      if (audit.problem !== null) reportFailure(describeProblem(audit.problem));
    },
    { runsProjector: false, isRebuilding: true },
  );
}
