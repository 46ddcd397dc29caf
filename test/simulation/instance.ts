import { Writable } from 'node:stream';
import { readConfig } from '../../configuration/config.ts';
import { createLogger } from '../../service/logging/logger.ts';
import { startService } from '../../service/service.ts';

/** One process of the service. Each process of a simulation loads this module anew, so that they share no memory. */
export interface Instance {
  stop(): Promise<void>;
}

export async function startInstance(
  environment: Readonly<Record<string, string>>,
  onLog: (line: string) => void,
  onFatal: (error: unknown) => void,
): Promise<Instance> {
  const lines = new Writable({ write: (line: Buffer, _encoding, done) => (onLog(line.toString()), done()) });
  const { stop } = await startService({
    config: readConfig(environment),
    logger: createLogger('warn', lines),
    checkReplies: true,
    loadsDemo: false,
    resolveName: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    onFatal,
  });
  return { stop };
}
