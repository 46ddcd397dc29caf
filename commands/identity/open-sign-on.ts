import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { consumeSignOnCode, saveSignOnSession } from '../../stores/identity/sign-on.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { openSession, type SignedIn } from './sign-in.ts';

export interface GivenCode {
  readonly code: string;
  /** Secret of the app that started the sign-in, if it gave a challenge. */
  readonly verifier: string | null;
  readonly deviceName: string;
  readonly ip: string;
}

/** Opens a session with the one-time code of a sign-in at a provider. */
export async function openSignOnSession(
  toolbox: Toolbox,
  { code, verifier, deviceName, ip }: GivenCode,
  context: CommandContext,
): Promise<SignedIn | Refusal> {
  const grant = await consumeSignOnCode(toolbox.pool, code, verifier);
  if (grant === null) return refuse('oidc_failed', { field: 'code' });
  const { userId, session, sealedIdToken } = grant;
  const wanted = { userId, deviceName, ip, verifiedPassword: null, expiresAt: null, signOn: session };
  const opened = await openSession(toolbox, wanted, context);
  if (!isRefusal(opened)) await saveSignOnSession(toolbox.pool, opened.tokenId, sealedIdToken);
  return opened;
}
