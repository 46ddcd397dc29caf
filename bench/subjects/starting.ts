import { join } from 'node:path';
import { destroyEmbeddedServer, findServerOwner } from '../../database/embedded/index.ts';
import { sampleEntry } from '../entry.ts';
import { residentMegabytes, startProgram, type Program } from '../processes.ts';
import { plainResult, type Result } from '../report.ts';
import { LISTENING, signIn } from '../service.ts';
import type { Stage } from '../stage.ts';

/** `npm start` on data that is there already, with the embedded server, and the memory of the service at rest. */
export async function measureStart({ folder, extent, note }: Stage): Promise<Result[]> {
  const dataDir = join(folder, 'embedded');
  const settings = { DATA_DIR: dataDir, PORT: '0' };
  const start = (): Promise<Program> => startProgram('npm', ['start'], settings, LISTENING);
  try {
    note('start: first, on nothing');
    const first = await start();
    try {
      const service = await signIn(first, settings);
      const file = await service.openFile('Started again');
      for (let number = 1; number <= 50; number += 1) {
        await service.call('POST', `/v1/companies/${file.public_token}/entries`, sampleEntry(number, file.journalId));
      }
    } finally {
      await first.stop();
    }
    note('start: again, on existing data');
    const again = await start();
    try {
      await new Promise((resolve) => setTimeout(resolve, extent.idleSeconds * 1000));
      const owner = await findServerOwner(dataDir);
      const memory = await residentMegabytes(owner!.pid);
      return [
        plainResult('npm start on existing data, until it listens', 's', again.milliseconds / 1000, { atMost: 5 }),
        plainResult('memory of the idle service', 'MB RSS', memory, { atMost: 220 }),
      ];
    } finally {
      await again.stop();
    }
  } finally {
    await destroyEmbeddedServer(dataDir);
  }
}
