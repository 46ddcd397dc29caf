/** Postal places, e-mail addresses and domains on a line of text. */
export interface Place {
  readonly postalCode: string;
  readonly city: string;
  readonly country: string | null;
  /** Position of the place in the text. */
  readonly start: number;
}

const CITY = "(\\p{Lu}[\\p{L}'’. -]{1,40})";
/** «B-1000 Bruxelles», «50667 Köln», «1012 AB Amsterdam», «111 22 Stockholm», «00-950 Warszawa». */
const CODE_FIRST = new RegExp(
  `(?:^|(?<!\\d{4}\\s?)[\\s,])(?:(BE|FR|LU|DE|NL|CH|AT|DK|PL|SE|B|F|L|D|A)[- ]{1,3})?(\\d{4,5}(?: [A-Z]{2}(?= ))?|\\d{3} \\d{2}|\\d{2}-\\d{3})\\s+${CITY}`,
  'u',
);
/** «London EC1A 4HD», «New York, NY 10001». */
const CODE_LAST = new RegExp(
  `(?:^|,\\s|[-–|•·]\\s)${CITY}[,\\s]\\s?(?:([A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2})|[A-Z]{2} (\\d{5}))(?![\\p{L}\\d])`,
  'u',
);
const COUNTRIES: Readonly<Record<string, string>> = { B: 'BE', F: 'FR', L: 'LU', D: 'DE', A: 'AT' };

export function findPlace(text: string): Place | null {
  const first = CODE_FIRST.exec(text);
  if (first) {
    const [, prefix, postalCode, city] = first;
    const country = prefix === undefined ? null : (COUNTRIES[prefix] ?? prefix);
    return { postalCode: postalCode!, city: cleanCity(city!), country, start: first.index };
  }
  const last = CODE_LAST.exec(text);
  if (!last) return null;
  const [, city, british, american] = last;
  return {
    postalCode: (british ?? american)!,
    city: cleanCity(city!),
    country: british === undefined ? 'US' : 'GB',
    start: last.index,
  };
}

const cleanCity = (city: string): string =>
  city
    .split(/\s[-–|•·]\s|\s{2}|,/)[0]!
    .replace(/[\s.-]+$/, '')
    .trim();

const EMAIL = /[A-Za-z0-9][A-Za-z0-9._%+-]{0,60}@([A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{2,30}){1,3})/g;
const WEBSITE = /(?:https?:\/\/)?www\.([A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{2,30}){1,3})/g;
/** Domains that many enterprises share. */
const SHARED =
  /^(?:gmail|hotmail|outlook|live|yahoo|icloud|gmx|web|orange|wanadoo|skynet|telenet|proximus|free|laposte|t-online|pt|bluewin)\.[a-z.]+$/;

export interface FoundEmail {
  readonly email: string;
  readonly domain: string;
}

export const findEmails = (text: string): FoundEmail[] =>
  [...text.matchAll(EMAIL)].map(([email, domain]) => ({ email: email.toLowerCase(), domain: domain!.toLowerCase() }));

/** Domains of e-mail addresses and websites, except those of providers. */
export const findDomains = (text: string): string[] =>
  [
    ...findEmails(text).map(({ domain }) => domain),
    ...[...text.matchAll(WEBSITE)].map(([, domain]) => domain!.toLowerCase()),
  ].filter((domain) => !SHARED.test(domain));
