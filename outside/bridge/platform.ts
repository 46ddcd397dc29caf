import { z } from 'zod';
import { openHttpClient, TIMEOUT_MS, type HttpAnswer, type HttpRequest } from '../http/client.ts';
import { parseJsonBody, toOneLine } from '../http/content.ts';
import { matchHostOf } from '../http/destination.ts';
import { OutsideUnavailable } from '../http/failures.ts';

/**
 * Client of the external fiduciary platform, using the contract of docs/bridge.md. Every answer is validated against that
 * contract; an invalid answer counts as no answer.
 */
export interface BridgePlatform {
  /** The user with these credentials; null if unknown. Nothing is changed on the platform, and nothing is stored here. */
  checkCredentials(email: string, password: string): Promise<Vouched | null>;
  /** A firm with its team and company files; null if there is none. @throws OutsideUnavailable, like all methods here */
  fetchFirm(externalId: string): Promise<PlatformFirm | null>;
  fetchCompany(externalId: string): Promise<PlatformCompany | null>;
  /** Documents of a company file after a cursor, unvalidated: the caller checks each one. */
  fetchDocuments(companyExternalId: string, after: string | null): Promise<PlatformDocuments>;
  pushDocument(companyExternalId: string, document: PushedDocument): Promise<PushAnswer>;
  /** A push failed a moment ago. */
  isUnavailable(): boolean;
  close(): Promise<void>;
}

export interface BridgeOptions {
  readonly url: string;
  /** Our key for the platform, sent as a bearer token. */
  readonly key: string;
  readonly timeoutMs?: number | undefined;
}

const MAX_ANSWER_BYTES = 64 * 1024;
/** Enough for a firm with five thousand files. */
const MAX_FIRM_BYTES = 8 * 1024 * 1024;
/** One file of 25 MB in base64, plus its envelope. */
const MAX_DOCUMENTS_BYTES = 36 * 1024 * 1024;
/** Timeout factor for file transfers. */
const TRANSFER_TIMES = 3;

const AWAY_MS = 30_000;

const MOST_MEMBERS = 1_000;
const MOST_COMPANIES = 5_000;
const MOST_FIRMS = 50;
export const MOST_DOCUMENTS = 20;

export const EXTERNAL_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

/** Texts that are too long are cut; an empty text counts as missing. */
const text = (max: number) => z.string().transform((value) => toOneLine(value, max));
const needed = (max: number) => text(max).pipe(z.string());
const optional = (max: number) => text(max).nullish();
const externalId = z.string().regex(EXTERNAL_ID);
const revision = z.int().min(0).nullish();
const locale = z.enum(['fr', 'nl', 'en', 'de']).nullish();
const email = z
  .string()
  .max(190)
  .regex(/^[^\s@<>\p{Cc}]{1,64}@[^\s@<>\p{Cc}]{1,190}$/u);

const Person = z.object({ external_id: externalId, email, name: needed(200), locale });

const Checked = z.discriminatedUnion('is_valid', [
  z.object({ is_valid: z.literal(false) }),
  z.object({ is_valid: z.literal(true), user: Person, firms: z.array(externalId).max(MOST_FIRMS) }),
]);

export type Vouched = Omit<Extract<z.output<typeof Checked>, { is_valid: true }>, 'is_valid'>;

const Company = z.object({
  external_id: externalId,
  revision,
  name: needed(200),
  code: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,20}$/)
    .nullish(),
  country_pack: z.enum(['BE', 'FR', 'LU']).nullish(),
  vat_regime: z.enum(['monthly', 'quarterly', 'franchise', 'exempt', 'unit', 'yearly']).nullish(),
  locale,
  legal_form: optional(100),
  legal_form_code: optional(20),
  enterprise_number: optional(30),
  vat_number: optional(30),
  address: optional(300),
  street: optional(200),
  house_number: optional(20),
  box: optional(20),
  postal_code: optional(20),
  city: optional(100),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullish(),
  fiscal_year: z.object({ code: optional(10), starts_on: z.iso.date(), ends_on: z.iso.date() }).nullish(),
});

export type PlatformCompany = z.output<typeof Company>;

const Member = Person.extend({
  role: z.enum(['admin', 'manager', 'encoder', 'reviewer']),
  is_active: z.boolean().default(true),
  all_companies: z.boolean().default(true),
  company_external_ids: z.array(externalId).max(MOST_COMPANIES).default([]),
});

export type PlatformMember = z.output<typeof Member>;

const Firm = z.object({
  external_id: externalId,
  revision,
  is_partner: z.boolean().default(false),
  name: needed(200),
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullish(),
  locale,
  email: email.nullish(),
  phone: optional(30),
  website: optional(255),
  address: optional(300),
  postal_code: optional(20),
  city: optional(100),
  enterprise_number: optional(30),
  vat_number: optional(30),
  itaa_number: optional(30),
  itaa_status: optional(100),
  itaa_quality: optional(100),
  /** Absent: unchanged. */
  members: z.array(Member).max(MOST_MEMBERS).nullish(),
  companies: z.array(Company).max(MOST_COMPANIES).nullish(),
});

export type PlatformFirm = z.output<typeof Firm>;

const Documents = z.object({
  documents: z.array(z.unknown()).max(MOST_DOCUMENTS),
  cursor: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .nullish(),
  has_more: z.boolean().default(false),
});

