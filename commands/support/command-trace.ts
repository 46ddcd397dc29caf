import type { Span, Tracer } from '../../outside/tracing/port.ts';

/** Spans of one command; absent unless traces are sent. */
export interface CommandTrace {
  readonly command: Span;
  /** The last attempt to append, which the projection follows. */
  append: Span | null;
}

export function startCommandTrace(tracer: Tracer, stream: string, requested: unknown): CommandTrace {
  const type = (requested as { readonly type?: unknown } | null)?.type;
  const what = typeof type === 'string' ? type : '';
  const attributes = { 'grandlivre.stream': stream };
  const command =
    tracer.getRequestSpan()?.startChild('command', what, attributes) ?? tracer.startSpan('command', what, attributes);
  return { command, append: null };
}

/** Runs an append; each command of the batch has a span of it. */
export async function traceAppend<T>(
  batch: readonly { readonly trace?: CommandTrace | null }[],
  events: number,
  append: () => Promise<T>,
): Promise<T> {
  const spans = batch.flatMap(({ trace }) =>
    trace ? [(trace.append = trace.command.startChild('append', '', { 'grandlivre.events': events }))] : [],
  );
  try {
    const appended = await append();
    for (const span of spans) span.end();
    return appended;
  } catch (error) {
    for (const span of spans) span.end(error);
    throw error;
  }
}

/** Runs the wait for the read tables, which the projector fills in this process or in another one. */
export async function traceProjection(
  { command, append }: CommandTrace,
  position: number,
  wait: () => Promise<void>,
): Promise<void> {
  const span = (append ?? command).startChild('projection', '', { 'grandlivre.position': position });
  try {
    await wait();
    span.end();
  } catch (error) {
    span.end(error);
    throw error;
  }
}
