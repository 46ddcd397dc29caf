import { expect } from 'chai';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import type { RecordedEvent } from '../../../eventlog/port.ts';
import type { AnswerBody } from '../../support/client.ts';
import { sample } from '../../support/long.ts';
import { readDocument, type Document } from './document.ts';
import { recordedSince } from './recorded.ts';
import { asks, formOf, nameOf, noteOf, prepared, send, type Prepared } from './requests.ts';
import { setScene, useStage, type Scene } from './scene.ts';
import { someone, type Subject } from './subjects.ts';

/** Values that nothing in the service makes by itself, so that wherever they turn up, they were taken from the body. */
const MARKS = [987_654_321, 4242, 'smuggled', '2001-02-03', 'SMUGGLEDtokn'];
const STRAY: Readonly<Record<string, unknown>> = {
  id: 987_654_321,
  firm_id: 987_654_321,
  company_id: 987_654_321,
  user_id: 987_654_321,
  owner_id: 987_654_321,
  opened_by_firm_id: 987_654_321,
  merged_into_id: 987_654_321,
  version: 4242,
  lock_version: 4242,
  number: 4242,
  last_number: 4242,
  class: 4242,
  status: 'smuggled',
  source: 'smuggled',
  auth_source: 'smuggled',
  external_id: 'smuggled',
  labels: { en: 'smuggled' },
  password_hash: 'smuggled',
  secret_hash: 'smuggled',
  logo_file: 'smuggled',
  icon_file: 'smuggled',
  public_token: 'SMUGGLEDtokn',
  created_at: '2001-02-03T04:05:06.000000Z',
  updated_at: '2001-02-03T04:05:06.000000Z',
  deleted_at: '2001-02-03T04:05:06.000000Z',
  locked_at: '2001-02-03T04:05:06.000000Z',
  closed_at: '2001-02-03T04:05:06.000000Z',
  synced_at: '2001-02-03T04:05:06.000000Z',
  company_sheet_at: '2001-02-03T04:05:06.000000Z',
  role: 'admin',
  is_platform_admin: true,
  is_demo: true,
  is_closed: true,
  is_partner: true,
  email_verified: true,
  peppol_registered: true,
};

/** Where the names of members are free, a stray one may be refused for what it lacks. */
const isStray = (field: string): boolean =>
  field
    .split('.')
    .slice(-2)
    .some((name) => Object.hasOwn(STRAY, name));

/** Where one of these names is the client's to fill in, thought of one by one. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/firms/{firm}/members': ['role'],
  'PATCH /v1/firms/{firm}/members/{user}': ['role'],
  'PUT /v1/firms/{firm}/members/{user}/companies': ['role'],
  'PUT /v1/bridge/firms/{external_id}': ['is_partner', 'members.0.external_id', 'members.0.role'],
  'POST /v1/bridge/companies/{company_external_id}/documents': ['number', 'credits.0.number', 'external_id'],
  'POST /v1/bridge/documents/{document_external_id}/lock': ['locked_at'],
  'POST /mcp': ['id'],
  'POST /v1/companies/{company}/accounts': ['number'],
  'PATCH /v1/companies/{company}/accounts/{id}': ['number'],
  'POST /v1/companies/{company}/documents': ['number', 'credits.0.number'],
  'POST /v1/companies/{company}/documents/{id}/credit': ['number'],
  'POST /v1/companies/{company}/documents/{id}/convert': ['number'],
  'POST /v1/companies/{company}/documents/{id}/lifecycle': ['status'],
  'PATCH /v1/companies/{company}/documents/{id}': ['number', 'credits.0.number', 'lines.0.id'],
  'PATCH /v1/companies/{company}/document-imports/{id}': ['extracted.number', 'extracted.credits.0.number'],
  'POST /v1/companies/{company}/document-imports/{id}/validate': ['extracted.number', 'extracted.credits.0.number'],
  'PATCH /v1/companies/{company}/entries/{id}': ['lines.0.id'],
  'POST /v1/companies/{company}/mails': ['attachments.0.id'],
  'POST /v1/companies/{company}/mails/preview': ['attachments.0.id'],
  'POST /v1/companies/{company}/trash/{type}/{id}/restore': ['number'],
};
const takenBy = (route: Route): readonly string[] => TAKEN[nameOf(route)] ?? [];

/** Whatever a body says beyond what its route takes has no effect, or is refused. */
/** Routes that act differently the second time: the service has learnt from the first, or the file is registered already. */
const LEARNING = ['POST /v1/companies/{company}/document-imports/{id}/validate', 'POST /v1/companies/{company}/peppol'];

