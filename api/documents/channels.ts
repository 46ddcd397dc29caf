import { z } from 'zod';
import { refuseNotConfigured, refuseWithoutPlatform } from '../../commands/peppol/toolbox.ts';
import { isIssued } from '../../domain/documents/build-context.ts';
import { findSendingRefusal } from '../../domain/peppol/messages.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { resolvePeppolCheckSubject } from '../../domain/third-parties/technical-checks.ts';
import { translateProblem } from '../http/reply/errors.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import type { Correspondence } from './parties.ts';
import { findPlatformRecipient } from './send-by-network.ts';

/** How a document can be sent now, and what prevents it. Nothing outside is asked. */

export const CHANNELS = ['mail', 'peppol', 'platform'] as const;
type Channel = (typeof CHANNELS)[number];

export const DocumentChannel = z
  .object({
    channel: z.enum(CHANNELS).meta({ description: 'E-mail, the Peppol network or the approved platform.' }),
    to: z.string().nullable().meta({ description: 'Address of the third party, if it is known.' }),
    problem: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why it cannot be sent this way; null if it can.' }),
  })
  .meta({ id: 'DocumentChannel' });

type Request = Pick<RouteRequest, 'services' | 'company' | 'caller' | 'language'>;
type Recipient = string | null | Refusal;

/** The platform only for French company files. */
export async function listChannels(
  request: Request,
  found: Correspondence,
): Promise<z.output<typeof DocumentChannel>[]> {
  const { mailer, platform } = request.services;
  const isFrench = found.company.country_pack === 'FR';
  return [
    present(request, 'mail', mailer === null ? refuse('mail_not_configured') : found.thirdParty.email),
    present(request, 'peppol', await findPeppolRecipient(request, found)),
    ...(isFrench
      ? [present(request, 'platform', platform === null ? refuseWithoutPlatform() : findPlatformRecipient(found, null))]
      : []),
  ];
}

function present({ caller, company, language }: Request, channel: Channel, recipient: Recipient) {
  const answer = caller.isDemo || company.isDemo ? refuse('demo_mode') : recipient;
  if (!isRefusal(answer)) return { channel, to: answer, problem: null };
  const [problem] = answer.problems;
  return {
    channel,
    to: null,
    problem: { code: problem!.code, message: translateProblem(problem!, language, false) },
  };
}

async function findPeppolRecipient({ services, company }: Request, found: Correspondence): Promise<Recipient> {
  const { document, thirdParty } = found;
  if (!isIssued(document)) return refuse('ubl_of_sales_only');
  if (document.status !== 'booked') return refuse('document_not_issued');
  if (services.accessPoint === null) return refuseNotConfigured();
  const file = await services.commands.loadState('company', company.id);
  const identifiers = findSendingRefusal(file.peppol) ?? resolvePeppolCheckSubject(thirdParty, file);
  return isRefusal(identifiers) ? identifiers : identifiers[0]!;
}
