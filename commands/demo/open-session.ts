import type { Labels, Language } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { openSession } from '../identity/sign-in.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { executeInFirm } from '../firms/change-team.ts';
import { offeredGeneration } from '../../stores/demo/generations.ts';
import { lastReset, nextReset } from './reset-time.ts';

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
  /** Place in the log that every process must have taken note of. */
  readonly rightsChangedAt: number | null;
}

const DAY_MS = 24 * 3600 * 1000;

const NAMES: Labels = { fr: 'Visiteur', nl: 'Bezoeker', en: 'Visitor', de: 'Besucher' };

/**
 * Whoever tries the demo is someone of their own, with every right in the demo firm, until the data are reset. There is no
 * password, so that nobody else can ever be the same visitor.
 */
export async function openDemoSession(
  toolbox: Toolbox,
  { locale, deviceName, ip }: DemoVisitor,
  context: CommandContext,
  now: Date,
): Promise<DemoSession | Refusal> {
  const { pool, commands, ids } = toolbox;
  const demo = await offeredGeneration(pool);
  // What is about to be replaced is handed out no more.
  if (!demo || new Date(demo.offered_at) < lastReset(now)) return refuse('demo_unavailable');
  const userId = (await ids.allocate('users', 1))[0]!;
  // A new visitor each time: nothing of this is ever replayed.
  const own = { ...context, userId, clientMutationId: null };
  const details = {
    ...{ id: userId, name: `${NAMES[locale]} ${userId}`, email: `visitor-${userId}@demo.invalid`, password_id: 'none' },
    ...{ locale, is_platform_admin: false },
  };
  const registered = await commands.execute('user', userId, { type: 'RegisterUser', details }, own);
  if (isRefusal(registered)) return registered;
  const member = { userId, role: 'admin', companyTokens: null, now: now.toISOString() } as const;
  const attached = await executeInFirm(toolbox, demo.firm_id, { type: 'AttachMember', ...member }, own);
  if (isRefusal(attached)) return attached;
  const resetsAt = nextReset(now);
  const expiresAt = new Date(Math.min(resetsAt.getTime(), now.getTime() + DAY_MS));
  const session = { userId, deviceName, ip, verifiedPassword: null, expiresAt: expiresAt.toISOString() };
  const opened = await openSession(toolbox, session, own);
  if (isRefusal(opened)) return opened;
  const { rightsChangedAt } = attached;
  return { token: opened.token, userId, firmId: demo.firm_id, resetsAt, expiresAt, rightsChangedAt };
}
