import { expect } from 'chai';
import { readXml, UnreadableXml } from '../../../outside/xml/read-xml.ts';
import { buildHostileXml, HOSTILE_KINDS } from '../../support/hostile-xml.ts';

const BYTES = 3 * 1024 * 1024;

describe('XML that is meant to exhaust the parser', () => {
  for (const kind of HOSTILE_KINDS)
    it(`takes little processor time: ${kind}`, async () => {
      const bytes = buildHostileXml(kind, BYTES);
      const { user, system } = process.cpuUsage();
      const error: unknown = await readXml(bytes).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      const used = process.cpuUsage();
      if (error !== null) expect(error).to.be.instanceOf(UnreadableXml);
      expect((used.user + used.system - user - system) / 1000, 'processor time').to.be.lessThan(4_000);
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
