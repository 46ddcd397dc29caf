import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '../../api/http/routing/access.ts';
import { createFirm } from '../../commands/firms/create-firm.ts';
import { setPasswordCost, hashPassword } from '../../stores/identity/password-hashing.ts';
import { hashSecret, createTokenSecret } from '../../stores/identity/secrets.ts';
import { createSystemContext, type CommandContext } from '../../commands/support/context.ts';
import { sealEvent } from '../../commands/support/sealed-event.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import { readConfig, type Config } from '../../configuration/config.ts';
import type { Core } from '../../service/core.ts';
import { SIZES } from '../../service/core-database.ts';
import type { KeeperParts } from '../../service/demo/keeper.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { CompanyRole } from '../../domain/firms/member-events.ts';
import type { TokenAbility } from '../../domain/identity/user-events.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { createLogger } from '../../service/logging/logger.ts';
import { startService, type ServiceOptions } from '../../service/service.ts';
import { createClient, type AnswerBody, type Client, type Transport } from './client.ts';
import { createDatabaseWithBooks, type Books, type PreparedCompany } from './books.ts';
import { createTestDatabase, clearDatabaseIdentity, type TestDatabase } from './database.ts';
import { openTestEventStore } from './event-store.ts';
import { checkInvariants, type InvariantOptions } from './invariants.ts';
import { TEST_APP_KEY } from './vault.ts';
import { LICENCE_PUBLIC_KEY } from './licences.ts';

/** The real service in this process, with a separate database and the engine named by `TEST_ENGINE`. */
export interface TestService {
  readonly url: string;
  readonly config: Config;
  readonly core: Core;
  /** The parts that keep the demo; null where it is off. */
  readonly demo: KeeperParts | null;
  /** A client without a token. */
  readonly anonymous: Client;
  /** The errors that the service logged. Empty unless a test provokes one. */
  readonly errors: string[];
  newUser(options?: UserOptions): Promise<Person>;
  newFirm(options?: FirmOptions): Promise<TestFirm>;
  /** A user who is in the team of the firm. */
  newMember(firm: TestFirm, role: Role, options?: UserOptions & MemberOptions): Promise<Person>;
  join(firm: TestFirm, userId: number, role: Role, options?: MemberOptions): Promise<void>;
  /** A company file opened over HTTP. */
  newCompany(client: Client, fields?: Readonly<Record<string, unknown>>): Promise<TestCompany>;
  sessionToken(userId: number): Promise<string>;
  integrationToken(userId: number, abilities: readonly string[], expiresAt?: string | null): Promise<string>;
  events(companyId: number): Promise<RecordedEvent[]>;
  invariants(options?: InvariantOptions): Promise<void>;
  stop(): Promise<void>;
}

export interface UserOptions {
  /** By default one of example.com. */
  readonly email?: string;
  readonly locale?: Language | null;
  readonly isPlatformAdmin?: boolean;
}

export interface MemberOptions {
  readonly allCompanies?: boolean;
  readonly isActive?: boolean;
  /** Only these files are seen, each in this role. */
  readonly companies?: readonly { readonly id: number; readonly role?: CompanyRole }[];
}

export interface FirmOptions {
  readonly name?: string;
  readonly locale?: Language;
  readonly userLocale?: Language | null;
  /** Everyone in the demo firm is a demo user. */
  readonly isDemo?: boolean;
}

export interface Person {
  readonly id: number;
  readonly client: Client;
}

export interface TestFirm {
  readonly id: number;
  readonly token: string;
  readonly name: string;
  readonly admin: Person & { readonly email: string; readonly password: string };
  /** Client of the admin. */
  readonly client: Client;
}

export interface TestCompany {
  readonly id: number;
  readonly token: string;
  /** `/v1/companies/<token>` */
  readonly path: string;
  readonly body: AnswerBody;
  /** Id of an account by its number. */
  account(number: string): number;
  /** Id of a journal by its code. */
  journal(code: string): number;
  readonly fiscalYearId: number;
}

