import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { openHistory } from '../../../commands/history/index.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { waitUntil } from '../../support/load.ts';
import { unpackZip } from '../../support/zips.ts';
import { useAbroad } from '../audit-files/support.ts';

const IBAN = 'BE68539007547034';
const CODA = buildCodaFile({
  iban: IBAN,
  number: '1',
  opening_date: '2026-01-01',
  closing_date: '2026-01-31',
  opening_balance: '0.00',
  movements: [{ amount: '100.00', entry_date: '2026-01-15', value_date: '2026-01-15', communication: '=1+1' }],
});
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Manifest {
  readonly version: number;
  readonly known_at: string;
  readonly log: { readonly stream: string; readonly position: number; readonly revision: number };
  readonly chain_head: { readonly revision: number; readonly hash: string };
  readonly heads: readonly { readonly revision: number; readonly hash: string }[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly files: readonly { path: string; bytes: number; sha256: string; fingerprint?: string }[];
  readonly left_out: readonly { path: string; code: string }[];
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('Exports', () => {
  const books = useAbroad({ banks: [{ code: 'ING', label: 'ING', iban: IBAN }] });
  const dossier = (query = '', year = books.file.fiscalYearId) =>
    books.fetched(`/exports/full-dossier/${year}${query}`);
  let entry: AnswerBody;

  before('fill the books', async () => {
    const { made, file, firm } = books;
    const supplier = await made('/third-parties', { type: 'supplier', name: '@Imprimerie; "Été"', code: 'F1' });
    entry = await made('/entries', {
      journal_id: file.journal('OD'),
      entry_date: '2026-03-15',
      label: '-2+3',
      lines: [
        { account: '604000', debit: '121.00' },
        { account: '440000', credit: '121.00', third_party_id: supplier.id },
      ],
    });
    const upload = (path: string, field: string, name: string, content: string | Uint8Array, type: string) =>
      firm.client.upload('POST', `${file.path}${path}`, [{ field, name, content, type }]);
    await expectStatus(upload(`/entries/${entry.id}/attachments`, 'files[]', 'reçu..1.png', PNG, 'image/png'), 201);
    await expectStatus(upload('/coda-files', 'files[]', 'janvier.cod', CODA, 'text/plain'), 201);
  });

  it('are read whole by a token that may only read', async () => {
    const { firm, file } = books;
    const { token } = await firm.client.created<{ token: string }>('/v1/auth/tokens', {
      name: 'Reader',
      abilities: ['read'],
    });
    const reader = firm.client.as(token);
    expect((await reader.get(`${file.path}/reports/trial-balance?format=CSV`)).status).to.equal(200);
    expect((await reader.get(`${file.path}/exports/trial-balance?format=CSV`)).status).to.equal(200);
    const path = `${file.path}/exports/full-dossier/${file.fiscalYearId}`;
    const answer = await fetch(`${firm.client.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).to.equal(200);
    const own = await unpackZip((await dossier()).content);
    const read = await unpackZip(Buffer.from(await answer.arrayBuffer()));
    expect([...read.keys()]).to.deep.equal([...own.keys()]);
    expect((JSON.parse(String(read.get('manifest.json'))) as Manifest).left_out).to.deep.equal(
      (JSON.parse(String(own.get('manifest.json'))) as Manifest).left_out,
    );
    await reader.refused(403).post(`${file.path}/entries`, {});
  });

  it('speak the language that the request accepts, also where they are refused', async () => {
    const { service, firm, file } = books;
    const { client } = await service.newMember(firm, 'admin', { locale: null });
    const path = `${file.path}/exports/trial-balance`;
    const dutch = { 'Accept-Language': 'nl' };
    const { text } = await client.get(`${path}?fiscal_year_id=${file.fiscalYearId}`, dutch);
    expect(text).to.match(/^\ufeff?Rekening;/);
    const { status, body } = await client.get(`${path}?from=2026-02-01&to=2026-01-01`, dutch);
    expect([status, body.message]).to.deep.equal([422, 'De einddatum mag niet vóór de begindatum liggen.']);
  });

  it('are listed with their formats', async () => {
    const body = await books.firm.client.ok(`${books.file.path}/exports?lang=nl`);
    const listed = body.data as { type: string; kind: string; label: string; formats: string[]; path: string }[];
    expect(listed.find(({ type }) => type === 'trial-balance')).to.deep.include({
      kind: 'report',
      formats: ['PDF', 'XLSX', 'CSV'],
      path: `${books.file.path}/exports/trial-balance`,
    });
    expect(listed.map(({ type }) => type)).to.include.members([
      'general-ledger',
      'accounts',
      'third-parties',
      'full-dossier',
    ]);
    expect(
      listed.map(({ type }) => type),
      'files of other countries',
    ).to.not.include.members(['fec', 'faia']);
    expect(listed.every(({ label }) => label !== '')).to.equal(true);
  });

  it('serve every report and list, with one fingerprint whatever the format', async () => {
    const { body } = await books.firm.client.get(`${books.file.path}/exports`);
    const listed = body.data as { type: string; kind: string; parameters: string[] }[];
    const begins = { CSV: '\ufeff', PDF: '%PDF', XLSX: 'PK' };
    for (const { type, kind, parameters } of listed.filter((one) => one.kind !== 'fiscal_year')) {
      const query = kind === 'report' && parameters.includes('type') ? '&type=supplier' : '';
      const prints = new Set<unknown>();
      // All formats of a list here; those of reports are tested with the reports.
      for (const format of type === 'journal-list' ? (['CSV', 'PDF', 'XLSX'] as const) : (['CSV'] as const)) {
        const path = `/exports/${type}?format=${format.toLowerCase()}${query}`;
        const { status, content, headers } = await books.fetched(path);
        expect(status, `${type} ${format}: ${content.toString('utf8').slice(0, 300)}`).to.equal(200);
        expect(content.toString('utf8').startsWith(begins[format]), `${type} ${format}`).to.equal(true);
        expect(headers['content-disposition']).to.match(new RegExp(`\\.${format.toLowerCase()}"`));
        expect(headers['x-export-fingerprint'], type).to.match(/^[0-9a-f]{64}$/);
        prints.add(headers['x-export-fingerprint']);
      }
      expect(prints.size, type).to.equal(1);
    }
  });

  it('make texts safe for spreadsheets and leave amounts numeric', async () => {
    const parties = (await books.fetched('/exports/third-parties?lang=fr')).content.toString();
    expect(parties).to.include(`F1;fournisseur;"'@Imprimerie; ""Été"""`);
    const transactions = (await books.fetched('/exports/bank-transactions?lang=fr&from=2026-01-01')).content.toString();
    expect(transactions).to.include(`;'=1+1;100,00;EUR;en attente`);
    const raw = (await books.fetched('/exports/bank-transactions?dialect=raw')).content.toString();
    expect(raw).to.include(',=1+1,100.00,EUR,');
  });

  it('of unknown types, formats, days and parameters are refused', async () => {
    const { client } = books.firm;
    const statusOf = async (path: string) => {
      const { status, body } = await client.get(`${books.file.path}/exports/${path}`);
      return [status, Object.keys(body.errors ?? {})];
    };
    expect(await statusOf('nothing')).to.deep.equal([404, []]);
    expect(await statusOf('accounts?format=DOC')).to.deep.equal([422, ['format']]);
    expect(await statusOf('accounts?from=2026-01-01')).to.deep.equal([422, ['from']]);
    expect(await statusOf('documents?from=2026-02-30')).to.deep.equal([422, ['from']]);
    expect(await statusOf('documents?from=2026-03-01&to=2026-01-01')).to.deep.equal([422, ['to']]);
    expect(await statusOf('documents?fiscal_year_id=1000000')).to.deep.equal([422, ['fiscal_year_id']]);
    expect(await statusOf('trial-balance?from=2026-03-01&to=2026-01-01')).to.deep.equal([422, ['to']]);
    expect(await statusOf('full-dossier/1000000')).to.deep.equal([404, []]);
    expect(await statusOf(`full-dossier/${books.file.fiscalYearId}?parts[]=all`)).to.deep.equal([422, ['parts.0']]);
  });

  it('of a whole year are an archive whose manifest proves every file, the log and the moment', async () => {
    const { service, file, firm } = books;
    await openHistory(service.core, service.config.dataDir, service.config.appKey!).anchorStreams(new Date());
    const { status, content, headers, name } = await dossier('?lang=fr');
    expect(status, content.toString('utf8').slice(0, 500)).to.equal(200);
    expect([headers['content-type'], name]).to.deep.equal(['application/zip', 'Boulangerie-Dupont-2026.zip']);
    const files = await unpackZip(content);
    const manifest = JSON.parse(files.get('manifest.json')!.toString()) as Manifest;
    expect(manifest.version).to.equal(2);
    expect(manifest.left_out.map(({ path, code }) => `${path} ${code}`)).to.deep.equal([]);
    expect([...files.keys()].filter((path) => path !== 'manifest.json').sort()).to.deep.equal(
      manifest.files.map(({ path }) => path).sort(),
    );
    for (const { path, bytes, sha256: told } of manifest.files) {
      expect([path, files.get(path)!.length, sha256(files.get(path)!)]).to.deep.equal([path, bytes, told]);
    }
    expect([...files.keys()]).to.include.members([
      'reports/trial-balance.csv',
      'reports/general-ledger.pdf',
      'lists/accounts.csv',
    ]);
    const bank = [...files.keys()].find((path) => path.startsWith('bank/'))!;
    expect(files.get(bank)!.toString('latin1'), 'as it was received').to.equal(CODA);
    const attachment = [...files.keys()].find((path) => path.startsWith('attachments/'))!;
    expect(attachment).to.match(/^attachments\/OD\/2026-03-15 \d+ reçu\.1\.png$/);
    expect(files.get(attachment)!.equals(PNG)).to.equal(true);

    const verified = await firm.client.get(`${file.path}/history/verify`);
    const { head, anchors } = verified.body as unknown as {
      head: Manifest['log'] & { hash: string };
      anchors: unknown[];
    };
    expect(manifest.chain_head).to.deep.include({ revision: head.revision, hash: head.hash });
    expect(manifest.log).to.deep.include({ position: head.position, revision: head.revision });
    const signed = files
      .get('heads.ndjson')!
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect([signed.length, manifest.heads.length]).to.deep.equal([anchors.length, anchors.length]);
    expect(signed[0]).to.include.keys('stream', 'day', 'revision', 'hash', 'key', 'signature');
    expect(manifest.parameters).to.deep.equal({
      fiscal_year_id: file.fiscalYearId,
      lang: 'fr',
      known_at: null,
      parts: ['reports', 'lists', 'audit_file', 'files'],
    });

    // Whoever only asks for the head leaves before the first file.
    const fingerprintOf = async (query: string) =>
      (await firm.client.request('HEAD', `${file.path}/exports/full-dossier/${file.fiscalYearId}${query}`)).headers.get(
        'x-export-fingerprint',
      );
    const told = headers['x-export-fingerprint'];
    expect(await fingerprintOf(`?lang=nl&known_at=${manifest.known_at}`), 'the same data').to.equal(told);
    await books.made('/entries', {
      journal_id: file.journal('OD'),
      entry_date: '2026-03-16',
      lines: [
        { account: '604000', debit: '1.00' },
        { account: '440000', credit: '1.00' },
      ],
    });
    expect(await fingerprintOf('')).to.not.equal(told);
    expect(await fingerprintOf(`?known_at=${manifest.known_at}`)).to.equal(told);
  });

  it('break off visibly when the database goes away in the middle', async () => {
    const { bulkPool: pool } = books.service.core;
    const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
    type Callback = (error: Error, client: undefined, release: () => void) => void;
    let connections = 0;
    Object.assign(pool, {
      connect(callback?: Callback) {
        connections += 1;
        if (connections < 15) return connect(callback);
        const lost = new Error('Connection terminated unexpectedly');
        return callback ? callback(lost, undefined, () => undefined) : Promise.reject(lost);
      },
    });
    try {
      const outcome = await dossier().then(
        ({ status }) => status,
        () => 'broken off',
      );
      expect(outcome).to.equal('broken off');
    } finally {
      Object.assign(pool, { connect });
    }
    // The connection may end before the reason is written.
    await waitUntil('the error to be logged', () => books.service.errors.length > 0);
    const [told, ...others] = books.service.errors.splice(0);
    expect(told, told).to.contain('request failed').and.contain('Connection terminated unexpectedly');
    expect(others).to.deep.equal([]);
    expect((await books.fetched('/exports/accounts')).status).to.equal(200);
  });
});
