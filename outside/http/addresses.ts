import { isIP } from 'node:net';

/**
 * Which IP addresses lie in the internet at large. All others belong to this machine, to its network or to a special
 * purpose, and are nobody's business from outside: the registries of special-purpose addresses of IANA, and forms of
 * IPv6 that carry an address of IPv4 inside.
 */

const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this host on this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by the customers of a provider; metadata services of clouds
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // platform service of a cloud, reachable from its machines alone
  '169.254.0.0/16', // link-local; metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
].map(rangeOf);

/** Everything outside of it is loopback, local, multicast, mapped, translated, or not handed out. */
const GLOBAL_IPV6 = rangeOf('2000::/3');

const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map(rangeOf);

/** An IPv4 address behind a translator: as public as the address inside. */
const NAT64 = rangeOf('64:ff9b::/96');

export function isPublicAddress(address: string): boolean {
  const bytes = bytesOf(address);
  if (bytes === null) return false;
  if (bytes.length === 4) return !SPECIAL_IPV4.some((range) => isWithin(bytes, range));
  if (isWithin(bytes, NAT64)) return isPublicAddress(bytes.slice(12).join('.'));
  return isWithin(bytes, GLOBAL_IPV6) && !SPECIAL_IPV6.some((range) => isWithin(bytes, range));
}

interface Range {
  readonly bytes: readonly number[];
  readonly bits: number;
}

function rangeOf(notation: string): Range {
  const [address = '', bits] = notation.split('/');
  return { bytes: bytesOf(address)!, bits: Number(bits) };
}

function isWithin(bytes: readonly number[], range: Range): boolean {
  if (bytes.length !== range.bytes.length) return false;
  const whole = Math.floor(range.bits / 8);
  for (let index = 0; index < whole; index++) if (bytes[index] !== range.bytes[index]) return false;
  const rest = range.bits % 8;
  return rest === 0 || bytes[whole]! >> (8 - rest) === range.bytes[whole]! >> (8 - rest);
}

/** Four or sixteen bytes; null for what is no address. */
function bytesOf(address: string): number[] | null {
  const [bare = ''] = address.split('%'); // the zone of a link-local address
  const family = isIP(bare);
  if (family === 4) return bare.split('.').map(Number);
  if (family !== 6) return null;
  // The URL parser writes every spelling of an address in one way: groups in hexadecimal, the longest zeros left out.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<number>(zeros).fill(0), ...after].flatMap((group) => [group >> 8, group & 0xff]);
}

function groups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => parseInt(group, 16));
}
