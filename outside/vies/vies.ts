import { z } from 'zod';
import { openHttpClient, TIMEOUT_MS, type HttpClient } from '../http/client.ts';
import { parseJsonBody, toOneLine, toSeveralLines } from '../http/content.ts';
import { matchHostOf } from '../http/destination.ts';
import { OutsideUnavailable } from '../http/failures.ts';

/** VIES, the European Commission service that checks VAT numbers with the member states (REST API). */
export interface Vies {
  /**
   * With a requester, whose own number must be valid, the answer contains a consultation number as proof of the check.
   * @throws OutsideUnavailable if unknown
   */
  checkVatNumber(subject: VatSubject, requester: VatSubject | null): Promise<ViesResult>;
  close(): Promise<void>;
}

export interface VatSubject {
  /** Prefix of the number: `BE`, `EL`, `XI`. */
  readonly prefix: string;
  /** The number without its prefix. */
  readonly number: string;
}

export interface ViesResult {
  readonly isValid: boolean;
  /** Null if the member state does not disclose it. */
  readonly name: string | null;
  readonly address: string | null;
  readonly consultationNumber: string | null;
}

export interface ViesOptions {
  /** Base URL of the API: `https://ec.europa.eu/taxation_customs/vies/rest-api`. */
  readonly url: string;
  readonly timeoutMs?: number;
}

const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_NAME = 300;
const MAX_ADDRESS = 500;
const MAX_CONSULTATION_NUMBER = 40;

/** The answer of the member state, or the error that prevented the check. */
const Answer = z.union([
  z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) }),
  z.object({
    valid: z.boolean(),
    name: z.string().nullish(),
    address: z.string().nullish(),
    requestIdentifier: z.string().nullish(),
  }),
]);

export function openVies({ url, timeoutMs = TIMEOUT_MS }: ViesOptions): Vies {
  const http = openHttpClient({ trusts: matchHostOf(url), timeoutMs });
  const target = `${url.replace(/\/+$/, '')}/check-vat-number`;
  return {
    async checkVatNumber(subject, requester) {
      const deadline = performance.now() + timeoutMs;
      const first = await sendQuestion(http, target, subject, requester, timeoutMs);
      // The requester's own number is invalid, which says nothing about the checked number.
      if (first !== 'INVALID_REQUESTER_INFO' || requester === null) return toViesResult(first);
      const left = Math.max(deadline - performance.now(), 1);
      return toViesResult(await sendQuestion(http, target, subject, null, left));
    },
    close: () => http.close(),
  };
}

type Answered = string | Exclude<z.output<typeof Answer>, { errorWrappers: unknown }>;

/** The answer, or the name of the error. */
async function sendQuestion(
  http: HttpClient,
  url: string,
  subject: VatSubject,
  requester: VatSubject | null,
  timeoutMs: number,
): Promise<Answered> {
  const question = {
    countryCode: subject.prefix,
    vatNumber: subject.number,
    ...(requester && { requesterMemberStateCode: requester.prefix, requesterNumber: requester.number }),
  };
  const answer = await http
    .send({
      method: 'POST',
      url,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(question),
      maxBytes: MAX_ANSWER_BYTES,
      timeoutMs,
    })
    .catch((error: unknown) => {
      throw new OutsideUnavailable('vies', 'no answer', error);
    });
  // Errors come with any status, even success, so only the content counts.
  const { data } = Answer.safeParse(parseJsonBody(answer.body));
  if (data && 'errorWrappers' in data) return data.errorWrappers[0]!.error;
  if (answer.status === 200 && data) return data;
  throw new OutsideUnavailable('vies', `unreadable answer with status ${answer.status}`);
}

function toViesResult(answered: Answered): ViesResult {
  const unknown = { name: null, address: null, consultationNumber: null };
  if (typeof answered !== 'string')
    return {
      isValid: answered.valid,
      name: cleanReported(answered.name, (text) => toOneLine(text, MAX_NAME)),
      address: cleanReported(answered.address, (text) => toSeveralLines(text, MAX_ADDRESS)),
      consultationNumber: cleanReported(answered.requestIdentifier, (text) => toOneLine(text, MAX_CONSULTATION_NUMBER)),
    };
  // The format is invalid for that member state.
  if (answered === 'INVALID_INPUT') return { isValid: false, ...unknown };
  // Unavailable member state, rate limit or block: none of these says anything about the number.
  throw new OutsideUnavailable('vies', /^[A-Z_]{1,60}$/.test(answered) ? answered : 'unreadable error');
}

/** Member states that do not disclose a value return dashes. */
function cleanReported(text: string | null | undefined, read: (text: string) => string | null): string | null {
  const value = text ? read(text) : null;
  return value === null || /^-+$/.test(value) ? null : value;
}
