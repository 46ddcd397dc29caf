import { isIPv6 } from 'node:net';

/**
 * Network of a client: the IPv4 address itself, or the /64 of an IPv6 address, since a client can use any address within
 * it.
 */
export function getNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [start = '', end] = ip.split('%')[0]!.toLowerCase().split('::');
  const left = start === '' ? [] : start.split(':');
  const right = end === undefined || end === '' ? [] : end.split(':');
  const missing = end === undefined ? 0 : 8 - left.length - right.length - (ip.includes('.') ? 1 : 0);
  const groups = [...left, ...Array<string>(Math.max(missing, 0)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
