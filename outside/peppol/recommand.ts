import { z } from 'zod';
import { openHttpClient, TIMEOUT_MS, type HttpAnswer, type HttpClient } from '../http/client.ts';
import { parseJsonBody, toOneLine } from '../http/content.ts';
import { matchHostOf } from '../http/destination.ts';
import { OutsideUnavailable } from '../http/failures.ts';
import type {
  AccessPoint,
  DeliveryReport,
  OutgoingMessage,
  Participant,
  Registered,
  SendOutcome,
  Sent,
  Standing,
  WaitingMessage,
} from './access-point.ts';
import { isSignedBody } from './signed-body.ts';

/**
 * Recommand, a Belgian access point with open source code and a public API (REST and JSON, key and secret by HTTP Basic).
 * A participant is a company there; incoming messages stay unread until marked; a webhook reports all events.
 */
export interface RecommandOptions {
  /** Base URL of the API: `https://app.recommand.eu/api/v1`. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** Secret of the webhook; null: all calls are rejected. */
  readonly webhookSecret: string | null;
  readonly timeoutMs?: number;
}

export const RECOMMAND_URL = 'https://app.recommand.eu/api/v1';

const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** An invoice of 25 MB, escaped in JSON. */
const MAX_DOCUMENT_BYTES = 40 * 1024 * 1024;
/** It delivers a message to the access point of the recipient before it answers. */
const SEND_TIMEOUT_FACTOR = 6;
const MAX_REASON = 500;
const MOST_WAITING = 100;

const id = z.string().regex(/^[\w.:-]{1,100}$/);
const shortText = z
  .string()
  .max(500)
  .transform((value) => toOneLine(value, 200));

const Company = z.object({
  id,
  enterpriseNumber: z.string().nullish(),
  vatNumber: z.string().nullish(),
  isSmpRecipient: z.boolean(),
  isVerified: z.boolean(),
});
const Companies = z.object({ success: z.literal(true), companies: z.array(Company) });
const OneCompany = z.object({
  success: z.literal(true),
  company: Company,
  verificationUrl: z.string().max(2_000).nullish(),
});
const Identifiers = z.object({
  success: z.literal(true),
  identifiers: z.array(z.object({ scheme: z.string(), identifier: z.string() })),
});
const Success = z.object({ success: z.literal(true) });
const Failure = z.object({ success: z.literal(false), errors: z.record(z.string(), z.array(z.string())).optional() });
const SentDocument = z.object({
  success: z.literal(true),
  id,
  sentOverPeppol: z.boolean(),
  envelopeId: shortText.nullish(),
  deliveryStatus: z.string().nullish(),
});
const Document = z.object({
  id,
  direction: z.string().optional(),
  senderId: z.string().max(200).optional(),
  receiverId: z.string().max(200).nullish(),
  envelopeId: shortText.nullish(),
  deliveryStatus: z.string().nullish(),
  parsed: z.looseObject({ invoiceNumber: z.string().nullish(), creditNoteNumber: z.string().nullish() }).nullish(),
  deliveries: z.array(z.object({ failure: z.object({ message: z.string().nullish() }).nullish() })).nullish(),
});
const Documents = z.object({ success: z.literal(true), documents: z.array(Document) });
const OneDocument = z.object({ success: z.literal(true), document: Document });
const DocumentWithXml = z.object({ success: z.literal(true), document: z.object({ xml: z.string().nullable() }) });
const Call = z.object({ eventType: z.string(), companyId: id });

interface RecommandClient {
  readonly http: HttpClient;
  readonly base: string;
  readonly authorization: string;
  readonly timeoutMs: number;
}

export function openRecommand(options: RecommandOptions): AccessPoint {
  const { key, secret, timeoutMs = TIMEOUT_MS } = options;
  const client: RecommandClient = {
    http: openHttpClient({ trusts: matchHostOf(options.url), timeoutMs }),
    base: options.url.replace(/\/+$/, ''),
    authorization: `Basic ${Buffer.from(`${key}:${secret}`, 'utf8').toString('base64')}`,
    timeoutMs,
  };
  return {
    name: 'recommand',
    asksForAddress: true,
    register: (participant) => registerParticipant(client, participant),
    async fetchStanding(reference) {
      const answer = await sendRequest(client, 'GET', buildCompanyPath(reference));
      if (answer.status === 404) return { status: 'suspended', reason: null };
      return toStanding(parseAnswer(OneCompany, answer).company);
    },
    async setReceiving(reference, isReceiving) {
      const body = { isSmpRecipient: isReceiving };
      parseAnswer(OneCompany, await sendRequest(client, 'PUT', buildCompanyPath(reference), body));
    },
    async unregister(reference) {
      const answer = await sendRequest(client, 'DELETE', buildCompanyPath(reference));
      if (answer.status !== 404) parseAnswer(Success, answer);
    },
    sendMessage: (message) => sendDocument(client, message),
    findSent: (message) => findSentDocument(client, message),
    fetchOutcome: (_reference, messageReference) => fetchDeliveryReport(client, messageReference),
    listInbox: (reference) => listUnread(client, reference),
    fetchMessage: (_reference, messageReference) => fetchXml(client, messageReference),
    async acknowledge(_reference, messageReference) {
      const path = `/documents/${encodeURIComponent(messageReference)}/mark-as-read`;
      const answer = await sendRequest(client, 'POST', path, { read: true });
      if (answer.status !== 404) parseAnswer(Success, answer);
    },
    parseNotification(headers, body) {
      if (!isSignedBody(headers['x-signature'], body, options.webhookSecret)) return null;
      const { data } = Call.safeParse(parseJsonBody(body));
      return data ? { reference: data.companyId } : null;
    },
    close: () => client.http.close(),
  };
}

