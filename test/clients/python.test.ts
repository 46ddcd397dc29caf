import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { listOperations, readDocument } from '../../clients/build/document.ts';
import { toPythonName } from '../../clients/build/python-types.ts';
import { listPythonFiles } from '../../clients/build/wheel.ts';
import { itLong } from '../support/long.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';
import { openLine, type Line } from './line.ts';
import { describePython, findPython, startPython, writePythonFiles, type PythonDriver } from './python.ts';
import { BODY, NOW, SECRET, SIGNATURE } from './webhook-vector.ts';

const python = findPython();

describe(`The Python client (${describePython(python)})`, function () {
  // Only tells what hangs: on a busy machine mypy takes minutes.
  this.timeout(600_000);
  const document = readDocument();
  let folder: string;
  let files: Map<string, string>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-python-'));
    files = await listPythonFiles(document);
    await writePythonFiles(files, folder);
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs a program with the package in its path. */
  function run(args: readonly string[], input?: string) {
    const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', MYPYPATH: folder };
    return spawnSync(python!.program, args, { encoding: 'utf8', env, cwd: folder, input });
  }

  it('has a method for each route and a class for each schema of the document', () => {
    for (const name of ['routes.py', 'async_routes.py']) {
      const text = files.get(`grandlivre/${name}`)!;
      const methods = new Set([...text.matchAll(/^ {4}(?:async )?def (\w+)\(/gm)].map(([, found]) => found));
      const expected = listOperations(document)
        .filter(({ fileTypes }) => !fileTypes.includes('text/event-stream'))
        .map(({ id }) => toPythonName(id));
      expect(expected.filter((one) => !methods.has(one))).to.deep.equal([]);
      const paths = new Set(
        [...text.matchAll(/^ +"(?:GET|POST|PUT|PATCH|DELETE)",\n +"(.*)",$/gm)].map(([, found]) => found),
      );
      expect(
        listOperations(document)
          .filter(({ path }) => !paths.has(path))
          .map(({ path }) => path),
      ).to.deep.equal(['/v1/companies/{company}/sync/stream']);
    }
    const models = files.get('grandlivre/models.py')!;
    const classes = new Set([...models.matchAll(/^(?:class )?(\w+)(?:\(| = )/gm)].map(([, found]) => found));
    expect(Object.keys(document.components.schemas).filter((name) => !classes.has(name))).to.deep.equal([]);
  });

  if (python)
    it('is read by this Python', () => {
      const sources = [...files.keys()].filter((name) => name.endsWith('.py'));
      const check =
        'import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name, encoding="utf-8").read(), feature_version=(3, 9))';
      expect(run(['-c', check, ...sources]).stderr).to.equal('');
    });

  if (python)
    it('verifies webhooks, and refuses what is old, altered or malformed', () => {
      const cases = [
        [{}, 'webhook.test'],
        [{ secret: ['whsec_new', SECRET] }, 'webhook.test'],
        [{ signature: SIGNATURE.replace(',', `,v1=${'0'.repeat(64)},`) }, 'webhook.test'],
        [{ now: NOW / 1000 + 300 }, 'webhook.test'],
        [{ now: NOW / 1000 + 301 }, 'expired'],
        [{ now: NOW / 1000 - 301 }, 'expired'],
        [{ body: BODY.replace('ping', 'pong') }, 'mismatch'],
        [{ secret: 'whsec_other' }, 'mismatch'],
        [{ signature: SIGNATURE.toUpperCase() }, 'malformed'],
        [{ signature: `${SIGNATURE}0` }, 'malformed'],
        [{ signature: 'v1=' }, 'malformed'],
        [{ signature: null }, 'malformed'],
      ] as const;
      const given = cases.map(([one]) => ({
        body: BODY,
        signature: SIGNATURE,
        secret: SECRET,
        now: NOW / 1000,
        ...one,
      }));
      // Loaded by itself: it needs no other package.
      const program = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("webhooks", "grandlivre/webhooks.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
def verify(given):
    try:
        return module.verify_webhook(**given)["event"]
    except module.WebhookSignatureError as error:
        return error.reason
print(json.dumps([verify(one) for one in json.load(sys.stdin)]))
`;
      const { stdout, stderr } = run(['-c', program], JSON.stringify(given));
      expect(stdout && JSON.parse(stdout), stderr).to.deep.equal(cases.map(([, expected]) => expected));
    });

  if (python?.hasMypy && python.httpx !== null)
    itLong('is typed throughout: mypy --strict finds nothing, and finds what is wrong', async () => {
      await writeFile(
        join(folder, 'use.py'),
        `from grandlivre import Grandlivre
books = Grandlivre("https://books.example.com")
name: str = books.get_third_party("AbCdEfGh1234", 1)["name"]
for entry in books.iter_entries("AbCdEfGh1234", from_="2026-01-01"):
    total: str = entry["total_debit"]
books.list_third_parties("AbCdEfGh1234", type="nobody")
books.create_third_party("AbCdEfGh1234", body={"nam": "x"})
number: int = books.get_third_party("AbCdEfGh1234", 1)["name"]
`,
      );
      const args = ['-m', 'mypy', '--strict', '--python-version', '3.9', '--cache-dir', join(folder, '.cache')];
      const driver = fileURLToPath(new URL('./python_driver.py', import.meta.url));
      const { stdout } = run([...args, '-p', 'grandlivre']);
      expect(stdout).to.match(/^Success: no issues found/);
      expect(run([...args, driver]).stdout).to.match(/^Success: no issues found/);
      const wrong = run([...args, 'use.py']).stdout.split('\n');
      expect(wrong.flatMap((line) => /^use\.py:(\d+)/.exec(line)?.[1] ?? [])).to.have.members(['6', '7', '8']);
    });

  if (python && python.httpx !== null)
    describe('against the service', () => {
      const service = useService({ from: 'books' });
      let firm: TestFirm;
      let file: TestCompany;
      let line: Line;
      let client: PythonDriver;

      before(async () => {
        firm = await service.newFirm();
        file = await service.newCompany(firm.client);
        line = await openLine(service.url);
        const settings = { url: line.url, token: firm.client.token, company: file.token };
        client = await startPython(python, folder, settings);
      });
      after(async () => {
        await client.stop();
        await line.close();
      });
      beforeEach(() => void (line.sent.length = 0));

      const addParty = (name: string) => firm.client.post(`${file.path}/third-parties`, { type: 'customer', name });

      it('does a write once although its response is lost, under one mutation id', async () => {
        line.loses = { path: '/third-parties', count: 2 };
        const { value } = await client.ask('add_party', { name: 'Lost and found' });
        expect(line.lost).to.equal(2);
        const ids = line.sent.map(({ headers }) => headers['x-client-mutation-id']);
        expect(ids).to.have.length(3);
        expect(new Set(ids).size).to.equal(1);
        const { body } = await firm.client.get<{ id: number; name: string }[]>(`${file.path}/third-parties`);
        expect(body.filter(({ name }) => name === 'Lost and found').map(({ id }) => ({ id }))).to.deep.equal([value]);
        expect(line.sent[0]!.headers).to.include({ 'x-device-id': 'till-1', 'x-device-name': 'Kassa%20%C3%A9%C3%A9n' });
        await client.ask('add_party', { name: 'Chosen', mutation_id: 'order-1' });
        expect(line.sent.at(-1)!.headers['x-client-mutation-id']).to.equal('order-1');
      });

      it('waits as long as the service asks, and takes the response if that is too long', async () => {
        line.prepared.push({ status: 429, headers: { 'Retry-After': '7' } }, { status: 503 });
        const { waits, value } = await client.ask('ping');
        expect(value).to.have.property('ok', true);
        expect(waits[0]).to.equal(7);
        expect(waits[1]).to.be.within(0.5, 1);
        const body = { code: 'rate_limited', message: '' };
        line.prepared.push({ status: 429, headers: { 'Retry-After': '900' }, body });
        expect((await client.ask('ping')).refused).to.deep.equal([429, 'rate_limited']);
        line.prepared.push({ status: 409, headers: { 'Retry-After': '1' }, body: { code: 'request_in_progress' } });
        expect((await client.ask('add_party', { name: 'Still running' })).waits).to.deep.equal([1]);
      });

      it('sends what has no mutation id again only if the service has not begun', async () => {
        line.loses = { path: '/login', count: 1 };
        expect(await client.ask('sign_in')).to.have.property('failed');
        expect(line.sent).to.have.length(1);
        line.prepared.push({ status: 503, headers: { 'Retry-After': '2' } });
        const { refused, waits } = await client.ask('sign_in');
        expect(refused![0]).to.equal(422);
        expect(waits).to.deep.equal([2]);
        expect(line.sent[1]!.headers).to.not.have.property('x-client-mutation-id');
      });

      it('raises a refusal with its code', async () => {
        const missing = await client.ask('get_party', { id: 999_999 });
        expect(missing.refused![0]).to.equal(404);
        expect(missing.request_id).to.be.a('string');
        const { id, version } = (await addParty('Changed by others')).body;
        await firm.client.patch(`${file.path}/third-parties/${id}`, { city: 'Liège' });
        const conflict = await client.ask('change_party', { id, version });
        expect(conflict.refused).to.deep.equal([409, 'conflict']);
      });

      it('gives all records of a list, page by page', async () => {
        const ids = [];
        for (const name of ['First', 'Second', 'Third']) ids.push((await addParty(name)).body.id);
        expect((await client.ask('trash', { ids })).value).to.have.members(ids);
        expect(line.sent.filter(({ url }) => url.includes('/trash'))).to.have.length(2);
      });

      it('uploads files and downloads them again', async () => {
        line.loses = { path: '/document-imports', count: 1 };
        const content = '%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n';
        const value = (await client.ask('files', { content })).value as {
          readonly link: readonly string[];
          readonly report: readonly string[];
          readonly size: number;
          readonly preview: object;
        };
        expect(value.link).to.deep.equal(['Facture été.pdf', 'application/pdf', content]);
        expect(value.report.slice(1)).to.deep.equal(['text/csv', '']);
        expect(value.report[0]).to.match(/\.csv$/);
        expect(value.size).to.be.above(0);
        expect(value.preview).to.have.property('preview', true);
      });

      it('follows the changes of a company file: by the stream, by long polling, until a resync', async () => {
        await client.ask('watch');
        await addParty('One');
        expect((await client.ask('follow')).value).to.equal('One');
        line.breakConnections();
        await addParty('Two');
        expect((await client.ask('follow')).value).to.equal('Two');
        const streams = line.sent.filter(({ url }) => url.includes('/sync/stream'));
        expect(streams).to.have.length(2);
        expect(Number(streams[1]!.headers['last-event-id'])).to.be.above(Number(streams[0]!.headers['last-event-id']));

        line.holdsBack = '/sync/stream';
        await client.ask('watch', { silence: 0.2 });
        await addParty('Polled');
        expect((await client.ask('follow')).value).to.equal('Polled');
        expect(line.sent.some(({ url }) => /sync\/pull.*wait=20/.test(url))).to.equal(true);
        line.holdsBack = null;

        await client.ask('watch', { epoch: crypto.randomUUID() });
        expect((await client.ask('follow')).value).to.equal('resync');
        await client.ask('watch', { company: 'AAAAAAAAAAAA' });
        expect((await client.ask('follow')).refused![0]).to.equal(404);
      });

      it('does the same with asyncio', async () => {
        expect((await client.ask('do_async', { name: 'Later' })).value).to.deep.equal([true, 'text/csv', 'change']);
      });
    });
});
