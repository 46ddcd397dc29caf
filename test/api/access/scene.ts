import type { ExampleCompany } from '../../../api/http/routing/example.ts';
import { openCompanyFile } from '../../../commands/companies/open-company-file.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type { AnswerBody, Client } from '../../support/client.ts';
import { details, year2026 } from '../../support/company-file-samples.ts';
import { startDirectories, type TestDirectories } from '../../support/directories.ts';
import { startTestService, type TestFirm, type TestService } from '../../support/service.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';
import { must, next, roomyLicence } from './basics.ts';
import { postOf, requested } from './requests.ts';
import { ownerOf, type Subject } from './subjects.ts';

/** A provider of single sign-on that is away: browsers are sent back with an error. */
export const EXAMPLE_PROVIDER = {
  OIDC_EXAMPLE_ISSUER: 'http://127.0.0.1:9',
  OIDC_EXAMPLE_CLIENT_ID: 'grandlivre',
  OIDC_EXAMPLE_CLIENT_SECRET: 'of-the-examples',
  OIDC_EXAMPLE_NAME: 'Example',
};

export { fromElsewhere, must } from './basics.ts';

/** What requests are made of: a firm with a company file, and as many fresh things in it as they use up. */
export interface Scene {
  readonly service: TestService;
  readonly mails: TestMailServer;
  readonly firm: TestFirm;
  readonly file: OpenFile;
  /** The first administrator, who prepares what others ask for. */
  readonly owner: Client;
  /** Another file of the firm, which whoever sees only some files gets to see in the same role. */
  openFile(who?: Subject): Promise<OpenFile>;
  /** One of another country pack, which all requests share. */
  openAbroad(pack: 'FR' | 'LU', who: Subject): Promise<OpenFile>;
  /** Id of a new record of the company file. */
  readonly fresh: (resource: string, fields?: Readonly<Record<string, unknown>>) => Promise<number>;
  /** Id of a record that nobody uses up. */
  readonly standing: (resource: string) => Promise<number>;
  /** Id of someone new in the team. */
  readonly freshMember: (options?: { readonly isInvited?: boolean }) => Promise<number>;
}

export interface OpenFile extends ExampleCompany {
  readonly id: number;
  readonly path: string;
}

export interface Stage {
  readonly service: TestService;
  readonly mails: TestMailServer;
}

/**
 * A service that can send mail and look enterprises up, and that believes one proxy, so that each request can come from an
 * address of its own.
 */
export function useStage(): Stage {
  const stage = {} as { service: TestService; mails: TestMailServer };
  let directories: TestDirectories;
  before('start the service and what it reaches for', async () => {
    [stage.mails, directories] = await Promise.all([startMailServer(), startDirectories()]);
    const environment = {
      SMTP_URL: stage.mails.url,
      TRUST_PROXY: '1',
      ...directories.environment,
      ...EXAMPLE_PROVIDER,
    };
    stage.service = await startTestService({ environment });
  });
  after('check the invariants and stop the service', async function () {
    this.timeout(60_000);
    try {
      await stage.service?.invariants();
      if (stage.service?.errors.length > 0) throw new Error(`Errors were logged:\n${stage.service.errors.join('\n')}`);
    } finally {
      await stage.service?.stop();
      await Promise.all([stage.mails?.close(), directories?.close()]);
    }
  });
  return stage;
}

