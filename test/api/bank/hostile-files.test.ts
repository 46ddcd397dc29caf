import { expect } from 'chai';
import { buildHostileXml } from '../../support/hostile-xml.ts';
import { sample } from '../../support/long.ts';
import { useLedger } from '../ledger/support.ts';

const BYTES = 2 * 1024 * 1024;
/** The goal on a quiet machine is 100 ms. Tests share theirs, and a standstill lasted a second or more. */
const MAX_PING_MS = 500;
/** The first was a standstill for all tenants; the others are expensive even within the limits. */
const KINDS = ['attributes of one element', 'elements', 'character references'];

describe('Files that are meant to exhaust the parser, over HTTP', () => {
  const ledger = useLedger();

  async function measurePings(work: Promise<unknown>): Promise<number> {
    const times: number[] = [];
    let isDone = false;
    const finished = work.finally(() => (isDone = true));
    while (!isDone || times.length < 20) {
      const startedAt = performance.now();
      await ledger.firm.client.ok('/v1/ping');
      times.push(performance.now() - startedAt);
    }
    await finished;
    return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)]!;
  }

  const upload = (route: string, field: string, content: Buffer) =>
    ledger.firm.client.upload('POST', `${ledger.file.path}/${route}`, [
      { field, name: 'file.xml', content, type: 'application/xml' },
    ]);

  const routes = [
    ['coda-files', 'files[]'],
    ['document-imports', 'files[]'],
    ['peppol/validate', 'file'],
  ] as const;
  for (const [turn, [route, field]] of routes.entries())
    it(`other requests are answered meanwhile: ${route}`, async () => {
      // This process also sends the files: the time of an equally large refused upload is the measure.
      const idle = await measurePings(upload('peppol/validate', 'other', Buffer.alloc(BYTES)));
      // A short run sends each route one of them in turn.
      for (const kind of sample(KINDS, (_kind, place) => place === turn)) {
        const content = buildHostileXml(kind, BYTES);
        let status = 0;
        const sending = upload(route, field, content).then((answer) => (status = answer.status));
        const slowest = await measurePings(sending);
        expect(status, kind).to.be.oneOf(route === 'document-imports' ? [201] : [200, 413, 422, 429]);
        expect(slowest, `${kind}, idle ${idle}`).to.be.lessThan(Math.max(MAX_PING_MS, 4 * idle));
      }
    });
});
