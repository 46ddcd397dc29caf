import pino from 'pino';
import { createLogger } from './logging.ts';
import { BadConfiguration, readConfig, type Config } from './config.ts';
import { startService, type Service } from './service.ts';

/** Starts the service, says where it is, and stops it in order when asked to. */

const config = configured();
const logger = createLogger(config.logLevel, pino.destination({ sync: false, minLength: 15_000, periodicFlush: 500 }));
const startedAt = performance.now();

try {
  const starting = startService({ config, logger });
  // Also while it starts: a database server that was started already must not be left behind.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(starting, signal));
  greet(await starting, config);
} catch (error) {
  logger.fatal({ err: error }, 'the service could not start');
  logger.flush();
  process.stderr.write(`\nGrandlivre could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function stop(starting: Promise<Service>, signal: string): Promise<void> {
  logger.info({ signal }, 'stopping: no new requests, those in flight are finished');
  try {
    const service = await starting;
    await service.stop();
    process.exitCode = 0;
  } catch (error) {
    logger.error({ err: error }, 'the service did not stop in order');
    process.exitCode = 1;
  }
  logger.flush(() => process.exit());
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

function greet({ url }: Service, { role }: Config): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (url === null) {
    process.stderr.write(`\nGrandlivre ${role} is running (started in ${seconds} s).\n`);
    return;
  }
  process.stderr.write(`
Grandlivre is listening on ${url} (started in ${seconds} s)

  Documentation   ${url}/docs
  Open a firm     npm run firm:create -- --name "My firm" --email you@example.com --password "a long password"
  Sign in         curl -s ${url}/v1/auth/login -H 'Content-Type: application/json' \\
                    -d '{"email":"you@example.com","password":"a long password"}'

`);
}
