import { z } from 'zod';
import { openHttpClient, TIMEOUT_MS, type HttpClient } from '../http/client.ts';
import { jsonOf, oneLine, severalLines } from '../http/content.ts';
import { hostOf } from '../http/destination.ts';
import { OutsideUnavailable } from '../http/failures.ts';

/** The exchange of the European Commission that asks the member states whether a VAT number is in use (REST interface). */
export interface Vies {
  /**
   * With a requester, whose own number must be valid, the answer comes with a consultation number, which proves that
   * the question was asked.
   * @throws OutsideUnavailable when nobody can tell
   */
  check(subject: VatSubject, requester: VatSubject | null): Promise<ViesResult>;
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
  /** Null where the member state does not tell. */
  readonly name: string | null;
  readonly address: string | null;
  readonly consultationNumber: string | null;
}

export interface ViesOptions {
  /** Where the interface begins: `https://ec.europa.eu/taxation_customs/vies/rest-api`. */
  readonly url: string;
  readonly timeoutMs?: number;
}

const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_NAME = 300;
const MAX_ADDRESS = 500;
const MAX_CONSULTATION_NUMBER = 40;

/** What the member state says of the number, or why the question could not be put to it. */
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
  const http = openHttpClient({ trusts: hostOf(url), timeoutMs });
  const target = `${url.replace(/\/+$/, '')}/check-vat-number`;
  return {
    async check(subject, requester) {
      const deadline = performance.now() + timeoutMs;
      const first = await ask(http, target, subject, requester, timeoutMs);
      // The asker's own number is not in use: that says nothing of the one looked up.
      if (first !== 'INVALID_REQUESTER_INFO' || requester === null) return resultOf(first);
      const left = Math.max(deadline - performance.now(), 1);
      return resultOf(await ask(http, target, subject, null, left));
    },
    close: () => http.close(),
  };
}

type Answered = string | Exclude<z.output<typeof Answer>, { errorWrappers: unknown }>;

/** What was answered, or the name of the error. */
async function ask(
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
  // Errors come with any status, success included: what counts is what the answer says.
  const { data } = Answer.safeParse(jsonOf(answer.body));
  if (data && 'errorWrappers' in data) return data.errorWrappers[0]!.error;
  if (answer.status === 200 && data) return data;
  throw new OutsideUnavailable('vies', `an answer with status ${answer.status} that cannot be read`);
}

function resultOf(answered: Answered): ViesResult {
  const unknown = { name: null, address: null, consultationNumber: null };
  if (typeof answered !== 'string')
    return {
      isValid: answered.valid,
      name: reported(answered.name, (text) => oneLine(text, MAX_NAME)),
      address: reported(answered.address, (text) => severalLines(text, MAX_ADDRESS)),
      consultationNumber: reported(answered.requestIdentifier, (text) => oneLine(text, MAX_CONSULTATION_NUMBER)),
    };
  // No number of that member state looks like this one.
  if (answered === 'INVALID_INPUT') return { isValid: false, ...unknown };
  // A member state that does not answer, too many questions, a block: none of it says anything of the number.
  throw new OutsideUnavailable('vies', /^[A-Z_]{1,60}$/.test(answered) ? answered : 'an error that cannot be read');
}

/** Member states that do not tell answer dashes. */
function reported(text: string | null | undefined, read: (text: string) => string | null): string | null {
  const value = text ? read(text) : null;
  return value === null || /^-+$/.test(value) ? null : value;
}
