import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFirm } from '../../commands/firms/create-firm.ts';
import { createTokenSecret } from '../../stores/identity/secrets.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { readConfig } from '../../configuration/config.ts';
import { toBookDate } from '../../domain/dates.ts';
import { createLogger } from '../../service/logging/logger.ts';
import { startService } from '../../service/service.ts';
import { toUserMistake } from '../accounts/account-input.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { runWithPlainErrors } from '../tool.ts';
import { createNarrator } from './narrator.ts';
import { startReceiver } from './receiver.ts';
import { runTour } from './tour.ts';

/** A narrated run through the main workflow, on a service with a temporary database. */
export const runDemoTour = (): Promise<void> =>
  runWithPlainErrors(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'grandlivre-tour-'));
    const receiver = await startReceiver();
    const writeText = (text: string): void => void process.stdout.write(text);
    writeText('Grandlivre: a tour in ten steps. It starts its own service, which takes a moment.\n');
    try {
      // The receiver is on this machine, which only this setting permits.
      const config = readConfig({
        DATA_DIR: folder,
        PORT: '0',
        METRICS_ADDRESS: 'off',
        DEMO: 'off',
        LOG_LEVEL: 'error',
        WEBHOOK_ALLOWED_HOSTS: receiver.host,
      });
      const service = await startService({ config, logger: createLogger(config.logLevel, process.stderr) });
      try {
        const credentials = { email: 'ada@example.com', password: createTokenSecret() };
        const firm = {
          name: 'Fiduciaire du Parc',
          country_code: 'BE',
          locale: 'fr',
          email: credentials.email,
        } as const;
        const admin = { name: 'Ada', locale: 'en', ...credentials } as const;
        const opened = await createFirm(service.core, { firm, admin }, createSystemContext('cli'));
        if (isRefusal(opened)) throw toUserMistake(opened);
        await runTour({
          url: service.url!,
          credentials,
          receiver,
          narrator: createNarrator(writeText, process.stdout.isTTY),
          today: toBookDate(new Date()),
        });
        writeText('\n');
      } finally {
        await service.stop();
      }
    } finally {
      await receiver.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
