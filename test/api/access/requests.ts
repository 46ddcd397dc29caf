import type { Route } from '../../../api/http/route.ts';
import { routes } from '../../../api/routes.ts';
import type { Answer, AnswerBody, Client } from '../../support/client.ts';
import { PASSWORD } from '../../support/service.ts';
import type { Hidden } from './expectation.ts';
import {
  bodies,
  code,
  csvForm,
  ENTERPRISE_NUMBER,
  fromElsewhere,
  logoForm,
  voucherForm,
  must,
  newFile,
  next,
  roomyLicence,
  type OpenFile,
  type Resource,
  type Scene,
} from './scene.ts';
import type { Subject } from './subjects.ts';

/**
 * A request for every route that succeeds for whoever may make it. A new route needs a line here, unless it is a GET
 * without parameters of its own.
 */

export interface Parts {
  /** Parameters of the path besides `company` and `firm`. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: unknown;
  /** A good body of each kind, where the body may be one of several. */
  readonly kinds?: Readonly<Record<string, unknown>>;
  /** The company file, when it is not that of the scene. */
  readonly file?: OpenFile;
  readonly headers?: Readonly<Record<string, string>>;
}

type Prepare = (scene: Scene, who: Subject) => Promise<Parts> | Parts;

export interface Prepared extends Parts {
  readonly path: string;
}

const FILE = '/v1/companies/{company}';
const FIRM = '/v1/firms/{firm}';

