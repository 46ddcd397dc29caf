import { setTimeout as pause } from 'node:timers/promises';
import type {
  ExampleCompany,
  ExampleFile,
  ExampleRequest,
  Scene as ExampleScene,
} from '../../../api/http/routing/example.ts';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import { Secret, TOTP } from 'otpauth';
import { createSecretBox } from '../../../stores/identity/secret-box.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { registerUser } from '../../../commands/identity/register-user.ts';
import { issueSignOnCode } from '../../../stores/identity/sign-on.ts';
import { issueLink } from '../../../stores/identity/account-links.ts';
import { createTokenSecret, hashSecret } from '../../../stores/identity/secrets.ts';
import { saveSenderRequest } from '../../../stores/mail/sender-requests.ts';
import type { Answer, AnswerBody, Client } from '../../support/client.ts';
import { offerDemo } from '../../support/demo.ts';
import { BRIDGE_INCOMING_KEY, PASSWORD } from '../../support/service.ts';
import { code, fromElsewhere, must, next, roomyLicence } from './basics.ts';
import type { Hidden } from './expectation.ts';
import type { Scene } from './scene.ts';
import type { Subject } from './subjects.ts';
import { makeRoomForWebhook, webhookOf } from './webhooks.ts';

/** The requests that routes declare as their examples, made in a scene: each succeeds for whoever may make it. */

