import { isBelgianEnterpriseNumber } from './belgian-enterprise-number.ts';

/** A Peppol address: the code of an identifier register, a colon and the number in that register. */

const SCHEME = 'iso6523-actorid-upis::';
const SHAPE = /^\d{4}:[a-z0-9][a-z0-9._/+-]{0,49}$/;
/** Registers of Belgian enterprise numbers and VAT numbers. */
const BELGIAN = /^(?:0208:|9925:be)(.*)$/;

/** In lower case, as the network compares them, without the scheme name. Null if invalid. */
export function normalisePeppolIdentifier(text: string): string | null {
  if (text.length > SCHEME.length + 60) return null;
  const written = text.trim().toLowerCase();
  const identifier = written.startsWith(SCHEME) ? written.slice(SCHEME.length) : written;
  if (!SHAPE.test(identifier)) return null;
  const belgian = BELGIAN.exec(identifier)?.[1];
  return belgian === undefined || isBelgianEnterpriseNumber(belgian) ? identifier : null;
}
