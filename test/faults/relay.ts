import { expect } from 'chai';
import { roomyLicence } from '../api/access/basics.ts';
import { LICENCE_PUBLIC_KEY } from '../support/licences.ts';
import { openFile, waitUntil, type Answer, type Client, type File } from '../support/load.ts';
import { query, type ServiceProcess } from '../support/processes.ts';
import { breaks, isWrittenAt, type KillPoint } from './killing.ts';
import { clientOf, invariantsHold, leaveNothing, makeStageFirst, setStage, start, type Stage } from './support.ts';

/**
 * A service that is killed again and again, each time followed by another process on the same database, which serves what
 * comes after the kill and is killed next: one process a kill, whatever the subject.
 */
export interface Relay {
  readonly stage: Stage;
  /** Talks to the process that runs now. */
  readonly client: Client;
  /** A company file of its own for a test. */
  newFile(): Promise<File>;
  /** Kills the process at the point that the request comes to, and starts the next. */
  killedAt(point: KillPoint, write: (client: Client) => Promise<Answer>): Promise<void>;
}

/**
 * What must hold after any of the tests is checked at their end, over all that they have written. `files`: as many company files are
 * opened by the first process, which has done so before when it comes to the second; each after it would do so for the first time.
 */
export function useRelay({ files: count = 0 }: { readonly files?: number } = {}): Relay {
  let stage: Stage;
  let service: ServiceProcess;
  let client: Client;
  const files: File[] = [];
  let opened = 0;
  const openOne = (): Promise<File> => openFile(client, `FILE${(opened += 1)}`);

  const endOfLog = async (): Promise<number> => {
    const rows = await query<{ end: string }>(
      stage.databaseUrl,
      'SELECT coalesce(max(position), 0) AS end FROM log.events',
    );
    return Number(rows[0]!.end);
  };
  const startNext = async (): Promise<void> => {
    service = await start(stage, { FAULT_POINT: 'by-message', LICENCE_PUBLIC_KEY });
  };

  makeStageFirst();
  before('start the first process', async () => {
    stage = await setStage();
    await startNext();
    client = clientOf(stage, service);
    await allowManyFiles(client);
    while (files.length < count) files.push(await openOne());
  });
  after('check the invariants and leave nothing', async () => {
    try {
      if (client !== undefined) await invariantsHold(stage, { writes: client.writes });
    } finally {
      await leaveNothing();
    }
  });

  return {
    get stage() {
      return stage;
    },
    get client() {
      return client;
    },
    newFile: async () => files.shift() ?? (await openOne()),
    async killedAt(point, write) {
      const doomed = service;
      const end = await endOfLog();
      await doomed.failAt(point === 'after-projection' ? `${point}@${end}` : point);
      const request = write(client);
      // The database tells of the projection too, and may be faster than the kill.
      await (point === 'after-projection' ? request.catch(() => null) : breaks(request));
      await waitUntil('the process to be killed', doomed.hasExited);
      expect(await doomed.exited).to.deep.equal({ code: null, signal: 'SIGKILL' });
      expect((await endOfLog()) > end, `written when it was killed ${point}`).to.equal(isWrittenAt(point));
      await startNext();
      client = client.at(service.url);
    },
  };
}

/** A long run opens more company files than a firm without a licence may have. */
async function allowManyFiles(client: Client): Promise<void> {
  const firms = (await client.get('/v1/firms')).body as unknown as readonly { readonly public_token: string }[];
  const { status } = await client.post(`/v1/firms/${firms[0]!.public_token}/licence`, { key: roomyLicence() });
  expect(status).to.equal(200);
}
