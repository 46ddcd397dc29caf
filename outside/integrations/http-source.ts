import { openHttpClient } from '../http/client.ts';
import { HttpFailure } from '../http/failures.ts';
import { isForbiddenUrl, type Surroundings } from './destination.ts';
import { failureOf, SILENCE_MS, SourceFailure } from './source.ts';

/** One answer of an address that somebody has named. No redirect is followed: it would lead where nobody has named. */
export interface HttpSourceSettings {
  readonly url: string;
  /** Value of the header that lets one in; null: none. */
  readonly authorization: string | null;
  readonly accept: string;
  readonly maxBytes: number;
}

/** @throws SourceFailure */
export async function fetchAnswer(settings: HttpSourceSettings, around: Surroundings): Promise<Buffer> {
  const { url, authorization, accept, maxBytes } = settings;
  if (isForbiddenUrl(url, around)) throw new SourceFailure('forbidden');
  const { trusts, resolve, timeoutMs = SILENCE_MS } = around;
  const client = openHttpClient({ trusts, resolve, timeoutMs });
  try {
    const headers = { Accept: accept, ...(authorization !== null && { Authorization: authorization }) };
    const { status, body } = await client.send({ method: 'GET', url, headers, maxBytes });
    if (status >= 300 && status < 400) throw new SourceFailure('redirected');
    if (status === 401 || status === 403) throw new SourceFailure('refused');
    if (status === 404 || status === 410) throw new SourceFailure('missing');
    if (status !== 200) throw new SourceFailure('status');
    return body;
  } catch (error) {
    throw error instanceof HttpFailure ? asSourceFailure(error) : failureOf(error);
  } finally {
    await client.close();
  }
}

export function asSourceFailure(failure: HttpFailure): SourceFailure {
  switch (failure.reason) {
    case 'timeout':
    case 'too_large':
      return new SourceFailure(failure.reason, failure);
    case 'unreachable': {
      const cause = failureOf(failure.cause ?? failure);
      return new SourceFailure(cause.problem, failure);
    }
    default:
      return new SourceFailure('forbidden', failure);
  }
}