describe('Fields that no client may set', function () {
  this.timeout(60_000);
  const stage = useStage();
  let scene: Scene;
  let platform: Subject;
  let document: Document;

  before(async () => {
    scene = await setScene(stage);
    const { id } = await stage.service.newUser({ isPlatformAdmin: true });
    platform = await someone(stage.service, 'platform admin', id);
    document = await readDocument(stage.service.anonymous);
  });

  const writes = routes.filter(({ method, ability }) => method !== 'get' && ability !== 'signed');
  const withJson = writes.filter(({ body, upload }) => body && (!upload || upload.orJson));

  /** The body with everything stray that the route does not take itself, in each of its objects. */
  function loaded(route: Route, body: unknown): unknown {
    const load = (value: unknown, prefix: string): unknown => {
      if (Array.isArray(value)) return value.map((item: unknown) => load(item, `${prefix}0.`));
      if (typeof value !== 'object' || value === null) return value;
      const own = Object.entries(value).map(([name, member]) => [name, load(member, `${prefix}${name}.`)]);
      const stray = Object.entries(STRAY).filter(
        ([name]) => !takenBy(route).includes(`${prefix}${name}`) && !(name in value),
      );
      return Object.fromEntries([...stray, ...own]);
    };
    return load(body, '');
  }

  /** What a request answers and what it writes to the log. */
  async function outcome(
    route: Route,
    request: Prepared,
  ): Promise<{ status: number; answer: unknown; events: RecordedEvent[] }> {
    const { log } = stage.service.core;
    const before = await log.readHead();
    const client = noteOf(route).endsToken ? await platform.again() : platform.client;
    const { status, text, body } = await send(asks(route, client), route, request);
    return { status, answer: body ?? text, events: await recordedSince(log, before) };
  }

  it("are taken by no route but those where they are the client's", () => {
    const declared = writes.flatMap((route) => {
      const names = document.fieldsOf(route).filter(({ name }) => Object.hasOwn(STRAY, name));
      return names.length === 0 ? [] : [[nameOf(route), names.map(({ path }) => path)]];
    });
    expect(Object.fromEntries(declared)).to.deep.equal(TAKEN);
  });

  // What every route declares is looked at above; a short run sends them to every third one.
  for (const route of sample(withJson, (_route, turn) => turn % 5 === 0)) {
    it(`stay out of ${nameOf(route)}`, async () => {
      // What is changed for the first time was empty before; the two that are compared both find something.
      if (route.method !== 'post' || LEARNING.includes(nameOf(route)))
        await outcome(route, await prepared(route, scene, platform));
      const plain = await outcome(route, await prepared(route, scene, platform));
      const { body, ...request } = await prepared(route, scene, platform);
      const refused = await outcome(route, { ...request, body: loaded(route, body ?? {}) });
      expect(refused.status, JSON.stringify(refused.answer)).to.equal(422);
      const { code, errors: unknown } = refused.answer as AnswerBody;
      expect(code).to.equal('unknown_field');
      expect(Object.keys(unknown).filter((field) => !isStray(field))).to.deep.equal([]);
      expect(refused.events).to.deep.equal([]);
      // What is left may come back with the record that it was read with, and has no effect. The request is still good, since
      // nothing of it was taken.
      const rest = without(loaded(route, body ?? {}), new Set(Object.keys(unknown)));
      const smuggling = await outcome(route, { ...request, body: rest });
      const { refusal } = noteOf(route);
      if (refusal === undefined) expect(plain.status, JSON.stringify(plain.answer)).to.be.within(200, 299);
      const seen = [smuggling.answer, smuggling.events.map(({ type, data, metadata }) => ({ type, data, metadata }))];
      if (smuggling.status === 422 && refusal === undefined) {
        const { errors } = smuggling.answer as AnswerBody;
        expect(Object.keys(errors).filter((field) => !isStray(field))).to.deep.equal([]);
        expect(smuggling.events).to.deep.equal([]);
        return;
      }
      for (const mark of MARKS) expect(holds(seen, mark), `${mark} in ${JSON.stringify(seen)}`).to.equal(false);
      expect(smuggling.status).to.equal(plain.status);
      expect(shapeOf(smuggling.answer)).to.deep.equal(shapeOf(plain.answer));
      expect(smuggling.events.map(essence)).to.deep.equal(plain.events.map(essence));
    });
  }

  /** Files of records, whose columns are their fields. */
  const isOfRecords = (path: string): boolean => /\{company\}\/[a-z-]+\/import$/.test(path);
  const forms = writes.filter(({ path, upload }) => upload && !upload.orJson && !isOfRecords(path));
  for (const route of forms) {
    it(`stay out of the form of ${nameOf(route)}`, async () => {
      const text = Object.entries(STRAY).filter(([, value]) => typeof value !== 'object');
      const loadedWith = async (names: (name: string) => boolean) => {
        const { body, ...request } = await prepared(route, scene, platform);
        for (const [name, value] of text) if (names(name)) (body as FormData).append(name, String(value));
        return outcome(route, { ...request, body });
      };
      const plain = await loadedWith(() => false);
      expect(plain.status, JSON.stringify(plain.answer)).to.be.within(200, 299);
      const refused = await loadedWith(() => true);
      expect([refused.status, refused.events]).to.deep.equal([422, []]);
      const { code, errors } = refused.answer as AnswerBody;
      expect(code).to.equal('unknown_field');
      expect(Object.keys(STRAY)).to.include.members(Object.keys(errors));
      // What the answer shows may be sent along with it, and has no effect.
      const smuggling = await loadedWith((name) => !(name in errors));
      const seen = [smuggling.answer, smuggling.events.map(({ type, data, metadata }) => ({ type, data, metadata }))];
      for (const mark of MARKS) expect(holds(seen, mark), `${mark} in ${JSON.stringify(seen)}`).to.equal(false);
      expect(smuggling.status).to.equal(plain.status);
      // What is put a second time changes nothing.
      expect(typesOf(plain.events)).to.include.members(typesOf(smuggling.events));
    });
  }

  const imports = writes.filter(({ path, upload, body }) => upload && !upload.orJson && body && isOfRecords(path));
  for (const route of imports) {
    it(`stay out of the form and the columns of ${nameOf(route)}`, async () => {
      const text = Object.entries(STRAY).filter(([, value]) => typeof value !== 'object');
      const fields = Object.fromEntries(text.map(([name, value]) => [name, String(value)]));
      /** The example with further columns that it does not have. */
      const csvForm = async (
        columns: Readonly<Record<string, unknown>>,
        given: Readonly<Record<string, string>> = {},
      ): Promise<FormData> => {
        const { body } = await prepared(route, scene, platform);
        const [head, ...rows] = (await readFile(body as FormData)).trimEnd().split('\n');
        const known = new Set(head!.split(';'));
        const added = Object.entries(columns).filter(([name]) => !known.has(name));
        const lines = [
          [head, ...added.map(([name]) => name)],
          ...rows.map((row) => [row, ...added.map(([, value]) => String(value))]),
        ];
        const content = lines.map((cells) => cells.join(';')).join('\n');
        return formOf(route, { name: 'records.csv', type: 'text/csv', content }, given);
      };
      const columns = Object.fromEntries(text);
      const request = await prepared(route, scene, platform);
      const plain = await outcome(route, { ...request, body: await csvForm({}) });
      expect(plain.status).to.be.oneOf([200, 201]);

      const withFields = await outcome(route, { ...request, body: await csvForm({}, fields) });
      expect([withFields.status, withFields.events]).to.deep.equal([422, []]);
      expect(withFields.answer).to.include({ code: 'unknown_field' });

      const refused = await outcome(route, { ...request, body: await csvForm(columns) });
      expect([refused.status, refused.events]).to.deep.equal([422, []]);

      const ignoring = await csvForm(columns, { ignore_unknown_columns: '1' });
      const ignored = await outcome(route, { ...request, body: ignoring });
      if (ignored.status === 422) expect(ignored.events).to.deep.equal([]);
      else expect(ignored.events.map(essence)).to.deep.equal(plain.events.map(essence));
    });
  }

  it('cannot come in a body that a route does not ask for', async () => {
    // What the other side signs is read whole, whatever is in it.
    const bare = writes.filter((one) => !one.body && !one.upload && one.ability !== 'provider');
    const asked = sample(bare, (_route, turn) => turn % 5 === 0);
    for (const route of asked.filter((one) => !noteOf(one).comesLast)) {
      await outcome(route, await prepared(route, scene, platform));
      const plain = await outcome(route, await prepared(route, scene, platform));
      const smuggling = await outcome(route, { ...(await prepared(route, scene, platform)), body: STRAY });
      const { code } = smuggling.answer as AnswerBody;
      expect([nameOf(route), smuggling.status, code]).to.deep.equal([nameOf(route), 422, 'unknown_field']);
      // Whoever ends a token is given one for it.
      expect(typesOf(smuggling.events), nameOf(route)).to.deep.equal(noteOf(route).endsToken ? ['TokenIssued'] : []);
      if (noteOf(route).refusal === undefined) expect(plain.status, nameOf(route)).to.be.within(200, 299);
    }
  });
});

