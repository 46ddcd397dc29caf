import { openCompanyFile } from '../../../commands/companies/open-company-file.ts';
import { systemContext } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type { AnswerBody, Client } from '../../support/client.ts';
import { details, year2026 } from '../../support/company-file-samples.ts';
import { startDirectories, type TestDirectories } from '../../support/directories.ts';
import { png } from '../../support/images.ts';
import { licenceKey } from '../../support/licences.ts';
import { startTestService, type TestFirm, type TestService } from '../../support/service.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';
import type { Subject } from './subjects.ts';

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
  /** Id of a new record of the company file. */
  fresh(resource: Resource, fields?: Readonly<Record<string, unknown>>): Promise<number>;
  /** Id of a record that nobody uses up. */
  standing(resource: Resource): Promise<number>;
  /** Id of someone new in the team. */
  freshMember(options?: Readonly<Record<string, unknown>>): Promise<number>;
}

export interface OpenFile {
  readonly id: number;
  readonly token: string;
  readonly path: string;
  readonly fiscalYear: { readonly id: number; readonly periods: readonly { readonly id: number }[] };
  readonly journal: (code: string) => number;
}

/** One that passes its check. */
export const ENTERPRISE_NUMBER = '0477472701';

let count = 0;
/** Another number each time, for what must be unique. */
export const next = (): number => (count += 1);
/** The same number of characters each time. */
export const code = (): string => `X${(next() + 36 ** 3).toString(36).toUpperCase()}`;

/** Bodies of new records. */
export const bodies = {
  accounts: () => ({ number: String(619_000_000 + next()), label: 'Sundry', type: 'expense' }),
  'vat-codes': () => ({ code: code(), label: 'Odd', direction: 'sale', kind: 'standard', rate: '21' }),
  journals: () => ({ code: code(), label: 'Odd', type: 'miscellaneous' }),
  'third-parties': () => ({ type: 'supplier', name: `Supplier ${next()}` }),
  entries: ({ file }: { file: OpenFile }) => ({
    journal_id: file.journal('OD'),
    entry_date: '2026-01-01',
    lines: [
      { account: '604000', debit: '1.00' },
      { account: '440000', credit: '1.00' },
    ],
  }),
  'journal-rules': () => ({ keyword: `word ${next()}` }),
} as const;
export type Resource = keyof typeof bodies;

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
    const environment = { SMTP_URL: stage.mails.url, TRUST_PROXY: '1', ...directories.environment };
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

