import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLog } from '../faults/support.ts';
import { checkInvariants } from '../support/invariants.ts';
import { computeDigest } from './digest.ts';
import type { Failure, Plan, Report } from './plan.ts';
import type { SimulationServer } from './server.ts';
import { checkVat } from './vat-check.ts';

/** Runs episodes in processes of their own and checks what they leave behind. */
export interface Runner {
  run(plan: Plan): Promise<Outcome>;
  close(): void;
}

export interface Outcome {
  readonly report: Report | null;
  readonly failures: readonly Failure[];
  readonly digest: string;
}

/** An episode that hangs is ended. */
const LONGEST_MS = 20 * 60_000;

export function createRunner(server: SimulationServer, bundle: string): Runner {
  const folder = mkdtempSync(join(tmpdir(), 'grandlivre-simulation-'));
  let count = 0;

  async function run(plan: Plan): Promise<Outcome> {
    const number = (count += 1);
    const name = `simulation_${process.pid}_${number}`;
    const databaseUrl = await server.createDatabase(name);
    const place = join(folder, `report-${number}.json`);
    try {
      const problem = await runProcess(bundle, {
        SIMULATION_PLAN: JSON.stringify(plan),
        SIMULATION_DATABASE: databaseUrl,
        SIMULATION_PROGRAM: join(bundle, 'program.cjs'),
        SIMULATION_REPORT: place,
        SIMULATION_FOLDER: join(folder, name),
      });
      if (problem !== null)
        return { report: null, failures: [{ check: 'the episode ends', details: problem }], digest: '' };
      const report = JSON.parse(readFileSync(place, 'utf8')) as Report | { readonly crash: string };
      if ('crash' in report)
        return { report: null, failures: [{ check: 'the episode ends', details: report.crash }], digest: '' };
      const failures = [...report.failures, ...(await findBrokenInvariants(databaseUrl, report))];
      return { report, failures, digest: await computeDigest(databaseUrl) };
    } finally {
      await server.dropDatabase(name);
      rmSync(place, { force: true });
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
  return { run, close: () => rmSync(folder, { recursive: true, force: true }) };
}

function runProcess(bundle: string, environment: Readonly<Record<string, string>>): Promise<string | null> {
  const { PATH, HOME, TMPDIR, SIMULATION_TRACE, SIMULATION_NODE } = process.env;
  const options = ['--max-semi-space-size=64', ...(SIMULATION_NODE?.split(' ') ?? [])];
  const child = spawn(process.execPath, [...options, join(bundle, 'world/start.mjs')], {
    env: { PATH, HOME, TMPDIR, ...(SIMULATION_TRACE && { SIMULATION_TRACE }), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve(code === 0 ? null : `ended with ${code ?? signal}: ${output}`);
    });
  });
}

async function findBrokenInvariants(databaseUrl: string, report: Report): Promise<Failure[]> {
  const { writes, readers } = report;
  const followed = readers.map(({ companyId, cursor, seen }) => ({ companyId, cursor, seen: new Map(seen) }));
  try {
    return await withLog(databaseUrl, async (log) => {
      await checkInvariants({ databaseUrl, log }, { writes, readers: followed });
      return checkVat(log, report);
    });
  } catch (error) {
    const { message } = error as Error;
    const broken = message.split('\n').slice(1);
    return (broken.length > 0 ? broken : [message]).map((line) => {
      const [check = line, ...rest] = line.split(': ');
      return { check, details: rest.join(': ') };
    });
  }
}