const REQUESTS: Readonly<Record<string, Prepare>> = {
  'GET /v1/country-packs/{code}': () => ({ params: { code: 'BE' } }),
  'GET /v1/reference/iban/{iban}': () => ({ params: { iban: 'BE68539007547034' } }),
  'GET /v1/files/logos/{name}': async (scene) => ({ params: { name: await logoName(scene) } }),

  'POST /v1/auth/login': ({ firm }) => ({
    body: { email: firm.admin.email, password: PASSWORD },
    headers: fromElsewhere(),
  }),
  'POST /v1/auth/logout': () => ({}),
  'PATCH /v1/auth/me': () => ({ body: { name: `Someone ${next()}` } }),
  'PUT /v1/auth/password': () => ({ body: { current_password: PASSWORD, password: PASSWORD } }),
  'POST /v1/auth/email': () => ({ body: { email: `someone${next()}@example.org` } }),
  'GET /v1/auth/email/verify': async (scene) => ({ query: await mailedQuery(scene) }),
  'POST /v1/auth/tokens': () => ({ body: { name: 'Till', abilities: ['read'] } }),
  'DELETE /v1/auth/tokens/{token}': async (scene, who) => ({
    params: { token: await freshToken(scene, who, 'integration') },
  }),
  'DELETE /v1/auth/sessions/{id}': async (scene, who) => ({ params: { id: await freshToken(scene, who, 'session') } }),

  'POST /v1/firms': () => ({ body: { name: `Firm ${next()}`, admin: newAccount() } }),
  [`PATCH ${FIRM}`]: () => ({ body: { city: `City ${next()}` } }),
  [`PUT ${FIRM}/logo`]: async () => ({ body: await logoForm() }),
  [`POST ${FIRM}/sync`]: () => ({}),
  [`POST ${FIRM}/members`]: () => ({ body: { ...newAccount(), role: 'reviewer' } }),
  [`PATCH ${FIRM}/members/{user}`]: async (scene) => ({
    params: { user: await scene.freshMember() },
    body: { role: 'encoder' },
  }),
  [`DELETE ${FIRM}/members/{user}`]: async (scene) => ({ params: { user: await scene.freshMember() } }),
  [`PUT ${FIRM}/members/{user}/companies`]: async (scene) => ({
    params: { user: await scene.freshMember() },
    body: { company_tokens: [scene.file.token], role: 'reviewer' },
  }),
  [`POST ${FIRM}/licence`]: () => ({ body: { key: roomyLicence() } }),
  [`DELETE ${FIRM}/licence`]: () => ({}),

  'POST /v1/companies': ({ firm }) => ({ body: newFile(firm) }),
  [`PATCH ${FILE}`]: () => ({ body: { name: `File ${next()}` } }),
  [`DELETE ${FILE}`]: async (scene, who) => ({ file: await scene.openFile(who) }),
  'POST /v1/trash/companies/{token}/restore': async (scene) => ({ params: { token: await trashedFile(scene) } }),
  [`PATCH ${FILE}/settings`]: () => ({ body: { legal: { rpm_district: `District ${next()}` } } }),
  [`PUT ${FILE}/logo`]: async () => ({ body: await logoForm() }),
  [`DELETE ${FILE}/logo`]: () => ({}),
  [`POST ${FILE}/sheet/refresh`]: () => ({}),

  [`POST ${FILE}/fiscal-years`]: async (scene, who) => ({ file: await scene.openFile(who), body: YEAR_AFTER }),
  [`GET ${FILE}/fiscal-years/{id}`]: ({ file }) => ({ params: { id: file.fiscalYear.id } }),
  [`PATCH ${FILE}/fiscal-years/{id}`]: ({ file }) => ({ params: { id: file.fiscalYear.id }, body: { code: code() } }),
  [`DELETE ${FILE}/fiscal-years/{id}`]: async (scene, who) => {
    const file = await scene.openFile(who);
    return { file, params: { id: (await must(scene.owner.post(`${file.path}/fiscal-years`, YEAR_AFTER))).id } };
  },
  [`GET ${FILE}/fiscal-years/{id}/closing-check`]: ({ file }) => ({ params: { id: file.fiscalYear.id } }),
  [`POST ${FILE}/fiscal-years/{id}/close`]: async (scene, who) => ofYear(await scene.openFile(who)),
  [`POST ${FILE}/fiscal-years/{id}/reopen`]: async (scene, who) => {
    const closed = ofYear(await scene.openFile(who));
    await must(scene.owner.post(`${closed.file.path}/fiscal-years/${closed.params.id}/close`));
    return closed;
  },
  [`POST ${FILE}/fiscal-years/{id}/opening-balance`]: async (scene, who) => ({
    ...ofYear(await scene.openFile(who)),
    body: { lines: bodies.entries(scene).lines },
  }),
  // Apart, so that neither finds what the other has left; entries are posted at the other end of the year.
  [`POST ${FILE}/fiscal-years/{id}/periods/{period}/lock`]: ({ file }) => ({ params: periodOf(file, 11) }),
  [`POST ${FILE}/fiscal-years/{id}/periods/{period}/unlock`]: ({ file }) => ({ params: periodOf(file, 10) }),

  ...recordRequests('accounts', { label: 'Other' }),
  ...recordRequests('vat-codes', { label: 'Other' }),
  ...recordRequests('journals', { label: 'Other' }),
  ...recordRequests('third-parties', { name: 'Other' }),
  [`POST ${FILE}/accounts/import`]: () => ({ body: csvForm(bodies.accounts()) }),
  [`GET ${FILE}/accounts/{id}/ledger`]: ofStanding('accounts'),
  [`GET ${FILE}/accounts/{id}/balance`]: ofStanding('accounts'),
  [`POST ${FILE}/third-parties/import`]: () => ({ body: csvForm(bodies['third-parties']()) }),
  [`POST ${FILE}/third-parties/{id}/merge`]: async ({ fresh }) => ({
    params: { id: await fresh('third-parties') },
    body: { into: await fresh('third-parties') },
  }),
  [`GET ${FILE}/third-parties/{id}/ledger`]: ofStanding('third-parties'),
  [`GET ${FILE}/third-parties/{id}/open-items`]: ofStanding('third-parties'),
  [`GET ${FILE}/third-parties/{id}/statement`]: ofStanding('third-parties'),

  [`POST ${FILE}/third-parties/{id}/check-vat`]: async ({ fresh }) => ({
    params: { id: await fresh('third-parties', { vat_number: `BE${ENTERPRISE_NUMBER}` }) },
  }),
  [`POST ${FILE}/third-parties/{id}/check-peppol`]: async ({ fresh }) => ({
    params: { id: await fresh('third-parties', { peppol_identifier: `0208:${ENTERPRISE_NUMBER}` }) },
  }),

  [`GET ${FILE}/journals/{id}/rules`]: ofStanding('journals'),
  [`POST ${FILE}/journals/{id}/rules`]: ({ file }) => ({
    params: { id: file.journal('ACH') },
    body: bodies['journal-rules'](),
  }),
  [`PATCH ${FILE}/journals/{id}/rules/{rule}`]: async (scene) => ({
    params: await freshRule(scene),
    body: bodies['journal-rules'](),
  }),
  [`DELETE ${FILE}/journals/{id}/rules/{rule}`]: async (scene) => ({ params: await freshRule(scene) }),
  [`POST ${FILE}/journal-rules/test`]: () => ({ body: { direction: 'purchase' } }),

  [`POST ${FILE}/entries`]: (scene) => ({ body: bodies.entries(scene) }),
  [`POST ${FILE}/entries/invoice`]: async (scene) => ({ body: await purchase(scene) }),
  [`POST ${FILE}/entries/credit-note`]: async (scene) => ({ body: await purchase(scene) }),
  [`POST ${FILE}/entries/preview`]: async (scene) => {
    const kinds = await entriesByKind(scene);
    return { body: kinds.invoice, kinds };
  },
  [`POST ${FILE}/entries/batch`]: async (scene) => {
    const kinds = Object.entries(await entriesByKind(scene));
    return {
      body: { entries: kinds.map(([, entry]) => entry) },
      kinds: Object.fromEntries(kinds.map(([kind, entry]) => [kind, { entries: [entry] }])),
    };
  },
  [`GET ${FILE}/entries/{id}`]: ofStanding('entries'),
  [`PATCH ${FILE}/entries/{id}`]: async ({ fresh }) => ({
    params: { id: await fresh('entries') },
    body: { label: `Label ${next()}` },
  }),
  [`POST ${FILE}/entries/{id}/reverse`]: async ({ fresh }) => ({ params: { id: await fresh('entries') } }),
  [`GET ${FILE}/entries/{id}/attachments`]: ofStanding('entries'),
  [`POST ${FILE}/entries/{id}/attachments`]: async ({ fresh }) => ({
    params: { id: await fresh('entries') },
    body: voucherForm(),
  }),
  [`DELETE ${FILE}/entries/{id}/attachments/{attachment}`]: async (scene) => ({
    params: (await attachedFile(scene)).params,
  }),
  [`GET ${FILE}/entries/{id}/attachments/{attachment}/file`]: attachedFile,

  [`GET ${FILE}/reports/third-party-balance`]: () => ({ query: 'type=customer' }),
  [`GET ${FILE}/reports/aged-balance`]: () => ({ query: 'type=supplier' }),

  [`POST ${FILE}/lettering`]: async (scene) => ({ body: { line_ids: await linesToLetter(scene) } }),
  [`POST ${FILE}/lettering/auto`]: () => ({ body: { apply: false } }),
  [`DELETE ${FILE}/lettering/{id}`]: async (scene) => ({ params: { id: await freshLettering(scene) } }),

  [`POST ${FILE}/trash/{type}/{id}/restore`]: async (scene) => ({ params: await trashedRecord(scene) }),
};

