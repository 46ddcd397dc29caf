import { hash } from 'node:crypto';

/**
 * What is another in each run: addresses, tokens, keys, moments. The documentation shows one that stays, and a request of the
 * documentation gets its own back before it is sent; everything else is sent as it stands.
 */

export interface Wording {
  /** As the documentation says it. */
  documented<Value>(value: Value): Value;
  /** As this service understands it. */
  real<Value>(value: Value): Value;
}

/** Looks random, and is the same each time. */
const letters = (seed: string, length: number): string =>
  hash('sha512', seed, 'base64').replace(/[^A-Za-z0-9]/g, '').slice(0, length);

interface Kind {
  readonly pattern: RegExp;
  readonly standIn: (count: number) => string;
}

const KINDS: readonly Kind[] = [
  { pattern: /admin-[0-9a-f-]{36}@example\.com/g, standIn: () => 'ada@example.org' },
  { pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, standIn: (count) => uuid(count) },
  { pattern: /GL1\.[\w.-]{20,}/g, standIn: () => 'GL1.the-key-as-it-was-issued' },
  { pattern: /(?<="token":")\d+\|[A-Za-z0-9]{40}/g, standIn: (count) => `${count}|${letters(`secret ${count}`, 40)}` },
  { pattern: /whsec_[A-Za-z0-9+/]{43}=/g, standIn: () => 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' },
  { pattern: /whsec_….{4}/g, standIn: () => 'whsec_…Hh8=' },
  { pattern: /evt_[0-9a-f]{32}/g, standIn: (count) => `evt_${uuid(count).replaceAll('-', '')}` },
  // A file of payments is executed today or later.
  { pattern: /(?<="execution_date":")\d{4}-\d\d-\d\d(?=")/g, standIn: () => '2026-11-30' },
  // What an authenticator app shows at the moment.
  { pattern: /(?<="(?:code|totp_code)":")\d{6}(?=")/g, standIn: () => '492039' },
  // Links to accounts: in an address, or as a part of a path.
  // Users whom examples create, in the query of a mailed link.
  { pattern: /(?<=[?&]user=|"user":")\d+/g, standIn: (count) => String(7000 + count) },
  // One-time codes of single sign-on.
  { pattern: /(?<="code":")[A-Za-z0-9]{40}(?=")/g, standIn: (count) => letters(`code ${count}`, 40) },
  { pattern: /(?<="token":"|\/invitations\/|[#?&]token=)[\w-]{20,}/g, standIn: (count) => letters(`link ${count}`, 43) },
  { pattern: /(?<=grandlivre-sender=)[A-Za-z0-9]{32}/g, standIn: (count) => letters(`sender ${count}`, 32) },
  { pattern: /(?<=signature(?:=|":"))[0-9a-f]{64}/g, standIn: () => hash('sha256', 'signature', 'hex') },
  { pattern: /(?<=expires(?:=|":"))\d{10}/g, standIn: () => '1767607200' },
  // Dates of records have a zero time and stay.
  { pattern: /\d{4}-\d\d-\d\dT(?!00:00:00\.000000Z)\d\d:\d\d:\d\d\.\d{3,6}Z/g, standIn: () => MOMENT },
];

const MOMENT = '2026-01-05T10:00:00.000000Z';
const BASE_URL = 'https://grandlivre.example';

const uuid = (count: number): string => `0197a3c4-5e6f-7a8b-9c0d-${count.toString(16).padStart(12, '0')}`;

/** `url`: of the service; tokens of firms and company files become known as they appear. */
export function wordingOf(url: string): Wording {
  const toDocumented = new Map<string, string>();
  const toReal = new Map<string, string>();
  const counts = new Map<Kind | string, number>();

  function standIn(real: string, kind: Kind | string, make: (count: number) => string): string {
    let documented = toDocumented.get(real);
    if (documented === undefined) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      documented = make(count);
      toDocumented.set(real, documented);
    }
    // Where several have one stand-in, the last that was spoken of is meant.
    // A moment says nothing about which one it was.
    if (documented !== MOMENT) toReal.set(documented, real);
    return documented;
  }

  const tokens = /(?<="(?:public_token|firm_token|token)":")[A-Za-z0-9]{12}(?=")|(?<=\/(?:companies|firms)\/)[A-Za-z0-9]{12}(?=[/"?]|$)/g;

  const documentedText = (text: string): string => {
    let said = text.replaceAll(url, BASE_URL);
    for (const kind of KINDS)
      said = said.replace(kind.pattern, (match) => standIn(match, kind, kind.standIn));
    said = said.replace(tokens, (match) => standIn(match, 'token', (count) => letters(`token ${count}`, 12)));
    // A token that stands elsewhere, as in a list of company files.
    return said.replace(/[A-Za-z0-9]{12}/g, (match) => toDocumented.get(match) ?? match);
  };

  return {
    documented: (value) => throughText(value, documentedText),
    real: (value) =>
      throughText(value, (text) => {
        let said = text.replaceAll(BASE_URL, url);
        for (const [documented, real] of toReal) said = said.replaceAll(documented, real);
        return said;
      }),
  };
}

function throughText<Value>(value: Value, change: (text: string) => string): Value {
  return value === undefined ? value : (JSON.parse(change(JSON.stringify(value))) as Value);
}
