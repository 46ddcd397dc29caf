import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadGuides, loadPages } from '../../api/documentation/guides/built-pages.ts';
import { GUIDES } from '../../cli/guides/sources.ts';
import { pickValue } from '../../console/documentation/pick-value.ts';
import { buildOnce } from '../support/processes.ts';
import { buildUblInvoice } from '../support/ubl-invoices.ts';
import { offerDemo } from '../support/demo.ts';
import { useService } from '../support/service.ts';
import { fillIn, readExamples, type PrintedExample, type PrintedRequest } from './guides/printed.ts';
import { readPythonRequest } from './guides/python-request.ts';
import { startRecorder, type Exchange, type Recorder } from './guides/recorder.ts';
import { startCurl, startPython, startTypeScript, type Runner } from './guides/runners.ts';
import { STATEMENT } from './guides/statement.ts';
import { sample } from '../support/long.ts';

const IBAN = 'BE68 5390 0754 7034';

describe('The guides', function () {
  this.timeout(120_000);
  const service = useService({ from: 'books' });
  const guides = new Map<string, readonly PrintedExample[]>();
  let folder: string;

  before(async () => {
    await buildOnce();
    await offerDemo(service);
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-guides-'));
    await writeFile(join(folder, 'statement.xml'), STATEMENT);
    await writeFile(join(folder, 'invoice.xml'), buildUblInvoice({ number: 'F-2026-31', date: '2026-02-12' }));
    for (const slug of GUIDES) {
      const response = await fetch(`${service.url}/docs/guides/${slug}`);
      expect(response.status, slug).to.equal(200);
      guides.set(slug, readExamples(await response.text()));
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('all have requests, each in curl, TypeScript and Python', () => {
    expect(guides.size).to.equal(15);
    for (const [slug, examples] of guides) {
      expect(examples.filter(({ request }) => request !== null), slug).to.not.be.empty;
      for (const { code } of examples) expect(Object.keys(code), slug).to.deep.equal(['sh', 'ts', 'python']);
    }
  });

  it('are given to other parts with title, address and Markdown that has the code of all languages', async () => {
    const [first] = await loadGuides();
    expect(first).to.include({ slug: 'first-request', title: 'Your first request', path: '/docs/guides/first-request' });
    expect(first!.text).to.contain('```sh\ncurl "$API/v1/ping"\n```').and.to.contain('```python').and.not.contain('```http');
    for (const { text } of await loadPages()) expect(text).to.not.match(/\]\([\w./-]+\.md/);
  });

  const LANGUAGES = [
    { id: 'sh', name: 'curl', start: startCurl },
    { id: 'ts', name: 'TypeScript', start: startTypeScript },
    { id: 'python', name: 'Python', start: startPython },
  ];
  for (const [place, { id, name, start }] of LANGUAGES.entries())
    describe(`in ${name}`, () => {
      let [recorder, runner]: [Recorder | null, Runner | null] = [null, null];
      let values: Record<string, string>;

      before(async function () {
        runner = start(folder);
        if (runner === null) {
          process.stdout.write(`    (no ${name} on this machine: its examples are only read)\n`);
          return this.skip();
        }
        recorder = await startRecorder(service.url);
        const { admin, client, token } = await service.newFirm();
        const file = await service.newCompany(client, { banks: [{ code: 'BNP', label: 'BNP', iban: IBAN }] });
        values = {
          ...{ API: recorder.url, TOKEN: client.token!, FIRM: token, COMPANY: file.token },
          ...{ EMAIL: admin.email, PASSWORD: admin.password },
        };
      });
      after(async () => {
        runner?.close();
        await recorder?.close();
      });

      // A short run sends all requests once, and the guides take turns with the languages.
      for (const slug of sample(GUIDES, (_slug, index) => index % LANGUAGES.length === place))
        it(`${slug}: what is printed is sent, and answered as promised`, async () => {
          const known = { ...values };
          for (const { request, code, response } of guides.get(slug)!) {
            await runner!.run(code[id]!, known);
            const exchanges = recorder!.take();
            if (request === null) {
              expect(exchanges).to.not.be.empty;
              for (const { status, path } of exchanges) expect(status, path).to.be.within(200, 299);
              continue;
            }
            expect(exchanges, request.path).to.have.length(1);
            const [exchange] = exchanges as [Exchange];
            expectRequest(exchange, request, known);
            expect(exchange.status, `${request.path} ${exchange.answer.toString()}`).to.equal(request.status);
            const body: unknown = exchange.answer.length === 0 ? null : JSON.parse(exchange.answer.toString());
            if (response !== undefined) expectAnswer(body, response, `${slug} ${request.method} ${request.path}`);
            for (const header of request.shown) expect(exchange.answerHeaders, header).to.have.property(header.toLowerCase());
            for (const [variable, place] of Object.entries(request.saved))
              if (!(variable in values)) known[variable] = pickSaved(exchange, body, place);
          }
        });
    });

  it('make the same request in Python, also where there is none', () => {
    const values = Object.fromEntries(
      [...guides.values()].flat().flatMap(({ code }) =>
        [...code['ts']!.matchAll(/\b([A-Z][A-Z_]+)\b(?=[^}]*\} = process\.env)/g)].map(([, name], index) => [name!, `${index + 11}`]),
      ),
    );
    for (const { request, code } of [...guides.values()].flat()) {
      if (request === null) continue;
      const { Authorization, 'Content-Type': _, ...others } = request.headers;
      const headers = { ...(Authorization && { Authorization }), ...others };
      const read = readPythonRequest(code['python']!, values);
      expect(read.method).to.equal(request.method);
      expect(read.url).to.equal(fillIn(`$API${request.path}`, values));
      expect(read.headers ?? {}).to.deep.equal(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fillIn(value, values)])));
      expect(read.json ?? null).to.deep.equal(request.body === null ? null : JSON.parse(fillIn(request.body, values)));
      expect(Object.keys({ ...read.data, ...read.files })).to.deep.equal((request.form ?? []).map(({ name }) => name));
    }
  });
});

