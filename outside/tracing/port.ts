/** Traces for operators: four kinds of spans, request → command → append → projection. Null wherever none are sent. */

export type SpanName = 'request' | 'command' | 'append' | 'projection';
export type Attributes = Readonly<Record<string, string | number>>;

export interface Span {
  /** Shows `what` after the name, such as the route of a request. */
  startChild(name: SpanName, what: string, attributes?: Attributes): Span;
  setAttributes(attributes: Attributes): void;
  markFailed(reason: string): void;
  /** With an error, the span is marked as failed. */
  end(error?: unknown): void;
}

export interface Tracer {
  /** Runs the work of a request in a span; its children have the same request id. */
  runInRequest<T>(request: TracedRequest, work: () => Promise<T>): Promise<T>;
  /** The span of the request that is being served; null in background work. */
  getRequestSpan(): Span | null;
  /** A span without a request. */
  startSpan(name: SpanName, what: string, attributes?: Attributes): Span;
  /** Sends what is left, within a short time. */
  close(): Promise<void>;
}

export interface TracedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
}
