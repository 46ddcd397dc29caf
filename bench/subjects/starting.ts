import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { destroyEmbeddedServer, findServerOwner } from '../../database/embedded/index.ts';
import { sampleEntry } from '../entry.ts';
import { residentMegabytes, startProgram, type Program } from '../processes.ts';
import { plainResult, type Result } from '../report.ts';
import { LISTENING, signIn } from '../service.ts';
import type { Stage } from '../stage.ts';

/** The demo and its copies for visitors are there: otherwise they would be made while the memory is measured. */
const HAS_DEMO = /(http\S+)\/docs#demo/;
const DEMO_WITHIN_MS = 120_000;

/** `npm start` on data that is there already, with the embedded server, and the memory of the service at rest. */
export async function measureStart({ folder, extent, note }: Stage): Promise<Result[]> {
  const dataDir = join(folder, 'embedded');
  const settings = { DATA_DIR: dataDir, PORT: '0' };
  const start = (ready: RegExp): Promise<Program> => startProgram('npm', ['start'], settings, ready, DEMO_WITHIN_MS);
  try {
    note('start: first, on nothing');
    const first = await start(HAS_DEMO);
    try {
      const service = await signIn(first, settings);
      const file = await service.openFile('Started again');
      for (let number = 1; number <= 50; number += 1) {
        await service.call('POST', `/v1/companies/${file.public_token}/entries`, sampleEntry(number, file.journalId));
      }
      await pause(extent.idleSeconds * 1000);
    } finally {
      await first.stop();
    }
    note('start: again, on existing data');
    const again = await start(LISTENING);
    try {
      await pause(extent.idleSeconds * 1000);
      const owner = await findServerOwner(dataDir);
      const memory = await residentMegabytes(owner!.pid);
      return [
        plainResult('npm start on existing data, until it listens', 's', again.milliseconds / 1000, { atMost: 2.5 }),
        plainResult('memory of the idle service', 'MB RSS', memory, { atMost: 160 }),
      ];
    } finally {
      await again.stop();
    }
  } finally {
    await destroyEmbeddedServer(dataDir);
  }
}
