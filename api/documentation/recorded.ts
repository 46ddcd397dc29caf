import type { ExampleFile } from '../http/routing/example.ts';
import type { JsonObject } from './schemas.ts';

/**
 * What a route was asked in the tests and what it answered: each is a real request, sent as it stands, and a real answer, of
 * whose lists the first two are kept. `npm run docs:examples` writes them to `examples.json`.
 */
export interface RecordedExample {
  /** Parameters of the path besides `company` and `firm`. */
  readonly params?: JsonObject;
  readonly query?: JsonObject;
  readonly body?: unknown;
  /** A body of each kind, where it may be one of several. */
  readonly kinds?: JsonObject;
  /** Bodies that are answered with another status. */
  readonly others?: Readonly<Record<string, unknown>>;
  /** The file of a form, which is text. */
  readonly file?: ExampleFile;
  /** The file of a form, where the body may be JSON instead. */
  readonly form?: ExampleFile;
  readonly status: number;
  readonly answer?: unknown;
  /** The answers with another status. */
  readonly otherAnswers?: Readonly<Record<string, unknown>>;
  /** The answer as a file of comma separated values. */
  readonly csv?: string;
}

/** By the name of the operation. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

/** Read when the document is first asked for: nothing else needs them. */
export async function recordedExamples(): Promise<RecordedExamples> {
  const { default: examples } = await import('./examples.json', { with: { type: 'json' } });
  return examples;
}