export async function setScene({ service, mails }: Stage, { isDemo = false } = {}): Promise<Scene> {
  const firm = await service.newFirm({ isDemo });
  const { client: owner } = firm;
  if (!isDemo) await must(owner.post(`/v1/firms/${firm.token}/licence`, { key: roomyLicence() }));
  const known = new Map<string, Promise<number>>();
  const files: OpenFile[] = [];
  const abroad = new Map<string, Promise<OpenFile>>();
  /** Assignments name all files at once: one after another, or the later would forget the earlier. */
  const assigned = new Map<number, { tokens: string[]; done: Promise<unknown> }>();

  async function openOne(pack?: 'FR' | 'LU'): Promise<OpenFile> {
    if (isDemo) return openDemoFile(service, firm, pack);
    const own = pack
      ? { ...ABROAD[pack], country_pack: pack }
      : { name: `File ${next()}`, enterprise_number: nextNumber() };
    const changes = {
      body: { firm: firm.token, code: `${pack ?? 'FILE'}-${next()}`, fiscal_year: year2026, ...own },
    };
    return openedFile((await requested('POST /v1/companies', scene, ownerOf(scene), changes)).answer as AnswerBody);
  }

  const openFile = async (who?: Subject): Promise<OpenFile> => shownTo(await openOne(), who);

  async function openAbroad(pack: 'FR' | 'LU', who: Subject): Promise<OpenFile> {
    const opening = abroad.get(pack) ?? openOne(pack);
    abroad.set(pack, opening);
    opening.catch(() => abroad.delete(pack));
    return shownTo(await opening, who);
  }

  async function shownTo(opened: OpenFile, who?: Subject): Promise<OpenFile> {
    if (who?.userId && assigned.get(who.userId)?.tokens.includes(opened.token) === true) {
      await assigned.get(who.userId)!.done;
      return opened;
    }
    if (who?.userId && who.narrowing !== undefined) {
      const own = assigned.get(who.userId) ?? { tokens: [scene.file.token], done: Promise.resolve() };
      assigned.set(who.userId, own);
      own.tokens.push(opened.token);
      // No request assigns a role above the one in the firm: such a one counts as the lower.
      own.done = own.done.then(() => assign(who.userId!, own, who.narrowing === null ? null : who.fileRole));
      await own.done;
    }
    return opened;
  }

  async function assign(userId: number, own: { tokens: string[] }, role: string | null): Promise<void> {
    const requested = owner.put(`/v1/firms/${firm.token}/members/${userId}/companies`, {
      company_tokens: own.tokens,
      role,
    });
    const { status, body } = await requested;
    if (status !== 422) return void (await must(requested));
    // Files that were deleted in the meantime cannot be named any more.
    const gone = new Set(Object.keys(body.errors));
    if (!own.tokens.some((_, index) => gone.has(`company_tokens.${index}`))) return void (await must(requested));
    own.tokens = own.tokens.filter((_, index) => !gone.has(`company_tokens.${index}`));
    await assign(userId, own, role);
  }

  const scene: Scene = {
    service,
    mails,
    firm,
    get file() {
      return files[0]!;
    },
    owner,
    openFile,
    openAbroad,
    async fresh(resource, fields) {
      const { answer } = await requested(postOf(resource), scene, ownerOf(scene), fields && { body: fields });
      // An upload answers with all that it made.
      const [first] = (answer.files ?? []) as readonly { readonly id: number }[];
      return first?.id ?? answer.id;
    },
    standing(resource) {
      const id = known.get(resource) ?? scene.fresh(resource);
      known.set(resource, id);
      // What could not be made is made by the next one who needs it.
      id.catch(() => known.delete(resource));
      return id;
    },
    async freshMember({ isInvited = false } = {}) {
      const { id } = await service.newUser();
      const now = new Date().toISOString();
      const member = { userId: id, role: 'reviewer', companyTokens: [], isInvited, now } as const;
      const context = createSystemContext('test');
      const attached = await service.core.commands.execute(
        'firm',
        firm.id,
        { type: 'AttachMember', ...member },
        context,
      );
      if (isRefusal(attached)) throw new Error(JSON.stringify(attached));
      return id;
    },
  };
  files.push(await openOne());
  return scene;
}

let lastNumber = 0;

/** A Belgian enterprise number that no other company file has: a number of the network belongs to one file. */
function nextNumber(): string {
  const digits = String(4_774_727 + lastNumber++).padStart(8, '0');
  return `${digits}${String(97 - (Number(digits) % 97)).padStart(2, '0')}`;
}

/** Companies of other countries, with numbers that are valid there. */
const ABROAD = {
  FR: { name: 'Librairie de l’Étoile', country: 'FR', enterprise_number: '732829320', vat_number: 'FR44732829320' },
  LU: { name: 'Garage du Nord', enterprise_number: null, vat_number: 'LU15027442' },
} as const;

/** No request opens company files in the demo: its data set brings them. */
export async function openDemoFile(
  service: TestService,
  firm: TestFirm,
  pack?: 'FR' | 'LU',
  number = nextNumber(),
): Promise<OpenFile> {
  const own = pack ? { ...ABROAD[pack], country_pack: pack, country: pack } : { enterprise_number: number };
  const request = {
    details: { ...details, ...own, code: `DEMO-${next()}` },
    fiscalYear: year2026,
    banks: [],
  };
  const owner = { firmId: firm.id, userId: firm.admin.id };
  const opened = await openCompanyFile(service.core, request, owner, createSystemContext('test'));
  if (isRefusal(opened)) throw new Error(JSON.stringify(opened));
  const { body } = await firm.client.get<AnswerBody[]>('/v1/companies');
  const token = body.find(({ id }) => id === opened.companyId)!.public_token;
  return openedFile(await must(firm.client.get(`/v1/companies/${token}`)));
}

function openedFile(body: AnswerBody): OpenFile {
  const token = body.public_token;
  const journals = new Map((body.journals as { id: number; code: string }[]).map(({ id, code: own }) => [own, id]));
  const [fiscalYear] = body.fiscal_years as OpenFile['fiscalYear'][];
  return {
    id: body.id,
    token,
    enterpriseNumber: (body.enterprise_number as string | null)?.replaceAll(/\D/g, '') ?? null,
    path: `/v1/companies/${token}`,
    fiscalYear: fiscalYear!,
    journal: (own) => journals.get(own)!,
  };
}