export interface TestServiceOptions {
  /**
   * From books that were prepared once a run: the first `newFirm()` and the first `newCompany(firm.client)` are these, and
   * cost nothing. Both are there from the start, so that tests which count what there is begin from nothing instead.
   */
  readonly from?: 'nothing' | 'books';
  /** Set on top of the configuration of the tests, by environment variable. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeouts?: ServiceOptions['timeouts'];
  /** Sends and receives Peppol documents in the background; otherwise only on request. */
  readonly exchangesPeppol?: boolean;
  /** Runs integrations when they are due or requested; otherwise never. */
  readonly runsIntegrations?: boolean;
  /** False: books of other programs are brought along by the test itself. */
  readonly runsMigrations?: boolean;
  readonly resolveName?: ServiceOptions['resolveName'];
  readonly openForWriting?: ServiceOptions['openForWriting'];
  /** Reading the tables for their statistics costs more than most tests gain by them: by default a test is over before. */
  readonly statisticsDelayMs?: number;
  /** Sends the requests of all clients. */
  readonly transport?: Transport;
}

export const PASSWORD = 'correct horse battery';
/** The key with which the external platform calls the service. */
export const BRIDGE_INCOMING_KEY = 'the-key-of-the-platform-to-our-own-routes';
/** The users of a test run share one hash. */
let hashedPassword: Promise<string> | null = null;
// Hashing takes long on purpose, which tests of its length ask for; services in processes of their own take as long as ever.
setPasswordCost('least');
/** Connections for requests, outside of tests. */
export const USUAL_CONNECTIONS = SIZES.requests;
// Each connection learns the tables and plans its statements anew: fewer of them take a tenth less of the server.
SIZES.requests = 5;

/** Resolves no name: the name servers of a machine may be slow or know names that tests invent. */
const resolveNoName: NonNullable<ServiceOptions['resolveName']> = (name, _options, done) =>
  name === 'localhost'
    ? done(null, [{ address: '127.0.0.1', family: 4 }])
    : done(Object.assign(new Error(name), { code: 'ENOTFOUND' }), []);

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  // A log elsewhere is not copied with the database.
  if (options.from !== 'books' || process.env.TEST_ENGINE === 'eventstoredb')
    return startServiceOn(await createTestDatabase('tables'), null, options);
  const { database, books } = await createDatabaseWithBooks(makeBooks);
  return startServiceOn(database, books, options);
}

async function makeBooks(database: TestDatabase): Promise<Books> {
  const service = await startServiceOn({ ...database, drop: () => Promise.resolve() }, null, {});
  try {
    const { admin, client, ...firm } = await service.newFirm();
    const company = await openCompany(service.core, client);
    return {
      firm: { ...firm, admin: { id: admin.id, email: admin.email, password: admin.password, token: client.token! } },
      company,
    };
  } finally {
    await service.stop();
    await clearDatabaseIdentity(database.url);
  }
}