/** Every variant sends what the request says, nothing else. */
function expectRequest({ method, path, headers, body }: Exchange, request: PrintedRequest, values: Record<string, string>): void {
  expect(`${method} ${path}`).to.equal(`${request.method} ${fillIn(request.path, values)}`);
  for (const [name, value] of Object.entries(request.headers))
    expect(headers[name.toLowerCase()], name).to.equal(fillIn(value, values));
  if (request.body !== null) expect(JSON.parse(body.toString())).to.deep.equal(JSON.parse(fillIn(request.body, values)));
  for (const { name, value } of request.form ?? []) expect(body.toString()).to.contain(`name="${name}"`).and.contain(value);
}

function pickSaved({ answerHeaders }: Exchange, body: unknown, place: string): string {
  const value = place.startsWith('header:') ? answerHeaders[place.slice('header:'.length).toLowerCase()] : pickValue(body, place);
  expect(value, place).to.not.equal(undefined);
  return String(value);
}

/** Differ each time: ids, tokens, times. */
const VOLATILE = /^(id|token|secret|public_token|.*_id|.*_at|.*_time|operation_id|cursor|total)$/;

/** Every member that the guide shows is there; an empty list stands for any. */
function expectAnswer(actual: unknown, shown: unknown, place: string): void {
  if (Array.isArray(shown)) {
    expect(actual, place).to.be.an('array');
    shown.forEach((item, index) => expectAnswer((actual as unknown[])[index], item, `${place}.${index}`));
  } else if (typeof shown === 'object' && shown !== null)
    for (const [name, value] of Object.entries(shown)) {
      expect(actual, place).to.be.an('object').and.to.have.property(name);
      const member = (actual as Record<string, unknown>)[name];
      if (VOLATILE.test(name)) expect(member === null, `${place}.${name}`).to.equal(value === null);
      else expectAnswer(member, value, `${place}.${name}`);
    }
  else expect(actual, place).to.equal(shown);
}
