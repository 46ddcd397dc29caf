/** How long and how often things are measured. */
export interface Extent {
  /** Service and baseline take turns this many times; the median of the ratios counts. */
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly postingSeconds: number;
  readonly readingSeconds: number;
  readonly engineSeconds: number;
  /** Rounds are short and many here: what is compared takes microseconds, and anything else that runs shows. */
  readonly accessSeconds: number;
  readonly accessRounds: number;
  readonly openingSeconds: number;
  readonly companyFiles: number;
  readonly connections: number;
  /** Of the company file with very many of them. */
  readonly thirdParties: number;
  readonly recordRounds: number;
  /** Entries of the company file with a long past. */
  readonly pastEntries: number;
  readonly rebuildRounds: number;
  /** Until the memory of a service without requests is measured: V8 returns some after a quarter of a minute. */
  readonly idleSeconds: number;
  /** Entries of the company files with very many and with few of them, and open items to be lettered. */
  readonly ledgerEntries: number;
  readonly ledgerFewEntries: number;
  readonly openItems: number;
  /** Entries of the company files whose reports are made: about eleven lines come of three of them. */
  readonly reportEntries: number;
  readonly reportFewEntries: number;
  /** Entries with VAT of the company file whose returns are measured. */
  readonly vatEntries: number;
  /** Lines that are told by analytic codes. */
  readonly analyticLines: number;
  readonly fixedAssets: number;
  readonly ledgerRounds: number;
  /** Records of the feed that is pulled, and entries of the file that is read as a whole. */
  readonly feedRecords: number;
  readonly bootstrapEntries: number;
  /** Clients that follow a company file: as many as a process takes. */
  readonly streams: number;
  /** How long one firm is measured beside another. */
  readonly neighbourSeconds: number;
  /** Entries of each of the company files that are read as a whole at once. */
  readonly heavyEntries: number;
  /** Requests of two kinds in turn, so many of each a round. */
  readonly answerRounds: number;
  readonly answerPairs: number;
  /** Invoices that are read as text and as pictures. */
  readonly analysedInvoices: number;
  /** Company files with ten recurring entries each. */
  readonly recurringFiles: number;
  /** Lines of the books of another program. */
  readonly migratedLines: number;
  /** Customers who are reminded. */
  readonly reminders: number;
  /** Announced to each of twenty endpoints. */
  readonly webhookEvents: number;
  /** Entries of the company file whose past an auditor looks at, and moments that are looked at. */
  readonly livedEntries: number;
  readonly moments: number;
  /** Entries of sixteen company files that several processes project. */
  readonly shardEntries: number;
}

export interface Options {
  /** Names of the parts to run, or null for all. */
  readonly only: readonly string[] | null;
  readonly extent: Extent;
  /** Puts the results into docs/performance.md. */
  readonly writes: boolean;
  /** Runs the operations of the guard only, and fails if one of them costs more than its floor allows. */
  readonly guards: boolean;
  /** Keeps what the guard has measured as the best results. */
  readonly records: boolean;
  /** Whether the figures mean anything. */
  readonly isQuick: boolean;
  /** Prints the results as one JSON document instead of a table. */
  readonly isJson: boolean;
}

export const FULL: Extent = {
  rounds: 3,
  warmUpSeconds: 4,
  postingSeconds: 4,
  readingSeconds: 3,
  engineSeconds: 2.5,
  accessSeconds: 2,
  accessRounds: 7,
  openingSeconds: 4,
  companyFiles: 20,
  connections: 64,
  thirdParties: 50_000,
  recordRounds: 5,
  pastEntries: 200_000,
  rebuildRounds: 2,
  idleSeconds: 30,
  ledgerEntries: 1_000_000,
  ledgerFewEntries: 10_000,
  openItems: 10_000,
  reportEntries: 273_000,
  reportFewEntries: 27_300,
  vatEntries: 1_000_000,
  analyticLines: 1_000_000,
  fixedAssets: 10_000,
  ledgerRounds: 5,
  feedRecords: 2_000,
  bootstrapEntries: 100_000,
  streams: 1_000,
  neighbourSeconds: 20,
  heavyEntries: 15_000,
  answerRounds: 9,
  answerPairs: 100,
  analysedInvoices: 70,
  recurringFiles: 1_000,
  migratedLines: 500_000,
  reminders: 10_000,
  webhookEvents: 5_000,
  livedEntries: 100_000,
  moments: 60,
  shardEntries: 60_000,
};

/** Shows that everything runs, and nothing more: the figures of so short a run mean little. */
const QUICK: Extent = {
  rounds: 1,
  warmUpSeconds: 0.5,
  postingSeconds: 1,
  readingSeconds: 0.5,
  engineSeconds: 0.5,
  accessSeconds: 0.5,
  accessRounds: 1,
  openingSeconds: 1,
  companyFiles: 3,
  connections: 16,
  thirdParties: 2_000,
  recordRounds: 1,
  pastEntries: 3_000,
  rebuildRounds: 1,
  idleSeconds: 1,
  ledgerEntries: 6_000,
  ledgerFewEntries: 1_000,
  openItems: 400,
  reportEntries: 6_000,
  reportFewEntries: 1_000,
  vatEntries: 12_000,
  analyticLines: 50_000,
  fixedAssets: 600,
  ledgerRounds: 1,
  feedRecords: 1_000,
  bootstrapEntries: 2_000,
  streams: 40,
  neighbourSeconds: 2,
  heavyEntries: 500,
  answerRounds: 1,
  answerPairs: 5,
  analysedInvoices: 3,
  recurringFiles: 20,
  migratedLines: 4_000,
  reminders: 500,
  webhookEvents: 100,
  livedEntries: 2_000,
  moments: 6,
  shardEntries: 1_600,
};

/** Many short rounds: the lowest of them counts. */
const GUARD: Extent = {
  ...FULL,
  rounds: 5,
  warmUpSeconds: 1.5,
  postingSeconds: 1.5,
  readingSeconds: 1,
  accessSeconds: 1,
  accessRounds: 5,
  pastEntries: 15_000,
  rebuildRounds: 3,
  answerRounds: 1,
  answerPairs: 5,
};

/** Options of the command line. */
export interface BenchValues {
  readonly only: readonly string[] | undefined;
  readonly quick: boolean;
  readonly write: boolean;
  readonly guard: boolean;
  readonly record: boolean;
  readonly json: boolean;
}

export class UnknownOption extends Error {}

/** @throws UnknownOption */
export function readOptions(values: BenchValues, parts: readonly string[]): Options {
  const { quick, write, guard, record } = values;
  const only = values.only?.flatMap((name) => name.split(',')) ?? null;
  const unknown = only?.find((name) => !parts.includes(name));
  if (unknown !== undefined)
    throw new UnknownOption(`There is no measurement "${unknown}". Use some of: ${parts.join(',')}`);
  if (write && (quick || only || guard)) throw new UnknownOption('Only the results of a full run are written down.');
  if (guard && only) throw new UnknownOption('--guard always measures the same operations. Leave out --only.');
  if (record && (!guard || quick)) throw new UnknownOption('--record needs --guard, without --quick.');
  return {
    only,
    extent: quick ? QUICK : guard ? GUARD : FULL,
    writes: write,
    guards: guard,
    records: record,
    isQuick: quick,
    isJson: values.json,
  };
}
