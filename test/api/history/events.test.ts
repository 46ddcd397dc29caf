import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { toBookDate } from '../../../domain/dates.ts';
import { eventsByStream } from '../../../domain/event-catalogue.ts';
import { getStoredLog, type RecordedEvent } from '../../../eventlog/port.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

const run = promisify(execFile);

interface Line extends Omit<RecordedEvent, 'metadata'> {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly recorded_at: string;
  readonly previous_hash: string | null;
  readonly hash: string;
}

/** The others are companies, whose names are in clear. */
const PERSON = 'Quatre';

describe('The events of a company file', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let events: RecordedEvent[];

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    for (const name of ['Un', 'Deux', 'Café “Zoë” 😀', 'Quatre', 'Cinq'])
      await firm.client.post(`${file.path}/third-parties`, {
        ...{ name, type: 'customer', is_natural_person: name === PERSON },
      });
    events = [];
    for await (const event of getStoredLog(service.core.log).readStream(`company-${file.id}`)) events.push(event);
  });

  async function fetched(query = '', headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(`${service.url}${file.path}/events${query}`, {
      headers: { Authorization: `Bearer ${firm.client.token}`, ...headers },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function lines(query = ''): Promise<Line[]> {
    const { status, text: ndjson } = await fetched(query);
    expect(status, ndjson).to.equal(200);
    return ndjson === ''
      ? []
      : ndjson
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Line);
  }

  const revisions = async (query: string) => (await lines(query)).map(({ revision }) => revision);
  const range = (from: number, to: number) => events.map(({ revision }) => revision).slice(from, to);

  it('come one a line, as they were recorded, with the place of each in the chain', async () => {
    const { headers } = await fetched();
    expect(headers.get('Content-Type')).to.equal('application/x-ndjson');
    const sealed = events.filter(({ data }) => data['sealed'] !== undefined);
    const opened = new Map<number, unknown>();
    for (const { revision } of sealed)
      opened.set(revision, (await service.events(file.id)).find((event) => event.revision === revision)!.data);
    expect(await lines()).to.deep.equal(
      events.map((event) => ({
        ...event,
        recorded_at: event.metadata.recorded_at,
        previous_hash: event.metadata.prev_hash,
        hash: event.metadata.hash,
        ...(opened.has(event.revision) && { clear: opened.get(event.revision) }),
      })),
    );
    expect([...opened.values()].map((data) => JSON.stringify(data).includes(PERSON))).to.deep.equal([true]);
    expect(events.some(({ data }) => JSON.stringify(data).includes(PERSON))).to.equal(false);
    expect(Object.keys((await lines())[0]!)).to.deep.equal([
      ...['id', 'stream', 'revision', 'position', 'type', 'version', 'data', 'metadata'],
      ...['recorded_at', 'previous_hash', 'hash'],
    ]);
  });

  it('go on behind the last position that was read', async () => {
    for (const index of [0, 1, events.length - 2])
      expect(await revisions(`?after=${events[index]!.position}`)).to.deep.equal(range(index + 1, events.length));
    expect(await revisions(`?after=${events.at(-1)!.position}`)).to.deep.equal([]);
    expect(await revisions('?after=999999999')).to.deep.equal([]);
    expect(await revisions('?after=0')).to.deep.equal(range(0, events.length));
  });

  it('end with a position, a moment or a day', async () => {
    const fourth = events.length - 2;
    const { position, metadata } = events[fourth]!;
    const later = events.filter((one) => one.metadata.recorded_at! <= metadata.recorded_at!).length;
    expect(await revisions(`?until=${position}`)).to.deep.equal(range(0, fourth + 1));
    expect(await revisions(`?after=${events[1]!.position}&until=${position}`)).to.deep.equal(range(2, fourth + 1));
    expect(await revisions(`?until=${metadata.recorded_at}`)).to.deep.equal(range(0, later));
    // The day where the books are kept: an event of half past eleven in Greenwich is one of the next day.
    const day = toBookDate(new Date(events.at(-1)!.metadata.recorded_at!));
    expect(await revisions(`?until=${day}`)).to.deep.equal(range(0, events.length));
    expect(await revisions('?until=1999-12-31')).to.deep.equal([]);
    expect(await revisions('?until=0')).to.deep.equal([]);
  });

  it('are refused in the language of the reader when the stretch cannot be understood', async () => {
    const answers: unknown[] = [];
    for (const locale of ['fr', 'nl', 'en', 'de'] as const) {
      const { client } = await service.newMember(firm, 'reviewer', { locale, allCompanies: true });
      const body = await client.refused(422).get(`${file.path}/events?after=x&until=yesterday`);
      answers.push(body.errors);
    }
    expect(answers).to.deep.equal([
      {
        after: ['Le champ « après » doit être un nombre entier.'],
        until: ['Le champ « jusqu’à » doit être une position, un horodatage ISO 8601 ou une date (AAAA-MM-JJ).'],
      },
      {
        after: ['Het veld “na” moet een geheel getal zijn.'],
        until: [
          'Het veld “tot en met” moet een positie, een tijdstip volgens ISO 8601 of een datum (JJJJ-MM-DD) zijn.',
        ],
      },
      {
        after: ['The “after” field must be an integer.'],
        until: ['The “until” field must be a position, an ISO 8601 timestamp or a date (YYYY-MM-DD).'],
      },
      {
        after: ['Das Feld „nach“ muss eine ganze Zahl sein.'],
        until: ['Das Feld „bis“ muss eine Position, ein Zeitstempel nach ISO 8601 oder ein Datum (JJJJ-MM-TT) sein.'],
      },
    ]);
  });

  it('are compressed for whoever takes them so', async () => {
    const plain = (await fetched('', { 'Accept-Encoding': 'identity' })).text;
    const compressed = await new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      const sent = request(`${service.url}${file.path}/events`, {
        headers: { Authorization: `Bearer ${firm.client.token}`, 'Accept-Encoding': 'gzip' },
      });
      sent.on('error', reject).on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
        );
      });
      sent.end();
    });
    expect(compressed.encoding).to.equal('gzip');
    expect(gunzipSync(compressed.body).toString()).to.equal(plain);
    expect(compressed.body.length).to.be.below(plain.length / 3);
  });

  describe('checked by an outsider, with the script of docs/audit.md', () => {
    let folder: string;
    let exported: readonly string[];
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'grandlivre-outsider-'));
      const page = await readFile('docs/audit.md', 'utf8');
      await writeFile(join(folder, 'check-log.mjs'), /```js\n([^]*?)```/.exec(page)![1]!);
      exported = (await fetched()).text.trimEnd().split('\n');
    });
    after(() => rm(folder, { recursive: true }));

    async function check(lines: readonly string[], ...head: readonly string[]): Promise<string> {
      await writeFile(join(folder, 'events.ndjson'), `${lines.join('\n')}\n`);
      try {
        const { stdout } = await run(process.execPath, ['check-log.mjs', 'events.ndjson', ...head], { cwd: folder });
        return stdout.trim();
      } catch (error) {
        expect((error as { code: number }).code).to.equal(1);
        return (error as { stderr: string }).stderr.trim();
      }
    }

    it('is intact, and its head is the one that the service shows', async () => {
      const { body } = await firm.client.get<{ head: { revision: number; hash: string } }>(
        `${file.path}/history/verify`,
      );
      const { revision, hash } = body.head;
      expect(await check(exported, String(revision), hash)).to.equal(
        `${events.length} events, intact. Head: ${revision} ${hash}`,
      );
    });

    it('names an event that was edited, removed or swapped, and a log that was cut off', async () => {
      const third = exported.findIndex((line) => line.includes('Zoë'));
      const without = exported.filter((_, index) => index !== third);
      const edited = exported.map((line, index) => (index === third ? line.replace('Zoë', 'Zoé') : line));
      expect(edited).to.not.deep.equal(exported);
      const swapped = [...without.slice(0, third + 1), exported[third]!, ...without.slice(third + 1)];
      const { revision, metadata } = events.at(-1)!;
      const [answerEdited, answerRemoved, answerSwapped, answerCut, answerOther] = [
        await check(edited),
        await check(without),
        await check(swapped),
        await check(exported.slice(0, -1), String(revision), metadata.hash!),
        await check(exported, String(revision), '0'.repeat(64)),
      ];
      expect(answerEdited).to.equal(`Event ${third} is not what was recorded`);
      expect(answerRemoved).to.equal(`Event ${third} is missing, or stands in another place`);
      expect(answerSwapped).to.equal(`Event ${third} is missing, or stands in another place`);
      expect(answerCut).to.equal(`The log ends before event ${revision}, which a head was kept of`);
      expect(answerOther).to.equal(`Event ${revision} is not the one that the head was kept of`);
    });
  });

  it('hold nothing that lets anybody in', () => {
    const secret = /passw|secret|token|totp|recovery|key/i;
    const named = Object.entries(eventsByStream.company).flatMap(([type, { schema }]) =>
      [...JSON.stringify(schema).matchAll(/"([a-z_]+)":/g)]
        .map(([, name]) => `${type}.${name}`)
        .filter((name) => secret.test(name.split('.')[1]!)),
    );
    // The one that addresses of the company file are made of opens nothing by itself, and keys are named after they are
    // destroyed.
    const harmless = (name: string): boolean => name.endsWith('.public_token') || name === 'PersonErased.keys';
    expect(named.filter((name) => !harmless(name))).to.deep.equal([]);
  });
});
