import { z } from 'zod';
import { openHttpClient, TIMEOUT_MS } from '../http/client.ts';
import { jsonOf, oneLine } from '../http/content.ts';
import { hostOf } from '../http/destination.ts';
import { OutsideUnavailable } from '../http/failures.ts';

/**
 * A service that knows what the public registers of enterprises say. Every country has a register and an interface of its
 * own; this one is asked over the small contract that docs/operations.md describes.
 */
export interface Register {
  /** Null: the register has no such enterprise. @throws OutsideUnavailable when nobody can tell */
  find(country: string, number: string, language: string): Promise<RegisterEntry | null>;
  /** Enterprises by name, of one country or of all, the likeliest first. @throws OutsideUnavailable */
  search(name: string, country: string | null, language: string): Promise<readonly FoundEnterprise[]>;
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

/** Of an answer that is too long the beginning is kept; one that is empty tells nothing. */
const text = (max: number) => z.string().transform((value) => oneLine(value, max));
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
  const http = openHttpClient({ trusts: hostOf(url), timeoutMs });
  const base = url.replace(/\/+$/, '');
  const asked = async (path: string, language: string) => {
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
  const unreadable = (status: number) =>
    new OutsideUnavailable('register', `an answer with status ${status} that cannot be read`);
  return {
    async find(country, number, language) {
      const answer = await asked(`/${encodeURIComponent(country)}/${encodeURIComponent(number)}`, language);
      if (answer.status === 404) return null;
      const { data } = Entry.safeParse(answer.status === 200 ? jsonOf(answer.body) : undefined);
      if (data) return data;
      throw unreadable(answer.status);
    },
    async search(name, country, language) {
      const query = new URLSearchParams({ q: name, ...(country !== null && { country }) });
      const answer = await asked(`?${query.toString()}`, language);
      const { data } = Found.safeParse(answer.status === 200 ? jsonOf(answer.body) : undefined);
      if (data) return data.results.slice(0, MOST_FOUND);
      throw unreadable(answer.status);
    },
    close: () => http.close(),
  };
}
