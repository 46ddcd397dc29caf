import { domainToASCII } from 'node:url';
import { isAddress } from '../../domain/mail/queueing.ts';

/** At least two labels, as any domain that can receive mail on the internet. */
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,63}$/;

/** The domain in lower case and in ASCII; null if it is not a domain. */
export function normaliseDomain(domain: string): string | null {
  const name = domainToASCII(domain.trim().replace(/\.$/, ''));
  return DOMAIN.test(name) ? name : null;
}

/** The address with its domain in ASCII, so that it can be compared with verified domains; null if invalid. */
export function normaliseAddress(address: string): string | null {
  const at = address.lastIndexOf('@');
  const domain = normaliseDomain(address.slice(at + 1));
  return domain !== null && isAddress(address) ? `${address.slice(0, at)}@${domain}` : null;
}

/** Compares addresses without regard to case. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
