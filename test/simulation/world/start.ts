import { openSync, writeFileSync, writeSync } from 'node:fs';
import { installWorld } from './install.ts';
import { loadProgram } from './program.ts';

/** Runs one episode in a process of its own: `node start.mjs`, described by the environment. */
const read = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} must be set`);
  return value;
};

type Exports = typeof import('../program.ts');

const plan = JSON.parse(read('SIMULATION_PLAN')) as Parameters<Exports['runEpisode']>[0]['plan'];
const databaseUrl = read('SIMULATION_DATABASE');
const program = loadProgram<Exports>(read('SIMULATION_PROGRAM'));
const world = await installWorld(plan.seed, databaseUrl);
const { scheduler, disk } = world;

const unhandled: string[] = [];
process.on('unhandledRejection', (error) => unhandled.push(String((error as Error).stack ?? error)));
process.on('uncaughtException', (error) => unhandled.push(String(error.stack ?? error)));

const traced = process.env['SIMULATION_TRACE'];
if (traced !== undefined) {
  const file = openSync(traced, 'w');
  scheduler.trace = (line) => void writeSync(file, `${line}\n`);
}

let isDone = false;
let outcome: object = { crash: 'nothing happened' };
const begin = (): void => {
  const { runEpisode } = program.evaluate();
  const options = { world, plan, databaseUrl, unhandled, loadInstance: () => program.evaluate().startInstance };
  runEpisode(options)
    .then(
      (report) => (outcome = report),
      (error: unknown) => (outcome = { crash: String((error as Error).stack ?? error), unhandled }),
    )
    .finally(() => (isDone = true));
};
scheduler.schedule(0, begin, scheduler.createMachine('clients'));
disk.isSimulated = true;
await scheduler.runUntil(() => isDone);
disk.isSimulated = false;
writeFileSync(read('SIMULATION_REPORT'), JSON.stringify(outcome));
program.saveCompiled();
process.exit(0);
