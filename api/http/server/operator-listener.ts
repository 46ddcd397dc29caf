import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildErrorBody, buildRefusal, STATUSES } from '../reply/errors.ts';
import type { Metrics } from './metrics.ts';
import { isProbePath, respondToProbe, type Probes } from './probes.ts';

export interface OperatorAddress {
  readonly host: string;
  readonly port: number;
}

/** Serves metrics and probes on a separate address, in processes of every role. */
export async function listenForOperators(metrics: Metrics, probes: Probes, { host, port }: OperatorAddress) {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendError(response, 'not_found');
    if (isProbePath(path))
      return void respondToProbe(path, probes, request, response).catch(() => sendError(response, 'internal_error'));
    if (path === '/metrics') return sendMetrics(metrics, response);
    return sendError(response, 'not_found');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendMetrics({ registry }: Metrics, response: ServerResponse): void {
  registry.metrics().then(
    (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
    () => sendError(response, 'internal_error'),
  );
}

function sendError(response: ServerResponse, code: 'not_found' | 'internal_error'): void {
  const body = JSON.stringify(buildErrorBody(buildRefusal(code), 'en'));
  response.writeHead(STATUSES[code], { 'Content-Type': 'application/json' }).end(body);
}