export interface Parts {
  /** Parameters of the path besides `company` and `firm`. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: unknown;
  /** A good body of each kind, where the body may be one of several. */
  readonly kinds?: Readonly<Record<string, unknown>>;
  /** The company file, when it is not that of the scene. */
  readonly file?: ExampleCompany;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Prepared extends Parts {
  readonly path: string;
}

const FILE = '/v1/companies/{company}';
const FIRM = '/v1/firms/{firm}';

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
  // With the right password, whoever calls would be gone.
  'DELETE /v1/auth/me': { refusal: 'password_incorrect' },
  'POST /v1/trash/companies/{token}/restore': { unseenBelow: 'admin' },
  [`POST ${FIRM}/sync`]: { refusal: 'firm_not_linked' },
  [`POST ${FILE}/sync/external`]: { refusal: 'company_not_linked' },
  // Of someone else's conflict over a third party.
  [`POST ${FILE}/sync/conflicts/{id}/resolve`]: { refusedBelow: 'encoder' },
  [`POST ${FIRM}/licence`]: { comesLast: true },
  [`DELETE ${FIRM}/licence`]: { comesLast: true },
  // One person has one second factor, and is asked for it wherever a password is.
  'POST /v1/auth/totp': { comesLast: true },
  'POST /v1/auth/totp/confirm': { comesLast: true },
  'DELETE /v1/auth/totp': { comesLast: true },
  // A process makes a few at a time, and tells others to come again.
  [`GET ${FILE}/exports/full-dossier/{fiscalYear}`]: { comesLast: true },
  // Whoever calls has no secret to sign with.
  'POST /v1/peppol/inbox/{provider}': { refusal: 'unauthenticated' },
  // It takes what others have just put into the bin.
  [`DELETE ${FILE}/trash`]: { comesLast: true },
};

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method.toUpperCase()} ${path}`;
export const noteOf = (route: Route): Note => NOTES[nameOf(route)] ?? {};
export const parametersOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name !== 'company' && name !== 'firm');

/** Without parameters of its own and without a body there is one request only. */
const isSelfEvident = ({ path, body, upload }: Route): boolean => parametersOf(path).length === 0 && !body && !upload;

/** Routes that declare no example, and notes on routes that are gone. */
export function unprepared(table: readonly Route[] = routes): string[] {
  const declared = new Set(table.map(nameOf));
  return [
    ...table
      .filter((route) => !route.example && !isSelfEvident(route))
      .map((route) => `${nameOf(route)} declares no example: give it one that succeeds`),
    ...Object.keys(NOTES)
      .filter((name) => table === routes && !declared.has(name))
      .map((name) => `${name} has a line in test/api/access/requests.ts, but there is no such route`),
  ];
}

/** A request that succeeds for `who`, if `who` may make it. */
export async function prepared(route: Route, scene: Scene, who: Subject): Promise<Prepared> {
  const { example = {} } = route;
  const request = typeof example === 'function' ? await example(exampleScene(scene, who)) : example;
  const parts = partsOf(route, request);
  return { ...parts, path: pathWith(route.path, scene, parts) };
}

/** Requests that were prepared for nobody in particular and use nothing up. */
const shared = new WeakMap<Scene, Map<Route, Promise<Prepared | null>>>();

/**
 * As `prepared`, for a route that only reads: what it reads is made once for all who ask, unless it is theirs. Each sends
 * the request for themselves.
 */
export async function preparedToRead(route: Route, scene: Scene, who: Subject): Promise<Prepared> {
  if (route.method !== 'get') return prepared(route, scene, who);
  let own: Prepared | null = null;
  const make = async (): Promise<Prepared | null> => {
    let isPersonal = false;
    const asker = new Proxy(who, { get: (of, name) => ((isPersonal = true), Reflect.get(of, name) as unknown) });
    own = await prepared(route, scene, asker);
    return isPersonal ? null : own;
  };
  const known = shared.get(scene) ?? new Map<Route, Promise<Prepared | null>>();
  shared.set(scene, known);
  const request = known.get(route) ?? make();
  known.set(route, request);
  const given = (await request) ?? own ?? (await prepared(route, scene, who));
  return { ...given, ...(isCountedByAddress(route) && { headers: fromElsewhere() }) };
}

function partsOf(route: Route, { params, query, body, kinds, file, company }: ExampleRequest): Parts {
  return {
    ...(params !== undefined && { params }),
    ...(query !== undefined && { query: queryOf(query) }),
    ...(body !== undefined && { body }),
    ...(kinds && { kinds }),
    ...(file && { body: formOf(route, file, body as Readonly<Record<string, string>>) }),
    ...(company && { file: company }),
    ...(isCountedByAddress(route) && { headers: fromElsewhere() }),
  };
}

const queryOf = (query: string | object): string =>
  typeof query === 'string'
    ? query
    : new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString();

/** So that those who sign in do not use up the tries of one another. */
const isCountedByAddress = ({ ability, perMinute }: Route): boolean => ability === 'public' && perMinute !== undefined;

/** A form with a file, as the route takes it. */
export function formOf(
  { upload }: Pick<Route, 'upload'>,
  { name, type, content }: ExampleFile,
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const { field, maxFiles } = upload!;
  form.append(maxFiles > 1 ? `${field}[]` : field, new Blob([content], { type }), name);
  return form;
}

/** What the examples of routes speak of, for whoever calls. */
export function exampleScene(scene: Scene, who: Subject): ExampleScene {
  const { firm, service, mails } = scene;
  return {
    next,
    code,
    firm,
    signIn: { email: firm.admin.email, password: PASSWORD },
    get company() {
      return scene.file;
    },
    otherCompany: () => scene.openFile(who),
    abroad: (pack) => scene.openAbroad(pack, who),
    after: (name, changes) => requested(name, scene, who, changes),
    fresh: scene.fresh,
    standing: scene.standing,
    once: (name, make) => madeOnce(scene, name, make),
    member: () => scene.freshMember(),
    async invited() {
      const user = await scene.freshMember({ isInvited: true });
      const link = { userId: user, email: `user${user}@example.com`, purpose: 'invitation', firmId: firm.id } as const;
      const { token } = await issueLink(service.core.pool, { ...link, means: 'handed_over' });
      return { user, token };
    },
    async secondFactor(standing) {
      const userId = who.userId ?? firm.admin.id;
      const { pool, commands } = service.core;
      const secret = new Secret({ size: 20 }).base32;
      const sealed = createSecretBox(service.config.appKey!, 'second factor').seal(secret);
      await pool.query(
        `INSERT INTO ops.second_factors (user_id, sealed_secret) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = 0`,
        [userId, sealed],
      );
      const type = standing === 'enabled' ? 'EnableSecondFactor' : 'DisableSecondFactor';
      await commands.execute('user', userId, { type }, createSystemContext('test'));
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    },
    async accountToJoin() {
      const { pool, commands } = service.core;
      const { rows } = await pool.query<{ email: string }>('SELECT email FROM read.users WHERE id = $1', [
        who.userId ?? firm.admin.id,
      ]);
      const password = `to be joined ${code()}`;
      const person = { name: 'Someone', email: rows[0]!.email, password, locale: null, openedByFirmId: firm.id };
      await registerUser(service.core, person, createSystemContext('test'));
      await commands.waitForProjections();
      return password;
    },
    async signOnCode() {
      const { id } = await service.newUser();
      const box = createSecretBox(service.config.appKey!, 'sign-on');
      const grant = { userId: id, session: { provider: 'example', firm_id: null }, challenge: null };
      return issueSignOnCode(service.core.pool, { ...grant, sealedIdToken: box.seal('of the tests') });
    },
    async passwordLink() {
      const { id } = await service.newUser();
      const link = { userId: id, email: `user${id}@example.com`, purpose: 'password_reset', firmId: null } as const;
      return (await issueLink(service.core.pool, { ...link, means: 'mailed' })).token;
    },
    async memberToken() {
      const user = await scene.freshMember();
      return { user, token: Number((await service.integrationToken(user, ['read'])).split('|')[0]) };
    },
    async token(kind) {
      const owner = who.userId ?? firm.admin.id;
      const token = kind === 'session' ? service.sessionToken(owner) : service.integrationToken(owner, ['read']);
      return Number((await token).split('|')[0]);
    },
    licenceKey: roomyLicence,
    demo: () => offerDemo(service),
    webhook: (which) => webhookOf(scene, which),
    roomForWebhook: () => makeRoomForWebhook(scene),
    logo: () => madeOnce(scene, 'logo', () => uploadedLogo(scene, who)),
    async senderToken() {
      const [newId] = await service.core.ids.allocate('mail_senders', 1);
      const token = createTokenSecret();
      const place = { newId: newId!, companyId: scene.file.id, userId: firm.admin.id };
      const name = `sender${newId}@example.org`;
      await saveSenderRequest(service.core.pool, {
        ...place,
        kind: 'address',
        name,
        tokenHash: hashSecret(token),
        record: null,
      });
      return token;
    },
    async cancelQuery() {
      const { client, id } = await service.newUser();
      await must(client.post('/v1/auth/email', { email: `other${next()}@example.org`, password: PASSWORD }));
      return /\/email\/cancel\?(\S+)/.exec((await mails.mailTo(`user${id}@example.com`)).text)![1]!;
    },
    async mailedQuery() {
      const { client } = await service.newUser();
      const email = `mailed${next()}@example.org`;
      await must(client.post('/v1/auth/email', { email, password: PASSWORD }));
      return /\?(\S+)/.exec((await mails.mailTo(email)).text)![1]!;
    },
  };
}

/** Routes of the external platform are opened by its key, whoever prepares. */
export const asks = ({ ability }: Route, client: Client): Client =>
  ability === 'bridge' ? client.as(BRIDGE_INCOMING_KEY) : client;

/** The request that the example of another route makes, by the first administrator. */
export async function requested(
  name: string,
  scene: Scene,
  who: Subject,
  changes: Pick<ExampleRequest, 'params' | 'body' | 'company' | 'file'> = {},
): Promise<Awaited<ReturnType<ExampleScene['after']>>> {
  const route = routes.find((one) => nameOf(one) === name);
  if (!route) throw new Error(`An example wants to make ${name} first, but there is no such route`);
  const { path: _path, ...own } = await prepared(route, scene, who);
  const parts: Parts = {
    ...own,
    ...(changes.company && { file: changes.company }),
    ...(changes.params && { params: changes.params }),
    ...(changes.file && { body: formOf(route, changes.file) }),
  };
  const body = changes.body ? { ...(parts.body as object), ...changes.body } : parts.body;
  const request = { ...parts, body, path: pathWith(route.path, scene, parts) };
  const answer = await must(sendWithinLimit(asks(route, scene.owner), route, request));
  return {
    params: (parts.params ?? {}) as Readonly<Record<string, number>>,
    company: parts.file ?? scene.file,
    answer,
  };
}

/** The route that makes a record of a resource. */
export const postOf = (resource: string): string =>
  resource === 'journal-rules' ? `POST ${FILE}/journals/{id}/rules` : `POST ${FILE}/${resource}`;

const made = new WeakMap<Scene, Map<string, Promise<unknown>>>();

/** Of one name there is one kind of thing. */
function madeOnce<Made>(scene: Scene, name: string, make: () => Promise<Made>): Promise<Made> {
  const known = made.get(scene) ?? new Map<string, Promise<unknown>>();
  made.set(scene, known);
  const key = `${scene.file.token} ${name}`;
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as Promise<Made>;
}

/** Of a file that nobody else gives a logo to, or takes it from. */
async function uploadedLogo(scene: Scene, who: Subject): Promise<string> {
  const { answer } = await requested(`PUT ${FILE}/logo`, scene, who, { company: await scene.openFile() });
  return answer.logo_url as string;
}

export function pathWith(path: string, scene: Scene, { params = {}, query, file }: Parts): string {
  const filled = path
    .replace('{company}', () => (file ?? scene.file).token)
    .replace('{firm}', scene.firm.token)
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      if (params[name] === undefined) throw new Error(`The request for ${path} does not say what {${name}} is`);
      return String(params[name]);
    });
  return query === undefined ? filled : `${filled}?${query}`;
}

/** One user prepares what everyone asks for, and some routes allow few requests a minute. */
async function sendWithinLimit(client: Client, route: Route, request: Prepared): Promise<Answer<AnswerBody>> {
  const answer = await send(client, route, request);
  if (answer.status !== 429) return answer;
  await pause(Number(answer.headers.get('retry-after')) * 1000);
  return send(client, route, request);
}

/** Repeats what a busy machine refuses, as clients do: nothing was recorded then. */
export async function send(
  client: Client,
  route: Route,
  { path, body, headers }: Prepared,
  attempts = 3,
): Promise<Answer<AnswerBody>> {
  const answer = await client.request(route.method.toUpperCase(), path, {
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });
  if (attempts === 1 || route.isProbe || answer.status !== 503 || answer.body.code !== 'overloaded') return answer;
  await pause(Number(answer.headers.get('retry-after')) * 1000);
  return send(client, route, { path, body, headers }, attempts - 1);
}
