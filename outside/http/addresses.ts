import { BlockList, isIP } from 'node:net';

/**
 * Identifies public IP addresses. All others belong to this machine, its network or a special purpose, and must not be
 * reached on behalf of users: the IANA registries of special-purpose addresses, and IPv6 forms that embed an IPv4
 * address.
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
];

/** A NAT64 address is as public as the IPv4 address in its last 32 bits. */
const NAT64_PREFIX = '64:ff9b::';
const NAT64_PREFIX_BITS = 96;

/** Everything outside these ranges is loopback, local, multicast, mapped or unassigned. */
const GLOBAL_IPV6 = ['2000::/3', `${NAT64_PREFIX}/${NAT64_PREFIX_BITS}`];

const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
  ...SPECIAL_IPV4.map(toTranslatedRange),
];

const specialIpv4 = buildBlockList(SPECIAL_IPV4, 'ipv4');
const globalIpv6 = buildBlockList(GLOBAL_IPV6, 'ipv6');
const specialIpv6 = buildBlockList(SPECIAL_IPV6, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%'); // the zone of a link-local address
  switch (isIP(bare)) {
    case 4:
      return !specialIpv4.check(bare, 'ipv4');
    case 6:
      return globalIpv6.check(bare, 'ipv6') && !specialIpv6.check(bare, 'ipv6');
    default:
      return false;
  }
}

function buildBlockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, bits] = splitRange(range);
    list.addSubnet(network, bits, family);
  }
  return list;
}

/** The NAT64 range (well-known prefix) of an IPv4 range. */
function toTranslatedRange(range: string): string {
  const [network, bits] = splitRange(range);
  return `${NAT64_PREFIX}${network}/${NAT64_PREFIX_BITS + bits}`;
}

function splitRange(range: string): readonly [network: string, bits: number] {
  const [network = '', bits] = range.split('/');
  return [network, Number(bits)];
}
