import { z } from 'zod';
import { normaliseAddress, normaliseDomain } from '../../commands/mail/sender-names.ts';
import {
  buildRecordName,
  confirmSender,
  requestSender,
  verifyWaitingDomains,
} from '../../commands/mail/verify-sender.ts';
import type { SenderKind } from '../../domain/mail/kinds.ts';
import { isRefusal, refuse, refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { findUser } from '../../projections/identity/queries.ts';
import { listMailSenders, readMailSendersByIds, type SenderRow } from '../../projections/mail/queries.ts';
import { listSenderRequests, type SenderRequest } from '../../stores/mail/sender-requests.ts';
import { email, text } from '../http/input/fields.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import { accepted, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { withRetryAfter } from '../identity/retry-after.ts';

const LONGEST_DOMAIN = 253;
const LONGEST_TOKEN = 64;

export const MailSender = z
  .object({
    id: recordId,
    address: z.string().nullable().meta({ description: 'The address; null for a domain.' }),
    domain: z.string().nullable().meta({ description: 'The domain, for all its addresses; null for an address.' }),
    status: z.enum(['pending', 'verified']).meta({ description: 'Only a verified sender can be used.' }),
    txt_record: z
      .object({
        name: z.string().meta({ description: 'Name of the TXT record.' }),
        value: z.string().meta({ description: 'Value of the TXT record.' }),
      })
      .nullable()
      .meta({ description: 'The record that verifies a pending domain.' }),
  })
  .meta({ id: 'MailSender' });

/** The feed contains verified senders only. */
export const FedSender = MailSender.extend({
  version: z.int(),
  lock_version: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
}).meta({ id: 'VerifiedMailSender' });

const Body = z.object({
  address: email().nullish().meta({ description: 'Address that is sent a link. Give either an address or a domain.' }),
  domain: text(LONGEST_DOMAIN).nullish().meta({ description: 'Domain that is verified by a TXT record.' }),
});

const write = { area: 'mail', demo: 'blocked', ability: 'write', role: 'manager', perMinute: 10 } as const;

export const senderRoutes = [
  route({
    area: 'mail',
    demo: 'allowed',
    ability: 'read',
    role: 'any',
    method: 'get',
    path: '/v1/companies/{company}/mail/senders',
    operationId: 'listMailSenders',
    summary:
      'List the sender addresses and domains, verified and pending; the records of pending domains are looked up',
    showsNow: 'it looks up the records of pending domains',
    replies: { 200: z.object({ data: z.array(MailSender) }) },
    async handle({ services, company }) {
      await verifyWaitingDomains(services, company.id);
      const verified = await listMailSenders(services.pool, company.id);
      const requests = await listSenderRequests(services.pool, company.id);
      const pending = requests.filter(({ name }) => !verified.some((one) => one.name === name));
      return ok({ data: [...verified.map(presentVerified), ...pending.map(presentPending)] });
    },
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/companies/{company}/mail/senders',
    operationId: 'requestMailSender',
    summary:
      'Request a sender: an address is mailed a link that is valid for 24 hours, a domain is verified by a TXT record',
    body: Body,
    example: { body: { domain: 'boulangerie.example' } },
    replies: { 202: MailSender },
    errorCodes: ['mail_not_configured', 'mail_quota_exceeded', 'mail_unavailable', 'sender_requests_too_many'],
    async handle(request) {
      const { body, services, company, caller } = request;
      const asked = readRequestedSender(body);
      if (isRefusal(asked)) return asked;
      if (asked.kind === 'address' && services.mailer === null) return refuse('mail_not_configured');
      const deliverLink = (token: string): Promise<void> => mailLink(request, asked.name, token);
      const outcome = await requestSender(services, company.id, { ...asked, userId: caller.userId, deliverLink });
      if (isRefusal(outcome)) return withRetryAfter(outcome);
      if ('request' in outcome) return accepted(presentPending(outcome.request));
      const [row] = await readMailSendersByIds(services.pool, company.id, [outcome.verifiedId]);
      return accepted(presentVerified(row!));
    },
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/companies/{company}/mail/senders/confirm',
    operationId: 'confirmMailSender',
    summary: 'Verify a sender address with the token of the mailed link, which works once',
    body: z.object({ token: text(LONGEST_TOKEN).meta({ description: 'Token of the mailed link.' }) }),
    example: async ({ senderToken }) => ({ body: { token: await senderToken() } }),
    replies: { 200: MailSender },
    async handle({ body, services, company, write: context }) {
      const confirmed = await confirmSender(services, company.id, body.token, context);
      if (isRefusal(confirmed)) return confirmed;
      const [row] = await readMailSendersByIds(services.pool, company.id, [confirmed.id]);
      return ok(presentVerified(row!), { recorded: confirmed.isRecorded });
    },
  }),
];

function readRequestedSender({
  address,
  domain,
}: z.output<typeof Body>): { readonly kind: SenderKind; readonly name: string } | Refusal {
  if (address && domain) return refuseInvalid([{ code: 'sender_contradicts', field: 'domain' }]);
  if (domain) {
    const name = normaliseDomain(domain);
    return name === null
      ? refuseInvalid([{ code: 'sender_domain_invalid', field: 'domain' }])
      : { kind: 'domain', name };
  }
  if (!address) return refuseInvalid([{ code: 'required', field: 'address' }]);
  const name = normaliseAddress(address)?.toLowerCase();
  return name ? { kind: 'address', name } : refuseInvalid([{ code: 'not_an_email', field: 'address' }]);
}

type Request = Pick<RouteRequest, 'services' | 'company' | 'caller' | 'language' | 'baseUrl'>;

/** The link opens the console, where a manager confirms the address. Opening it has no effect: mail scanners do so. */
async function mailLink({ services, company, caller, language, baseUrl }: Request, to: string, token: string) {
  const [[file], user] = await Promise.all([
    loadCompaniesByIds(services.pool, [company.id]),
    findUser(services.pool, caller.userId),
  ]);
  const link = `${baseUrl}/console#${new URLSearchParams({ file: company.publicToken, sender: token }).toString()}`;
  const params = { company: file!.name, user: user?.name ?? file!.name, link, token };
  await services.mailer!.send({
    to,
    language,
    subject: translate('sender_link_mail_subject', language, params),
    text: translate('sender_link_mail', language, params),
  });
}

const presentVerified = ({ id, kind, name }: SenderRow): z.output<typeof MailSender> => ({
  id,
  ...presentName(kind, name),
  status: 'verified',
  txt_record: null,
});

const presentPending = ({ id, kind, name, record }: SenderRequest): z.output<typeof MailSender> => ({
  id,
  ...presentName(kind, name),
  status: 'pending',
  txt_record: record === null ? null : { name: buildRecordName(name), value: record },
});

const presentName = (kind: SenderKind, name: string) => ({
  address: kind === 'address' ? name : null,
  domain: kind === 'domain' ? name : null,
});

export const presentFedSender = (row: SenderRow): z.output<typeof FedSender> => ({
  ...presentVerified(row),
  version: row.version,
  lock_version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
