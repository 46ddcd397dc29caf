import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span as OtelSpan } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import type { Attributes, Span, SpanName, Tracer } from './port.ts';

/** Sends traces by OTLP over HTTP. This file is loaded only if an endpoint is configured. */

export interface OtlpOptions {
  /** Base address of the collector; the path of traces is appended. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of the requests that are traced, 0 to 1. */
  readonly share: number;
  readonly version: string;
  readonly role: string;
  /** Called when spans could not be sent; they are dropped. */
  readonly onFailure: (error: unknown) => void;
  /** How long spans are collected before they are sent. */
  readonly delayMs?: number;
}

const REQUEST_ID = 'grandlivre.request_id';
const SEND_MS = 5_000;
const SEND_DELAY_MS = 2_000;
/** A stop does not wait longer for a collector. */
const CLOSE_MS = 2_000;

export function openOtlpTracer(options: OtlpOptions): Tracer {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
      'grandlivre.role': options.role,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.share) }),
    spanProcessors: [
      new BatchSpanProcessor(createExporter(options), {
        scheduledDelayMillis: options.delayMs ?? SEND_DELAY_MS,
        exportTimeoutMillis: SEND_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('grandlivre', options.version);
  const requests = new AsyncLocalStorage<Span>();

  /** `shared` are attributes of all spans of the request. */
  function openSpan(name: string, kind: SpanKind, parent: Context, attributes: Attributes, shared: Attributes): Span {
    const span = tracer.startSpan(name, { kind, attributes: { ...shared, ...attributes } }, parent);
    const context = trace.setSpan(parent, span);
    return {
      startChild: (child, what, more = {}) =>
        openSpan(formatName(child, what), SpanKind.INTERNAL, context, more, shared),
      setAttributes: (more) => void span.setAttributes(more),
      markFailed: (reason) => markFailed(span, reason),
      end: (error) => endSpan(span, error),
    };
  }

  return {
    runInRequest({ requestId, method, route }, work) {
      const attributes = { 'http.request.method': method, 'http.route': route };
      const name = formatName('request', `${method} ${route}`);
      const span = openSpan(name, SpanKind.SERVER, ROOT_CONTEXT, attributes, { [REQUEST_ID]: requestId });
      return requests.run(span, async () => {
        try {
          const result = await work();
          span.end();
          return result;
        } catch (error) {
          span.end(error);
          throw error;
        }
      });
    },
    getRequestSpan: () => requests.getStore() ?? null,
    startSpan: (name, what, attributes = {}) =>
      openSpan(formatName(name, what), SpanKind.INTERNAL, ROOT_CONTEXT, attributes, {}),
    close: () =>
      Promise.race([provider.shutdown().catch(options.onFailure), pause(CLOSE_MS, undefined, { ref: false })]),
  };
}

const formatName = (name: SpanName, what: string): string => `${name} ${what}`.trim();

function endSpan(span: OtelSpan, error: unknown): void {
  if (error !== undefined) markFailed(span, error instanceof Error ? error.message : 'failed');
  span.end();
}

const markFailed = (span: OtelSpan, message: string): void =>
  void span.setStatus({ code: SpanStatusCode.ERROR, message });

/** Failures are dropped silently by the packages. */
function createExporter({ endpoint, headers, onFailure }: OtlpOptions): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: SEND_MS,
  });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) onFailure(result.error);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
