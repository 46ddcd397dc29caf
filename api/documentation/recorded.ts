import type { ExampleFile } from '../http/routing/example.ts';
import type { JsonObject } from './schemas.ts';

/**
 * Request and response of a route, recorded in the tests: both are real, and lists in the response are cut to their first
 * two items. `npm run docs:examples` writes them to `examples.json`.
 */
export interface RecordedExample {
  /** Path parameters besides `company` and `firm`. */
  readonly params?: JsonObject;
  readonly query?: JsonObject;
  readonly body?: unknown;
  /** A body of each kind, if several are possible. */
  readonly kinds?: JsonObject;
  /** Bodies that lead to another status. */
  readonly others?: Readonly<Record<string, unknown>>;
  /** Text file of a form. */
  readonly file?: ExampleFile;
  /** File of a form, if the body may also be JSON. */
  readonly form?: ExampleFile;
  readonly status: number;
  readonly answer?: unknown;
  /** Responses with another status. */
  readonly otherAnswers?: Readonly<Record<string, unknown>>;
  /** The response as a CSV file. */
  readonly csv?: string;
}

/** By operation id. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

/** Loaded on the first request for the document, because nothing else needs them. */
export async function loadRecordedExamples(): Promise<RecordedExamples> {
  const { default: examples } = await import('./examples.json', { with: { type: 'json' } });
  return examples;
}
