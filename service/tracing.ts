import type { Tracer } from '../outside/tracing/port.ts';
import { VERSION } from '../support/version.ts';
import type { Closer } from './close-all.ts';
import type { ServiceOptions } from './options.ts';

const REPORT_EVERY_MS = 60_000;

/** Null, and nothing loaded, unless an endpoint for traces is configured. */
export async function openTracer({ config, logger }: ServiceOptions, closers: Closer[]): Promise<Tracer | null> {
  const { traces, role } = config;
  if (traces === null) return null;
  let reportedAt = -Infinity;
  const { openOtlpTracer } = await import('../outside/tracing/otlp.ts');
  const tracer = openOtlpTracer({
    ...traces,
    version: VERSION,
    role,
    onFailure(error) {
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = performance.now();
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ endpoint: traces.endpoint, reason }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
    },
  });
  closers.push(() => tracer.close());
  return tracer;
}
