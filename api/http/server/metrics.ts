import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { z } from 'zod';
import { route, type Route } from '../routing/route.ts';

export interface Metrics {
  readonly registry: Registry;
  /** Response time by method, path template and status. */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** An append to the log and the number of its events. */
  observeAppend(seconds: number, events: number): void;
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
  const appends = new Histogram({
    name: 'grandlivre_log_append_duration_seconds',
    help: 'Duration of appends of this process to the event log',
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const appended = new Counter({
    name: 'grandlivre_log_events_appended_total',
    help: 'Events that this process has appended to the event log',
    registers: [registry],
  });
  return {
    registry,
    observeRequest: (method, route, status, seconds) => duration.observe({ method, route, status }, seconds),
    observeAppend(seconds, events) {
      appends.observe(seconds);
      appended.inc(events);
    },
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