export async function startServiceOn(
  database: TestDatabase,
  books: Books | null,
  options: TestServiceOptions,
): Promise<TestService> {
  const eventStore = process.env.TEST_ENGINE === 'eventstoredb' ? await openTestEventStore() : null;
  const dataDir = await mkdtemp(joinPath(tmpdir(), 'grandlivre-test-'));
  const errors: string[] = [];
  const logger = createLogger(
    'error',
    new Writable({ write: (line: Buffer, _encoding, done) => (errors.push(line.toString()), done()) }),
  );
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ...(eventStore && { EVENTSTORE_URL: eventStore.url, EVENTSTORE_PREFIX: eventStore.prefix }),
    // Addresses of pages tell the port, so it is chosen before the service starts.
    PORT: String(await findFreePort()),
    METRICS_ADDRESS: 'off',
    // The tests of access are refused thousands of times.
    REFUSALS_PER_MINUTE: '0',
    APP_KEY: TEST_APP_KEY,
    LICENCE_PUBLIC_KEY,
    // Nothing answers there: no test asks the name servers of the machine.
    MAIL_DNS_SERVER: '127.0.0.1:1',
    BRIDGE_INCOMING_KEY,
    ...options.environment,
  });
  const {
    timeouts,
    resolveName = resolveNoName,
    openForWriting,
    exchangesPeppol = false,
    runsIntegrations = false,
    runsMigrations = true,
    statisticsDelayMs = 30_000,
  } = options;
  const service = await startService({
    config,
    logger,
    checkReplies: true,
    runsJobs: false,
    // Loading it takes seconds, so only the tests that need it do.
    loadsDemo: false,
    exchangesPeppol,
    runsIntegrations,
    runsMigrations,
    statisticsDelayMs,
    timeouts,
    resolveName,
    openForWriting,
  });
  const { core } = service;
  const anonymous = createClient(service.url ?? 'http://nowhere.invalid', null, [], options.transport);

  let [isFirmGiven, isCompanyGiven] = [false, false];

  const context = (): CommandContext => createSystemContext('test');

  async function issueToken(
    userId: number,
    kind: 'session' | 'integration',
    abilities: readonly string[],
    expiresAt: string | null,
  ): Promise<string> {
    const [id] = await core.ids.allocate('tokens', 1);
    const secret = createTokenSecret();
    const token = {
      id: id!,
      kind,
      name: 'test',
      secret_hash: hashSecret(secret),
      abilities: abilities as readonly TokenAbility[],
      expires_at: expiresAt,
    };
    const command =
      kind === 'session'
        ? ({ type: 'OpenSession', token, verifiedPassword: null, endedSessions: [] } as const)
        : ({ type: 'IssueToken', token, now: new Date().toISOString() } as const);
    const outcome = await core.commands.execute('user', userId, command, context());
    if (isRefusal(outcome)) throw new Error(`No token for user ${userId}: ${JSON.stringify(outcome)}`);
    return `${id}|${secret}`;
  }

  const sessionToken = (userId: number) => issueToken(userId, 'session', ['read', 'write', 'sync'], null);

  async function createPerson(userId: number): Promise<Person> {
    return { id: userId, client: anonymous.as(await sessionToken(userId)) };
  }

  async function newUser({ locale = 'en', isPlatformAdmin = false, email }: UserOptions = {}): Promise<Person> {
    const [id] = await core.ids.allocate('users', 1);
    const details = {
      id: id!,
      name: `User ${id}`,
      email: email ?? `user${id}@example.com`,
      password_id: 'of the tests',
      locale,
      is_platform_admin: isPlatformAdmin,
    };
    await core.pool.query('INSERT INTO ops.passwords (user_id, id, hash) VALUES ($1, $2, $3)', [
      ...[id, details.password_id, await (hashedPassword ??= hashPassword(PASSWORD))],
    ]);
    const outcome = await core.commands.execute('user', id!, { type: 'RegisterUser', details }, context());
    if (isRefusal(outcome)) throw new Error(JSON.stringify(outcome));
    return createPerson(id!);
  }

  /** Whatever the licence of the firm allows: the facts are written as the firm would write them. */
  async function join(
    { id: firmId }: TestFirm,
    userId: number,
    role: Role,
    { companies, allCompanies = companies === undefined, isActive = true }: MemberOptions = {},
  ): Promise<void> {
    const attached: DomainEvent = {
      type: 'MemberAttached',
      data: { user_id: userId, role, all_companies: allCompanies, is_active: isActive },
    };
    const assigned = (companies ?? []).map((company) => ({ company_id: company.id, role: company.role ?? null }));
    const assignment: DomainEvent = {
      type: 'MemberCompaniesAssigned',
      data: { user_id: userId, version: 2, all_companies: false, role: null, companies: assigned },
    };
    const start = await readChainEnd(core, `firm-${firmId}`);
    const provenance = { companyId: null, firmId, recordedAt: new Date().toISOString().replace('Z', '000Z') };
    let end = start;
    const events = (companies ? [attached, assignment] : [attached]).map((fact, index) => {
      const sealed = sealEvent(fact, index, end, context(), provenance);
      end = sealed.end;
      return sealed.event;
    });
    const { position } = await core.log.append({ stream: start.stream, expectedRevision: start.revision, events });
    await core.progress.waitForPosition(position);
    await waitForRights(core, position);
  }

  return {
    url: anonymous.url,
    config,
    core,
    demo: service.demoParts,
    anonymous,
    errors,
    newUser,
    join,
    sessionToken,
    async newFirm(firmOptions) {
      const { name = 'Fiduciaire du Parc', locale = 'fr', userLocale = 'en', isDemo = false } = firmOptions ?? {};
      if (firmOptions === undefined && books !== null && !isFirmGiven) {
        isFirmGiven = true;
        const { admin, ...firm } = books.firm;
        const client = anonymous.as(admin.token);
        return { ...firm, admin: { id: admin.id, email: admin.email, password: admin.password, client }, client };
      }
      const email = `admin-${randomUUID()}@example.com`;
      const outcome = await createFirm(
        core,
        {
          firm: { name, country_code: 'BE', locale, email },
          admin: { name: 'Ada Admin', email, password: PASSWORD, locale: userLocale },
          ...(isDemo && { source: 'demo' as const }),
        },
        context(),
      );
      if (isRefusal(outcome)) throw new Error(JSON.stringify(outcome));
      const { rows } = await core.pool.query<{ id: number }>('SELECT id FROM read.firms WHERE public_token = $1', [
        outcome.firm.public_token,
      ]);
      const admin = { ...(await createPerson(outcome.user_id)), email, password: PASSWORD };
      return { id: rows[0]!.id, token: outcome.firm.public_token, name, admin, client: admin.client };
    },
    async newMember(firm, role, memberOptions = {}) {
      const member = await newUser(memberOptions);
      await join(firm, member.id, role, memberOptions);
      return member;
    },
    async newCompany(client, fields) {
      const isPrepared = fields === undefined && books !== null && client.token === books.firm.admin.token;
      if (!isPrepared || isCompanyGiven) return toTestCompany(await openCompany(core, client, fields));
      isCompanyGiven = true;
      return toTestCompany(books.company);
    },
    integrationToken: (userId, abilities, expiresAt = null) => issueToken(userId, 'integration', abilities, expiresAt),
    async events(companyId) {
      const events: RecordedEvent[] = [];
      for await (const event of core.log.readStream(`company-${companyId}`)) events.push(event);
      return events;
    },
    invariants: (invariantOptions) => checkInvariants(core, { writes: anonymous.writes, ...invariantOptions }),
    async stop() {
      await service.stop();
      await eventStore?.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One service for the tests of a block; what must hold after any of them is checked before it stops. */
export function useService(options?: TestServiceOptions): TestService {
  const holder = {} as TestService;
  before('start the service', async () => {
    Object.assign(holder, await startTestService(options));
  });
  after('check the invariants and stop the service', async () => {
    // Without a service its start has failed, and mocha has already reported that.
    if (!('stop' in holder)) return;
    try {
      await holder.invariants();
      if (holder.errors.length > 0) throw new Error(`The service logged errors:\n${holder.errors.join('\n')}`);
    } finally {
      await holder.stop();
    }
  });
  return holder;
}

async function openCompany(
  { pool }: Core,
  client: Client,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<PreparedCompany> {
  const { status, body, text } = await client.post('/v1/companies', {
    name: 'Boulangerie Dupont',
    fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
    ...fields,
  });
  if (status !== 201) throw new Error(`The company file was not opened: ${status} ${text}`);
  // Their ids alone are needed, of hundreds: the request for all of them is made where it is tested.
  const accounts = await pool.query<{ id: number; number: string }>(
    'SELECT id, number FROM read.accounts WHERE company_id = $1 ORDER BY number',
    [body.id],
  );
  return { body, accounts: accounts.rows };
}

function toTestCompany({ body, accounts }: PreparedCompany): TestCompany {
  const accountIds = new Map(accounts.map(({ id, number }) => [number, id]));
  const journalIds = new Map((body['journals'] as { id: number; code: string }[]).map(({ id, code }) => [code, id]));
  const years = body['fiscal_years'] as { id: number }[];
  return {
    id: body.id,
    token: body.public_token,
    path: `/v1/companies/${String(body['public_token'])}`,
    body,
    account: (number) => findKnownId(accountIds, number),
    journal: (code) => findKnownId(journalIds, code),
    fiscalYearId: years[0]!.id,
  };
}

function findKnownId(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The company file has no ${key}`);
  return id;
}

/** Processes remember rights: the next request must meet the new ones. */
async function waitForRights({ pool }: Core, position: number): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const { rows } = await pool.query<{ behind: number }>(
      'SELECT count(*) AS behind FROM ops.processes WHERE expires_at > now() AND access_position < $1',
      [position],
    );
    if (rows[0]!.behind === 0) return;
    if (performance.now() > deadline) throw new Error(`Some process does not know the rights of position ${position}`);
    await pause(5);
  }
}

async function readChainEnd({ log }: Core, stream: string): Promise<ChainEnd> {
  for await (const { revision, metadata } of log.readStream(stream, { direction: 'backwards', limit: 1 })) {
    return { stream, revision, hash: metadata['hash'] as string };
  }
  throw new Error(`${stream} is empty`);
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** For tests of how long passwords take. */
export function useAdvisedPasswords(): void {
  const choose = (cost: 'advised' | 'least') => () => {
    setPasswordCost(cost);
    hashedPassword = null;
  };
  before('hash passwords as the service does', choose('advised'));
  after('hash passwords as tests do', choose('least'));
}
