import { z } from 'zod';
import type { IssuedLink } from '../../stores/identity/account-links.ts';
import type { LinkMeans } from '../../domain/identity/user-events.ts';
import type { Language } from '../../domain/language.ts';
import { timestamp } from '../http/reply/output.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';
import type { Services } from '../services.ts';

export const INVITATIONS = '/v1/auth/invitations';

/** An invitation as shown to the firm that sent it. */
export const Invitation = z
  .object({
    status: z.literal('pending'),
    expires_at: timestamp.nullable().meta({ description: 'Expiry of the link; null if there is no valid link.' }),
    url: z
      .string()
      .nullable()
      .meta({ description: 'The link to pass on, shown once and only where no mail server is configured.' }),
  })
  .meta({ id: 'Invitation' });

type Invited = z.output<typeof Invitation>;

export const getLinkMeans = ({ mailer }: Pick<Services, 'mailer'>): LinkMeans =>
  mailer === null ? 'handed_over' : 'mailed';

export const buildInvitationUrl = (baseUrl: string, token: string, language: Language): string =>
  `${baseUrl}${INVITATIONS}/${token}?lang=${language}`;

export interface Recipient {
  readonly email: string;
  readonly firmName: string;
  /** Language of the firm: nothing is known about the person yet. */
  readonly language: Language;
}

/** Mails the link, or returns it to the caller to pass on. If the mail fails, the unused link is known only to the service. */
export async function sendInvitation(
  { mailer }: Pick<Services, 'mailer'>,
  baseUrl: string,
  { token, expiresAt, means }: IssuedLink,
  { email, firmName, language }: Recipient,
): Promise<Invited> {
  const url = buildInvitationUrl(baseUrl, token, language);
  const expires_at = formatTimestamp(expiresAt);
  if (means === 'handed_over' || mailer === null) return { status: 'pending', expires_at, url };
  const subject = translate('letter_invitation_subject', language, { firm: firmName });
  const text = translate('letter_invitation', language, { firm: firmName, link: url });
  const isSent = await mailer.send({ to: email, subject, text, language }).then(
    () => true,
    () => false,
  );
  return { status: 'pending', expires_at: isSent ? expires_at : null, url: null };
}