async function registerParticipant(client: RecommandClient, participant: Participant): Promise<Registered> {
  const known = await findExisting(client, participant);
  const body = toCompany(participant);
  const answer = known
    ? await sendRequest(client, 'PUT', buildCompanyPath(known.id), { isSmpRecipient: participant.isReceiving })
    : await sendRequest(client, 'POST', '/companies', body);
  const refused = findRefusal(answer);
  if (refused) return { status: 'refused', reference: known?.id ?? '-', verificationUrl: null, ...refused };
  const { company, verificationUrl } = parseAnswer(OneCompany, answer);
  const number = await ensureIdentifier(client, company.id, participant.identifier);
  if (number) return { status: 'refused', reference: company.id, verificationUrl: null, ...number };
  return { ...toStanding(company), reference: company.id, verificationUrl: findSecureUrl(verificationUrl) };
}

async function findExisting(
  client: RecommandClient,
  { enterpriseNumber, vatNumber }: Participant,
): Promise<z.output<typeof Company> | undefined> {
  const { companies } = parseAnswer(Companies, await sendRequest(client, 'GET', '/companies'));
  const isSameNumber = (own: string | null, theirs: string | null | undefined): boolean =>
    own !== null && theirs?.toUpperCase() === own.toUpperCase();
  return companies.find(
    (one) => isSameNumber(enterpriseNumber, one.enterpriseNumber) || isSameNumber(vatNumber, one.vatNumber),
  );
}

/** Belgian companies get their identifier automatically; for others it is added. */
async function ensureIdentifier(
  client: RecommandClient,
  reference: string,
  identifier: string,
): Promise<{ readonly reason: string | null } | null> {
  const path = `${buildCompanyPath(reference)}/identifiers`;
  const [scheme = '', number = ''] = identifier.split(/:(.*)/s);
  const { identifiers } = parseAnswer(Identifiers, await sendRequest(client, 'GET', path));
  if (identifiers.some((one) => one.scheme === scheme && one.identifier.toLowerCase() === number)) return null;
  const answer = await sendRequest(client, 'POST', path, { scheme, identifier: number });
  const refused = findRefusal(answer);
  if (!refused) parseAnswer(Success, answer);
  return refused ?? null;
}

async function sendDocument(
  client: RecommandClient,
  { reference, recipient, documentType, process, xml }: OutgoingMessage,
): Promise<SendOutcome> {
  const answer = await sendRequest(
    client,
    'POST',
    `/${encodeURIComponent(reference)}/send`,
    { recipient, documentType: 'xml', document: xml.toString('utf8'), doctypeId: documentType, processId: process },
    { limitMs: client.timeoutMs * SEND_TIMEOUT_FACTOR },
  );
  const refused = findRefusal(answer);
  if (refused) return { kind: 'refused', ...refused };
  const sent = parseAnswer(SentDocument, answer);
  if (!sent.sentOverPeppol) return { kind: 'refused', reason: null };
  const isDelivered = sent.deliveryStatus === 'delivered';
  return { kind: 'sent', reference: sent.id, envelopeId: sent.envelopeId ?? null, isDelivered };
}

async function findSentDocument(
  client: RecommandClient,
  { reference, recipient, number }: Pick<OutgoingMessage, 'reference' | 'recipient' | 'number'>,
): Promise<Sent | null> {
  const query = new URLSearchParams({
    companyId: reference,
    direction: 'outgoing',
    search: number,
    limit: '50',
    excludeAttachments: 'true',
  });
  const { documents } = parseAnswer(Documents, await sendRequest(client, 'GET', `/documents?${query.toString()}`));
  const found = documents.find(
    ({ receiverId, parsed }) =>
      receiverId?.toLowerCase() === recipient &&
      (parsed?.invoiceNumber === number || parsed?.creditNoteNumber === number),
  );
  if (!found) return null;
  const { envelopeId = null, deliveryStatus } = found;
  return { reference: found.id, envelopeId, isDelivered: deliveryStatus === 'delivered' };
}

