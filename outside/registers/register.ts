import { z } from 'zod';
import { openHttpClient, TIMEOUT_MS } from '../http/client.ts';
import { parseJsonBody, toOneLine } from '../http/content.ts';
import { matchHostOf } from '../http/destination.ts';
import { OutsideUnavailable } from '../http/failures.ts';

/**
 * Look-ups in public registers of enterprises. Each country has its own register and interface; this service is called
 * with the small contract described in docs/operations.md.
 */
export interface Register {
  /** Null if the register has no such enterprise. @throws OutsideUnavailable if unknown */
  findEnterprise(country: string, number: string, language: string): Promise<RegisterEntry | null>;
  /** Searches enterprises by name, in one or all countries, best match first. @throws OutsideUnavailable */
  searchEnterprises(name: string, country: string | null, language: string): Promise<readonly FoundEnterprise[]>;
  close(): Promise<void>;
}

export interface RegisterOptions {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key: string | null;
  readonly timeoutMs?: number;
}

const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_NACE_CODES = 100;

/** Texts that are too long are cut; an empty text counts as missing. */
const text = (max: number) => z.string().transform((value) => toOneLine(value, max));
const optional = (max: number) => text(max).nullish();
const coordinate = (most: number) => z.number().min(-most).max(most).nullish();

const Entry = z.object({
  name: text(200).pipe(z.string()),
  vat_number: optional(30),
  legal_form_code: optional(20),
  legal_form: optional(100),
  address: z
    .object({
      street: optional(200),
      house_number: optional(20),
      box: optional(20),
      postal_code: optional(20),
      city: optional(100),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .nullish(),
    })
    .nullish(),
  latitude: coordinate(90),
  longitude: coordinate(180),
  nace_codes: z
    .array(
      z.object({
        code: text(20).pipe(z.string()),
        classification: z.enum(['MAIN', 'SECO', 'ANCI']).default('SECO'),
      }),
    )
    .max(MAX_NACE_CODES)
    .nullish(),
});

export type RegisterEntry = z.output<typeof Entry>;

const MOST_FOUND = 20;
const Found = z.object({
  results: z.array(Entry.extend({ country: z.string().regex(/^[A-Z]{2}$/), number: text(30).pipe(z.string()) })),
});

export type FoundEnterprise = z.output<typeof Found>['results'][number];

export function openRegister({ url, key, timeoutMs = TIMEOUT_MS }: RegisterOptions): Register {
  const http = openHttpClient({ trusts: matchHostOf(url), timeoutMs });
  const base = url.replace(/\/+$/, '');
  const sendRequest = async (path: string, language: string) => {
    try {
      return await http.send({
        method: 'GET',
        url: `${base}${path}`,
        headers: {
          Accept: 'application/json',
          'Accept-Language': language,
          ...(key !== null && { Authorization: `Bearer ${key}` }),
        },
        maxBytes: MAX_ANSWER_BYTES,
      });
    } catch (error) {
      throw new OutsideUnavailable('register', 'no answer', error);
    }
  };
  const toUnreadableError = (status: number) =>
    new OutsideUnavailable('register', `unreadable answer with status ${status}`);
  return {
    async findEnterprise(country, number, language) {
      const answer = await sendRequest(`/${encodeURIComponent(country)}/${encodeURIComponent(number)}`, language);
      if (answer.status === 404) return null;
      const { data } = Entry.safeParse(answer.status === 200 ? parseJsonBody(answer.body) : undefined);
      if (data) return data;
      throw toUnreadableError(answer.status);
    },
    async searchEnterprises(name, country, language) {
      const query = new URLSearchParams({ q: name, ...(country !== null && { country }) });
      const answer = await sendRequest(`?${query.toString()}`, language);
      const { data } = Found.safeParse(answer.status === 200 ? parseJsonBody(answer.body) : undefined);
      if (data) return data.results.slice(0, MOST_FOUND);
      throw toUnreadableError(answer.status);
    },
    close: () => http.close(),
  };
}
