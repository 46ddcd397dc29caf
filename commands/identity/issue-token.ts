import type { Issued, SignOnSession, TokenAbility } from '../../domain/identity/user-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { hashSecret } from '../../stores/identity/secrets.ts';

export interface NewToken {
  readonly name: string;
  readonly abilities: readonly TokenAbility[];
  /** Null if it never expires. */
  readonly expiresInDays: number | null;
  readonly secret: string;
  /** Of the session that issues it: the token sees no more than the session. */
  readonly signOn: SignOnSession | undefined;
}

export interface TokenIssued extends Issued {
  readonly created_at: string;
  /** Null if an earlier run of the request issued the token with another secret, since only a hash is stored. */
  readonly token: string | null;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Issues an integration token to the user. */
export async function issueToken(
  { commands, ids }: Toolbox,
  userId: number,
  { name, abilities, expiresInDays, secret, signOn }: NewToken,
  context: CommandContext,
): Promise<TokenIssued | Refusal> {
  const [id] = await ids.allocate('tokens', 1);
  const now = new Date();
  const token: Issued = {
    id: id!,
    kind: 'integration',
    name,
    secret_hash: hashSecret(secret),
    abilities,
    expires_at: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS).toISOString(),
    ...(signOn && { sign_on: signOn }),
  };
  const command = { type: 'IssueToken' as const, token, now: now.toISOString() };
  const outcome = await commands.execute('user', userId, command, context);
  if (isRefusal(outcome)) return outcome;
  // Not always the token requested now: a retried request finds the token it issued earlier.
  const { data: issued } = getFirstOfType(outcome.events, 'TokenIssued');
  return {
    ...issued,
    created_at: outcome.recordedAt!,
    token: issued.secret_hash === token.secret_hash ? `${issued.id}|${secret}` : null,
  };
}