async function fetchDeliveryReport(client: RecommandClient, messageReference: string): Promise<DeliveryReport | null> {
  const answer = await sendRequest(client, 'GET', `/documents/${encodeURIComponent(messageReference)}`, undefined, {
    maxBytes: MAX_DOCUMENT_BYTES,
  });
  if (answer.status === 404) return null;
  const { document } = parseAnswer(OneDocument, answer);
  if (document.deliveryStatus === 'delivered') return { kind: 'delivered', envelopeId: document.envelopeId ?? null };
  if (document.deliveryStatus !== 'failed') return null;
  const words = (document.deliveries ?? []).flatMap(({ failure }) => failure?.message ?? []);
  return { kind: 'failed', reason: toOneLine(words.join('; '), MAX_REASON) };
}

async function listUnread(client: RecommandClient, reference: string): Promise<readonly WaitingMessage[]> {
  const query = new URLSearchParams({ companyId: reference });
  const { documents } = parseAnswer(
    Documents,
    await sendRequest(client, 'GET', `/inbox?${query.toString()}`, undefined, { maxBytes: MAX_DOCUMENT_BYTES }),
  );
  return documents.slice(0, MOST_WAITING).map(({ id: own, senderId, envelopeId }) => ({
    reference: own,
    envelopeId: envelopeId ?? null,
    sender: toOneLine(senderId ?? '', 100) ?? '-',
  }));
}

async function fetchXml(client: RecommandClient, messageReference: string): Promise<Buffer | null> {
  const answer = await sendRequest(client, 'GET', `/documents/${encodeURIComponent(messageReference)}`, undefined, {
    maxBytes: MAX_DOCUMENT_BYTES,
    limitMs: client.timeoutMs * 3,
  });
  if (answer.status === 404) return null;
  const { xml } = parseAnswer(DocumentWithXml, answer).document;
  return xml === null ? null : Buffer.from(xml, 'utf8');
}

async function sendRequest(
  client: RecommandClient,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  { maxBytes = MAX_ANSWER_BYTES, limitMs = client.timeoutMs } = {},
): Promise<HttpAnswer> {
  const answer = await client.http
    .send({
      method,
      url: `${client.base}${path}`,
      maxBytes,
      timeoutMs: limitMs,
      headers: {
        Accept: 'application/json',
        Authorization: client.authorization,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    .catch((error: unknown) => {
      throw new OutsideUnavailable('peppol', 'the access point did not answer', error);
    });
  // A rejected key or a busy or broken provider says nothing about the request itself.
  if (answer.status === 401 || answer.status === 403 || answer.status === 429 || answer.status >= 500)
    throw new OutsideUnavailable('peppol', `the access point answered with status ${answer.status}`);
  return answer;
}

function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: HttpAnswer): z.output<Schema> {
  const { data } = schema.safeParse(answer.status === 200 ? parseJsonBody(answer.body) : undefined);
  if (data !== undefined) return data;
  throw new OutsideUnavailable('peppol', `unreadable answer of the access point with status ${answer.status}`);
}

/** The reason of a refusal; undefined if the answer is not a refusal. */
function findRefusal({ status, body }: HttpAnswer): { readonly reason: string | null } | undefined {
  if (status !== 400 && status !== 422 && status !== 409) return undefined;
  const { data } = Failure.safeParse(parseJsonBody(body));
  if (!data) return undefined;
  const words = Object.values(data.errors ?? {}).flat();
  return { reason: toOneLine([...new Set(words)].join('; '), MAX_REASON) };
}

const buildCompanyPath = (reference: string): string => `/companies/${encodeURIComponent(reference)}`;

const toCompany = (participant: Participant): object => ({
  name: participant.name,
  address: participant.street,
  postalCode: participant.postalCode,
  city: participant.city,
  country: participant.country,
  enterpriseNumber: participant.enterpriseNumber,
  vatNumber: participant.vatNumber,
  isSmpRecipient: participant.isReceiving,
});

/** The provider only reports whether a company is verified; a refusal appears at registration. */
const toStanding = ({ isVerified }: Pick<z.output<typeof Company>, 'isVerified'>): Standing => ({
  status: isVerified ? 'active' : 'pending',
  reason: null,
});

/** Displayed as a link. */
function findSecureUrl(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' && url.username === '' ? url.href : null;
}
