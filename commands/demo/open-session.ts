import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Labels, Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { openSession } from '../identity/sign-in.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { executeInFirm } from '../firms/change-team.ts';
import { countCopies, MOST_COPIES, takeCopy } from '../../stores/demo/copies.ts';
import { getNextReset } from './reset-time.ts';

export interface DemoVisitor {
  readonly locale: Language;
  readonly deviceName: string;
  readonly ip: string;
}

export interface DemoSession {
  readonly token: string;
  readonly userId: number;
  readonly firmId: number;
  readonly resetsAt: Date;
  readonly expiresAt: Date;
  /** Log position that every process must have processed. */
  readonly rightsChangedAt: number | null;
}

const DAY_MS = 24 * 3600 * 1000;

const NAMES: Labels = { fr: 'Visiteur', nl: 'Bezoeker', en: 'Visitor', de: 'Besucher' };

/** Several visitors at once may take all copies that are ready; the next one is being prepared. */
const LONGEST_WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 200;

/** A copy takes a few seconds. */
const NEXT_COPY_SECONDS = 5;

async function waitForCopy(pool: pg.Pool, now: Date): Promise<number | Refusal> {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const firmId = await takeCopy(pool);
    if (firmId !== null) return firmId;
    // When all copies of the night are given away, there are new ones after the reset.
    if ((await countCopies(pool)).given >= MOST_COPIES)
      return refuseVisitor(Math.ceil((getNextReset(now).getTime() - now.getTime()) / 1000));
    if (waited >= LONGEST_WAIT_MS) return refuseVisitor(NEXT_COPY_SECONDS);
    await pause(LOOK_AGAIN_MS);
  }
}

const refuseVisitor = (seconds: number): Refusal => refuse('demo_unavailable', { params: { seconds } });

/**
 * Registers a user for a visitor of the demo, with all rights in a copy of the firm that no other visitor sees, until the
 * next reset. The user has no password, so no one else can sign in as the same visitor.
 */
export async function openDemoSession(
  toolbox: Toolbox,
  { locale, deviceName, ip }: DemoVisitor,
  context: CommandContext,
  now: Date,
): Promise<DemoSession | Refusal> {
  const { pool, commands, ids } = toolbox;
  const firmId = await waitForCopy(pool, now);
  if (isRefusal(firmId)) return firmId;
  const userId = (await ids.allocate('users', 1))[0]!;
  // Each call creates a new visitor, so it must never be replayed.
  const own = { ...context, userId, clientMutationId: null };
  const details = {
    id: userId,
    name: `${NAMES[locale]} ${userId}`,
    email: `visitor-${userId}@demo.invalid`,
    password_id: 'none',
    locale,
    is_platform_admin: false,
  };
  const registered = await commands.execute('user', userId, { type: 'RegisterUser', details }, own);
  if (isRefusal(registered)) return registered;
  const member = { userId, role: 'admin', companyTokens: null, now: now.toISOString() } as const;
  const attached = await executeInFirm(toolbox, firmId, { type: 'AttachMember', ...member }, own);
  if (isRefusal(attached)) return attached;
  const resetsAt = getNextReset(now);
  const expiresAt = new Date(Math.min(resetsAt.getTime(), now.getTime() + DAY_MS));
  const session = { userId, deviceName, ip, verifiedPassword: null, expiresAt: expiresAt.toISOString() };
  const opened = await openSession(toolbox, session, own);
  if (isRefusal(opened)) return opened;
  const { rightsChangedAt } = attached;
  return { token: opened.token, userId, firmId, resetsAt, expiresAt, rightsChangedAt };
}