/** The text of the only file of a form. */
async function readFile(form: FormData): Promise<string> {
  const file = [...form.values()].find((value) => typeof value !== 'string');
  return (file as File).text();
}

/** The body without the members at these dotted paths. */
function without(value: unknown, paths: ReadonlySet<string>, prefix = ''): unknown {
  if (Array.isArray(value)) return value.map((item, index) => without(item, paths, `${prefix}${index}.`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !paths.has(`${prefix}${name}`))
      .map(([name, member]) => [name, without(member, paths, `${prefix}${name}.`)]),
  );
}

/** A number as a value of its own, since a hash may hold its digits by chance; a text wherever it stands in another. */
function holds(value: unknown, mark: string | number): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((member) => holds(member, mark));
  return typeof mark === 'string' ? String(value).includes(mark) : String(value) === String(mark);
}

/** The same for two requests that differ in nothing but names and numbers; flags and roles stay as they are. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'number') return '#';
  // Public tokens, recovery codes and what is shown of secrets may happen to have no digit.
  if (typeof value === 'string')
    return /\d|@|\|/.test(value) || /^(?:[A-Za-z0-9]{12}|(?:[A-Z]{4}-){3}[A-Z]{4}|whsec_.*)$/.test(value) ? '#' : value;
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  // The letters of a lettering are a number too.
  const isNumber = (name: string) => name === 'code' && 'settled_on' in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isNumber(name) ? '#' : shapeOf(member)]),
  );
}

const typesOf = (events: readonly RecordedEvent[]): string[] => events.map(({ type }) => type);
const essence = ({ type, data }: RecordedEvent): unknown => ({ type, data: shapeOf(data) });
