import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import type { ComparedCosts } from './costs/costs.ts';
import type { OperationName } from './guard/operations.ts';
import type { Turns } from './costs/turns.ts';
import { compare, type Ratios } from './rounds.ts';

/** One line of the results. */
export interface Result {
  readonly subject: string;
  readonly measured: string;
  readonly baseline: string;
  readonly ratio: string;
  /** Lowest and highest ratio of the rounds. */
  readonly spread: string;
  readonly required: string;
  readonly verdict: 'ok' | 'short' | '';
  /** What a request costs. */
  readonly operation?: MeteredOperation;
}

export interface MeteredOperation extends ComparedCosts {
  readonly name: OperationName;
  /** How many times as fast as the baseline, by the clock. */
  readonly wallClock: number;
}

export type Requirement = { readonly atLeast: number } | { readonly atMost: number } | null;

/** How fast an operation is, with its costs. */
export function meteredResult(
  name: OperationName,
  subject: string,
  unit: string,
  { speeds, costs }: Turns,
  requirement: Requirement,
): Result {
  const ratios = compare(speeds, ({ perSecond }) => perSecond);
  return {
    ...ratioResult(subject, unit, ratios, requirement),
    operation: { name, wallClock: ratios.ratio, ...costs },
  };
}

export function ratioResult(subject: string, unit: string, ratios: Ratios, requirement: Requirement): Result {
  return {
    subject,
    measured: `${rounded(ratios.measured)} ${unit}`,
    baseline: `${rounded(ratios.baseline)} ${unit}`,
    ratio: ratios.ratio.toFixed(2),
    spread: `${ratios.lowest.toFixed(2)}–${ratios.highest.toFixed(2)}`,
    ...judged(ratios.ratio, requirement, (value) => `${value.toFixed(2)} ×`),
  };
}

/** A figure that is held against a limit rather than against a baseline. */
export function plainResult(subject: string, unit: string, figure: number, requirement: Requirement): Result {
  return {
    subject,
    measured: `${rounded(figure)} ${unit}`,
    baseline: '',
    ratio: '',
    spread: '',
    ...judged(figure, requirement, (value) => `${value} ${unit}`),
  };
}

function judged(
  figure: number,
  requirement: Requirement,
  show: (value: number) => string,
): Pick<Result, 'required' | 'verdict'> {
  if (requirement === null) return { required: '', verdict: '' };
  if ('atLeast' in requirement)
    return { required: `≥ ${show(requirement.atLeast)}`, verdict: figure >= requirement.atLeast ? 'ok' : 'short' };
  return { required: `≤ ${show(requirement.atMost)}`, verdict: figure <= requirement.atMost ? 'ok' : 'short' };
}

export function rounded(figure: number): string {
  return figure >= 100
    ? Math.round(figure).toLocaleString('en').replaceAll(',', ' ')
    : figure.toFixed(figure >= 10 ? 1 : 2);
}

/** `1 000 000` */
export const spaced = (count: number): string => count.toLocaleString('en').replaceAll(',', ' ');

const HEADINGS = ['measured', 'figure', 'baseline', 'ratio', 'rounds', 'required', ''] as const;

function cells(result: Result): string[] {
  return [
    result.subject,
    result.measured,
    result.baseline,
    result.ratio,
    result.spread,
    result.required,
    result.verdict,
  ];
}

export const textTable = (results: readonly Result[]): string => alignColumns([[...HEADINGS], ...results.map(cells)]);

/** The first column to the left, the others to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const markdownTable = (results: readonly Result[]): string =>
  formatMarkdown([[...HEADINGS], ...results.map(cells)]);

export function formatMarkdown([headings = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [line(headings), line(headings.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

/** The machine, and how busy it was with other things before the first measurement. */
export function describeMachine(): string {
  const processors = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.version}, load before the run ${loadavg()[0]!.toFixed(1)}`;
}

export async function writeResults(
  file: string,
  results: readonly Result[],
  machine: string,
  minutes: number,
): Promise<void> {
  const when = new Date().toISOString().slice(0, 10);
  const section = `Run of ${when}${findCommit()}, ${minutes.toFixed(1)} minutes: ${machine}.\n\n${markdownTable(results)}`;
  await writeFile(file, replaceSection(await readFile(file, 'utf8'), 'results', section));
}

/** @throws if the text has no such section */
export function replaceSection(text: string, name: string, section: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`There is no place for ${name} between ${begin} and ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${section}\n\n${text.slice(to)}`;
}

/** ` at 3647b8f`, or nothing outside a repository. */
export function findCommit(): string {
  try {
    return ` at ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()}`;
  } catch {
    return '';
  }
}
