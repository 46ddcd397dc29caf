import { bookDate, type PlainDate } from '../../domain/dates.ts';
import type { DemoCompany } from '../../domain/demo/company.ts';
import { demoCompanies } from '../../domain/demo/companies.ts';
import type { FirmRole } from '../../domain/firms/member-events.ts';
import type { Language } from '../../domain/language.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { changeCompanyFile } from '../companies/change-company-file.ts';
import { newPublicToken } from '../../stores/identity/secrets.ts';
import { systemContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { by, done, type DemoStaff } from './books.ts';
import {
  beginGeneration,
  giveUpGeneration,
  offerAgain,
  offeredGeneration,
  offerGeneration,
  retiredFiles,
  type Generation,
} from '../../stores/demo/generations.ts';
import { playCompany } from './play-company.ts';
import { lastReset } from './reset-time.ts';
import { setUp } from './set-up.ts';
import { simulatedTime } from './simulated-time.ts';

export interface DemoParts extends Toolbox {
  readonly log: EventLog;
  readonly progress: Progress;
  readonly files: FileStore;
  readonly processId: string;
}

/** `fresh`: there was nothing to do. `busy`: another process is at it. */
export type DemoOutcome = 'loaded' | 'fresh' | 'busy';

/** Books that end in the past look forgotten: then they are written anew, whoever was there. */
const OLDEST_MS = 7 * 24 * 3600 * 1000;

export interface LoadOptions {
  readonly now: Date;
  readonly signal?: AbortSignal;
  /** Fewer than all; for tests. */
  readonly companies?: readonly DemoCompany[];
}

/** Sees to it that the demo is there and as it should be: loads what is missing, and replaces what visitors have been at. */
export async function refreshDemo(parts: DemoParts, options: LoadOptions): Promise<DemoOutcome> {
  const current = await offeredGeneration(parts.pool);
  if (current) {
    if (new Date(current.offered_at) >= lastReset(options.now)) return 'fresh';
    const age = options.now.getTime() - Date.parse(current.started_at);
    if (age < OLDEST_MS && !(await isVisited(parts.log, current))) {
      await offerAgain(parts.pool, current.firm_id);
      return 'fresh';
    }
  }
  const [firmId] = await parts.ids.allocate('firms', 1);
  if (!(await beginGeneration(parts.pool, firmId!, parts.processId))) return 'busy';
  try {
    await fill(parts, firmId!, options);
  } catch (error) {
    await giveUpGeneration(parts.pool, firmId!).catch(() => undefined);
    throw error;
  }
  await clearAway(parts);
  return 'loaded';
}

async function isVisited(log: EventLog, { heads }: Generation): Promise<boolean> {
  for (const [stream, revision] of Object.entries(heads)) if ((await lastRevision(log, stream)) > revision) return true;
  return false;
}

async function lastRevision(log: EventLog, stream: string): Promise<number> {
  for await (const { revision } of log.readStream(stream, { direction: 'backwards', limit: 1 })) return revision;
  return -1;
}

async function fill(parts: DemoParts, firmId: number, { now, signal, companies = demoCompanies }: LoadOptions) {
  const today = bookDate(now);
  const firstDay = `${Number(today.slice(0, 4)) - 1}-01-01`;
  const staff = await openFirm(parts, firmId, firstDay, now);
  const filled = await Promise.allSettled(
    companies.map(async (company) => {
      const time = simulatedTime(parts, now);
      const toolbox = { pool: parts.pool, ids: parts.ids, files: parts.files, commands: time.commands };
      const books = await setUp(company, toolbox, time, { firmId, staff, today, firstDay });
      await playCompany(books, signal);
      await time.commands.settled();
      return books.companyId;
    }),
  );
  // All have come to an end before anything is closed behind them.
  const files = filled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  const heads: Record<string, number> = {};
  for (const stream of [`firm-${firmId}`, ...files.map((id) => `company-${id}`)])
    heads[stream] = await lastRevision(parts.log, stream);
  await offerGeneration(parts.pool, firmId, heads);
}

/** The firm with those who keep its books, none of whom can sign in. */
async function openFirm(parts: DemoParts, firmId: number, firstDay: PlainDate, now: Date): Promise<DemoStaff> {
  const time = simulatedTime(parts, now);
  time.moveTo(firstDay, '07:00');
  const { commands } = time;
  const people = await parts.ids.allocate('users', STAFF.length);
  for (const [index, { name, locale }] of STAFF.entries()) {
    const id = people[index]!;
    const email = `${name.toLowerCase().replaceAll(' ', '.')}.${firmId}@demo.invalid`;
    const details = { id, name, email, password_id: 'none', locale, is_platform_admin: false };
    done(await commands.execute('user', id, { type: 'RegisterUser', details }, by(id)), 'register someone');
  }
  const [manager, encoder, reviewer] = people as [number, number, number];
  const details = { name: 'Fiduciaire de la Démo', country_code: 'BE', locale: 'fr', email: null } as const;
  const opening = { type: 'OpenFirm', firmId, publicToken: newPublicToken(), details, adminId: manager } as const;
  done(await commands.execute('firm', firmId, { ...opening, source: 'demo' }, by(manager)), 'open its firm');
  for (const [userId, role] of [
    [encoder, 'encoder'],
    [reviewer, 'reviewer'],
  ] as const satisfies [number, FirmRole][]) {
    const member = { type: 'AttachMember', userId, role, companyTokens: null, now: now.toISOString() } as const;
    done(await commands.execute('firm', firmId, member, by(manager)), 'attach someone');
  }
  return { manager, encoder };
}

const STAFF: readonly { readonly name: string; readonly locale: Language }[] = [
  { name: 'Claire Dumont', locale: 'fr' },
  { name: 'Pieter Maes', locale: 'nl' },
  { name: 'Nadia Karim', locale: 'fr' },
];

/** What was offered before goes to the recycle bin, where no visitor finds it. */
async function clearAway(parts: DemoParts): Promise<void> {
  for (const { id, firm_id } of await retiredFiles(parts.pool)) {
    const trash = { type: 'TrashCompanyFile', baseVersion: null } as const;
    done(await changeCompanyFile(parts, { id, firmId: firm_id }, trash, systemContext('demo')), 'clear away');
  }
}
