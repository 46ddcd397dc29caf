import { expect } from 'chai';
import { OutsideUnavailable } from '../../../outside/http/failures.ts';
import { openPeppolDirectory, type PeppolDirectory } from '../../../outside/peppol/directory.ts';
import { buildDnsName } from '../../../outside/peppol/locator.ts';
import { parseDocumentTypes } from '../../../outside/peppol/service-group.ts';
import {
  INVOICE,
  getDnsName,
  buildServiceGroup,
  SML_DOMAIN,
  startDirectories,
  type TestDirectories,
} from '../../support/directories.ts';
import { FAILURES, answerText } from '../../support/http-server.ts';

const ID = '0208:0477472701';

describe('The Peppol network', () => {
  let outside: TestDirectories;
  let directory: PeppolDirectory;

  const open = (changes = {}) =>
    openPeppolDirectory({
      smlDomain: SML_DOMAIN,
      dnsServer: outside.names.address,
      allowedHosts: [outside.publisher.host],
      timeoutMs: 1_000,
      ...changes,
    });

  beforeEach(async () => {
    outside = await startDirectories();
    directory = open();
  });
  afterEach(async () => {
    await directory.close();
    await outside.close();
  });

  const outcomeOf = (peppol: PeppolDirectory, identifier = ID): Promise<string> =>
    peppol.findParticipant(identifier).then(
      (found) => (found ? 'registered' : 'not registered'),
      (error: unknown) =>
        error instanceof OutsideUnavailable && error.service === 'peppol' ? 'unknown' : String(error),
    );

  it('knows participants by a hash of their identifiers, whatever their case', () => {
    const hash = 'EH5BOAVAKTMBGZYH2A63DZ4QOV33FVP5NSDVQKLUCFRAAYOODW6A';
    const zone = 'participant.sml.prod.tech.peppol.org';
    expect(buildDnsName('9915:test', zone)).to.equal(`${hash}.iso6523-actorid-upis.${zone}`);
    expect(buildDnsName('9915:TEST', zone)).to.equal(buildDnsName('9915:test', zone));
    expect(buildDnsName(ID, zone)).to.match(/^[A-Z2-7]{52}\.iso6523-actorid-upis\./);
  });

  it('leads from the name over the publisher to the document types', async () => {
    expect(await directory.findParticipant(ID)).to.deep.equal({
      documentTypes: [{ scheme: 'busdox-docid-qns', id: INVOICE }],
    });
    expect(outside.names.questions).to.deep.equal([getDnsName(ID).toLowerCase()]);
    expect(outside.publisher.requests[0]).to.include({
      method: 'GET',
      url: '/smp/iso6523-actorid-upis%3A%3A0208%3A0477472701',
    });
  });

  it('does not know whoever has no name there', async () => {
    outside.names.behave('no such name');
    expect(await outcomeOf(directory)).to.equal('not registered');
    expect(outside.publisher.requests).to.deep.equal([]);
  });

  it('does not know whoever its publisher has let go', async () => {
    outside.publisher.behave(answerText('', 404));
    expect(await outcomeOf(directory)).to.equal('not registered');
  });

  for (const manner of ['failure', 'refusal', 'silence', 'no records'] as const) {
    it(`cannot tell when the name server answers with ${manner}`, async () => {
      outside.names.behave(manner);
      const start = performance.now();
      expect(await outcomeOf(directory)).to.equal('unknown');
      expect(performance.now() - start).to.be.lessThan(6_000);
    });
  }

  it('cannot tell when there is no name server', async () => {
    const lost = open({ dnsServer: '127.0.0.1:1' });
    expect(await outcomeOf(lost)).to.equal('unknown');
    await lost.close();
  });

  it('goes by the first record that names a publisher', async () => {
    const { url } = outside.publisher;
    outside.names.behave([
      { regexp: `!.*!${url}/late!`, order: 200 },
      { regexp: `!.*!${url}/other!`, service: 'Meta:Other', order: 1 },
      { regexp: `!.*!${url}/terminal!`, flags: 'S', order: 1 },
      { regexp: `!.*!ftp://127.0.0.1/!`, order: 1 },
      { regexp: `!^9915:(.*)$!${url}/partly!`, order: 1 },
      { regexp: 'nonsense', order: 1 },
      { regexp: '', order: 1 },
      { regexp: `#^.*$#${url}/second/#`, order: 100, preference: 20 },
      { regexp: `/.*/${encodeURIComponent(url)}/`, order: 100, preference: 5 },
      { regexp: `!^.*$!${url}/first/?a=b#c!i`, order: 100, preference: 10, flags: 'u', service: 'META:smp' },
    ]);
    expect(await outcomeOf(directory)).to.equal('registered');
    expect(outside.publisher.requests.map(({ url: requested }) => requested)).to.deep.equal([
      '/first/iso6523-actorid-upis%3A%3A0208%3A0477472701',
    ]);
  });

  it('cannot tell when no record names a publisher', async () => {
    for (const regexp of ['', '!', '!.*!!', '!.*!nowhere!', '!.*!javascript:alert(1)!', '!.*!http://!'])
      for (const service of ['Meta:SMP', 'Other']) {
        outside.names.behave([{ regexp, service }]);
        expect(await outcomeOf(directory), regexp).to.equal('unknown');
      }
    expect(outside.publisher.requests).to.deep.equal([]);
  });

  it('cannot send the service to a place of its own: publishers are in the internet at large', async () => {
    const guarded = open({ allowedHosts: ['smp.example'] });
    const port = outside.publisher.host.split(':')[1];
    for (const address of [
      outside.publisher.url,
      `http://localhost:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      `http://0x7f.1:${port}`,
      'http://169.254.169.254/latest/meta-data',
    ]) {
      outside.names.behave([{ regexp: `!.*!${address}!` }]);
      expect(await outcomeOf(guarded), address).to.equal('unknown');
    }
    expect(outside.publisher.connections()).to.equal(0);
    await guarded.close();
  });

  for (const [name, manner] of Object.entries(FAILURES)) {
    it(`cannot tell when the publisher answers with ${name}`, async () => {
      outside.publisher.behave(manner);
      const start = performance.now();
      expect(await outcomeOf(directory)).to.equal('unknown');
      expect(performance.now() - start).to.be.lessThan(6_000);
    });
  }

  it('keeps to the time of the question, names and publisher together', async () => {
    outside.publisher.behave(FAILURES['silence']!);
    const patient = open({ timeoutMs: 30_000 });
    const start = performance.now();
    await patient.findParticipant(ID, 200).catch(() => undefined);
    expect(performance.now() - start).to.be.lessThan(10_000);
    await patient.close();
  });
});