/** What a route has that its declaration does not tell. */
export interface Note extends Hidden {
  /** It ends the token that it is called with. */
  readonly endsToken?: true;
  /** It changes what others need while they are at work, so that it comes last. */
  readonly comesLast?: true;
  /** Whoever may call it is answered with this in the surroundings of the tests. */
  readonly refusal?: string;
}

const NOTES: Readonly<Record<string, Note>> = {
  'POST /v1/auth/logout': { endsToken: true },
  'POST /v1/trash/companies/{token}/restore': { unseenBelow: 'admin' },
  [`POST ${FIRM}/sync`]: { refusal: 'firm_not_linked' },
  [`POST ${FIRM}/licence`]: { comesLast: true },
  [`DELETE ${FIRM}/licence`]: { comesLast: true },
};

const YEAR_AFTER = { starts_on: '2027-01-01', ends_on: '2027-12-31' };

function recordRequests(resource: Resource, change: object): Record<string, Prepare> {
  const path = `${FILE}/${resource}`;
  return {
    [`POST ${path}`]: (scene) => ({ body: bodies[resource](scene) }),
    [`GET ${path}/{id}`]: ofStanding(resource),
    [`PATCH ${path}/{id}`]: async ({ fresh }) => ({ params: { id: await fresh(resource) }, body: change }),
    [`DELETE ${path}/{id}`]: async ({ fresh }) => ({ params: { id: await fresh(resource) } }),
  };
}

function ofStanding(resource: Resource): Prepare {
  return async ({ standing }) => ({ params: { id: await standing(resource) } });
}

/** Of a supplier; good for an invoice and for a credit note. */
const purchase = async ({ file, standing }: Scene) => ({
  journal_id: file.journal('ACH'),
  third_party_id: await standing('third-parties'),
  entry_date: '2026-01-01',
  lines: [{ account: '604000', amount: '1.00', vat_code: 'P-M-21' }],
  vat_amounts: [{ vat_code: 'P-M-21', amount: '0.21' }],
});

async function entriesByKind(scene: Scene) {
  const document = await purchase(scene);
  return {
    free: { kind: 'free', ...bodies.entries(scene) },
    invoice: { kind: 'invoice', ...document },
    credit_note: { kind: 'credit_note', ...document },
  };
}

const newAccount = () => ({ email: `account${next()}@example.org`, name: 'New Account', password: PASSWORD });
const ofYear = (file: OpenFile) => ({ file, params: { id: file.fiscalYear.id } });
const periodOf = ({ fiscalYear: { id, periods } }: OpenFile, index: number) => ({ id, period: periods[index]!.id });
const freshRule = async ({ file, fresh }: Scene) => ({ id: file.journal('ACH'), rule: await fresh('journal-rules') });

