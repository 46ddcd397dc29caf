import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  followFeed,
  openFile,
  computePercentile,
  postEntry,
  postInvoice,
  applyLoad,
  listStatuses,
  addSupplier,
  type Answer,
} from '../support/load.ts';
import { cleanUp, clientOf, invariantsHold, LOAD_MS, setStage, start } from './support.ts';
import { itLong } from '../support/long.ts';

/** A long run is also a wide one. */
const [FILES, WRITERS_A_FILE] = LOAD_MS >= 30_000 ? [50, 20] : [10, 10];

const numbersOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ body }) => body['number'] as number).sort((a, b) => a - b);
const oneTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('under load', function () {
  this.timeout(60_000 + 10 * LOAD_MS);
  cleanUp();

  it('numbers the invoices of one journal 1..n for 200 writers at once', async () => {
    const stage = await setStage();
    const client = clientOf(stage, await start(stage));
    const file = await addSupplier(client, stage.file);
    const { answers, broken, seconds } = await applyLoad({
      writers: 200,
      milliseconds: LOAD_MS,
      write: () => postInvoice(client, file),
    });
    expect(broken).to.have.length(0);
    expect(listStatuses(answers)).to.deep.equal([201]);
    expect(numbersOf(answers)).to.deep.equal(oneTo(answers.length));
    expect(new Set(answers.map(({ body }) => body['total_credit']))).to.deep.equal(new Set(['206.89']));
    await invariantsHold(stage, { writes: client.writes });
    console.log(
      `      ${Math.round(answers.length / seconds)} invoices/s, p50 ${computePercentile(answers, 0.5)} ms, p95 ${computePercentile(answers, 0.95)} ms`,
    );
  });

  itLong('keeps many company files apart', async () => {
    const stage = await setStage();
    const client = clientOf(stage, await start(stage));
    const files = [await addSupplier(client, stage.file)];
    for (let number = 1; number < FILES; number += 1)
      files.push(await addSupplier(client, await openFile(client, `FILE${number}`)));
    const ofFile = files.map((): Answer[] => []);
    const { answers, broken, seconds } = await applyLoad({
      writers: FILES * WRITERS_A_FILE,
      milliseconds: LOAD_MS,
      write: async (writer, turn) => {
        const place = writer % files.length;
        const answer = await (turn % 2 === 0 ? postInvoice : postEntry)(client, files[place]!);
        ofFile[place]!.push(answer);
        return answer;
      },
    });
    expect(broken).to.have.length(0);
    expect(listStatuses(answers)).to.deep.equal([201]);
    for (const [place, written] of ofFile.entries()) {
      expect(numbersOf(written)).to.deep.equal(oneTo(written.length));
      const { body } = await client.get(`${files[place]!.path}/entries`);
      expect(body['total']).to.equal(written.length);
    }
    await invariantsHold(stage, { writes: client.writes });
    console.log(
      `      ${Math.round(answers.length / seconds)} entries/s over ${FILES} files, p95 ${computePercentile(answers, 0.95)} ms`,
    );
  });

  itLong('acts once on a request that comes a hundred times at once, over two processes', async () => {
    const stage = await setStage();
    const [one, other] = [await start(stage), await start(stage)];
    const clients = [clientOf(stage, one), clientOf(stage, other)];
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => postEntry(clients[index % 2]!, stage.file, key)),
    );
    expect(listStatuses(answers)).to.deep.equal([200, 201]);
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    expect(new Set(answers.map(({ body }) => body['id']))).to.have.property('size', 1);
    expect(answers.filter(({ headers }) => headers['x-idempotent-replay'] === '1')).to.have.length(99);
    await invariantsHold(stage, { writes: clients.flatMap(({ writes }) => writes) });
  });

  itLong('acts once on each of many requests that come to two processes in a different order', async () => {
    const stage = await setStage();
    const clients = [clientOf(stage, await start(stage)), clientOf(stage, await start(stage))];
    const keys = Array.from({ length: 150 }, () => randomUUID());
    const answers = (
      await Promise.all([
        ...keys.map((key) => postEntry(clients[0]!, stage.file, key)),
        ...keys.toReversed().map((key) => postEntry(clients[1]!, stage.file, key)),
        ...keys.map((key) => postEntry(clients[1]!, stage.file, key)),
      ])
    ).map(({ status, body }) => ({ status, id: body['id'] }));
    expect([...new Set(answers.map(({ status }) => status))].sort()).to.deep.equal([200, 201]);
    expect(answers.filter(({ status }) => status === 201)).to.have.length(keys.length);
    expect(new Set(answers.map(({ id }) => id))).to.have.property('size', keys.length);
    await invariantsHold(stage, { writes: clients.flatMap(({ writes }) => writes) });
  });

  itLong('lets no reader of the feed miss anything while 24 writers are at work', async () => {
    const stage = await setStage();
    const [one, other] = [await start(stage), await start(stage)];
    const clients = [clientOf(stage, one), clientOf(stage, other)];
    const readers = [
      followFeed(clients[0]!, stage.file),
      followFeed(clients[1]!, stage.file, 500),
      followFeed(clients[1]!, stage.file, 7),
    ];
    const { answers, broken } = await applyLoad({
      writers: 24,
      milliseconds: LOAD_MS,
      write: (writer) => postEntry(clients[writer % 2]!, stage.file),
    });
    for (const reader of readers) await reader.stop();
    expect(broken).to.have.length(0);
    expect(listStatuses(answers)).to.deep.equal([201]);
    expect(readers.flatMap(({ failures }) => failures)).to.deep.equal([]);
    expect(readers.map(({ resyncs }) => resyncs)).to.deep.equal([0, 0, 0]);
    for (const { seen } of readers)
      for (const { body } of answers) expect(seen.get(`entries:${String(body['id'])}`)).to.equal(1);
    await invariantsHold(stage, { writes: clients.flatMap(({ writes }) => writes), readers });
  });
});
