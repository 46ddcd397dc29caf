import { openLogDestination } from './service/logging/destination.ts';
import { createLogger } from './service/logging/logger.ts';
import { BadConfiguration, readConfig, type Config } from './configuration/config.ts';
import { formatDemoLine, formatGreeting } from './service/greeting.ts';
import { startService, type Service } from './service/service.ts';
import { StartProblem } from './service/startup/start-problem.ts';
import { limitHeapGrowth, returnRoomAtRest } from './support/heap.ts';
import { showPlacesInSources } from './support/source-places.ts';
import { VERSION } from './support/version.ts';

/** Starts the service, prints its address, and stops it gracefully on request. */

showPlacesInSources();
const config = loadConfig();
const destination = openLogDestination(process.stdout.fd);
const logger = createLogger(config.logLevel, destination);
// Messages for the terminal must not end the service when the terminal is gone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const startedAt = performance.now();

/** Requests in flight get ten seconds of it; supervisors send SIGKILL soon after. */
const LONGEST_STOP_MS = 13_500;
const LAST_LINE_MS = 500;

let [hasStarted, isStopping] = [false, false];
const cancelling = new AbortController();

try {
  const starting: Promise<Service> = startService({
    config,
    logger,
    countDroppedLogLines: () => destination.dropped,
    onFatal: (error) => void shutDownOnFatal(starting, error),
    signal: cancelling.signal,
    onWaiting: (words) => process.stderr.write(`Grandlivre waits: ${words}\n`),
  });
  // Also during startup: a database server that is already running must not be left behind. The same Ctrl-C may come
  // twice: from the terminal, and from npm, which forwards it.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stopService(starting, signal));
  const service = await starting;
  hasStarted = true;
  printGreeting(service, config);
  limitHeapGrowth();
  returnRoomAtRest();
  void service.demo?.then((outcome) => printDemoLine(service, outcome));
} catch (error) {
  if (!isStopping) reportProblem(error);
}

/** The last line: the link to the demo. */
function printDemoLine({ url }: Service, outcome: string): void {
  if (isStopping || url === null) return;
  process.stderr.write(formatDemoLine(url, outcome !== 'failed'));
}

function reportProblem(error: unknown): void {
  const problem = error instanceof StartProblem ? { reason: error.message } : { err: error };
  logger.fatal(problem, 'service could not start');
  logger.flush();
  process.stderr.write(`\nGrandlivre could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = getExitCode(error);
}

/** Tells supervisors whether a restart with the same settings would fail again. */
function getExitCode(error: unknown): number {
  return error instanceof StartProblem ? error.exitCode : 1;
}

async function shutDownOnFatal(starting: Promise<Service>, error: unknown): Promise<void> {
  const isExplained = error instanceof StartProblem;
  if (isExplained) process.stderr.write(`\nGrandlivre cannot continue: ${error.message}\n`);
  await stopService(starting, isExplained ? error.message : 'database lost', getExitCode(error));
}

async function stopService(starting: Promise<Service>, signal: string, exitCode = 0): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  logger.info({ signal }, 'stopping: no new requests; requests in flight will be completed');
  // A database server may end on the same signal: its broken connections are not worth a warning any more.
  if (logger.isLevelEnabled('warn')) logger.level = 'error';
  // A terminal is not a load balancer: Ctrl-C stops at once, and so does a failure.
  const delayMs = signal === 'SIGTERM' ? config.shutdownDelaySeconds * 1000 : 0;
  // Acknowledged data is safe in any case, and a database that is still writing ends by itself.
  setTimeout(() => {
    logger.error({ seconds: LONGEST_STOP_MS / 1000 }, 'shutdown timed out; exiting');
    process.exitCode = 1;
    logger.flush(() => exitProcess());
    setTimeout(exitProcess, LAST_LINE_MS);
  }, delayMs + LONGEST_STOP_MS).unref();
  cancelling.abort();
  try {
    // A startup in progress is abandoned; its errors are irrelevant.
    const service = await (hasStarted ? starting : starting.catch(() => null));
    await service?.stop(delayMs);
    process.exitCode = exitCode;
  } catch (error) {
    logger.error({ err: error }, 'service did not stop cleanly');
    process.exitCode = 1;
  }
  logger.flush(() => exitProcess());
}

/** A regular exit waits for pending system writes, possibly forever. */
function exitProcess(): void {
  if (destination.isStuck) process.kill(process.pid, 'SIGKILL');
  process.exit();
}

function loadConfig(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error;
    process.stderr.write(`Grandlivre cannot start with this configuration:\n${error.message.replace(/^/gm, '  ')}\n`);
    process.exit(2);
  }
}

function printGreeting({ url }: Service, settings: Config): void {
  if (isStopping) return;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(
    url === null
      ? `\nGrandlivre ${settings.role} is running (version ${VERSION}, started in ${seconds} s).\n`
      : formatGreeting(url, settings, seconds),
  );
}
