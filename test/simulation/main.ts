import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { parseArguments } from './arguments.ts';
import { DECK, listKindNames } from './kind-names.ts';
import type { Failure, Plan, SentCommand } from './plan.ts';
import { createRunner, type Outcome, type Runner } from './runner.ts';
import { startServers } from './servers.ts';
import { shrinkPlan } from './shrink.ts';

/** `npm run simulate -- --seed S --commands N`: episodes of at most a thousand commands, each with a database of its own. */

/** Two processors: one episode computes while the database works for the other. */
const AT_ONCE = Number(process.env['SIMULATION_PROCESSES'] ?? 2);
const SHRINK_TRIES = Number(process.env['SIMULATION_TRIES'] ?? 12);

interface Failed {
  readonly check: string;
  readonly at_command: number;
  readonly details: string;
  readonly faults: readonly string[];
  readonly history: readonly Pick<SentCommand, 'kind' | 'body' | 'result'>[];
}

const given = parseArguments(process.argv.slice(2));
if (typeof given === 'string') {
  process.stderr.write(`${given}\n`);
  process.exit(2);
}
const { seed, commands, isVerbose, isTwice } = given;

const servers = await startServers(isTwice ? 2 : Math.min(AT_ONCE, Math.ceil(commands / DECK)));
const runners = servers.ofEpisodes.map((server) => createRunner(server, dirname(process.argv[1]!)));
let isStopping = false;
const stop = async (): Promise<void> => {
  isStopping = true;
  for (const runner of runners) runner.close();
  await servers.stop();
};
process.once('SIGINT', () => void stop().finally(() => process.exit(1)));
process.once('SIGTERM', () => void stop().finally(() => process.exit(1)));
try {
  const result = await simulate();
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exitCode = result.failed === null ? 0 : 1;
} finally {
  await stop();
}

/** The same episode on both servers. */
async function runTwice(plan: Plan): Promise<Outcome> {
  const [one, other] = await Promise.all([runners[0]!.run(plan), runners[1]!.run(plan)]);
  const describe = ({ report: told, digest }: Outcome): string =>
    JSON.stringify({ digest, history: told?.history, cost: told && { ...told.cost, processorMs: 0 } });
  if (describe(one) === describe(other)) return one;
  const details = `digest ${one.digest}, then ${other.digest}`;
  return { ...one, failures: [...one.failures, { check: 'the same seed gives the same history', details }] };
}

async function simulate() {
  const episodes = Math.ceil(commands / DECK);
  const outcomes: Outcome[] = [];
  let [next, firstFailed] = [0, Infinity];
  const buildPlan = (episode: number): Plan => ({
    seed: `${seed}/${episode}`,
    commands: Math.min(DECK, commands - episode * DECK),
    without: [],
    withoutFaults: [],
  });
  const work = async (run: Runner['run']): Promise<void> => {
    while (next < Math.min(episodes, firstFailed) && !isStopping) {
      const episode = next;
      next += 1;
      const startedAt = performance.now();
      const outcome = await run(buildPlan(episode));
      outcomes[episode] = outcome;
      if (outcome.failures.length > 0) firstFailed = Math.min(firstFailed, episode);
      report(episode, outcome, (performance.now() - startedAt) / 1_000);
    }
  };
  await (isTwice ? work(runTwice) : Promise.all(runners.map(({ run }) => work(run))));
  const counted = outcomes.slice(0, Math.min(episodes, firstFailed + 1));
  const kinds: Record<string, number> = Object.fromEntries(listKindNames(counted).map((name) => [name, 0]));
  for (const { report: told } of counted)
    for (const [kind, count] of Object.entries(told?.kinds ?? {})) kinds[kind] = (kinds[kind] ?? 0) + count;
  const digest = createHash('sha256')
    .update(counted.map((one) => one.digest).join())
    .digest('hex');
  const total = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  const failed = firstFailed === Infinity ? null : await explain(firstFailed, buildPlan(firstFailed), runners[0]!.run);
  return { seed, commands: total, digest, kinds, failed };

  async function explain(episode: number, plan: Plan, again: Runner['run']): Promise<Failed> {
    const found = outcomes[episode]!;
    const [failure] = found.failures as readonly [Failure];
    const { plan: shortest, outcome } = await shrinkPlan(plan, failure, again, SHRINK_TRIES);
    const { report: told, failures } = outcome ?? found;
    const { details } = failures.find(({ check }) => check === failure.check) ?? failure;
    const history = (told?.history ?? []).map(({ kind, body, result }) => ({ kind, body, result }));
    const last = Math.max(0, ...(told?.history ?? []).map(({ index }) => index), shortest.commands - 1);
    return {
      check: failure.check,
      at_command: episode * DECK + last + 1,
      details,
      faults: told?.faults ?? [],
      history,
    };
  }
}

function report(episode: number, { report: told, failures }: Outcome, seconds: number): void {
  const count = told?.history.length ?? 0;
  process.stderr.write(
    `episode ${episode + 1}: ${count} commands, ${told?.faults.length ?? 0} faults, ${seconds.toFixed(1)} s, ${failures.length === 0 ? 'all checks hold' : `failed: ${failures[0]!.check}`}\n`,
  );
  if (isVerbose) {
    for (const failure of failures.filter(
      (one, index) => failures.findIndex(({ check }) => check === one.check) > index - 3,
    ))
      process.stderr.write(`  ${failure.check}: ${failure.details.slice(0, 1_500)}\n`);
    for (const { index, kind, result } of told?.history ?? []) process.stderr.write(`  ${index} ${kind} ${result}\n`);
    for (const fault of told?.faults ?? []) process.stderr.write(`  fault ${fault}\n`);
    process.stderr.write(`  ${JSON.stringify(told?.cost)}\n`);
  }
}
