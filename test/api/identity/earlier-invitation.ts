import { createSystemContext } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { findUser } from '../../../projections/identity/queries.ts';
import { issueLink } from '../../../stores/identity/account-links.ts';
import type { AnswerBody } from '../../support/client.ts';
import type { TestFirm, TestService } from '../../support/service.ts';

/**
 * Invites an account that another firm has opened and that nobody has verified, as earlier versions did without a mail
 * server. Now the firm would get an account of its own; the memberships of earlier versions stay.
 */
export async function inviteAsEarlier(
  { core: { commands, pool }, url }: TestService,
  firm: TestFirm,
  userId: number,
): Promise<{ readonly body: AnswerBody }> {
  const now = new Date().toISOString();
  const command = { type: 'AttachMember', userId, role: 'encoder', companyTokens: null, isInvited: true, now } as const;
  const attached = await commands.execute('firm', firm.id, command, createSystemContext('test'));
  if (isRefusal(attached)) throw new Error(`The invitation was refused: ${attached.code}`);
  const { email } = (await findUser(pool, userId))!;
  const link = { userId, email, purpose: 'invitation', firmId: firm.id, means: 'handed_over' } as const;
  const { token, expiresAt } = await issueLink(pool, link);
  const invitation = { url: `${url}/v1/auth/invitations/${token}`, expires_at: expiresAt };
  return { body: { invitation } as unknown as AnswerBody };
}
