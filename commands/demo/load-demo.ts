import { toBookDate, type PlainDate } from '../../domain/dates.ts';
import type { DemoCompany } from '../../domain/demo/company.ts';
import { demoCompanies } from '../../domain/demo/companies.ts';
import type { FirmRole } from '../../domain/firms/member-events.ts';
import type { Language } from '../../domain/language.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { changeCompanyFile } from '../companies/change-company-file.ts';
import { createPublicToken } from '../../stores/identity/secrets.ts';
import { createSystemContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { createDemoContext, requireDone, type DemoStaff } from './books.ts';
import {
  beginGeneration,
  abandonGeneration,
  renewOffer,
  findOfferedGeneration,
  offerGeneration,
  listRetiredFiles,
  type Generation,
} from '../../stores/demo/generations.ts';
import { playCompany } from './play-company.ts';
import { getLastReset } from './reset-time.ts';
import { setUpCompany } from './set-up.ts';
import { createSimulatedTime } from './simulated-time.ts';

export interface DemoParts extends Toolbox {
  readonly log: EventLog;
  readonly progress: Progress;
  readonly files: FileStore;
  readonly processId: string;
}

/** `fresh`: nothing to do. `busy`: another process is already loading the demo. */
export type DemoOutcome = 'loaded' | 'fresh' | 'busy';

/** Older demo books are reloaded even if they were not visited, because they would end in the past. */
const OLDEST_MS = 7 * 24 * 3600 * 1000;

export interface LoadOptions {
  readonly now: Date;
  readonly signal?: AbortSignal;
  /** A subset of the companies, for tests. */
  readonly companies?: readonly DemoCompany[];
}

/** Loads the demo if it is missing and replaces it once visitors have changed it. */
export async function refreshDemo(parts: DemoParts, options: LoadOptions): Promise<DemoOutcome> {
  const current = await findOfferedGeneration(parts.pool);
  if (current) {
    if (new Date(current.offered_at) >= getLastReset(options.now)) return 'fresh';
    const age = options.now.getTime() - Date.parse(current.started_at);
    if (age < OLDEST_MS && !(await isVisited(parts.log, current))) {
      await renewOffer(parts.pool, current.firm_id);
      return 'fresh';
    }
  }
  const [firmId] = await parts.ids.allocate('firms', 1);
  if (!(await beginGeneration(parts.pool, firmId!, parts.processId))) return 'busy';
  try {
    await loadGeneration(parts, firmId!, options);
  } catch (error) {
    await abandonGeneration(parts.pool, firmId!).catch(() => undefined);
    throw error;
  }
  await trashRetiredFiles(parts);
  return 'loaded';
}

async function isVisited(log: EventLog, { heads }: Generation): Promise<boolean> {
  for (const [stream, revision] of Object.entries(heads))
    if ((await readLastRevision(log, stream)) > revision) return true;
  return false;
}

async function readLastRevision(log: EventLog, stream: string): Promise<number> {
  for await (const { revision } of log.readStream(stream, { direction: 'backwards', limit: 1 })) return revision;
  return -1;
}

async function loadGeneration(
  parts: DemoParts,
  firmId: number,
  { now, signal, companies = demoCompanies }: LoadOptions,
) {
  const today = toBookDate(now);
  const firstDay = `${Number(today.slice(0, 4)) - 1}-01-01`;
  const staff = await openFirm(parts, firmId, firstDay, now);
  const filled = await Promise.allSettled(
    companies.map(async (company) => {
      const time = createSimulatedTime(parts, now);
      const toolbox = { pool: parts.pool, ids: parts.ids, files: parts.files, commands: time.commands };
      const books = await setUpCompany(company, toolbox, time, { firmId, staff, today, firstDay });
      await playCompany(books, signal);
      await time.commands.waitUntilIdle();
      return books.companyId;
    }),
  );
  // Wait for all companies to finish before failing, so that nothing is closed while still in use.
  const files = filled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  const heads: Record<string, number> = {};
  for (const stream of [`firm-${firmId}`, ...files.map((id) => `company-${id}`)])
    heads[stream] = await readLastRevision(parts.log, stream);
  await offerGeneration(parts.pool, firmId, heads);
}

/** Opens the firm with its staff. None of them can sign in. */
async function openFirm(parts: DemoParts, firmId: number, firstDay: PlainDate, now: Date): Promise<DemoStaff> {
  const time = createSimulatedTime(parts, now);
  time.moveTo(firstDay, '07:00');
  const { commands } = time;
  const people = await parts.ids.allocate('users', STAFF.length);
  for (const [index, { name, locale }] of STAFF.entries()) {
    const id = people[index]!;
    const email = `${name.toLowerCase().replaceAll(' ', '.')}.${firmId}@demo.invalid`;
    const details = { id, name, email, password_id: 'none', locale, is_platform_admin: false };
    requireDone(
      await commands.execute('user', id, { type: 'RegisterUser', details }, createDemoContext(id)),
      'register someone',
    );
  }
  const [manager, encoder, reviewer] = people as [number, number, number];
  const details = { name: 'Fiduciaire de la Démo', country_code: 'BE', locale: 'fr', email: null } as const;
  const opening = { type: 'OpenFirm', firmId, publicToken: createPublicToken(), details, adminId: manager } as const;
  requireDone(
    await commands.execute('firm', firmId, { ...opening, source: 'demo' }, createDemoContext(manager)),
    'open the firm',
  );
  for (const [userId, role] of [
    [encoder, 'encoder'],
    [reviewer, 'reviewer'],
  ] as const satisfies [number, FirmRole][]) {
    const member = { type: 'AttachMember', userId, role, companyTokens: null, now: now.toISOString() } as const;
    requireDone(await commands.execute('firm', firmId, member, createDemoContext(manager)), 'attach someone');
  }
  return { manager, encoder };
}

const STAFF: readonly { readonly name: string; readonly locale: Language }[] = [
  { name: 'Claire Dumont', locale: 'fr' },
  { name: 'Pieter Maes', locale: 'nl' },
  { name: 'Nadia Karim', locale: 'fr' },
];

/** Trashes the company files of earlier demo generations, so that visitors no longer see them. */
async function trashRetiredFiles(parts: DemoParts): Promise<void> {
  for (const { id, firm_id } of await listRetiredFiles(parts.pool)) {
    const trash = { type: 'TrashCompanyFile', baseVersion: null } as const;
    requireDone(
      await changeCompanyFile(parts, { id, firmId: firm_id }, trash, createSystemContext('demo')),
      'clear away',
    );
  }
}
