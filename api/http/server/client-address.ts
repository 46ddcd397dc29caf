import type { IncomingMessage } from 'node:http';

/**
 * Address of the client. With n trusted proxies in front, each of which appends the address it sees, the n-th entry from
 * the right of `X-Forwarded-For` is the client; entries further left are claims of the client.
 */
export function getClientAddress(request: IncomingMessage, trustedProxies: number): string {
  const vouched = vouchedAddresses.get(request);
  if (vouched !== undefined) return vouched;
  const socketAddress = normalizeAddress(request.socket.remoteAddress ?? 'unknown');
  if (trustedProxies <= 0) return socketAddress;
  const header = request.headers['x-forwarded-for'];
  if (header === undefined) return socketAddress;
  const hops = (Array.isArray(header) ? header.join(',') : header).split(',');
  const hop = hops[Math.max(hops.length - trustedProxies, 0)]?.trim();
  return hop ? normalizeAddress(hop.slice(0, 64)) : socketAddress;
}

const vouchedAddresses = new WeakMap<IncomingMessage, string>();

/** Sets the address of a request that another process of the service has forwarded. */
export function vouchForAddress(request: IncomingMessage, address: string): void {
  vouchedAddresses.set(request, address);
}

/** `[2001:db8::7]:51234`, `203.0.113.9:51234`: some proxies add the port, which differs for every connection. */
const WITH_PORT = /^"?(?:\[([0-9a-f:.%]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?"?$/i;

/** An IPv4 client of a dual-stack socket appears as `::ffff:192.0.2.1`. */
function normalizeAddress(text: string): string {
  const [, six, four] = WITH_PORT.exec(text) ?? [];
  return (six ?? four ?? text).replace(/^::ffff:(?=\d+\.)/i, '');
}
