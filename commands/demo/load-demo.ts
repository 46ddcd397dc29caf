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
import type { Vault } from '../../stores/vault/vault.ts';
import { createSystemContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { createDemoContext, requireDone, type DemoStaff } from './books.ts';
import { beginCopy, findOriginal, finishCopy, saveOriginal } from '../../stores/demo/copies.ts';
import { listRetiredFiles, retireGenerations } from '../../stores/demo/generations.ts';
import { copyBooks, createOriginalIds, getCopiedId } from './copy-books.ts';
import { playCompany } from './play-company.ts';
import { setUpCompany } from './set-up.ts';
import { createSimulatedTime } from './simulated-time.ts';

export interface DemoParts extends Toolbox {
  readonly log: EventLog;
  readonly progress: Progress;
  readonly files: FileStore;
  readonly vault: Vault;
}

export interface LoadOptions {
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
  /** A subset of the companies, for tests. */
  readonly companies?: readonly DemoCompany[] | undefined;
}

/** Writes the books that the copies of visitors are made from. */
export async function loadOriginal(
  core: DemoParts,
  { now, signal, companies = demoCompanies }: LoadOptions,
): Promise<void> {
  const parts = { ...core, ids: createOriginalIds() };
  const today = toBookDate(now);
  const firstDay = `${Number(today.slice(0, 4)) - 1}-01-01`;
  const [firmId] = await parts.ids.allocate('firms', 1);
  const people = await parts.ids.allocate('users', STAFF.length);
  const staff = await openFirm(parts, { firmId: firmId!, people, firstDay, now });
  const filled = await Promise.allSettled(
    companies.map(async (company) => {
      const time = createSimulatedTime(parts, now);
      const toolbox = { pool: parts.pool, ids: parts.ids, files: parts.files, commands: time.commands };
      const books = await setUpCompany(company, toolbox, time, { firmId: firmId!, staff, today, firstDay });
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
  const streams = [...people.map((id) => `user-${id}`), `firm-${firmId}`, ...files.map((id) => `company-${id}`)];
  await saveOriginal(parts.pool, firmId!, streams);
}

/** Prepares a further copy of the books for a visitor. */
export async function prepareCopy({ pool, log, progress, vault }: DemoParts, signal?: AbortSignal): Promise<void> {
  const original = await findOriginal(pool);
  if (original === null) throw new Error('The demo has no books to copy');
  const number = await beginCopy(pool);
  await copyBooks({ log, progress, vault, signal }, original.streams, number);
  await finishCopy(pool, number, getCopiedId(original.firm_id, number));
}

interface FirmOpening {
  readonly firmId: number;
  /** Ids of the staff. */
  readonly people: readonly number[];
  readonly firstDay: PlainDate;
  readonly now: Date;
}

/** Opens the firm with its staff. None of them can sign in. */
async function openFirm(parts: DemoParts, { firmId, people, firstDay, now }: FirmOpening): Promise<DemoStaff> {
  const time = createSimulatedTime(parts, now);
  time.moveTo(firstDay, '07:00');
  const { commands } = time;
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

/** Earlier versions kept the demo in the log of the service: its company files go to the recycle bin. */
export async function trashEarlierDemos(parts: DemoParts): Promise<void> {
  await retireGenerations(parts.pool);
  for (const { id, firm_id } of await listRetiredFiles(parts.pool)) {
    const trash = { type: 'TrashCompanyFile', baseVersion: null } as const;
    requireDone(
      await changeCompanyFile(parts, { id, firmId: firm_id }, trash, createSystemContext('demo')),
      'clear away',
    );
  }
}
