import { openLogDestination } from './service/logging/destination.ts';
import { createLogger } from './service/logging/logger.ts';
import { BadConfiguration, readConfig, type Config } from './configuration/config.ts';
import { demoLine, greeting } from './service/greeting.ts';
import { WrongLog } from './service/event-log/identity.ts';
import { startService, type Service } from './service/service.ts';
import { StartProblem } from './service/startup/start-problem.ts';

/** Starts the service, says where it is, and stops it in order when asked to. */

const config = configured();
const destination = openLogDestination(process.stdout.fd);
const logger = createLogger(config.logLevel, destination);
// What is said to the person who started the service is no reason to end when nobody can hear it any more.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const startedAt = performance.now();

/** Requests in flight have ten of these; supervisors send the hardest signal soon after. */
const LONGEST_STOP_MS = 13_500;
const LAST_LINE_MS = 500;

let [hasStarted, isStopping] = [false, false];
const cancelling = new AbortController();

try {
  const starting: Promise<Service> = startService({
    config,
    logger,
    droppedLogLines: () => destination.dropped,
    onFatal: (error) => void giveUp(starting, error),
    signal: cancelling.signal,
    onWaiting: (words) => process.stderr.write(`Grandlivre waits: ${words}\n`),
  });
  // Also while it starts: a database server that was started already must not be left behind. The same Ctrl-C may come
  // twice, from the terminal and from npm, which passes it on.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(starting, signal));
  const service = await starting;
  hasStarted = true;
  greet(service, config);
  void service.demo?.then((outcome) => tellDemo(service, outcome));
} catch (error) {
  if (!isStopping) tellProblem(error);
}

/** The last line: where to click. */
function tellDemo({ url }: Service, outcome: string): void {
  if (isStopping || url === null) return;
  process.stderr.write(demoLine(url, outcome !== 'failed'));
}

function tellProblem(error: unknown): void {
  const problem = error instanceof StartProblem ? { reason: error.message } : { err: error };
  logger.fatal(problem, 'the service could not start');
  logger.flush();
  process.stderr.write(`\nGrandlivre could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = exitCodeOf(error);
}

/** Another start with the same settings ends the same way: supervisors leave it at that. */
function exitCodeOf(error: unknown): number {
  return error instanceof StartProblem ? error.exitCode : 1;
}

async function giveUp(starting: Promise<Service>, error: unknown): Promise<void> {
  if (error instanceof WrongLog) process.stderr.write(`\nGrandlivre cannot go on: ${error.message}\n`);
  await stop(starting, error instanceof WrongLog ? error.message : 'the loss of the database', exitCodeOf(error));
}

async function stop(starting: Promise<Service>, signal: string, exitCode = 0): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  logger.info({ signal }, 'stopping: no new requests, those in flight are finished');
  // A database server may end at the same signal: that its connections break is nothing to be warned about any more.
  if (logger.isLevelEnabled('warn')) logger.level = 'error';
  // Whatever holds it up: what was acknowledged is safe, and a database that is still writing ends by itself.
  setTimeout(() => {
    logger.error({ seconds: LONGEST_STOP_MS / 1000 }, 'the service ends although something still holds it up');
    process.exitCode = 1;
    logger.flush(() => end());
    setTimeout(end, LAST_LINE_MS);
  }, LONGEST_STOP_MS).unref();
  cancelling.abort();
  try {
    // A start that was under way is given up: whatever it stumbles over then is no news.
    const service = await (hasStarted ? starting : starting.catch(() => null));
    await service?.stop();
    process.exitCode = exitCode;
  } catch (error) {
    logger.error({ err: error }, 'the service did not stop in order');
    process.exitCode = 1;
  }
  logger.flush(() => end());
}

/** An exit in order waits for every write that the system has not come back from, which may be never. */
function end(): void {
  if (destination.isStuck) process.kill(process.pid, 'SIGKILL');
  process.exit();
}

function configured(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error;
    process.stderr.write(`Grandlivre cannot start with this configuration:\n${error.message.replace(/^/gm, '  ')}\n`);
    process.exit(2);
  }
}

function greet({ url }: Service, settings: Config): void {
  if (isStopping) return;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(
    url === null
      ? `\nGrandlivre ${settings.role} is running (started in ${seconds} s).\n`
      : greeting(url, settings, seconds),
  );
}