export type PlatformDocuments = z.output<typeof Documents>;

/** One of our documents, in the format of the platform. */
export interface PushedDocument {
  /** Identical for each attempt, so that the platform accepts the document only once. */
  readonly reference: string;
  readonly [field: string]: unknown;
}

const Pushed = z.object({
  document_id: z.union([externalId, z.int().min(1).transform(String)]),
  token: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .nullish(),
  locked: z.boolean().default(false),
});

export type PushAnswer =
  | {
      readonly kind: 'accepted';
      readonly externalId: string;
      readonly token: string | null;
      readonly isLocked: boolean;
    }
  /** Permanent: sending it again would not help. */
  | { readonly kind: 'refused'; readonly code: string };

const Refused = z.object({ code: z.string().regex(/^[a-z0-9_]{1,60}$/) });

/** Statuses that refuse this document. All others mean that the platform has a problem. */
const REFUSALS = new Set([400, 409, 413, 422]);

export function openBridge({ url, key, timeoutMs = TIMEOUT_MS }: BridgeOptions): BridgePlatform {
  const http = openHttpClient({ trusts: matchHostOf(url), timeoutMs });
  const base = url.replace(/\/+$/, '');
  let awayUntil = 0;
  const sendRequest = async (path: string, request: Partial<HttpRequest> = {}): Promise<HttpAnswer> => {
    const { headers, ...rest } = request;
    try {
      return await http.send({
        method: 'GET',
        url: `${base}${path}`,
        maxBytes: MAX_ANSWER_BYTES,
        ...rest,
        headers: { Accept: 'application/json', Authorization: `Bearer ${key}`, ...headers },
      });
    } catch (error) {
      throw new OutsideUnavailable('bridge', 'no answer', error);
    }
  };
  const buildPost = (value: unknown, headers: Readonly<Record<string, string>> = {}) =>
    ({
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
      body: JSON.stringify(value),
    }) as const;
  const toUnreadableError = ({ status }: HttpAnswer): OutsideUnavailable =>
    new OutsideUnavailable('bridge', `an unreadable answer with status ${status}`);
  /** Accepts only an answer about the requested record. */
  const parseFound = <S extends typeof Firm | typeof Company>(answer: HttpAnswer, schema: S, id: string) => {
    if (answer.status === 404) return null;
    const { data } = schema.safeParse(answer.status === 200 ? parseJsonBody(answer.body) : undefined);
    if (data?.external_id !== id) throw toUnreadableError(answer);
    return data as z.output<S>;
  };
  const sendDocument = async (id: string, document: PushedDocument): Promise<PushAnswer> => {
    const answer = await sendRequest(`/companies/${encodeURIComponent(id)}/documents`, {
      ...buildPost(document, { 'Idempotency-Key': document.reference }),
      timeoutMs: TRANSFER_TIMES * timeoutMs,
    });
    if (REFUSALS.has(answer.status))
      return { kind: 'refused', code: Refused.safeParse(parseJsonBody(answer.body)).data?.code ?? 'external_refused' };
    const isDone = answer.status === 200 || answer.status === 201;
    const { data } = Pushed.safeParse(isDone ? parseJsonBody(answer.body) : undefined);
    if (!data) throw toUnreadableError(answer);
    return { kind: 'accepted', externalId: data.document_id, token: data.token ?? null, isLocked: data.locked };
  };
  return {
    async checkCredentials(address, password) {
      const answer = await sendRequest('/credentials/check', buildPost({ email: address, password }));
      const { data } = Checked.safeParse(answer.status === 200 ? parseJsonBody(answer.body) : undefined);
      if (!data) throw toUnreadableError(answer);
      if (!data.is_valid) return null;
      // An answer about another user must never grant access.
      if (data.user.email.toLowerCase() !== address.toLowerCase())
        throw new OutsideUnavailable('bridge', 'an answer about another address');
      return { user: data.user, firms: data.firms };
    },
    async fetchFirm(id) {
      return parseFound(await sendRequest(`/firms/${encodeURIComponent(id)}`, { maxBytes: MAX_FIRM_BYTES }), Firm, id);
    },
    async fetchCompany(id) {
      return parseFound(await sendRequest(`/companies/${encodeURIComponent(id)}`), Company, id);
    },
    async fetchDocuments(id, after) {
      const query = after === null ? '' : `?after=${encodeURIComponent(after)}`;
      const answer = await sendRequest(`/companies/${encodeURIComponent(id)}/documents${query}`, {
        maxBytes: MAX_DOCUMENTS_BYTES,
        timeoutMs: TRANSFER_TIMES * timeoutMs,
      });
      const { data } = Documents.safeParse(answer.status === 200 ? parseJsonBody(answer.body) : undefined);
      if (!data) throw toUnreadableError(answer);
      // `has_more` with an unchanged cursor would never end.
      if (data.has_more && (data.cursor ?? null) === after) throw toUnreadableError(answer);
      return data;
    },
    async pushDocument(id, document) {
      try {
        return await sendDocument(id, document);
      } catch (error) {
        awayUntil = performance.now() + AWAY_MS;
        throw error;
      }
    },
    isUnavailable: () => performance.now() < awayUntil,
    close: () => http.close(),
  };
}