describe('What a publisher tells of a participant', () => {
  const read = (xml: string, identifier = ID) => parseDocumentTypes(Buffer.from(xml), identifier);

  it('is a list of document types, each once', async () => {
    const order = 'urn:example:Order-2::Order##x::2.1';
    expect(await read(buildServiceGroup(ID, [INVOICE, order, INVOICE]))).to.deep.equal([
      { scheme: 'busdox-docid-qns', id: INVOICE },
      { scheme: 'busdox-docid-qns', id: order },
    ]);
    expect(await read(buildServiceGroup(ID, []))).to.deep.equal([]);
  });

  it('is understood in either of its namespaces, and under any prefix', async () => {
    const other = buildServiceGroup(ID)
      .replace('http://busdox.org/serviceMetadata/publishing/1.0/', 'http://docs.oasis-open.org/bdxr/ns/SMP/2016/05')
      .replaceAll('smp:', '')
      .replace('xmlns:smp', 'xmlns');
    expect(await read(other.replace('xmlns:ids', 'xmlns:ids'))).to.have.length(1);
  });

  it('is of the participant that was asked for', async () => {
    expect(await read(buildServiceGroup('0208:0403170701'))).to.equal(undefined);
    expect(await read(buildServiceGroup('9915:TEST'), '9915:test')).to.have.length(1);
    expect(await read(buildServiceGroup(ID).replace(/<ids:Participant[\s\S]*Identifier>/, ''))).to.equal(undefined);
  });

  it('passes over references that are none', async () => {
    for (const href of [
      '',
      'https://smp.example/services/',
      'https://smp.example/services/%zz',
      'https://smp.example/services/only-a-scheme',
      'https://smp.example/services/s%3A%3A',
      'https://smp.example/services/s%3A%3Aa%20b',
      `https://smp.example/services/s%3A%3A${'x'.repeat(600)}`,
      'https://smp.example/other/s%3A%3Aid',
    ])
      expect(await read(buildServiceGroup(ID).replace(/href="[^"]*"/, `href="${href}"`)), href).to.deep.equal([]);
  });

  const DOCTYPES = [
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">',
    '<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    '<!DOCTYPE x>',
  ];
  for (const doctype of DOCTYPES) {
    it(`is refused with ${doctype.slice(0, 40)}…`, async () => {
      expect(await read(buildServiceGroup(ID).replace('?>', `?>${doctype}`))).to.equal(undefined);
    });
  }

  it('is refused when it is not well-formed, too deep, too long, or another document', async () => {
    const group = buildServiceGroup(ID);
    const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`;
    const start = performance.now();
    for (const xml of [
      '',
      'text',
      '<a/>',
      group.slice(0, -5),
      `${group}<a/>`,
      group.replace('</smp:ServiceGroup>', '&undefined;</smp:ServiceGroup>'),
      group.replace('</smp:ServiceGroup>', '\u0000</smp:ServiceGroup>'),
      group.replace('xmlns:smp=', 'xmlns:other='),
      group.replace('http://busdox.org/serviceMetadata', 'http://example.com'),
      group.replaceAll('ServiceGroup', 'SignedServiceMetadata'),
      group.replace('<smp:ServiceMetadataReferenceCollection>', `$&${deep}`),
      buildServiceGroup(
        ID,
        Array.from({ length: 2_500 }, (_, index) => `urn:x::A##${index}`),
      ),
      group.replace(ID, 'x'.repeat(900_000)),
    ])
      expect(await read(xml), xml.slice(0, 60)).to.equal(undefined);
    expect(performance.now() - start).to.be.lessThan(6_000);
  });
});
