import type { Labels, Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { openSession } from '../identity/sign-in.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { executeInFirm } from '../firms/change-team.ts';
import { findOfferedGeneration } from '../../stores/demo/generations.ts';
import { getLastReset, getNextReset } from './reset-time.ts';

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

/**
 * Registers a separate user for each demo visitor, with all rights in the demo firm until the next reset. The user has no
 * password, so no one else can sign in as the same visitor.
 */
export async function openDemoSession(
  toolbox: Toolbox,
  { locale, deviceName, ip }: DemoVisitor,
  context: CommandContext,
  now: Date,
): Promise<DemoSession | Refusal> {
  const { pool, commands, ids } = toolbox;
  const demo = await findOfferedGeneration(pool);
  // A generation that is about to be replaced is no longer offered.
  if (!demo || new Date(demo.offered_at) < getLastReset(now)) return refuse('demo_unavailable');
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
  const attached = await executeInFirm(toolbox, demo.firm_id, { type: 'AttachMember', ...member }, own);
  if (isRefusal(attached)) return attached;
  const resetsAt = getNextReset(now);
  const expiresAt = new Date(Math.min(resetsAt.getTime(), now.getTime() + DAY_MS));
  const session = { userId, deviceName, ip, verifiedPassword: null, expiresAt: expiresAt.toISOString() };
  const opened = await openSession(toolbox, session, own);
  if (isRefusal(opened)) return opened;
  const { rightsChangedAt } = attached;
  return { token: opened.token, userId, firmId: demo.firm_id, resetsAt, expiresAt, rightsChangedAt };
}
