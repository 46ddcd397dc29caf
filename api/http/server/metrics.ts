import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { z } from 'zod';
import { route, type Route } from '../routing/route.ts';

export interface Metrics {
  readonly registry: Registry;
  /** Response time by method, path template and status. */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time of requests, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return {
    registry,
    observeRequest: (method, route, status, seconds) => duration.observe({ method, route, status }, seconds),
  };
}

/** `GET /metrics` in the Prometheus text format, for requests with the operator key. */
export function createMetricsRoute({ registry }: Metrics): Route {
  return route({
    method: 'get',
    path: '/metrics',
    area: 'meta',
    summary: 'Metrics for Prometheus',
    ability: 'operator',
    role: 'any',
    demo: 'allowed',
    replies: { 200: z.string() },
    handle: async () => ({
      status: 200,
      raw: await registry.metrics(),
      headers: { 'Content-Type': registry.contentType },
    }),
  });
}

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** Serves `GET /metrics` on a separate address that is not reachable from outside. */
export async function listenForMetrics({ registry }: Metrics, { host, port }: MetricsAddress) {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
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
