import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFirm } from '../commands/firms/create-firm.ts';
import { newTokenSecret } from '../stores/identity/secrets.ts';
import { systemContext } from '../commands/support/context.ts';
import { readConfig } from '../configuration/config.ts';
import { bookDate } from '../domain/dates.ts';
import { createLogger } from '../service/logging/logger.ts';
import { startService } from '../service/service.ts';
import { mistakeOf } from './account.ts';
import { isRefusal } from '../domain/refusal.ts';
import { runScriptOfTool } from './tool.ts';
import { narrator } from './tour/narrator.ts';
import { startReceiver } from './tour/receiver.ts';
import { tour } from './tour/tour.ts';

/** A narrated run through the main job, on a service with a database of its own that is gone afterwards. */
await runScriptOfTool(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'grandlivre-tour-'));
  const receiver = await startReceiver();
  const write = (text: string): void => void process.stdout.write(text);
  write('Grandlivre: a tour in ten steps. It starts a service of its own, which takes a moment.\n');
  try {
    // The receiver is on this machine, which only the setting of this very service allows.
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
      const credentials = { email: 'ada@example.com', password: newTokenSecret() };
      const firm = { name: 'Fiduciaire du Parc', country_code: 'BE', locale: 'fr', email: credentials.email } as const;
      const admin = { name: 'Ada', locale: 'en', ...credentials } as const;
      const opened = await createFirm(service.core, { firm, admin }, systemContext('cli'));
      if (isRefusal(opened)) throw mistakeOf(opened);
      await tour({
        url: service.url!,
        credentials,
        receiver,
        narrator: narrator(write, process.stdout.isTTY),
        today: bookDate(new Date()),
      });
      write('\n');
    } finally {
      await service.stop();
    }
  } finally {
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  }
});
