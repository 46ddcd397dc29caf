import { expect } from 'chai';
import { readXml, UnreadableXml } from '../../../outside/xml/read-xml.ts';
import { readCpuTime } from '../../support/cpu.ts';
import { buildHostileXml, HOSTILE_KINDS } from '../../support/hostile-xml.ts';
import { sample } from '../../support/long.ts';

const BYTES = 3 * 1024 * 1024;
const FEW_BYTES = BYTES / 12;
/** Of a parser that takes as long for each byte of a large file as of a small one, with room for a busy machine. */
const MOST_TIMES = 40;
const MOST_MS = 4_000;

describe('XML that is meant to exhaust the parser', function () {
  // A machine that slows down meanwhile does so once; a parser that is exhausted is so every time.
  this.retries(2);
  let limit: number;

  const harmless = Buffer.from(`<a>${'<b>text</b>'.repeat(FEW_BYTES / 11)}</a>`);

  before('warm up', () => readXml(harmless));
  beforeEach('measure how fast this machine reads a harmless file', async () => {
    const startedAt = readCpuTime();
    await readXml(harmless);
    limit = Math.max(MOST_MS, MOST_TIMES * (readCpuTime() - startedAt));
  });

  for (const kind of sample(HOSTILE_KINDS, (_kind, place) => place % 4 === 0))
    it(`takes little processor time: ${kind}`, async () => {
      const bytes = buildHostileXml(kind, BYTES);
      const startedAt = readCpuTime();
      const error: unknown = await readXml(bytes).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      const used = readCpuTime() - startedAt;
      if (error !== null) expect(error).to.be.instanceOf(UnreadableXml);
      expect(used, 'processor time').to.be.lessThan(limit);
    });

  it('is refused for more than a thousand attributes or namespaces of one element', async () => {
    const buildElement = (count: number, name: string): Buffer =>
      Buffer.from(`<a ${Array.from({ length: count }, (_, index) => `${name}${index}="u"`).join(' ')}/>`);
    for (const name of ['b', 'xmlns:b']) {
      expect((await readXml(buildElement(1_000, name))).name).to.equal('a');
      const error: unknown = await readXml(buildElement(1_001, name)).catch((thrown: unknown) => thrown);
      expect((error as UnreadableXml).problem).to.equal('too_large');
    }
  });
});