/** Another address each time: whoever is not signed in is counted by it. */
export const fromElsewhere = (): Readonly<Record<string, string>> => {
  const number = next();
  return { 'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
};

export async function setScene({ service, mails }: Stage, { isDemo = false } = {}): Promise<Scene> {
  const firm = await service.newFirm({ isDemo });
  const { client: owner } = firm;
  if (!isDemo) await must(owner.post(`/v1/firms/${firm.token}/licence`, { key: roomyLicence() }));
  const file = await openOne();
  const known = new Map<Resource, Promise<number>>();
  /** Assignments name all files at once: one after another, or the later would forget the earlier. */
  const assigned = new Map<number, { tokens: string[]; done: Promise<unknown> }>();

  async function openOne(): Promise<OpenFile> {
    return isDemo ? openDemoFile(service, firm) : openedFile(await must(owner.post('/v1/companies', newFile(firm))));
  }

  async function openFile(who?: Subject): Promise<OpenFile> {
    const opened = await openOne();
    if (who?.userId && who.narrowing !== undefined) {
      const own = assigned.get(who.userId) ?? { tokens: [file.token], done: Promise.resolve() };
      assigned.set(who.userId, own);
      own.tokens.push(opened.token);
      own.done = own.done.then(() => assign(who.userId!, own, who.narrowing!));
      await own.done;
    }
    return opened;
  }

  async function assign(userId: number, own: { tokens: string[] }, role: string | null): Promise<void> {
    const asked = owner.put(`/v1/firms/${firm.token}/members/${userId}/companies`, {
      company_tokens: own.tokens,
      role,
    });
    const { status, body } = await asked;
    if (status !== 422) return void (await must(asked));
    // Files that were deleted in the meantime cannot be named any more.
    const gone = new Set(Object.keys(body.errors));
    own.tokens = own.tokens.filter((_, index) => !gone.has(`company_tokens.${index}`));
    await assign(userId, own, role);
  }

  const pathOf = (resource: Resource): string =>
    resource === 'journal-rules' ? `${file.path}/journals/${file.journal('ACH')}/rules` : `${file.path}/${resource}`;
  const fresh: Scene['fresh'] = async (resource, fields = {}) =>
    (await must(owner.post(pathOf(resource), { ...bodies[resource]({ file }), ...fields }))).id;

  return {
    service,
    mails,
    firm,
    file,
    owner,
    openFile,
    fresh,
    standing(resource) {
      const id = known.get(resource) ?? fresh(resource);
      known.set(resource, id);
      return id;
    },
    async freshMember(options = {}) {
      const { id } = await service.newUser();
      const member = { email: `user${id}@example.com`, role: 'reviewer', company_tokens: [], ...options };
      await must(owner.post(`/v1/firms/${firm.token}/members`, member));
      return id;
    },
  };
}

export const roomyLicence = (): string => licenceKey({ users: 10_000, companies: 10_000 });

export const newFile = (firm: TestFirm) => ({
  firm: firm.token,
  code: `FILE-${next()}`,
  name: `File ${count}`,
  enterprise_number: ENTERPRISE_NUMBER,
  fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
});

/** No request opens company files in the demo: its data set brings them. */
async function openDemoFile(service: TestService, firm: TestFirm): Promise<OpenFile> {
  const request = { details: { ...details, code: `DEMO-${next()}` }, fiscalYear: year2026, banks: [] };
  const owner = { firmId: firm.id, userId: firm.admin.id };
  const opened = await openCompanyFile(service.core, request, owner, systemContext('test'));
  if (isRefusal(opened)) throw new Error(JSON.stringify(opened));
  const { body } = await firm.client.get<AnswerBody[]>('/v1/companies');
  const token = body.find(({ id }) => id === opened.companyId)!['public_token'] as string;
  return openedFile(await must(firm.client.get(`/v1/companies/${token}`)));
}

function openedFile(body: AnswerBody): OpenFile {
  const token = body['public_token'] as string;
  const journals = new Map((body['journals'] as { id: number; code: string }[]).map(({ id, code: own }) => [own, id]));
  const [fiscalYear] = body['fiscal_years'] as OpenFile['fiscalYear'][];
  return {
    id: body.id,
    token,
    path: `/v1/companies/${token}`,
    fiscalYear: fiscalYear!,
    journal: (own) => journals.get(own)!,
  };
}

/** The body of an answer that must be a success: what is prepared must not fail. */
export async function must(
  answer: Promise<{ readonly status: number; readonly text: string; readonly body: AnswerBody }>,
): Promise<AnswerBody> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(`What was being prepared was refused: ${status} ${text.slice(0, 400)}`);
  return body;
}

let image: Promise<Buffer> | null = null;

/** A form with a small picture. */
export async function logoForm(): Promise<FormData> {
  const content = await (image ??= png());
  const form = new FormData();
  form.append('logo', new Blob([content], { type: 'image/png' }), 'logo.png');
  return form;
}

/** A form with a proof of an entry. */
export function voucherForm(): FormData {
  const form = new FormData();
  form.append('files[]', new Blob(['%PDF-1.7 a receipt']), 'receipt.pdf');
  return form;
}

/** A form with one new record in a file. */
export function csvForm(
  record: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const lines = [Object.keys(record), Object.values(record)].map((cells) => cells.join(';'));
  form.append('file', new Blob([lines.join('\n')], { type: 'text/csv' }), 'records.csv');
  return form;
}