/** Two lines that settle one another. */
async function linesToLetter({ owner, file }: Scene): Promise<number[]> {
  const lines = [
    { account: '440000', debit: '1.00' },
    { account: '440000', credit: '1.00' },
  ];
  const entry = await must(owner.post(`${file.path}/entries`, { ...bodies.entries({ file }), lines }));
  return (entry['lines'] as { id: number }[]).map(({ id }) => id);
}

async function freshLettering(scene: Scene): Promise<number> {
  const body = { line_ids: await linesToLetter(scene) };
  return (await must(scene.owner.post(`${scene.file.path}/lettering`, body))).id;
}

interface AttachedFile {
  readonly params: { readonly id: number; readonly attachment: number };
  /** What signs the link to the file. */
  readonly query: string;
}

async function attachedFile({ owner, file, fresh }: Scene): Promise<AttachedFile> {
  const id = await fresh('entries');
  const answer = await must(owner.post(`${file.path}/entries/${id}/attachments`, voucherForm()));
  const [attached] = answer as unknown as { id: number; file_url: string }[];
  return { params: { id, attachment: attached!.id }, query: new URL(attached!.file_url).search.slice(1) };
}

async function trashedRecord({ owner, file, fresh }: Scene): Promise<{ type: string; id: number }> {
  const id = await fresh('third-parties');
  await must(owner.delete(`${file.path}/third-parties/${id}`));
  return { type: 'third-parties', id };
}

async function trashedFile({ owner, openFile }: Scene): Promise<string> {
  const { path, token } = await openFile();
  await must(owner.delete(path));
  return token;
}

const logos = new WeakMap<Scene, Promise<string>>();

/** Of a file that nobody else gives a logo to, or takes it from. */
async function uploadedLogo({ owner, openFile }: Scene): Promise<string> {
  const { logo_url } = await must(owner.put(`${(await openFile()).path}/logo`, await logoForm()));
  return (logo_url as string).split('/').at(-1)!;
}

function logoName(scene: Scene): Promise<string> {
  const name = logos.get(scene) ?? uploadedLogo(scene);
  logos.set(scene, name);
  return name;
}

async function freshToken(
  { service, firm }: Scene,
  { userId }: Subject,
  kind: 'session' | 'integration',
): Promise<string> {
  const owner = userId ?? firm.admin.id;
  const token = kind === 'session' ? service.sessionToken(owner) : service.integrationToken(owner, ['read']);
  return (await token).split('|')[0]!;
}

/** What the link asks for that someone new gets mailed. */
async function mailedQuery({ service, mails }: Scene): Promise<string> {
  const { client } = await service.newUser();
  const email = `mailed${next()}@example.org`;
  await must(client.post('/v1/auth/email', { email }));
  return /\?(\S+)/.exec((await mails.mailTo(email)).text)![1]!;
}

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method.toUpperCase()} ${path}`;
export const noteOf = (route: Route): Note => NOTES[nameOf(route)] ?? {};
export const parametersOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name !== 'company' && name !== 'firm');

const isSelfEvident = ({ method, path }: Route): boolean => method === 'get' && parametersOf(path).length === 0;

/** Routes that nobody has written a request for, and requests for routes that are gone. */
export function unprepared(): string[] {
  const declared = new Set(routes.map(nameOf));
  return [
    ...routes
      .filter((route) => !REQUESTS[nameOf(route)] && !isSelfEvident(route))
      .map((route) => `${nameOf(route)} has no request in test/api/access/requests.ts: write one that succeeds`),
    ...[...Object.keys(REQUESTS), ...Object.keys(NOTES)]
      .filter((name) => !declared.has(name))
      .map((name) => `${name} has a line in test/api/access/requests.ts, but there is no such route`),
  ];
}

/** A request that succeeds for `who`, if `who` may make it. */
export async function prepared(route: Route, scene: Scene, who: Subject): Promise<Prepared> {
  const prepare: Prepare = REQUESTS[nameOf(route)] ?? (() => ({}));
  const parts = await prepare(scene, who);
  return { ...parts, path: pathWith(route.path, scene, parts) };
}

export function pathWith(path: string, scene: Scene, { params = {}, query, file = scene.file }: Parts): string {
  const filled = path
    .replace('{company}', file.token)
    .replace('{firm}', scene.firm.token)
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      if (params[name] === undefined) throw new Error(`The request for ${path} does not say what {${name}} is`);
      return String(params[name]);
    });
  return query === undefined ? filled : `${filled}?${query}`;
}

export function send(client: Client, route: Route, { path, body, headers }: Prepared): Promise<Answer<AnswerBody>> {
  return client.request(route.method.toUpperCase(), path, {
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });
}
